import { sql } from "kysely";
import {
  type Alert,
  type AlertChanges,
  type AlertDraft,
  MAX_ROWS,
} from "#features/clinical-lists/contract.ts";
import { changedNow } from "#server/database/changed-now.ts";
import { ownOf } from "#server/database/confidential.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { requireVersion } from "#server/http/if-match.ts";
import { requirePatient } from "#server/patient/require-patient.ts";
import { isCorrection, requireAuthor } from "#server/require-author.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { withoutUndefined } from "#shared/without-undefined.ts";
import {
  byState,
  lockLists,
  recordedByName,
  recordedNow,
  requireNoMistake,
  requireRoom,
} from "./patient-lists.ts";

const selectAlerts = (clinic: ClinicScope, patientId: number) =>
  clinic.db
    .selectFrom("alerts")
    .select([
      "id",
      "patientId",
      "clinicId",
      "words",
      "isWarning",
      "state",
      "recordedAt",
      "updatedAt",
      "version",
      recordedByName("alerts").as("recordedByName"),
      ownOf(clinic, "alerts", "recorded_by_id"),
    ])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId);

/** Active ones in the order they were recorded, then the others. */
export const readAlerts = async (clinic: ClinicScope, patientId: number): Promise<Alert[]> =>
  (await selectAlerts(clinic, patientId)
    .orderBy(byState)
    .orderBy("id")
    .limit(sql.lit(MAX_ROWS))
    .execute()) as Alert[];

export async function listAlerts(clinic: ClinicScope, patientId: number): Promise<Alert[]> {
  const rows = await readAlerts(clinic, patientId);
  if (rows.length === 0) await requirePatient(clinic, patientId);
  return rows;
}

async function findAlert(clinic: ClinicScope, patientId: number, id: number): Promise<Alert> {
  const row = await selectAlerts(clinic, patientId).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("Alert");
  return row as Alert;
}

async function requireNew(clinic: ClinicScope, patientId: number, words: string, except = 0): Promise<void> {
  const same = await selectAlerts(clinic, patientId)
    .where("state", "=", sql.lit("active"))
    .where(sql<boolean>`lower(words) = lower(${words})`)
    .where("id", "<>", except)
    .executeTakeFirst();
  if (same)
    throw new Failure("taken", `${same.words} is an alert already.`, {
      fields: { words: "An alert already" },
      current: same,
    });
}

export function insertAlert(
  clinic: ClinicScope,
  patientId: number,
  draft: AlertDraft,
  now: Date,
): Promise<Alert> {
  return clinic.transaction(async (joined) => {
    await lockLists(joined, patientId);
    await requireRoom(joined, "alerts", patientId);
    const state = draft.state ?? "active";
    if (state === "active") await requireNew(joined, patientId, draft.words);
    const { id } = await joined.db
      .insertInto("alerts")
      .values({
        ...recordedNow(joined, patientId, now),
        words: draft.words,
        isWarning: draft.isWarning ?? false,
        state,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return findAlert(joined, patientId, id);
  });
}

export function updateAlert(
  clinic: ClinicScope,
  patientId: number,
  id: number,
  changes: AlertChanges,
  { now, version }: { now: Date; version: number | null },
): Promise<Alert> {
  return clinic.transaction(async (joined) => {
    await lockLists(joined, patientId);
    const before = await findAlert(joined, patientId, id);
    requireVersion(before, version);
    requireNoMistake(before, changes);
    if (isCorrection(before, changes, ["words"])) await requireAuthor(joined, "alerts", id);
    const sent = withoutUndefined(changes);
    const { state = before.state, words = before.words } = sent;
    if (state === "active") await requireNew(joined, patientId, words, id);
    await joined.db
      .updateTable("alerts")
      .set({ ...sent, ...changedNow(now) })
      .where("clinicId", "=", joined.id)
      .where("id", "=", id)
      .execute();
    return findAlert(joined, patientId, id);
  });
}
