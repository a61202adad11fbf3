import { sql } from "kysely";
import { mostRows, type Pregnancy } from "#features/pregnancies/contract.ts";
import { nameOfUser } from "#server/auth/user-name.ts";
import { ownOf } from "#server/database/confidential.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { rowsOfPatient } from "#server/patient/require-patient.ts";
import { notFound } from "#shared/errors.ts";

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
      nameOfUser(clinic, "pregnancies.recorded_by_id").as("recordedByName"),
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

export const listPregnancies = (clinic: ClinicScope, patientId: number): Promise<Pregnancy[]> =>
  rowsOfPatient(clinic, patientId, readPregnancies(clinic, patientId));

export async function findPregnancy(clinic: ClinicScope, patientId: number, id: number): Promise<Pregnancy> {
  return rowsOf(clinic, patientId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("Pregnancy"));
}

/** The row in a state that a patient can have once. */
export const findOnly = (
  clinic: ClinicScope,
  patientId: number,
  state: "open" | "earlier",
): Promise<Pregnancy | undefined> => rowsOf(clinic, patientId).where("state", "=", state).executeTakeFirst();
