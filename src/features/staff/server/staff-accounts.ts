import { sql } from "kysely";
import { handOverTasks } from "#features/tasks/server/write-tasks.ts";
import { writeAccountHistory } from "#server/audit/record-history.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { functionsInScope } from "#server/database/functions-in-scope.ts";
import { notifyOwners } from "#server/notifications.ts";
import { Failure, notFound } from "#shared/errors.ts";
import {
  permissions as known,
  type Permission,
  readPermissions,
  type StaffRole,
  staffRoles,
} from "#shared/permissions.ts";
import type { StaffAccount, StaffDraft } from "../contract.ts";

const columns = [
  "id",
  "email",
  "firstName",
  "lastName",
  "role",
  "permissions",
  "isActive",
  "passwordChanged",
] as const;

/** Accounts that the owner made. */
const accountsOf = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("users")
    .select(columns)
    .where("clinicId", "=", clinic.id)
    .where("role", "<>", "owner");

const staffOf = (clinic: ClinicScope) => accountsOf(clinic).where("role", "in", [...staffRoles]);

type Row = Omit<StaffAccount, "role" | "permissions"> & { role: string; permissions: string[] };

const asAccount = (row: Row): StaffAccount => ({
  ...row,
  role: row.role as StaffRole,
  permissions: inOrder(readPermissions(row.permissions)),
});

/** Unique, in the order of the screens. */
const inOrder = (granted: readonly Permission[]) =>
  known.filter((permission) => granted.includes(permission));

export async function listStaffAccounts(clinic: ClinicScope): Promise<StaffAccount[]> {
  const rows = await staffOf(clinic)
    .orderBy("isActive", "desc")
    .orderBy("firstName")
    .orderBy("lastName")
    .orderBy("id")
    .execute();
  return rows.map(asAccount);
}

/** The stored hash of a temporary password, and its expiry. */
export type TemporaryCredential = { hash: string; until: Date };

export function openStaffAccount(
  clinic: ClinicScope,
  { role = "secretary", ...draft }: StaffDraft,
  credential: TemporaryCredential,
  now: Date,
): Promise<void> {
  return clinic.transaction(async (joined) => {
    const opened = await openAccount(joined, { ...draft, role }, credential, now);
    await notifyOfAccount(joined, draft, opened, now);
  });
}

type Opened = { userId: number; wasInactive: boolean };

/**
 * Makes or reactivates an account, in the caller's transaction.
 * @throws Failure taken with fields.email when the address belongs to an account that this does not reactivate
 */
export async function openAccount(
  joined: ClinicScope,
  {
    email,
    firstName,
    lastName,
    role,
    permissions,
  }: Omit<StaffDraft, "role"> & { role: StaffRole | "doctor" },
  { hash, until }: TemporaryCredential,
  now: Date,
): Promise<Opened> {
  const granted = inOrder(permissions);
  const opened = await functionsInScope(joined).row("openStaffAccount", {
    clinic: joined.id,
    email,
    firstName,
    lastName,
    role,
    permissions: granted,
    passwordHash: hash,
    temporaryUntil: until,
    at: now,
  });
  if (!opened) {
    const message = "This email address already has an account. Use another one.";
    throw new Failure("taken", message, { fields: { email: message } });
  }
  const { userId, wasInactive } = opened;
  await writeAccountHistory(joined, "staff.create", userId, {
    email,
    role,
    permissions: granted,
    wasInactive,
  });
  return { userId, wasInactive };
}

/** Last in the transaction, as every notice. */
export const notifyOfAccount = (
  joined: ClinicScope,
  { firstName, lastName }: Pick<StaffDraft, "firstName" | "lastName">,
  { userId, wasInactive }: Opened,
  now: Date,
): Promise<void> =>
  notifyOwners(
    joined,
    {
      type: "success",
      title: wasInactive ? "Staff account reactivated" : "Staff account created",
      message: `${firstName} ${lastName} can log in with a temporary password`,
      actionType: "staff",
      actionData: { userId },
    },
    now,
  );

/** How many accounts the owner made, active or not. */
export async function countAccounts(clinic: ClinicScope): Promise<number> {
  const { count } = await accountsOf(clinic)
    .clearSelect()
    .select((users) => users.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Use_session reads the rights on every request, so that these apply to the next one. */
export function grantPermissions(
  clinic: ClinicScope,
  id: number,
  permissions: readonly Permission[],
  now: Date,
): Promise<StaffAccount> {
  return clinic.transaction(async (joined) => {
    const before = await lockedAccount(joined, id);
    const granted = inOrder(permissions);
    await functionsInScope(joined).value("setStaffRights", {
      clinic: joined.id,
      user: id,
      permissions: granted,
      isActive: null,
      at: now,
    });
    return { ...before, permissions: granted };
  });
}

export function deactivateAccount(
  clinic: ClinicScope,
  id: number,
  { tasksTo, now }: { tasksTo?: number | undefined; now: Date },
): Promise<void> {
  return clinic.transaction(async (joined) => {
    const { isActive } = await lockedAccount(joined, id);
    if (isActive) await endAccount(joined, id, { tasksTo, now });
  });
}

/** Deactivates an active account of the clinic, in the caller's transaction. */
export async function endAccount(
  joined: ClinicScope,
  id: number,
  { tasksTo, now }: { tasksTo?: number | undefined; now: Date },
): Promise<void> {
  await functionsInScope(joined).value("setStaffRights", {
    clinic: joined.id,
    user: id,
    permissions: null,
    isActive: false,
    at: now,
  });
  await sql`select end_sessions_of(${id}, null)`.execute(joined.db);
  if (tasksTo !== undefined) await handOverTasks(joined, { from: id, to: tasksTo, now });
}

/** @throws Failure taken for an inactive account, which gets one when it is reactivated. */
export function renewPassword(
  clinic: ClinicScope,
  id: number,
  { hash, until }: TemporaryCredential,
  now: Date,
): Promise<{ firstName: string; lastName: string }> {
  return clinic.transaction(async (joined) => {
    const account = await accountOf(joined, id);
    const isRenewed = await functionsInScope(joined).value("renewStaffPassword", {
      clinic: joined.id,
      user: id,
      passwordHash: hash,
      temporaryUntil: until,
      at: now,
    });
    if (!isRenewed)
      throw new Failure("taken", "This account is inactive. Add it again with the same email address.");
    await writeAccountHistory(joined, "staff.password", id, {});
    return account;
  });
}

/** @throws Failure not_found for an account without a second factor. */
export function resetSecondFactor(clinic: ClinicScope, id: number, now: Date): Promise<void> {
  return clinic.transaction(async (joined) => {
    await accountOf(joined, id);
    const functions = functionsInScope(joined);
    await functions.value("noteAccountChange", { event: "staff.secondFactor", account: id, held: "{}" });
    const args = { clinic: joined.id, user: id, at: now };
    const isReset = await functions.value("resetStaffSecondFactor", args);
    if (!isReset) throw notFound("Second factor");
  });
}

/** Of staff or a doctor, for changes that a database function makes under its own conditions. */
const accountOf = (clinic: ClinicScope, id: number) =>
  accountsOf(clinic)
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("Staff account"));

async function lockedAccount(clinic: ClinicScope, id: number): Promise<StaffAccount> {
  const row = await staffOf(clinic)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound("Staff account"));
  return asAccount(row);
}
