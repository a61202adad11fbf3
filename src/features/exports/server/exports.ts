import type { Export, ExportState } from "#features/exports/contract.ts";
import { LINK_LASTS, MAX_STORED } from "#features/exports/contract.ts";
import { isAtWork, openStates } from "#features/exports/rules.ts";
import { newLinkToken } from "#server/auth/link-token.ts";
import { sha256 } from "#server/auth/secrets.ts";
import { nameOfUser } from "#server/auth/user-name.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { lockInTransaction } from "#server/database/lock-in-transaction.ts";
import { newestFirst } from "#server/http/newest-first.ts";
import { newStorageKey } from "#server/storage/storage.ts";
import { Failure, notFound } from "#shared/errors.ts";

/** The default limit of the list. */
export const DEFAULT_EXPORTS = 20;

const summaries = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("exports")
    .select([
      "exports.id",
      "exports.state",
      "exports.hasPapers",
      "exports.part",
      "exports.done",
      "exports.total",
      "exports.bytes",
      "exports.patients",
      "exports.files",
      "exports.problem",
      "exports.createdAt",
      "exports.readyAt",
      "exports.expiresAt",
      nameOfUser(clinic, "exports.createdById").as("createdByName"),
    ])
    .where("exports.clinicId", "=", clinic.id);

/** An archive has expired when its time is over, even before its bytes are deleted. */
const asExport = <Row extends { state: string; expiresAt: string | null }>(row: Row, now: Date) => ({
  ...row,
  state: (row.state === "ready" && row.expiresAt !== null && new Date(row.expiresAt) <= now
    ? "expired"
    : row.state) as ExportState,
});

export async function listExports(
  clinic: ClinicScope,
  { limit = DEFAULT_EXPORTS, cursor }: { limit?: number | undefined; cursor?: string | undefined },
  now: Date,
): Promise<Export[]> {
  const rows = await newestFirst(summaries(clinic), { id: "exports.id" }, { limit, cursor }).execute();
  return rows.map((row) => asExport(row, now));
}

export async function findExport(clinic: ClinicScope, id: number, now: Date): Promise<Export> {
  const row = await summaries(clinic)
    .where("exports.id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("Export"));
  return asExport(row, now);
}

/** @throws Failure while one is in progress, or while too many are stored */
export function insertExport(
  clinic: ClinicScope,
  { hasPapers }: { hasPapers: boolean },
  now: Date,
): Promise<Export> {
  return clinic.transaction(async (joined) => {
    await lockInTransaction(joined, "exports");
    const open = await joined.db
      .selectFrom("exports")
      .select("state")
      .where("clinicId", "=", clinic.id)
      .where("storedAs", "is not", null)
      .where("state", "in", openStates)
      .execute();
    if (open.some(isAtWork))
      throw new Failure("unusable", "An export is being made already. Wait for it, or cancel it.");
    if (open.length >= MAX_STORED)
      throw new Failure("unusable", `${MAX_STORED} exports are ready already. Remove one first.`);
    const { id } = await joined.db
      .insertInto("exports")
      .values({
        clinicId: clinic.id,
        hasPapers,
        storedAs: newStorageKey(clinic.id),
        createdById: clinic.userId,
        createdAt: now.toISOString(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return findExport(joined, id, now);
  });
}

/** The process that writes it notices within seconds, and a job deletes its bytes. */
export async function cancelExport(clinic: ClinicScope, id: number, now: Date): Promise<Export> {
  const changed = await clinic.db
    .updateTable("exports")
    .set({ state: "cancelled", part: null, linkHash: null, linkUntil: null })
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .where("state", "in", openStates)
    .executeTakeFirst();
  const found = await findExport(clinic, id, now);
  if (changed.numUpdatedRows === 0n)
    throw new Failure("unusable", "There is nothing to cancel or remove: this export has ended.");
  return found;
}

/**
 * Creates a new link to an archive that is ready.
 * @throws Failure
 */
export async function newLink(
  clinic: ClinicScope,
  id: number,
  now: Date,
): Promise<{ token: string; validUntil: string }> {
  const token = newLinkToken(clinic.id);
  const validUntil = new Date(now.getTime() + LINK_LASTS * 1000).toISOString();
  const changed = await clinic.db
    .updateTable("exports")
    .set({ linkHash: sha256(token), linkUntil: validUntil })
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .where("state", "=", "ready")
    .where("expiresAt", ">", now.toISOString())
    .executeTakeFirst();
  if (changed.numUpdatedRows > 0n) return { token, validUntil };
  await findExport(clinic, id, now);
  throw new Failure("unusable", "This export is not ready, or has expired. Make a new one.");
}
