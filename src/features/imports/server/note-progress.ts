import { sql, type Updateable } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import type { Database } from "#server/database/db.types.ts";
import type { ImportFigures, ImportState } from "../contract.ts";
import { selectRows, updateImport } from "./import-store.ts";

/** Counts the rows of an import by state. */
async function countRows(clinic: ClinicScope, id: number): Promise<Omit<ImportFigures, "rows">> {
  const counted = await selectRows(clinic, id)
    .select([
      "state",
      (db) => db.fn.countAll<string>().as("rows"),
      sql<string>`sum(case when state = 'look' then jsonb_array_length(faults) else 0 end)`.as("faults"),
      sql<string>`count(*) filter (where state in ('here', 'twice') and choice = 'update')`.as("chosen"),
    ])
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
  await updateImport(clinic, id)
    .set({ progress, problem: null, leasedUntil: leasedUntil.toISOString(), attempts: 0 })
    .execute();
}

/** The work is done or waits for the user: counts the rows. The caller has locked the row of the import. */
export async function noteFigures(
  clinic: ClinicScope,
  id: number,
  change: Updateable<Database["imports"]> & { state?: ImportState } = {},
): Promise<void> {
  const figures = JSON.stringify(await countRows(clinic, id));
  await updateImport(clinic, id)
    .set({ problem: null, attempts: 0, leasedUntil: null, ...change, figures })
    .execute();
}
