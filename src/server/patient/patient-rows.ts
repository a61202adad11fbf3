import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { ageTold } from "./age-told.ts";
import { selectPatient } from "./select-patient.ts";

/**
 * Serializes changes of a patient's rows, so that what a change reads stays true until it commits. 404 unless the
 * patient is of this clinic.
 */
export async function lockPatient(clinic: ClinicScope, id: number) {
  return selectPatient(clinic, id)
    .select(["birthday", ageTold(), "sex"])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound("Patient"));
}

/** A list that is read whole needs a limit. */
export async function requireRoom(
  clinic: ClinicScope,
  table: string,
  patientId: number,
  { most, added = 1, refusal }: { most: number; added?: number; refusal: string },
): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)}
    where clinic_id = ${clinic.id} and patient_id = ${patientId}`.execute(clinic.db);
  if ((rows[0]?.count ?? 0) + added > most) throw new Failure("unusable", refusal);
}
