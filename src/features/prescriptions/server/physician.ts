import type { Physician } from "#features/prescriptions/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";

/** The practitioner who will release the prescription; null when the clinic has several. */
export async function findPhysician(clinic: ClinicScope): Promise<Physician | null> {
  const [physician, another] = await clinic.db
    .selectFrom("practitioners")
    .innerJoin("users", (join) =>
      join.on("users.clinicId", "=", clinic.id).onRef("users.id", "=", "practitioners.userId"),
    )
    .select([
      "users.firstName",
      "users.lastName",
      "practitioners.licenseNumber",
      "practitioners.ptrNumber",
      "practitioners.ptrYear",
      "practitioners.s2Number",
      "practitioners.specialization",
      "practitioners.credentials",
    ])
    .where("practitioners.clinicId", "=", clinic.id)
    .where("users.isActive", "=", true)
    .limit(2)
    .execute();
  return physician && !another ? physician : null;
}
