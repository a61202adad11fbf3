import type { Physician } from "#features/prescriptions/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";

/** The owner who will release the prescription; null when the clinic has several owners. */
export async function findPhysician(clinic: ClinicScope): Promise<Physician | null> {
  const [physician, another] = await clinic.db
    .selectFrom("users")
    .select([
      "firstName",
      "lastName",
      "licenseNumber",
      "ptrNumber",
      "ptrYear",
      "s2Number",
      "specialization",
      "credentials",
    ])
    .where("clinicId", "=", clinic.id)
    .where("role", "=", "owner")
    .where("isActive", "=", true)
    .limit(2)
    .execute();
  return physician && !another ? physician : null;
}
