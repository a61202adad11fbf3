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
 * The same, asked of one row of the clinic: on a cluster a function then runs on the machine where the row lies, and no
 * other role is seen to write there in the transaction. Answers nothing where the row is not there.
 */
export const functionsOfRow = (
  clinic: ClinicScope,
  table: "patients" | "merges" | "referrals",
  id: number,
): DatabaseFunctions =>
  new DatabaseFunctions(async ({ text, values }) => {
    const [ofClinic, ofRow] = [values.length + 1, values.length + 2];
    const asked = `select done.* from ${table} as one, lateral (${text}) as done
      where one.clinic_id = $${ofClinic} and one.id = $${ofRow}`;
    const { rows } = await clinic.db.executeQuery<object>(
      CompiledQuery.raw(asked, [...values, clinic.id, id]),
    );
    return rows;
  });
