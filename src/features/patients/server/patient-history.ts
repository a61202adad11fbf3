import { sql } from "kysely";
import type { HistoryEntry } from "#features/patients/contract.ts";
import { nameOfUser, userName } from "#server/auth/user-name.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { mergedIds } from "#server/database/merged-patients.ts";
import { newestFirst } from "#server/http/newest-first.ts";
import { requirePatient } from "#server/patient/require-patient.ts";
import { fieldName } from "#shared/formats/column-name.ts";
import { eventLabel } from "#shared/record-events.ts";

export const DEFAULT_HISTORY_LIMIT = 50;

/**
 * Who viewed or changed what of the patient, newest first, with one row more when there is another page. Rows of a
 * record that was merged into this one still name the other, since audit rows never change.
 */
export async function listHistory(
  clinic: ClinicScope,
  patientId: number,
  { limit = DEFAULT_HISTORY_LIMIT, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<HistoryEntry[]> {
  await requirePatient(clinic, patientId);
  const ids = await mergedIds(clinic, patientId);
  const entries = clinic.db
    .selectFrom("recordHistory as entry")
    .leftJoin("users as actor", (join) =>
      join.onRef("actor.id", "=", "entry.userId").on("actor.clinicId", "=", clinic.id),
    )
    .select([
      "entry.id",
      "entry.event",
      "entry.entity",
      "entry.entityId",
      sql<unknown>`coalesce(entry.short_changes, entry.changes)`.as("changes"),
      "entry.happenedAt",
      "actor.role as userRole",
      userName("actor").as("userName"),
      nameOfUser(clinic, "entry.ownerUserId").as("ownerName"),
    ])
    .where("entry.clinicId", "=", clinic.id)
    .where("entry.patientId", "in", ids);
  const rows = await newestFirst(entries, { id: "entry.id" }, { limit, cursor }).execute();
  return rows.map((row) => ({ ...row, label: eventLabel(row.event), changes: fieldNames(row.changes) }));
}

/** The number of rows in this patient's record history. */
export async function countHistory(clinic: ClinicScope, patientId: number): Promise<number> {
  const ids = await mergedIds(clinic, patientId);
  const { count } = await clinic.db
    .selectFrom("recordHistory")
    .select((count) => count.fn.countAll<string>().as("count"))
    .where("clinicId", "=", clinic.id)
    .where("patientId", "in", ids)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Changes are stored by column, `admission_status`; the API uses the field, `admissionStatus`. */
const fieldNames = (changes: unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(changes as Record<string, unknown>).map(([column, change]) => [fieldName(column), change]),
  );
