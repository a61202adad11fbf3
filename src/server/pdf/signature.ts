import type { ClinicScope } from "../database/db.ts";

/** The signature that a paper bears since its doctor signed it, or null: it is signed by hand. */
export async function signatureOn(
  clinic: ClinicScope,
  table: "prescriptions" | "clinicPapers" | "referrals",
  id: number,
): Promise<Buffer | null> {
  const row = await clinic.db
    .selectFrom(table)
    .innerJoin("signatures", (join) =>
      join.on("signatures.clinicId", "=", clinic.id).onRef("signatures.id", "=", `${table}.signatureId`),
    )
    .select("signatures.image")
    .where(`${table}.clinicId`, "=", clinic.id)
    .where(`${table}.id`, "=", id)
    .executeTakeFirst();
  return row?.image ?? null;
}
