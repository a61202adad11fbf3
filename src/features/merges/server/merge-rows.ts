import type { Merge } from "#features/merges/contract.ts";
import { undoUntil } from "#features/merges/rules.ts";
import { nameOfUser } from "#server/auth/user-name.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { newestFirst } from "#server/http/newest-first.ts";

/** The two records of a merge. None if there is no such merge. */
export async function mergedPatients(clinic: ClinicScope, id: number): Promise<number[]> {
  const merged = await clinic.db
    .selectFrom("merges")
    .select(["survivorId", "otherId"])
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .executeTakeFirst();
  return merged ? [merged.survivorId, merged.otherId] : [];
}

/** Merges that can still be undone, newest first, with one row more when there is another page. */
export async function listUndoable(
  clinic: ClinicScope,
  { limit, cursor, since }: { limit: number; cursor?: string | undefined; since: Date },
): Promise<Merge[]> {
  const merges = clinic.db
    .selectFrom("merges as merge")
    .leftJoin("patients as stayed", (join) =>
      join.onRef("stayed.id", "=", "merge.survivorId").on("stayed.clinicId", "=", clinic.id),
    )
    .select([
      "merge.id",
      "merge.survivorId as patientId",
      "stayed.patientName",
      "merge.otherName",
      "merge.otherAdmissionNo",
      "merge.mergedAt",
      nameOfUser(clinic, "merge.mergedById").as("mergedBy"),
    ])
    .where("merge.clinicId", "=", clinic.id)
    .where("merge.undoneAt", "is", null)
    .where("merge.mergedAt", ">=", since.toISOString());
  const rows = await newestFirst(
    merges,
    { instant: "merge.mergedAt", id: "merge.id" },
    { limit, cursor },
  ).execute();
  return rows.map((row) => ({ ...row, undoUntil: undoUntil(new Date(row.mergedAt)) }));
}
