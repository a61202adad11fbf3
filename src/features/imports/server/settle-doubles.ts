import { type RawBuilder, sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import type { ImportMapping } from "../contract.ts";

/** The limit of chained doubles that are followed. */
const MOST_STEPS = 20;

/** The row that row `r` is a double of: an index lookup, also without statistics of a new list. */
const ofAbove = (column: "state" | "match_row" | "match_patient_id"): RawBuilder<unknown> =>
  sql`(select a.${sql.ref(column)} from import_rows a
       where a.clinic_id = r.clinic_id and a.import_id = r.import_id and a.row_no = r.match_row)`;

/** Before the first batch: applies the decisions about rows to their doubles. */
export async function settleDoubles(
  clinic: ClinicScope,
  id: number,
  { kind, doubles }: ImportMapping,
): Promise<void> {
  const ofImport = sql`r.clinic_id = ${clinic.id} and r.import_id = ${id}`;
  // A patient was deleted meanwhile: a double of only that patient is imported; visits are not.
  await (kind === "patients"
    ? sql`
        update import_rows r set state = 'new'
        where ${ofImport} and r.state = 'here' and r.match_patient_id is null`
    : sql`
        update import_rows r set state = 'look', reason = 'The patient was deleted'
        where ${ofImport} and r.state in ('new', 'here', 'twice') and r.match_patient_id is null`
  ).execute(clinic.db);
  // The double of a double belongs to the same patient.
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const { numAffectedRows } = await sql`
      update import_rows r
      set state = ${ofAbove("state")}, match_patient_id = ${ofAbove("match_patient_id")}, match_row = ${ofAbove("match_row")}
      where ${ofImport} and r.state = 'twice' and ${ofAbove("state")} in ('twice', 'here')`.execute(
      clinic.db,
    );
    if (!numAffectedRows) break;
  }
  // Without the row above, neither of the two would be imported, silently.
  await sql`
    update import_rows r
    set state = 'look', reason = 'Row ' || r.match_row::text || ' is the same person and is not imported'
    where ${ofImport} and r.state = 'twice' and coalesce(r.choice, ${doubles}) <> 'keep'
      and ${ofAbove("state")} in ('look', 'skipped', 'twice')`.execute(clinic.db);
}
