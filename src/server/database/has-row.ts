import { type SelectQueryBuilder, sql } from "kysely";

/** Whether a query finds a row. */
export async function hasRow<DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
): Promise<boolean> {
  const rows = await query.limit(sql.lit(1)).execute();
  return rows.length > 0;
}
