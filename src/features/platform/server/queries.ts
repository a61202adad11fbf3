import type * as z from "zod/mini";
import type {
  clinicStandingChanges,
  consoleLog,
  platformClinics,
  platformMessages,
  platformUsers,
} from "#features/platform/contract.ts";
import { deviceInWords } from "#server/auth/device-in-words.ts";
import type { Databases } from "#server/database/db.ts";
import { fromCursor } from "#server/http/cursor.ts";
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

type QueryOf<E extends { query: z.ZodMiniType }> = z.output<E["query"]>;

/** One row more than the limit shows whether there is another page. */
const rowsFor = (limit: number | undefined) => (limit === undefined ? null : limit + 1);
const placeOf = (cursor: string | undefined) => {
  const [before = null, beforeId = null] =
    cursor === undefined ? [] : fromCursor(cursor, ["string", "number"]);
  return { before, beforeId };
};
const idOf = (cursor: string | undefined) =>
  cursor === undefined ? null : fromCursor(cursor, ["number"])[0];

/** A report, which may be some seconds old. */
export async function readStats({ reports }: Databases, now: Date): Promise<PlatformStats> {
  const stats = await reports.functions.row("platformStats", { at: now });
  if (!stats) throw new Error("No figures came.");
  return stats;
}

export async function listClinics(
  databases: Databases,
  { search, status, limit, cursor }: QueryOf<typeof platformClinics>,
  now: Date,
): Promise<PlatformClinic[]> {
  const rows = await databases.functions.rows("platformClinics", {
    search: search ?? null,
    status: status ?? null,
    at: now,
    ...placeOf(cursor),
    limit: rowsFor(limit),
  });
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
  { search, status }: QueryOf<typeof platformClinics>,
  now: Date,
): Promise<number> =>
  databases.functions.value("countPlatformClinics", {
    search: search ?? null,
    status: status ?? null,
    at: now,
  });

export function listUsers(
  databases: Databases,
  { search, limit, cursor }: QueryOf<typeof platformUsers>,
): Promise<PlatformUser[]> {
  return databases.functions.rows("platformUsers", {
    search: search ?? null,
    beforeId: idOf(cursor),
    limit: rowsFor(limit),
  });
}

export const countUsers = (
  databases: Databases,
  { search }: QueryOf<typeof platformUsers>,
): Promise<number> => databases.functions.value("countPlatformUsers", { search: search ?? null });

/** The administrator, and the time of a change. */
type Change = { adminId: number; now: Date };

/** @throws Failure not_found */
export async function changeStatus(
  databases: Databases,
  clinicId: number,
  isActive: boolean,
  { adminId, now }: Change,
): Promise<ClinicStanding> {
  const clinic = await databases.functions.row("setClinicActive", {
    clinic: clinicId,
    isActive,
    admin: adminId,
    at: now,
  });
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
  const clinic = await databases.functions.row("setClinicSubscription", {
    clinic: clinicId,
    status,
    trialEnds: trialEndFrom(now),
    admin: adminId,
    at: now,
  });
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
  const clinic = await databases.functions.row("setClinicVerified", {
    clinic: clinicId,
    isVerified,
    admin: adminId,
    at: now,
  });
  if (!clinic) throw notFound("Clinic");
  return clinic;
}

/** An unknown clinic has no changes. */
export async function listStandingChanges(
  databases: Databases,
  clinicId: number,
  { limit, cursor }: QueryOf<typeof clinicStandingChanges>,
): Promise<StandingChange[]> {
  const rows = await databases.functions.rows("platformStandingChanges", {
    clinic: clinicId,
    beforeId: idOf(cursor),
    limit: rowsFor(limit),
  });
  return rows as StandingChange[];
}

/** A page; there is no unpaged list. */
export async function listConsoleLog(
  databases: Databases,
  { limit = 20, cursor }: QueryOf<typeof consoleLog>,
): Promise<{ rows: ConsoleLogEntry[]; limit: number }> {
  const before = idOf(cursor) ?? Number.MAX_SAFE_INTEGER;
  const rows = await databases.functions.rows("readConsoleLog", { before, limit: limit + 1 });
  return {
    rows: rows.map(({ userAgent, ...row }) => ({ ...row, device: deviceInWords(userAgent) })),
    limit,
  };
}

const asksForHandled = ({ handled }: QueryOf<typeof platformMessages>) => handled === "true";

export async function listMessages(
  databases: Databases,
  query: QueryOf<typeof platformMessages>,
): Promise<PlatformMessage[]> {
  const rows = await databases.functions.rows("platformMessages", {
    isHandled: asksForHandled(query),
    ...placeOf(query.cursor),
    limit: rowsFor(query.limit),
  });
  return rows as PlatformMessage[];
}

export const countMessages = (
  databases: Databases,
  query: QueryOf<typeof platformMessages>,
): Promise<number> =>
  databases.functions.value("countPlatformMessages", { isHandled: asksForHandled(query) });

/** @throws Failure not_found; taken when the clinic has sent a newer upgrade request. */
export async function markMessage(
  databases: Databases,
  id: number,
  isHandled: boolean,
  { adminId, now }: Change,
): Promise<{ id: number; isHandled: boolean }> {
  const message = await databases.functions.row("handleMessage", {
    id,
    isHandled,
    admin: adminId,
    at: now,
  });
  if (!message?.isKnown) throw notFound("Message");
  if (!message.isDone) throw new Failure("taken", "This clinic has already sent a newer upgrade request.");
  return { id, isHandled };
}
