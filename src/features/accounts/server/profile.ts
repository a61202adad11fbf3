import type { ClinicScope } from "#server/database/db.ts";
import type { Profile, ProfileChanges } from "../contract.ts";

/** Updates the caller's own account. Earlier prescriptions stay as printed. */
export async function updateProfile(
  clinic: ClinicScope,
  changes: ProfileChanges,
  now: Date,
): Promise<Profile> {
  return clinic.transaction(async (joined) => {
    if (await namesOwnerAnew(joined, changes)) await takeMarkOff(joined);
    return joined.db
      .updateTable("users")
      .set({ ...changes, updatedAt: now.toISOString() })
      .where("clinicId", "=", joined.id)
      .where("id", "=", joined.userId)
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
  });
}

/** Whether the owner's name or license number changes, by which the clinic may have been verified. */
async function namesOwnerAnew(
  clinic: ClinicScope,
  { firstName, lastName, licenseNumber }: ProfileChanges,
): Promise<boolean> {
  const sent = Object.entries({ firstName, lastName, licenseNumber }).filter(
    ([, value]) => value !== undefined,
  );
  if (sent.length === 0) return false;
  const before = await clinic.db
    .selectFrom("users")
    .select(["firstName", "lastName", "licenseNumber"])
    .where("clinicId", "=", clinic.id)
    .where("id", "=", clinic.userId)
    .where("role", "=", "owner")
    .executeTakeFirst();
  return before !== undefined && sent.some(([name, value]) => before[name as keyof typeof before] !== value);
}

/**
 * Before the account is updated: on a cluster the trigger of `users`, which also removes the mark, cannot write
 * `clinics` as another role.
 */
async function takeMarkOff(clinic: ClinicScope): Promise<void> {
  await clinic.db
    .updateTable("clinics")
    .set({ verifiedAt: null })
    .where("id", "=", clinic.id)
    .where("verifiedAt", "is not", null)
    .execute();
}
