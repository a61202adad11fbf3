import { sql } from "kysely";
import {
  type FullHistory,
  type FullHistoryChanges,
  type FullHistoryDraft,
  fullHistoryFields,
} from "#features/consultations/contract.ts";
import { mayFinish } from "#features/consultations/rules.ts";
import { nameOfUser } from "#server/auth/user-name.ts";
import { changedNow } from "#server/database/changed-now.ts";
import { confidentialityOf } from "#server/database/confidential.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { newestFirst } from "#server/http/newest-first.ts";
import { markedInError, markOf } from "#server/patient/entries-in-error.ts";
import { requirePatient, rowsOfPatient } from "#server/patient/require-patient.ts";
import { Failure, forbidden, invalidField, notFound } from "#shared/errors.ts";

const selectRecords = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("consultationRecords as record")
    .select([
      "record.id",
      "record.patientId",
      "record.clinicId",
      "record.doctorId",
      nameOfUser(clinic, "record.doctorId").as("doctorName"),
      nameOfUser(clinic, "record.writtenById").as("writtenByName"),
      ...fullHistoryFields.map((field) => `record.${field}` as const),
      "record.status",
      "record.version",
      "record.finishedAt",
      "record.createdAt",
      "record.updatedAt",
      markOf(clinic, "record", "in_error").as("enteredInError"),
      ...confidentialityOf(clinic, "record", "written_by_id"),
    ])
    .where("record.clinicId", "=", clinic.id);

type Row = Awaited<ReturnType<ReturnType<typeof selectRecords>["executeTakeFirstOrThrow"]>>;

const asFullHistory = (row: Row): FullHistory => ({
  ...row,
  status: row.status === "finished" ? "finished" : "draft",
});

/** Newest first, or with `inError` those that may be used: all without a limit, else from the cursor on, with one row more when there is another page. */
export async function listFullHistories(
  clinic: ClinicScope,
  patientId: number,
  {
    limit,
    cursor,
    inError,
  }: { limit?: number | undefined; cursor?: string | undefined; inError?: "without" | undefined },
): Promise<FullHistory[]> {
  let ofPatient = selectRecords(clinic).where("record.patientId", "=", patientId);
  if (inError === "without") ofPatient = ofPatient.where("record.inErrorAt", "is", null);
  const page = newestFirst(ofPatient, { instant: "record.createdAt", id: "record.id" }, { limit, cursor });
  const rows = await rowsOfPatient(clinic, patientId, page.execute());
  return rows.map(asFullHistory);
}

export async function findFullHistory(
  clinic: ClinicScope,
  id: number,
  ofPatient?: { patientId: number },
): Promise<FullHistory> {
  let one = selectRecords(clinic).where("record.id", "=", id);
  if (ofPatient) one = one.where("record.patientId", "=", ofPatient.patientId);
  const row = await one.executeTakeFirstOrThrow(() => notFound("Full history"));
  return asFullHistory(row);
}

/**
 * Creates the patient's draft. If there is an open one already, the failure has it as `current`, so that no second
 * one is written.
 */
export async function insertFullHistory(
  clinic: ClinicScope,
  patientId: number,
  draft: FullHistoryDraft,
  now: Date,
): Promise<FullHistory> {
  await requirePatient(clinic, patientId);
  const at = now.toISOString();
  const begun = await clinic.db
    .insertInto("consultationRecords")
    .values({
      clinicId: clinic.id,
      patientId,
      writtenById: clinic.userId,
      ...sentFields(draft),
      createdAt: at,
      updatedAt: at,
    })
    .onConflict((conflict) =>
      conflict
        .expression(sql`clinic_id, patient_id, coalesce(confidential_to_id, 0)`)
        .where("status", "=", sql.lit("draft"))
        .doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  if (begun) return findFullHistory(clinic, begun.id);
  const open = await selectRecords(clinic)
    .where("record.patientId", "=", patientId)
    .where("record.status", "=", "draft")
    .where("record.confidentialToId", "is", null)
    .executeTakeFirst();
  throw new Failure("taken", "A full history of this patient is already being written.", {
    ...(open && { current: asFullHistory(open) }),
  });
}

/**
 * Saves or finalizes a draft. With `version`, the one that the caller read, it fails with 412 and the current record
 * when another user changed it meanwhile. A finalized record never changes.
 */
export async function updateFullHistory(
  clinic: ClinicScope,
  id: number,
  changes: FullHistoryChanges,
  { now, version, user }: { now: Date; version: number | null; user: Parameters<typeof mayFinish>[0] },
): Promise<FullHistory> {
  const current = await findFullHistory(clinic, id);
  if (version !== null && version !== current.version) throw changedMeanwhile(current);
  if (current.enteredInError) throw markedInError("This full history", "changed");
  if (current.status === "finished")
    throw new Failure("already_done", "This full history is finished and can no longer be changed.", {
      current,
    });
  const isFinishing = changes.status === "finished";
  if (isFinishing && !mayFinish(user, current)) throw forbidden();
  const fields = sentFields(changes);
  if (isFinishing && !{ ...current, ...fields }.chiefComplaint)
    throw invalidField("chiefComplaint", "Chief complaint is required");
  const at = now.toISOString();
  const written = await clinic.db
    .updateTable("consultationRecords")
    .set({
      ...fields,
      ...(isFinishing && { status: "finished", doctorId: clinic.userId, finishedAt: at }),
      writtenById: clinic.userId,
      ...changedNow(now),
    })
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .where("version", "=", current.version)
    .where("status", "=", "draft")
    .returning("id")
    .executeTakeFirst();
  const after = await findFullHistory(clinic, id);
  if (!written) throw changedMeanwhile(after);
  return after;
}

const changedMeanwhile = (current: FullHistory) =>
  new Failure("changed_meanwhile", "Someone else changed this full history.", { current });

/** The fields that the request names. */
const sentFields = (sent: FullHistoryDraft): FullHistoryDraft =>
  Object.fromEntries(
    fullHistoryFields.flatMap((field) => (sent[field] === undefined ? [] : [[field, sent[field]]])),
  );
