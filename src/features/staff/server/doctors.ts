import { sql } from "kysely";
import {
  changeDoctorOfClinic,
  type PracticeChanges,
  requireFreeLetter,
} from "#features/accounts/server/profile.ts";
import type { Doctor, DoctorChanges, DoctorDraft, PracticeDraft } from "#features/staff/doctors-contract.ts";
import { nextLetter } from "#features/staff/rules.ts";
import { writeAccountHistory } from "#server/audit/record-history.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { requireDay } from "#server/require-day.ts";
import { notFound } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { permissions, type Role } from "#shared/permissions.ts";
import { endAccount, notifyOfAccount, openAccount, type TemporaryCredential } from "./staff-accounts.ts";

type Reader = { role: Role };

const doctorsOf = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("practitioners as practitioner")
    .innerJoin("users", (join) =>
      join.on("users.clinicId", "=", clinic.id).onRef("users.id", "=", "practitioner.userId"),
    )
    .select([
      "practitioner.id",
      "practitioner.userId",
      sql<boolean>`users.role = 'owner'`.as("isOwner"),
      "users.firstName",
      "users.lastName",
      "practitioner.printedName",
      "practitioner.licenseNumber",
      "practitioner.ptrNumber",
      "practitioner.ptrYear",
      "practitioner.s2Number",
      "practitioner.specialization",
      "practitioner.credentials",
      "practitioner.s2EndsOn",
      "practitioner.letter",
      "practitioner.isPractising",
      "practitioner.isConfidential",
      "users.isActive",
      "users.email",
      "users.passwordChanged",
    ])
    .where("practitioner.clinicId", "=", clinic.id);

type Row = Omit<Doctor, "account"> & { email: string; passwordChanged: boolean };

const shownTo =
  ({ role }: Reader) =>
  ({ email, passwordChanged, ...doctor }: Row): Doctor =>
    role === "owner" ? { ...doctor, account: { email, passwordChanged } } : doctor;

export async function listDoctors(clinic: ClinicScope, reader: Reader): Promise<Doctor[]> {
  const rows = await doctorsOf(clinic)
    .orderBy(sql`length(practitioner.letter)`)
    .orderBy("practitioner.letter")
    .execute();
  return rows.map(shownTo(reader));
}

async function findDoctor(clinic: ClinicScope, id: number, reader: Reader): Promise<Doctor> {
  const row = await doctorsOf(clinic)
    .where("practitioner.id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("Doctor"));
  return shownTo(reader)(row);
}

/** The account and, for a new one, its practitioner; one that left comes back with the letter of before. */
export function openDoctorAccount(
  clinic: ClinicScope,
  { email, firstName, lastName, letter, ...details }: DoctorDraft,
  credential: TemporaryCredential,
  now: Date,
): Promise<void> {
  return clinic.transaction(async (joined) => {
    if (details.s2EndsOn) requireDay("license", details.s2EndsOn, "s2EndsOn", { today: manilaDay(now) });
    const names = { email, firstName, lastName };
    const account = { ...names, role: "doctor", permissions } as const;
    const opened = await openAccount(joined, { ...account, permissions: [...permissions] }, credential, now);
    const at = now.toISOString();
    const own = await joined.db
      .selectFrom("practitioners")
      .select("letter")
      .where("clinicId", "=", joined.id)
      .where("userId", "=", opened.userId)
      .executeTakeFirst();
    if (letter !== undefined && letter !== own?.letter) await requireFreeLetter(joined, letter);
    if (own)
      await joined.db
        .updateTable("practitioners")
        .set({ ...details, letter, isPractising: true, updatedAt: at })
        .where("clinicId", "=", joined.id)
        .where("userId", "=", opened.userId)
        .execute();
    else
      await joined.db
        .insertInto("practitioners")
        .values({
          ...details,
          clinicId: joined.id,
          userId: opened.userId,
          letter: letter ?? nextLetter(await doctorsOf(joined).execute()),
          createdAt: at,
          updatedAt: at,
        })
        .execute();
    await notifyOfAccount(joined, names, opened, now);
  });
}

type Saving = { now: Date; session: Reader; requirePassword: () => void };

export const changeOfDoctor = (
  clinic: ClinicScope,
  id: number,
  changes: DoctorChanges,
  saving: Saving,
): Promise<Doctor> =>
  clinic.transaction(async (joined) => {
    const { userId } = await findDoctor(joined, id, saving.session);
    return save(joined, { id, userId }, changes, saving);
  });

/** @throws Failure not_found for another's */
export const saveOwnPractice = (
  clinic: ClinicScope,
  id: number,
  practice: PracticeDraft,
  saving: Saving,
): Promise<Doctor> =>
  clinic.transaction(async (joined) => {
    const { userId } = await findDoctor(joined, id, saving.session);
    if (userId !== joined.userId) throw notFound("Doctor");
    return save(joined, { id, userId }, practice, saving);
  });

async function save(
  joined: ClinicScope,
  { id, userId }: { id: number; userId: number },
  changes: PracticeChanges,
  { session, ...saving }: Saving,
): Promise<Doctor> {
  const { before, after } = await changeDoctorOfClinic(joined, userId, changes, saving);
  const changed = (Object.keys(after) as (keyof typeof after)[]).filter(
    (name) => before[name] !== after[name],
  );
  if (changed.length > 0)
    await writeAccountHistory(
      joined,
      "staff.change",
      userId,
      Object.fromEntries(changed.map((name) => [name, [before[name], after[name]]])),
    );
  return findDoctor(joined, id, session);
}

/** @throws Failure not_found for the owner, who cannot leave the clinic */
export function deactivateDoctorAccount(
  clinic: ClinicScope,
  id: number,
  leaving: { tasksTo?: number | undefined; now: Date },
): Promise<void> {
  return clinic.transaction(async (joined) => {
    const { userId } = await findDoctor(joined, id, { role: "owner" });
    const { role, isActive } = await joined.db
      .selectFrom("users")
      .select(["role", "isActive"])
      .where("clinicId", "=", joined.id)
      .where("id", "=", userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (role !== "doctor") throw notFound("Doctor");
    if (isActive) await endAccount(joined, userId, leaving);
  });
}
