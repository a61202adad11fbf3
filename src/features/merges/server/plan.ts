import { MAX_ALLERGIES_TEXT } from "#features/clinical-lists/contract.ts";
import type { MergeChoices } from "#features/merges/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { functionsBesideRow } from "#server/database/functions-in-scope.ts";
import { columnName } from "#shared/formats/column-name.ts";
import type { Both, PatientRow } from "./both-records.ts";
import { joinEntries } from "./joined-entries.ts";
import { mergedValues } from "./merged-values.ts";
import { findObstacles, isOnePregnant, pregnantMan, tooManyAllergies } from "./obstacles.ts";

type Values = Record<string, unknown>;
/** What a merge did: its id, the allergies in words, the number of rows that moved by table and column. */
export type Written = {
  mergeId: number;
  allergies: string | null;
  moves: Record<string, number>;
  joined: number;
};

/** The values that stay, and what a person has to decide first. */
export async function planMerge(
  clinic: ClinicScope,
  both: Both,
  choices: MergeChoices,
  now: Date,
): Promise<{ values: Partial<PatientRow>; obstacles: string[] }> {
  const values = mergedValues(both, choices, now);
  const obstacles = await findObstacles(clinic, both);
  if (obstacles.length === 0 && values.sex === "M" && (await isOnePregnant(clinic, both)))
    return { values, obstacles: [pregnantMan] };
  return { values, obstacles };
}

/**
 * Merges two records that have no obstacle, in the caller's transaction. After `obstacles` the caller rolls back, as
 * only the merged record shows it.
 */
export async function writeMerge(
  clinic: ClinicScope,
  { survivor, other }: Both,
  values: Partial<PatientRow>,
  now: Date,
): Promise<Written | { obstacles: string[] }> {
  const ids = [survivor.id, other.id] as const;
  const { changes, removed, obstacles, remarks } = await joinEntries(clinic, ids, now);
  if (obstacles.length > 0) return { obstacles };
  const photoStays = values.patientPhoto ?? null;
  const plan = {
    survivor: byColumn({
      ...values,
      remarks: [values.remarks, ...remarks].filter(Boolean).join("\n") || values.remarks,
    }),
    changes: byTable(changes),
    removed: Object.fromEntries(
      [...Map.groupBy(removed, ({ table }) => table)].map(([table, rows]) => [
        table,
        rows.map(({ id }) => id),
      ]),
    ),
    photo_of: photoStays === null ? null : photoStays === survivor.patientPhoto ? survivor.id : other.id,
  };
  const done = await functionsBesideRow(clinic, "patients", survivor.id).row("mergeRecords", {
    survivor: survivor.id,
    other: other.id,
    plan: JSON.stringify(plan),
    at: now.toISOString(),
  });
  if (!done) throw new Error("The survivor is locked, and yet not there.");
  if ((done.allergies?.length ?? 0) > MAX_ALLERGIES_TEXT) return { obstacles: [tooManyAllergies] };
  return {
    mergeId: done.mergeId,
    allergies: done.allergies,
    moves: done.moves as Record<string, number>,
    joined: removed.length,
  };
}

/** {table: {id: {column: value}}}, as the database functions take them. */
export const byTable = (
  changes: readonly { table: string; id: number; values: Values }[],
): Record<string, Record<number, Values>> =>
  Object.fromEntries(
    [...Map.groupBy(changes, ({ table }) => table)].map(([table, rows]) => [
      table,
      Object.fromEntries(rows.map(({ id, values }) => [id, byColumn(values)])),
    ]),
  );

const byColumn = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [columnName(field), value]));
