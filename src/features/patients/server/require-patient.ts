import type { Clinic } from "#server/db.ts";
import { notFound } from "#shared/errors.ts";

/** 404 for a patient who is not of this clinic, whoever's it may be. */
export async function requirePatient(clinic: Clinic, id: number): Promise<void> {
  const row = await clinic.db
    .selectFrom("patients")
    .select("id")
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("Patient");
}
