import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";

/** The paths of a patient's files, by column. */
type Lists = { laboratory_files: string[]; imaging_files: string[]; other_files: string[] };

/** The files of a list that a merge joined, without those that came from the other's list alone. */
export const withoutOthers = (
  joined: readonly string[],
  theirs: readonly string[],
  own: readonly string[],
): string[] => joined.filter((path) => !theirs.includes(path) || own.includes(path));

/**
 * The lists of a patient's files: first those of `before` that are still there, in their order, then what was added.
 * Paths without a row in files, which are older than that table, stay.
 */
export async function listsOf(clinic: ClinicScope, patientId: number, before: Lists): Promise<Lists> {
  const paths = Object.values(before).flat();
  const files = await clinic.db
    .selectFrom("files")
    .select(["path", "category"])
    .select(
      sql<boolean>`patient_id = ${patientId} and removed_at is null and confidential_to_id is null`.as(
        "isListed",
      ),
    )
    .where("clinicId", "=", clinic.id)
    .where((where) => where.or([where("patientId", "=", patientId), where("path", "in", [...paths, ""])]))
    .orderBy("attachedAt")
    .orderBy("id")
    .execute();
  const known = new Set(files.map(({ path }) => path));
  const listOf = (category: string, listed: readonly string[]): string[] => {
    const attached = files.filter((file) => file.isListed === true && file.category === category);
    const positions = new Map(listed.map((path, position) => [path, position]));
    const positionOf = (path: string) => positions.get(path) ?? listed.length;
    return [...attached.map(({ path }) => path), ...listed.filter((path) => !known.has(path))].toSorted(
      (one, other) => positionOf(one) - positionOf(other),
    );
  };
  return {
    laboratory_files: listOf("laboratory", before.laboratory_files),
    imaging_files: listOf("imaging", before.imaging_files),
    other_files: listOf("other", before.other_files),
  };
}
