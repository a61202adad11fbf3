import type { ClinicScope } from "#server/database/db.ts";
import { requireDay } from "#server/require-day.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import type { Profile, ProfileChanges } from "../contract.ts";

/** What a doctor signs with: a changed one needs a recent password. */
const numbers = ["licenseNumber", "ptrNumber", "s2Number"] as const;
const names = ["firstName", "lastName"] as const;
/** By these the clinic may have been verified. */
const identity = [...names, "printedName", "licenseNumber"] as const;

const ofProfile = [...numbers, "ptrYear", "specialization", "credentials"] as const;
const ofPractitioner = [
  ...ofProfile,
  "printedName",
  "s2EndsOn",
  "letter",
  "isPractising",
  "isConfidential",
] as const;

/** What can be changed of a doctor, by whom the endpoint says. */
export type PracticeChanges = ProfileChanges & {
  printedName?: string | null | undefined;
  s2EndsOn?: string | null | undefined;
  letter?: string | undefined;
  isPractising?: boolean | undefined;
  isConfidential?: boolean | undefined;
};

type Saving = { now: Date; requirePassword: () => void };

/** Updates the caller's own name, and what papers say of the caller as a practitioner. */
export async function updateProfile(
  clinic: ClinicScope,
  changes: ProfileChanges,
  saving: Saving,
): Promise<Profile> {
  const { after } = await changeDoctorOfClinic(clinic, clinic.userId, changes, saving);
  const { firstName, lastName, licenseNumber, ptrNumber, ptrYear, s2Number, specialization, credentials } =
    after;
  return { firstName, lastName, licenseNumber, ptrNumber, ptrYear, s2Number, specialization, credentials };
}

/**
 * Updates the name of a doctor of the clinic, and the practitioner. Earlier prescriptions stay as printed.
 * @throws Failure password_required when a number changes and the password was typed too long ago; taken, with
 * fields.letter, for a colleague's letter
 */
export async function changeDoctorOfClinic(
  clinic: ClinicScope,
  userId: number,
  changes: PracticeChanges,
  { now, requirePassword }: Saving,
) {
  const { firstName, lastName, ...practice } = changes;
  const updatedAt = now.toISOString();
  return clinic.transaction(async (joined) => {
    const account = await joined.db
      .selectFrom("users")
      .select(["role", ...names])
      .where("clinicId", "=", joined.id)
      .where("id", "=", userId)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound("Doctor"));
    const practitioner = await joined.db
      .selectFrom("practitioners")
      .select(ofPractitioner)
      .where("clinicId", "=", joined.id)
      .where("userId", "=", userId)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound("Doctor"));
    const before = { ...account, ...practitioner };
    const isNew = (name: keyof PracticeChanges) =>
      changes[name] !== undefined && changes[name] !== before[name];
    if (numbers.some(isNew)) requirePassword();
    if (practice.s2EndsOn && isNew("s2EndsOn"))
      requireDay("license", practice.s2EndsOn, "s2EndsOn", { today: manilaDay(now) });
    if (practice.letter !== undefined && isNew("letter")) await requireFreeLetter(joined, practice.letter);
    if (before.role === "owner" && identity.some(isNew)) await takeMarkOff(joined);
    const named = await joined.db
      .updateTable("users")
      .set({ firstName, lastName, updatedAt })
      .where("clinicId", "=", joined.id)
      .where("id", "=", userId)
      .returning(names)
      .executeTakeFirstOrThrow();
    const practising = await joined.db
      .updateTable("practitioners")
      .set({ ...practice, updatedAt })
      .where("clinicId", "=", joined.id)
      .where("userId", "=", userId)
      .returning(ofPractitioner)
      .executeTakeFirstOrThrow();
    return { before, after: { ...named, ...practising } };
  });
}

/** @throws Failure taken with fields.letter and whose it is */
export async function requireFreeLetter(clinic: ClinicScope, letter: string): Promise<void> {
  const taken = await clinic.db
    .selectFrom("practitioners")
    .innerJoin("users", (join) =>
      join.on("users.clinicId", "=", clinic.id).onRef("users.id", "=", "practitioners.userId"),
    )
    .select(names)
    .where("practitioners.clinicId", "=", clinic.id)
    .where("practitioners.letter", "=", letter)
    .executeTakeFirst();
  if (!taken) return;
  const message = `${[taken.firstName, taken.lastName].filter(Boolean).join(" ")} has this letter. Choose another.`;
  throw new Failure("taken", message, { fields: { letter: message } });
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
