import { type RawBuilder, sql } from "kysely";
import { mostRows, type Pregnancy } from "#features/pregnancies/contract.ts";
import { ownOf } from "#server/database/confidential.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { requirePatient } from "#server/patient/require-patient.ts";
import { notFound } from "#shared/errors.ts";

const recordedByName: RawBuilder<string | null> = sql<string | null>`
  (select nullif(concat_ws(' ', u.first_name, u.last_name), '') from users u
   where u.clinic_id = pregnancies.clinic_id and u.id = pregnancies.recorded_by_id)`;

const rowsOf = (clinic: ClinicScope, patientId: number) =>
  clinic.db
    .selectFrom("pregnancies")
    .select([
      "id",
      "patientId",
      "clinicId",
      sql<Pregnancy["state"]>`state`.as("state"),
      "lmp",
      "edc",
      "dueOn",
      sql<
        Pregnancy["datedBy"]
      >`case when edc is not null then 'ultrasound' when lmp is not null then 'lmp' end`.as("datedBy"),
      sql<Pregnancy["outcome"]>`outcome`.as("outcome"),
      "endedOn",
      "living",
      "term",
      "preterm",
      "abortions",
      "note",
      "recordedAt",
      recordedByName.as("recordedByName"),
      ownOf(clinic, "pregnancies", "recorded_by_id"),
      "updatedAt",
      "version",
    ])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId);

/** In the order of the record. */
export const readPregnancies = (clinic: ClinicScope, patientId: number): Promise<Pregnancy[]> =>
  rowsOf(clinic, patientId)
    .orderBy(sql`array_position(array['open', 'ended', 'earlier', 'entered_in_error'], state::text)`)
    .orderBy("dueOn", "desc")
    .orderBy("id", "desc")
    .limit(sql.lit(mostRows))
    .execute();

export async function listPregnancies(clinic: ClinicScope, patientId: number): Promise<Pregnancy[]> {
  const rows = await readPregnancies(clinic, patientId);
  if (rows.length === 0) await requirePatient(clinic, patientId);
  return rows;
}

export async function findPregnancy(clinic: ClinicScope, patientId: number, id: number): Promise<Pregnancy> {
  const row = await rowsOf(clinic, patientId).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("Pregnancy");
  return row;
}

/** The row in a state that a patient can have once. */
export const findOnly = (
  clinic: ClinicScope,
  patientId: number,
  state: "open" | "earlier",
): Promise<Pregnancy | undefined> => rowsOf(clinic, patientId).where("state", "=", state).executeTakeFirst();
