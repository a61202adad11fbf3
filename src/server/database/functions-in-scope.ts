import { CompiledQuery } from "kysely";
import { DatabaseFunctions } from "./database-functions.ts";
import type { ClinicScope } from "./db.ts";

/** The database functions called in the clinic's scope, which identifies the caller. */
export const functionsInScope = ({ db }: ClinicScope): DatabaseFunctions =>
  new DatabaseFunctions(async ({ text, values }) => {
    const { rows } = await db.executeQuery<object>(CompiledQuery.raw(text, [...values]));
    return rows;
  });
