import { sql } from "kysely";
import type { StaffHistoryEntry } from "#features/staff/contract.ts";
import { nameOfUser } from "#server/auth/user-name.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { newestFirst } from "#server/http/newest-first.ts";
import { eventLabel } from "#shared/record-events.ts";

export const DEFAULT_HISTORY_LIMIT = 50;

// A literal, so that the partial index of these rows is used.
const isOfAccount = sql<boolean>`entry.entity = 'users'`;

/** Changes of staff accounts, newest first, plus one row if there are more. */
export async function listStaffHistory(
  clinic: ClinicScope,
  { limit = DEFAULT_HISTORY_LIMIT, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<StaffHistoryEntry[]> {
  const entries = clinic.db
    .selectFrom("recordHistory as entry")
    .select([
      "entry.id",
      "entry.event",
      "entry.changes",
      "entry.happenedAt",
      nameOfUser(clinic, "entry.entityId").as("accountName"),
      nameOfUser(clinic, "entry.userId").as("userName"),
    ])
    .where("entry.clinicId", "=", clinic.id)
    .where(isOfAccount);
  const rows = await newestFirst(entries, { id: "entry.id" }, { limit, cursor }).execute();
  return rows.map((row) => ({
    ...row,
    label: eventLabel(row.event),
    changes: row.changes as Record<string, unknown>,
  }));
}

export async function countStaffHistory(clinic: ClinicScope): Promise<number> {
  const { count } = await clinic.db
    .selectFrom("recordHistory as entry")
    .select((select) => select.fn.countAll<string>().as("count"))
    .where("entry.clinicId", "=", clinic.id)
    .where(isOfAccount)
    .executeTakeFirstOrThrow();
  return Number(count);
}
