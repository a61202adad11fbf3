import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import type { ImportFigures, ImportState } from "../contract.ts";

/** Counts the rows of an import by state. */
async function countRows(clinic: ClinicScope, id: number): Promise<Omit<ImportFigures, "rows">> {
  const counted = await clinic.db
    .selectFrom("importRows")
    .select([
      "state",
      (db) => db.fn.countAll<string>().as("rows"),
      sql<string>`sum(case when state = 'look' then jsonb_array_length(faults) else 0 end)`.as("faults"),
      sql<string>`count(*) filter (where state in ('here', 'twice') and choice = 'update')`.as("chosen"),
    ])
    .where("clinicId", "=", clinic.id)
    .where("importId", "=", id)
    .groupBy("state")
    .execute();
  const of = (state: string) => Number(counted.find((row) => row.state === state)?.rows ?? 0);
  return {
    new: of("new"),
    here: of("here"),
    twice: of("twice"),
    look: of("look"),
    faults: counted.reduce((sum, { faults }) => sum + Number(faults), 0),
    skipped: of("skipped"),
    chosen: counted.reduce((sum, { chosen }) => sum + Number(chosen), 0),
    added: of("added"),
    updated: of("updated"),
    stayed: of("stayed"),
    takenBack: of("taken-back"),
  };
}

/** Writes the progress. The counts come at the end, since counting reads every row. */
export async function noteBatch(
  clinic: ClinicScope,
  id: number,
  progress: number,
  leasedUntil: Date,
): Promise<void> {
  await clinic.db
    .updateTable("imports")
    .set({ progress, problem: null, leasedUntil: leasedUntil.toISOString(), attempts: 0 })
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .execute();
}

/** Writes the position. The caller has locked the row of the import. */
export async function noteProgress(
  clinic: ClinicScope,
  id: number,
  change: { progress: number; state?: ImportState; leasedUntil: Date | null } & Record<string, unknown>,
): Promise<void> {
  const figures = await countRows(clinic, id);
  const { leasedUntil, ...others } = change;
  await clinic.db
    .updateTable("imports")
    .set({
      ...others,
      problem: null,
      attempts: 0,
      figures: JSON.stringify(figures),
      leasedUntil: leasedUntil?.toISOString() ?? null,
    })
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .execute();
}
