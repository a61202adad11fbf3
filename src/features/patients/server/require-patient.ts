import type { ClinicScope } from "#server/database/db.ts";
import { notFound } from "#shared/errors.ts";

export async function isPatientHere(clinic: ClinicScope, id: number): Promise<boolean> {
  const row = await clinic.db
    .selectFrom("patients")
    .select("id")
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}

/** 404 for a patient who is not of this clinic, whoever's it may be. */
export async function requirePatient(clinic: ClinicScope, id: number): Promise<void> {
  if (!(await isPatientHere(clinic, id))) throw notFound("Patient");
}
