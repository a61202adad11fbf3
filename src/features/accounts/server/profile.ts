import type { ClinicScope } from "#server/database/db.ts";
import type { Profile, ProfileChanges } from "../contract.ts";

/** What a doctor signs with: a changed one needs a recent password. */
const numbers = ["licenseNumber", "ptrNumber", "s2Number"] as const;
const names = ["firstName", "lastName"] as const;
/** By these the clinic may have been verified. */
const identity = [...names, "licenseNumber"] as const;

/**
 * Updates the caller's own name, and what papers say of the caller as a practitioner. Earlier prescriptions stay as printed.
 * @throws Failure password_required when a number changes and the password was typed too long ago
 */
export async function updateProfile(
  clinic: ClinicScope,
  changes: ProfileChanges,
  { now, requirePassword }: { now: Date; requirePassword: () => void },
): Promise<Profile> {
  const { firstName, lastName, ...ofPractitioner } = changes;
  const updatedAt = now.toISOString();
  return clinic.transaction(async (joined) => {
    const account = await joined.db
      .selectFrom("users")
      .select(["role", ...names])
      .where("clinicId", "=", joined.id)
      .where("id", "=", joined.userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const practitioner = await joined.db
      .selectFrom("practitioners")
      .select(numbers)
      .where("clinicId", "=", joined.id)
      .where("userId", "=", joined.userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const before = { ...account, ...practitioner };
    const isNew = (name: (typeof numbers)[number] | (typeof identity)[number]) =>
      changes[name] !== undefined && changes[name] !== before[name];
    if (numbers.some(isNew)) requirePassword();
    if (before.role === "owner" && identity.some(isNew)) await takeMarkOff(joined);
    const named = await joined.db
      .updateTable("users")
      .set({ firstName, lastName, updatedAt })
      .where("clinicId", "=", joined.id)
      .where("id", "=", joined.userId)
      .returning(names)
      .executeTakeFirstOrThrow();
    const practising = await joined.db
      .updateTable("practitioners")
      .set({ ...ofPractitioner, updatedAt })
      .where("clinicId", "=", joined.id)
      .where("userId", "=", joined.userId)
      .returning(["licenseNumber", "ptrNumber", "ptrYear", "s2Number", "specialization", "credentials"])
      .executeTakeFirstOrThrow();
    return { ...named, ...practising };
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
