import type * as z from "zod/mini";
import type {
  clinicStandingChanges,
  consoleLog,
  platformClinics,
  platformMessages,
  platformUsers,
} from "#features/platform/contract.ts";
import { fromCursor } from "#server/cursor.ts";
import type { Databases, NarrowFunction } from "#server/db.ts";
import { deviceInWords } from "#server/device-in-words.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { type SubscriptionStatus, trialEndFrom } from "#shared/subscription.ts";
import type {
  ClinicStanding,
  ConsoleLogEntry,
  PlatformClinic,
  PlatformMessage,
  PlatformStats,
  PlatformUser,
  StandingChange,
} from "../contract.ts";

type Asked<E extends { query: z.ZodMiniType }> = z.output<E["query"]>;

/** Keys of a door's rows as the contract names them. */
type Row = Record<string, unknown>;
const inCamelCase = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );

async function ask<Shown>(
  { narrow }: Pick<Databases, "narrow">,
  door: NarrowFunction,
  args: readonly unknown[],
): Promise<Shown[]> {
  return (await narrow.rows<Row>(door, args)).map(inCamelCase) as Shown[];
}

const countBy = async (databases: Databases, door: NarrowFunction, args: readonly unknown[]) => {
  const [row] = await databases.narrow.rows<Row>(door, args);
  return Number(row?.[door]);
};

/** One row more than the limit tells that there is another page. */
const rowsFor = (limit: number | undefined) => (limit === undefined ? null : limit + 1);
const timeAndId = (cursor: string | undefined) =>
  cursor === undefined ? [null, null] : fromCursor(cursor, ["string", "number"]);

/** A report: it may be some seconds old. */
export async function readStats({ reports }: Databases, now: Date): Promise<PlatformStats> {
  const [stats] = await ask<PlatformStats>(reports, "platform_stats", [now]);
  if (!stats) throw new Error("No figures came.");
  return stats;
}

type ClinicRow = Omit<PlatformClinic, "owner"> & {
  ownerFirstName: string | null;
  ownerLastName: string | null;
  ownerEmail: string | null;
  ownerLicenseNumber: string | null;
};

export async function listClinics(
  databases: Databases,
  { search, status, limit, cursor }: Asked<typeof platformClinics>,
  now: Date,
): Promise<PlatformClinic[]> {
  const rows = await ask<ClinicRow>(databases, "platform_clinics", [
    search ?? null,
    status ?? null,
    now,
    ...timeAndId(cursor),
    rowsFor(limit),
  ]);
  return rows.map(({ ownerFirstName, ownerLastName, ownerEmail, ownerLicenseNumber, ...clinic }) => ({
    ...clinic,
    owner:
      ownerEmail === null
        ? null
        : {
            firstName: ownerFirstName ?? "",
            lastName: ownerLastName ?? "",
            email: ownerEmail,
            licenseNumber: ownerLicenseNumber,
          },
  }));
}

export const countClinics = (
  databases: Databases,
  { search, status }: Asked<typeof platformClinics>,
  now: Date,
): Promise<number> => countBy(databases, "count_platform_clinics", [search ?? null, status ?? null, now]);

export function listUsers(
  databases: Databases,
  { search, limit, cursor }: Asked<typeof platformUsers>,
): Promise<PlatformUser[]> {
  const [before = null] = cursor === undefined ? [] : fromCursor(cursor, ["number"]);
  return ask(databases, "platform_users", [search ?? null, before, rowsFor(limit)]);
}

export const countUsers = (databases: Databases, { search }: Asked<typeof platformUsers>): Promise<number> =>
  countBy(databases, "count_platform_users", [search ?? null]);

/** Who changes something, and when. */
type Change = { adminId: number; now: Date };

/** @throws Failure not_found */
export async function changeStatus(
  databases: Databases,
  clinicId: number,
  isActive: boolean,
  { adminId, now }: Change,
): Promise<ClinicStanding> {
  const [clinic] = await ask<ClinicStanding>(databases, "set_clinic_active", [
    clinicId,
    isActive,
    adminId,
    now,
  ]);
  if (!clinic) throw notFound("Clinic");
  return clinic;
}

/** @throws Failure not_found */
export async function changeSubscription(
  databases: Databases,
  clinicId: number,
  status: SubscriptionStatus,
  { adminId, now }: Change,
): Promise<ClinicStanding> {
  const [clinic] = await ask<ClinicStanding>(databases, "set_clinic_subscription", [
    clinicId,
    status,
    trialEndFrom(now),
    adminId,
    now,
  ]);
  if (!clinic) throw notFound("Clinic");
  return clinic;
}

/** @throws Failure not_found */
export async function changeVerified(
  databases: Databases,
  clinicId: number,
  isVerified: boolean,
  { adminId, now }: Change,
): Promise<{ id: number; verifiedAt: string | null }> {
  const [clinic] = await ask<{ id: number; verifiedAt: string | null }>(databases, "set_clinic_verified", [
    clinicId,
    isVerified,
    adminId,
    now,
  ]);
  if (!clinic) throw notFound("Clinic");
  return clinic;
}

/** A clinic that is none has no changes. */
export function listStandingChanges(
  databases: Databases,
  clinicId: number,
  { limit, cursor }: Asked<typeof clinicStandingChanges>,
): Promise<StandingChange[]> {
  const [before = null] = cursor === undefined ? [] : fromCursor(cursor, ["number"]);
  return ask(databases, "platform_standing_changes", [clinicId, before, rowsFor(limit)]);
}

/** A page; there is no whole list of it. */
export async function listConsoleLog(
  databases: Databases,
  { limit = 20, cursor }: Asked<typeof consoleLog>,
): Promise<{ rows: ConsoleLogEntry[]; limit: number }> {
  const [before = Number.MAX_SAFE_INTEGER] = cursor === undefined ? [] : fromCursor(cursor, ["number"]);
  const rows = await ask<Omit<ConsoleLogEntry, "device"> & { userAgent: string | null }>(
    databases,
    "read_console_log",
    [before, limit + 1],
  );
  return {
    rows: rows.map(({ userAgent, ...row }) => ({ ...row, device: deviceInWords(userAgent) })),
    limit,
  };
}

const asksForHandled = ({ handled }: Asked<typeof platformMessages>) => handled === "true";

export const listMessages = (
  databases: Databases,
  query: Asked<typeof platformMessages>,
): Promise<PlatformMessage[]> =>
  ask(databases, "platform_messages", [
    asksForHandled(query),
    ...timeAndId(query.cursor),
    rowsFor(query.limit),
  ]);

export const countMessages = (databases: Databases, query: Asked<typeof platformMessages>): Promise<number> =>
  countBy(databases, "count_platform_messages", [asksForHandled(query)]);

/** @throws Failure not_found; taken where the clinic has asked for its upgrade again since. */
export async function markMessage(
  databases: Databases,
  id: number,
  isHandled: boolean,
  { adminId, now }: Change,
): Promise<{ id: number; isHandled: boolean }> {
  const [message] = await ask<{ isKnown: boolean; isDone: boolean }>(databases, "handle_message", [
    id,
    isHandled,
    adminId,
    now,
  ]);
  if (!message?.isKnown) throw notFound("Message");
  if (!message.isDone)
    throw new Failure("taken", "This clinic has sent another upgrade request since, which waits already.");
  return { id, isHandled };
}
