import { sql } from "kysely";

/** First and last name of a joined user in one column; null without a user or a name. */
export const userName = (alias: string) =>
  sql<
    string | null
  >`nullif(concat_ws(' ', ${sql.ref(`${alias}.firstName`)}, ${sql.ref(`${alias}.lastName`)}), '')`;
