import type { ClinicScope } from "#server/database/db.ts";
import { pageIsGone } from "#server/http/cursor.ts";
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

/** 404 unless the patient is of this clinic. */
export async function requirePatient(clinic: ClinicScope, id: number): Promise<void> {
  if (!(await isPatientHere(clinic, id))) throw notFound("Patient");
}

/** The next page begins after a patient: one who was deleted meanwhile has no position in a list. */
export async function requireLast(clinic: ClinicScope, id: number): Promise<void> {
  if (!(await isPatientHere(clinic, id))) throw pageIsGone();
}
