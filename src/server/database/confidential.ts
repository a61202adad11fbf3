import { type AliasedExpression, sql } from "kysely";
import type { ClinicScope } from "./db.ts";

type Columns = [AliasedExpression<boolean, "isConfidential">, AliasedExpression<boolean, "isOwn">];

/** For each row of `table`: whether the caller wrote it (`writer` is the column of the author). */
export const ownOf = (clinic: ClinicScope, table: string, writer: string) =>
  sql<boolean>`coalesce(${sql.ref(`${table}.${writer}`)} = ${clinic.userId}::bigint, false)`.as("isOwn");

/** For each row of `table`: whether it is confidential, and whether the caller wrote it. */
export const confidentialityOf = (clinic: ClinicScope, table: string, writer: string): Columns => [
  sql<boolean>`${sql.ref(`${table}.confidential_to_id`)} is not null`.as("isConfidential"),
  ownOf(clinic, table, writer),
];

/** The columns for a new row of the caller. */
export const markedAs = (clinic: ClinicScope, isConfidential: boolean | undefined) => ({
  confidentialToId: isConfidential ? clinic.userId : null,
});
