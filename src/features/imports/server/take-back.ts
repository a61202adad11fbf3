import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { columnName } from "#shared/formats/column-name.ts";
import { takeBackConsultations } from "./consultations/take-back-consultations.ts";
import { followVersions } from "./fill-patients.ts";
import { selectImport, selectRows, storedMapping } from "./import-store.ts";
import { noteBatch, noteFigures } from "./note-progress.ts";
import { recordTakeBack } from "./record-take-back.ts";
import type { Work } from "./run-import.ts";

const ROWS_AT_ONCE = 200;

/**
 * Entries that keep an imported patient from being deleted. Every table that refers to patients is here or in
 * `madeByRegistration`: a test compares.
 */
export const entriesOfPatients = [
  "alerts",
  "allergies",
  "appointments",
  "bills",
  "clinic_papers",
  "consultation_addenda",
  "consultation_diagnoses",
  "consultation_records",
  "consultations",
  "files",
  "immunizations",
  "medicine_stops",
  "medicines",
  "patient_families",
  "patient_photos",
  "payments",
  "pregnancies",
  "prescriptions",
  "problems",
  "recalls",
  "referrals",
  "reminder_consents",
  "reminders",
  "requested_items",
  "results",
  "visits",
] as const;

/** Rows that are derived from the patient, or say nothing about them. */
export const madeByRegistration = [
  "admissions",
  "import_rows",
  "notifications",
  "patient_name_sounds",
] as const;

/** Whether another record was merged into this one: versions of two records cannot be compared. */
const isMerged = sql<boolean>`exists (select from merges m where m.clinic_id = p.clinic_id and m.survivor_id = p.id
                                      and m.undone_at is null)`;

/** Whether a user wrote about the patient. An import's own allergies are as old as the patient. */
const hasEntries = sql<boolean>`(${sql.join(
  entriesOfPatients.map((table) =>
    table === "allergies"
      ? sql`exists (select from allergies e where e.clinic_id = p.clinic_id and e.patient_id = p.id
                    and (e.kind = 'allergy' or e.updated_at <> p.updated_at))`
      : sql`exists (select from ${sql.table(table)} e where e.clinic_id = p.clinic_id and e.patient_id = p.id)`,
  ),
  sql` or `,
)} or exists (select from patient_families e where e.clinic_id = p.clinic_id and e.guardian_patient_id = p.id))`;

type Taken = {
  rowNo: number;
  state: "added" | "updated";
  patientId: number;
  filled: string[];
  reason: string | null;
};

/**
 * Undoes an import in batches, the last row first. A patient who was changed or has an entry stays, and the row says
 * why.
 */
export async function takeBackImport(clinic: ClinicScope, id: number, work: Work): Promise<void> {
  while (!work.closing?.aborted && (await takeBackBatch(clinic, id, work)));
}

function takeBackBatch(clinic: ClinicScope, id: number, { now, lease }: Work): Promise<boolean> {
  return clinic.transaction(async (joined) => {
    const stored = await selectImport(joined, id)
      .select(["progress", storedMapping])
      .where("state", "=", "taking-back")
      .forUpdate()
      .executeTakeFirst();
    if (!stored) return false;
    const at = now();
    const taken =
      stored.mapping.kind === "patients"
        ? await takeBackPatients(joined, id, at)
        : await takeBackConsultations(joined, id);
    if (taken === 0) {
      await noteFigures(joined, id, { state: "taken-back", takenBackAt: at.toISOString() });
      return false;
    }
    await noteBatch(joined, id, stored.progress + taken, new Date(at.getTime() + lease));
    return true;
  });
}

/** Returns how many rows were decided. */
async function takeBackPatients(clinic: ClinicScope, id: number, now: Date): Promise<number> {
  const rows = await rowsToTakeBack(clinic, id);
  if (rows.length === 0) return 0;
  const free = rows.filter(({ reason }) => reason === null);
  await noteRows(clinic, id, rows);
  await clearFilled(
    clinic,
    id,
    free.filter(({ state }) => state === "updated"),
    now,
  );
  await deletePatients(
    clinic,
    free.filter(({ state }) => state === "added").map(({ patientId }) => patientId),
  );
  return rows.length;
}

/** The patients are locked: a concurrent write about one of them waits, and finds it gone or sees it stay. */
async function rowsToTakeBack(clinic: ClinicScope, id: number): Promise<Taken[]> {
  // Filled fields are cleared before added patients are deleted.
  const filled = await rowsInState(clinic, id, "updated");
  return filled.length > 0 ? filled : rowsInState(clinic, id, "added");
}

async function rowsInState(clinic: ClinicScope, id: number, state: Taken["state"]): Promise<Taken[]> {
  const rows = await selectRows(clinic, id)
    .select(["rowNo", "patientId", "patientVersion", "filled"])
    .where("state", "=", state)
    .orderBy("rowNo", "desc")
    .limit(sql.lit(ROWS_AT_ONCE))
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ patientId }) => patientId ?? 0);
  const patientsOf = () =>
    clinic.db.selectFrom("patients as p").where("clinicId", "=", clinic.id).where("p.id", "in", ids);
  await patientsOf().select("p.id").orderBy("p.id").forUpdate().execute();
  // A separate statement, which sees what was committed before the lock was granted.
  const patients = await patientsOf()
    .select(["p.id", "p.version", sql<boolean>`${hasEntries}`.as("hasEntries"), isMerged.as("isMerged")])
    .execute();
  const found = new Map(patients.map((patient) => [patient.id, patient]));
  return rows.flatMap(({ rowNo, patientId, patientVersion, filled }) => {
    const patient = found.get(patientId ?? 0);
    if (!patient) return [];
    const reason =
      patient.isMerged || patient.version !== patientVersion
        ? "Changed since it was imported"
        : state === "added" && patient.hasEntries
          ? "Has visits, files or other entries"
          : null;
    return [{ rowNo, state, patientId: patient.id, filled, reason }];
  });
}

async function noteRows(clinic: ClinicScope, id: number, rows: readonly Taken[]): Promise<void> {
  const sent = rows.map(({ rowNo, reason }) => ({ row_no: rowNo, reason }));
  // Deleting a patient cascades to what refers to it; the list's row itself stays.
  await sql`
    update import_rows r
    set state = case when v.reason is null then 'taken-back' else 'stayed' end, reason = v.reason,
        patient_id = case when v.reason is null then null else r.patient_id end
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as v (row_no integer, reason text)
    where r.clinic_id = ${clinic.id} and r.import_id = ${id} and r.row_no = v.row_no`.execute(clinic.db);
}

/** Clears the fields that the import filled. */
async function clearFilled(
  clinic: ClinicScope,
  id: number,
  rows: readonly Taken[],
  now: Date,
): Promise<void> {
  const filled = rows.filter((row) => row.filled.length > 0);
  if (filled.length === 0) return;
  const names = [...new Set(filled.flatMap((row) => row.filled))];
  const setters = names.map((field) => {
    const column = sql.id(columnName(field));
    return sql`${column} = case when ${field} = any(v.filled) then null else p.${column} end`;
  });
  const sent = filled.map((row) => ({ patient_id: row.patientId, filled: row.filled }));
  await sql`
    update patients p set ${sql.join(setters)}, version = version + 1, updated_at = ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as v (patient_id bigint, filled text[])
    where p.clinic_id = ${clinic.id} and p.id = v.patient_id`.execute(clinic.db);
  await followVersions(
    clinic,
    id,
    sent.map(({ patient_id }) => patient_id),
  );
}

/**
 * Unchanged patients of a list that the clinic still has: they are not sealed, and the history records the deletion.
 */
async function deletePatients(clinic: ClinicScope, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  // What filled them as well is undone with them.
  await clinic.db
    .updateTable("importRows")
    .set({ state: "taken-back", patientId: null })
    .where("clinicId", "=", clinic.id)
    .where("patientId", "in", ids)
    .execute();
  await recordTakeBack(
    clinic,
    "patients",
    ids.map((id) => ({ id, patientId: id })),
  );
  await clinic.db.deleteFrom("patients").where("clinicId", "=", clinic.id).where("id", "in", ids).execute();
}
