import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { functionsBesideRow } from "#server/database/functions-in-scope.ts";
import { hasRow } from "#server/database/has-row.ts";
import { followEntries } from "#server/patient/follow-entries.ts";
import { columnName } from "#shared/formats/column-name.ts";
import { ofStay } from "./merged-values.ts";
import { listsOf, withoutOthers } from "./restored-lists.ts";

/** A row by column, as JSON of the database. */
type Row = Record<string, unknown>;
/** By table and id: values by column. */
type Values = Record<string, Record<number, Row>>;
type Fields = Record<string, string>;
type PatientRow = Row & {
  id: number;
  version: number;
  updated_at: string;
  admission_status: string;
  chief_complaint: string | null;
  custom_fields: Fields;
  is_billed: boolean;
  laboratory_files: string[];
  imaging_files: string[];
  other_files: string[];
};

/** What a merge stores for its undo, beside the photo and the rows that the database restores itself. */
export type StoredMerge = {
  patient: PatientRow;
  /** Consultations of the other that were confidential. */
  marked: number[];
  moved: Record<string, number[]>;
  changed: { table: string; id: number; before: Row; after: Row }[];
  survivor: { before: PatientRow; after: PatientRow };
};

/** Values of the survivor that are restored by a rule of their own. */
const byOwnRule = [
  "allergies",
  "custom_fields",
  "laboratory_files",
  "imaging_files",
  "other_files",
  "visit_diagnosis",
  "visit_diagnosed_at",
  "visit_codes",
];

const stayColumns = ["admission_status", "date_of_discharge", ...ofStay.map(columnName)];

/** Restores the values of entries and of both records after the rows of the other have returned. */
export async function restoreValues(clinic: ClinicScope, stored: StoredMerge, now: Date): Promise<void> {
  const survivorId = stored.survivor.before.id;
  const write = (rows: Values) =>
    functionsBesideRow(clinic, "patients", survivorId).value("restoreValues", { rows: JSON.stringify(rows) });
  await write(await entriesBefore(clinic, stored.changed, now));
  const { survivor, other } = await readPatients(clinic, stored);
  const survivorValues = await valuesOfSurvivor(clinic, stored, survivor);
  await write({
    patients: {
      [survivor.id]: { ...survivorValues, ...risen(survivor, now) },
      [other.id]: await valuesOfOther(clinic, stored, other),
    },
  });
  await followEntries(clinic, [survivor.id, other.id], ["bills", "diagnosis"]);
  // A form that was opened on the other before the merge can still be saved, unless the record differs from then.
  const restored = (await readPatients(clinic, stored)).other;
  if (!isDeepStrictEqual(restored, stored.patient))
    await write({ patients: { [other.id]: risen(restored, now) } });
}

/** Versions and times of change only rise, so that nobody saves over the undo unnoticed. */
const rising = ["version", "updated_at"];

/** The values that are still as the merge left them, as they were before. Those that were changed since stay. */
function unchanged(before: Row, after: Row, current: Row): Row {
  const values = Object.entries(without(before, rising)).filter(
    ([column, value]) =>
      !isDeepStrictEqual(value, after[column]) && isDeepStrictEqual(current[column], after[column]),
  );
  return Object.fromEntries(values);
}

const risen = (row: PatientRow, now: Date): Row => ({
  version: row.version + 1,
  updated_at: Date.parse(row.updated_at) < now.getTime() ? now.toISOString() : row.updated_at,
});

const without = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)));

const only = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([column]) => columns.includes(column)));

/** The values of entries that the merge changed, by table and id. Entries that were deleted since are left out. */
async function entriesBefore(
  clinic: ClinicScope,
  changed: StoredMerge["changed"],
  now: Date,
): Promise<Values> {
  const values: Values = {};
  for (const [table, rows] of Map.groupBy(changed, (row) => row.table)) {
    const ids = rows.map(({ id }) => id);
    const found = await sql<{ id: number; row: Row }>`
      select id, to_jsonb(entry) as row from ${sql.table(table)} entry
      where clinic_id = ${clinic.id} and id = any (${ids}::bigint[]) for update`.execute(clinic.db);
    const current = new Map(found.rows.map(({ id, row }) => [id, row]));
    const restored = rows.flatMap(({ id, before, after }) => {
      const row = current.get(id) ?? {};
      const back = unchanged(before, after, row);
      if (Object.keys(back).length === 0) return [];
      const rises = typeof row.version === "number" && { version: row.version + 1 };
      const risesAt = "updated_at" in row && { updated_at: now.toISOString() };
      return [[id, { ...back, ...rises, ...risesAt }] as const];
    });
    values[table] = Object.fromEntries(restored);
  }
  return values;
}

async function readPatients(clinic: ClinicScope, stored: StoredMerge) {
  const ids = [stored.survivor.before.id, stored.patient.id];
  const { rows } = await sql<{ row: PatientRow }>`
    select to_jsonb(patients) as row from patients
    where clinic_id = ${clinic.id} and id = any (${ids}::bigint[])`.execute(clinic.db);
  const [survivor, other] = ids.map((id) => rows.find(({ row }) => row.id === id)?.row);
  if (!survivor || !other) throw new Error("Both records are there once their rows have returned.");
  return { survivor, other };
}

async function valuesOfSurvivor(
  clinic: ClinicScope,
  stored: StoredMerge,
  survivor: PatientRow,
): Promise<Row> {
  const { patient: was, survivor: itsRow } = stored;
  const had = itsRow.before;
  const back = unchanged(without(had, byOwnRule), itsRow.after, survivor);
  const restored = { ...back, ...(await stayOfSurvivor(clinic, stored)) };
  // A survivor that had no bills of its own has its typed amount again.
  const isTypedAgain = was.is_billed && !had.is_billed && !(await hasBills(clinic, had.id));
  return {
    ...restored,
    ...(isTypedAgain && only(had, ["amount", "payment_status", "is_billed"])),
    allergies: await allergiesOf(clinic, had.id),
    chief_complaint: await complaintOfSurvivor(
      clinic,
      stored,
      restored.chief_complaint ?? survivor.chief_complaint,
    ),
    custom_fields: customFieldsOf(survivor.custom_fields, itsRow),
    ...(await listsOf(clinic, had.id, {
      laboratory_files: withoutOthers(survivor.laboratory_files, was.laboratory_files, had.laboratory_files),
      imaging_files: withoutOthers(survivor.imaging_files, was.imaging_files, had.imaging_files),
      other_files: withoutOthers(survivor.other_files, was.other_files, had.other_files),
    })),
  };
}

async function valuesOfOther(clinic: ClinicScope, stored: StoredMerge, other: PatientRow): Promise<Row> {
  const { laboratory_files, imaging_files, other_files } = stored.patient;
  const isOver =
    other.admission_status === "Admitted" &&
    "admissions.patient_id" in stored.moved &&
    !(await hasOpenStay(clinic, other.id));
  return {
    ...(isOver && { admission_status: "Discharged", room_number: null, date_of_admission: null }),
    allergies: await allergiesOf(clinic, other.id),
    chief_complaint: await complaintOfOther(clinic, stored, other.chief_complaint),
    ...(await listsOf(clinic, other.id, { laboratory_files, imaging_files, other_files })),
  };
}

/** The survivor loses a stay that came from the other, also one that was changed, unless it was admitted again since. */
async function stayOfSurvivor(clinic: ClinicScope, { patient: was, survivor }: StoredMerge): Promise<Row> {
  const had = survivor.before;
  const isOthers = was.admission_status === "Admitted" && had.admission_status !== "Admitted";
  return isOthers && !(await hasOpenStay(clinic, had.id)) ? only(had, stayColumns) : {};
}

const hasOpenStay = (clinic: ClinicScope, patientId: number): Promise<boolean> =>
  hasRow(
    clinic.db
      .selectFrom("admissions")
      .select("id")
      .where("clinicId", "=", clinic.id)
      .where("patientId", "=", patientId)
      .where("dischargedAt", "is", null),
  );

const hasBills = (clinic: ClinicScope, patientId: number): Promise<boolean> =>
  hasRow(
    clinic.db
      .selectFrom("bills")
      .select("id")
      .where("clinicId", "=", clinic.id)
      .where("patientId", "=", patientId)
      .where("voidedAt", "is", null),
  );

async function allergiesOf(clinic: ClinicScope, patientId: number): Promise<string | null> {
  const { rows } = await sql<{ words: string | null }>`
    select allergies_text(${clinic.id}, ${patientId}) as words`.execute(clinic.db);
  return rows[0]?.words ?? null;
}

/** Custom fields are restored one by one; those that were changed since stay. */
function customFieldsOf(current: Fields, { before, after }: StoredMerge["survivor"]): Fields {
  const values = Object.entries(current).map(([name, value]) => [
    name,
    value === after.custom_fields[name] ? before.custom_fields[name] : value,
  ]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/**
 * A chief complaint that came from the other's consultations is replaced by that of the survivor's newest consultation
 * that is not confidential.
 */
async function complaintOfSurvivor(
  clinic: ClinicScope,
  { patient, survivor }: StoredMerge,
  current: unknown,
) {
  if (current === survivor.before.chief_complaint) return current;
  const consultations = await consultationsAbout(clinic, [patient.id, survivor.before.id], current);
  const isOthers =
    consultations.some(({ patientId }) => patientId === patient.id) &&
    consultations.every(({ patientId }) => patientId === patient.id);
  return isOthers ? newestComplaint(clinic, survivor.before.id) : current;
}

/** One that came from a consultation that was made confidential since is replaced too. */
async function complaintOfOther(clinic: ClinicScope, { patient, marked }: StoredMerge, current: unknown) {
  const consultations = await consultationsAbout(clinic, [patient.id], current);
  const isMarkedSince = consultations.some(
    ({ id, isConfidential }) => isConfidential && !marked.includes(id),
  );
  return isMarkedSince ? newestComplaint(clinic, patient.id) : current;
}

async function consultationsAbout(clinic: ClinicScope, patientIds: readonly number[], complaint: unknown) {
  if (typeof complaint !== "string") return [];
  return clinic.db
    .selectFrom("consultations")
    .select(["id", "patientId", sql<boolean>`confidential_to_id is not null`.as("isConfidential")])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "in", patientIds)
    .where("chiefComplaint", "=", complaint)
    .execute();
}

async function newestComplaint(clinic: ClinicScope, patientId: number): Promise<string | null> {
  const newest = await clinic.db
    .selectFrom("consultations")
    .select("chiefComplaint")
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where("confidentialToId", "is", null)
    .where("chiefComplaint", "is not", null)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(sql.lit(1))
    .executeTakeFirst();
  return newest?.chiefComplaint ?? null;
}
