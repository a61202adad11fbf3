import type { ClinicScope } from "../database/db.ts";

/** The logo for the head of the clinic's papers, or null. */
export async function logoOf(clinic: ClinicScope): Promise<Buffer | null> {
  const { logo } = await clinic.db
    .selectFrom("clinics")
    .select("logo")
    .where("id", "=", clinic.id)
    .executeTakeFirstOrThrow();
  return logo;
}
