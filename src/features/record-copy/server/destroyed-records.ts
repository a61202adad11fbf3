import { sql } from "kysely";
import type { DestroyedRecord } from "#features/record-copy/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { newestFirst } from "#server/http/newest-first.ts";

export const DEFAULT_DESTROYED_LIMIT = 50;

/** Newest first, with one row more than the limit if there are more. */
export async function listDestroyed(
  clinic: ClinicScope,
  { limit = DEFAULT_DESTROYED_LIMIT, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<DestroyedRecord[]> {
  const destroyed = clinic.db
    .selectFrom("recordHistory")
    .select(["id", "changes", "happenedAt"])
    .where("clinicId", "=", clinic.id)
    // A literal, so that a prepared statement still uses the partial index.
    .where(sql<boolean>`event = 'patient.destroy'`);
  const rows = await newestFirst(destroyed, { id: "id" }, { limit, cursor }).execute();
  return rows.map(({ id, changes, happenedAt }) => ({
    ...(changes as Omit<DestroyedRecord, "id" | "destroyedAt">),
    id,
    destroyedAt: happenedAt,
  }));
}
