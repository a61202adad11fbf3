import type { ClinicScope } from "#server/database/db.ts";
import type { Profile, ProfileChanges } from "../contract.ts";

/** Writes what was sent into the caller's own account; what earlier prescriptions say stays as printed. */
export async function updateProfile(
  clinic: ClinicScope,
  changes: ProfileChanges,
  now: Date,
): Promise<Profile> {
  return clinic.db
    .updateTable("users")
    .set({ ...changes, updatedAt: now.toISOString() })
    .where("clinicId", "=", clinic.id)
    .where("id", "=", clinic.userId)
    .returning([
      "firstName",
      "lastName",
      "licenseNumber",
      "ptrNumber",
      "ptrYear",
      "s2Number",
      "specialization",
      "credentials",
    ])
    .executeTakeFirstOrThrow();
}
