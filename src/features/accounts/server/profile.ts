import type { ClinicScope } from "#server/database/db.ts";
import type { Profile, ProfileChanges } from "../contract.ts";

/** What a doctor signs with: a changed one needs a recent password. */
const numbers = ["licenseNumber", "ptrNumber", "s2Number"] as const;
/** By these the clinic may have been verified. */
const identity = ["firstName", "lastName", "licenseNumber"] as const;

/**
 * Updates the caller's own account. Earlier prescriptions stay as printed.
 * @throws Failure password_required when a number changes and the password was typed too long ago
 */
export async function updateProfile(
  clinic: ClinicScope,
  changes: ProfileChanges,
  { now, requirePassword }: { now: Date; requirePassword: () => void },
): Promise<Profile> {
  return clinic.transaction(async (joined) => {
    const before = await joined.db
      .selectFrom("users")
      .select(["role", ...identity, "ptrNumber", "s2Number"])
      .where("clinicId", "=", joined.id)
      .where("id", "=", joined.userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const isNew = (name: (typeof numbers)[number] | (typeof identity)[number]) =>
      changes[name] !== undefined && changes[name] !== before[name];
    if (numbers.some(isNew)) requirePassword();
    if (before.role === "owner" && identity.some(isNew)) await takeMarkOff(joined);
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
