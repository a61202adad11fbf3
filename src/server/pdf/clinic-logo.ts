import type { ClinicScope } from "../database/db.ts";

/** The picture for the head of the clinic's papers; null when it has none. */
export async function logoOf(clinic: ClinicScope): Promise<Buffer | null> {
  const { logo } = await clinic.db
    .selectFrom("clinics")
    .select("logo")
    .where("id", "=", clinic.id)
    .executeTakeFirstOrThrow();
  return logo;
}
