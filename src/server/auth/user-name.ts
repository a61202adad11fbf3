import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";

/** First and last name of a joined user in one column; null without a user or a name. */
export const userName = (alias: string) =>
  sql<
    string | null
  >`nullif(concat_ws(' ', ${sql.ref(`${alias}.firstName`)}, ${sql.ref(`${alias}.lastName`)}), '')`;

/** The name of the user whom a column refers to, without a join. */
export const nameOfUser = (clinic: ClinicScope, column: string) =>
  sql<string | null>`(select ${userName("u")} from users u
                      where u.clinic_id = ${clinic.id} and u.id = ${sql.ref(column)})`;
