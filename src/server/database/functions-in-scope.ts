import { CompiledQuery } from "kysely";
import { DatabaseFunctions } from "./database-functions.ts";
import type { ClinicScope } from "./db.ts";

/** The database functions called in the clinic's scope, which identifies the caller. */
export const functionsInScope = ({ db }: ClinicScope): DatabaseFunctions =>
  new DatabaseFunctions(async ({ text, values }) => {
    const { rows } = await db.executeQuery<object>(CompiledQuery.raw(text, [...values]));
    return rows;
  });

/**
 * The same, joined to one row of the clinic: a Citus cluster then runs the function on that row's node, and the
 * transaction connects to it as one role only. Returns nothing if the row does not exist.
 */
export const functionsBesideRow = (
  clinic: ClinicScope,
  table: "patients" | "merges" | "referrals",
  id: number,
): DatabaseFunctions =>
  new DatabaseFunctions(async ({ text, values }) => {
    const [clinicParam, idParam] = [values.length + 1, values.length + 2];
    const query = `select done.* from ${table} as one, lateral (${text}) as done
      where one.clinic_id = $${clinicParam} and one.id = $${idParam}`;
    const { rows } = await clinic.db.executeQuery<object>(
      CompiledQuery.raw(query, [...values, clinic.id, id]),
    );
    return rows;
  });
