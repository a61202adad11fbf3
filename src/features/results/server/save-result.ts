import { sql } from "kysely";
import { attachFiles } from "#features/files/server/attach-files.ts";
import { lockFileLists } from "#features/patients/server/queries.ts";
import type { Result, ResultChanges, ResultDraft, ResultValue } from "#features/results/contract.ts";
import { changedNow } from "#server/database/changed-now.ts";
import { markedAs } from "#server/database/confidential.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { requireVersion } from "#server/http/if-match.ts";
import { isCorrection, requireAuthor, staysMistake } from "#server/patient/corrections.ts";
import { selectPatient } from "#server/patient/select-patient.ts";
import { requireDay } from "#server/require-day.ts";
import type { Subject } from "#shared/clinical/results/judge.ts";
import { panelOf } from "#shared/clinical/results/panels.ts";
import { type Person, subjectOn } from "#shared/clinical/results/subject.ts";
import { Failure, invalidField, notFound } from "#shared/errors.ts";
import { isCalendarDay, manilaDay, manilaInstant } from "#shared/formats/dates.ts";
import { judgeValues, requireDifferential, withComputed } from "./judge-values.ts";
import { findPerson } from "./judged-now.ts";
import { findResult } from "./result-rows.ts";
import { ownRanges, rememberUnits, unitsOf } from "./result-settings.ts";

/** Stores a laboratory's result, each value with its range. */
export function insertResult(
  clinic: ClinicScope,
  patientId: number,
  draft: ResultDraft,
  now: Date,
): Promise<Result> {
  return clinic.transaction(async (joined) => {
    const panel = panelOf(draft.panel);
    if (!panel) throw invalidField("panel", "Choose a panel from the list");
    const patient = await lockPatient(joined, patientId);
    const collectedAt = instantOf(draft.collectedAt, now);
    const laboratory = draft.laboratory ?? null;
    const subject = subjectAt(patient, collectedAt, now);
    const own = await ownRanges(joined);
    const values = judgeValues(draft.values, {
      subject,
      own,
      // Without a laboratory, no remembered unit applies.
      units: laboratory === null ? {} : await unitsOf(joined, laboratory),
      allowed: panel.analytes,
    });
    if (values.length === 0) throw invalidField("values", "Enter at least one value");
    requireDifferential(values, draft.values);
    const stored = withComputed(values, subject, own);
    const fileId = await fileOf(joined, patientId, draft.file ?? null, {
      isConfidential: draft.isConfidential ?? false,
      now,
    });
    const { id } = await joined.db
      .insertInto("results")
      .values({
        clinicId: joined.id,
        patientId,
        panel: panel.code,
        collectedAt: collectedAt.toISOString(),
        laboratory,
        note: draft.note ?? null,
        resultValues: JSON.stringify(stored),
        fileId,
        createdById: joined.userId,
        createdAt: now.toISOString(),
        updatedAt: now.toISOString(),
        ...markedAs(joined, draft.isConfidential),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    // The clinic-wide settings must not reveal a test of a confidential result.
    if (!draft.isConfidential) await rememberUnits(joined, laboratory ?? "", unitsIn(values), now);
    return findResult(joined, patientId, id);
  });
}

/** Corrects a result. Values that are not named keep their range, unless the day changes; eGFR follows. */
export function updateResult(
  clinic: ClinicScope,
  patientId: number,
  id: number,
  changes: ResultChanges,
  { now, version }: { now: Date; version: number | null },
): Promise<Result> {
  return clinic.transaction(async (joined) => {
    const patient = await lockPatient(joined, patientId);
    const before = await findResult(joined, patientId, id);
    requireVersion(before, version);
    if (staysMistake(before, changes))
      throw new Failure("unusable", "This result was entered in error. Take that back before it is changed.");
    const collectedAt = changes.collectedAt
      ? instantOf(changes.collectedAt, now)
      : new Date(before.collectedAt);
    const laboratory = changes.laboratory === undefined ? before.laboratory : changes.laboratory;
    const sent = { ...changes, ...(changes.collectedAt && { collectedAt: collectedAt.toISOString() }) };
    const typed = { ...before, collectedAt: new Date(before.collectedAt).toISOString() };
    if (
      isCorrection(typed, sent, ["collectedAt", "laboratory", "note", "file"]) ||
      before.values.some((value) => differs(value, changes.values))
    )
      await requireAuthor(joined, before);
    const subject = subjectAt(patient, collectedAt, now);
    let values = before.values;
    if (changes.values !== undefined || changes.collectedAt !== undefined) {
      const own = await ownRanges(joined);
      const named = changes.values ?? [];
      const around = {
        subject,
        own,
        units: Object.fromEntries(before.values.map(({ analyte, unit }) => [analyte, unit ?? ""])),
        allowed: panelOf(before.panel)?.analytes ?? before.values.map(({ analyte }) => analyte),
      };
      const corrected = judgeValues(named, around);
      const gone = new Set(["egfr", ...named.map(({ analyte }) => analyte)]);
      const others = before.values.filter(({ analyte }) => !gone.has(analyte));
      // On another day the patient's age differs.
      const stay = changes.collectedAt === undefined ? others : judgeValues(others.map(withUnit), around);
      values = withComputed([...stay, ...corrected], subject, own);
      if (values.length === 0)
        throw invalidField("values", "Enter at least one value, or mark the result as entered in error");
      if (corrected.length > 0) requireDifferential(values, named);
      if (!before.isConfidential) await rememberUnits(joined, laboratory ?? "", unitsIn(corrected), now);
    }
    const fileId =
      changes.file === undefined
        ? undefined
        : await fileOf(joined, patientId, changes.file, { isConfidential: before.isConfidential, now });
    await joined.db
      .updateTable("results")
      .set({
        collectedAt: collectedAt.toISOString(),
        laboratory,
        ...(changes.note !== undefined && { note: changes.note }),
        ...(fileId !== undefined && { fileId }),
        resultValues: JSON.stringify(values),
        resultState: stateAfter(changes, await stateInUse(joined, before)),
        ...changedNow(now),
      })
      .where("clinicId", "=", joined.id)
      .where("id", "=", id)
      .execute();
    return findResult(joined, patientId, id);
  });
}

/** The state in which it is used: of one that was entered in error, the state it had before. */
async function stateInUse(clinic: ClinicScope, { id, patientId, state }: Result): Promise<Result["state"]> {
  if (state !== "entered_in_error") return state;
  const marked = await clinic.db
    .selectFrom("recordHistory")
    .select(sql<Result["state"] | null>`changes -> 'result_state' ->> 0`.as("before"))
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where("entity", "=", "results")
    .where("entityId", "=", id)
    .where(sql<boolean>`changes -> 'result_state' ->> 1 = ${state}`)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return marked?.before ?? "final";
}

function stateAfter({ state, values, collectedAt }: ResultChanges, before: Result["state"]): Result["state"] {
  if (state === "entered_in_error") return state;
  // Once corrected it stays so.
  if (before === "corrected") return before;
  return values !== undefined || collectedAt !== undefined ? "corrected" : (state ?? before);
}

/** Whether a stored value is sent with another value or unit, or empty. A unit that is not sent stays. */
const differs = ({ analyte, value, unit }: ResultValue, sent: ResultChanges["values"] = []): boolean =>
  sent.some(
    (each) =>
      each.analyte === analyte &&
      (each.value !== value || (each.unit !== undefined && each.unit !== null && each.unit !== (unit ?? ""))),
  );

/** As typed: a stored value without a unit has none. */
const withUnit = ({ analyte, value, unit }: ResultValue) => ({ analyte, value, unit: unit ?? "" });

const unitsIn = (values: readonly ResultValue[]): Record<string, string> =>
  Object.fromEntries(values.flatMap(({ analyte, unit }) => (unit === null ? [] : [[analyte, unit]])));

/** Sex, age and pregnancy determine the range. The row stays locked, so that corrections are serialized. */
async function lockPatient(clinic: ClinicScope, id: number): Promise<Person> {
  await selectPatient(clinic, id)
    .select("id")
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound("Patient"));
  return findPerson(clinic, id);
}

function subjectAt(person: Person, collectedAt: Date, now: Date): Subject {
  const day = manilaDay(collectedAt);
  requireDay("result", day, "collectedAt", { today: manilaDay(now), birthday: person.birthday });
  return subjectOn(person, day);
}

/** A day alone is its first minute in Manila. */
function instantOf(typed: string, now: Date): Date {
  const at = isCalendarDay(typed) ? manilaInstant(typed, 0) : new Date(typed);
  if (manilaDay(at) > manilaDay(now)) throw invalidField("collectedAt", "This day is still to come");
  return at;
}

/** A file of the patient. An unattached upload becomes one of the laboratory files. */
async function fileOf(
  clinic: ClinicScope,
  patientId: number,
  path: string | null,
  { isConfidential, now }: { isConfidential: boolean; now: Date },
): Promise<number | null> {
  if (path === null) return null;
  const confidential = await clinic.db
    .selectFrom("files")
    .select("id")
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where("path", "=", sql<string>`${path}::text`)
    .where("confidentialToId", "is not", null)
    .where("removedAt", "is", null)
    .executeTakeFirst();
  if (confidential) return confidential.id;
  const stored = await lockFileLists(clinic, patientId);
  const isOwn = [...stored.laboratoryFiles, ...stored.imagingFiles, ...stored.otherFiles].includes(path);
  if (!isOwn) {
    const laboratoryFiles = [...stored.laboratoryFiles, path];
    // The patient's list and version must not reveal a confidential result.
    if (!isConfidential)
      await clinic.db
        .updateTable("patients")
        .set({ laboratoryFiles, ...changedNow(now) })
        .where("clinicId", "=", clinic.id)
        .where("id", "=", patientId)
        .execute();
    await attachFiles(clinic, patientId, { sent: { laboratoryFiles }, stored, now }).catch(refuseFile);
  }
  const row = await clinic.db
    .selectFrom("files")
    .select("id")
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where("path", "=", sql<string>`${path}::text`)
    .where("removedAt", "is", null)
    .executeTakeFirstOrThrow(() =>
      invalidField("file", "This file is not among the patient's. Attach it again."),
    );
  return row.id;
}

function refuseFile(error: unknown): never {
  const wrong = error instanceof Failure ? error.details.fields?.laboratoryFiles : undefined;
  throw wrong ? invalidField("file", wrong) : error;
}
