import { CompiledQuery } from "kysely";
import { DatabaseFunctions } from "./database-functions.ts";
import type { ClinicScope } from "./db.ts";

/** The functions as called inside the clinic's own scope, from which they take who asks. */
export const functionsInScope = ({ db }: ClinicScope): DatabaseFunctions =>
  new DatabaseFunctions(async ({ text, values }) => {
    const { rows } = await db.executeQuery<object>(CompiledQuery.raw(text, [...values]));
    return rows;
  });
