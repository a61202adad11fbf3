import { type SelectQueryBuilder, sql } from "kysely";
import { fromCursor } from "./cursor.ts";

/** By the id alone, or by an instant and then the id. Columns in Kysely's form: `rx.createdAt`. */
type Order = { instant?: string; id: string };

/** All rows, or those after the cursor up to a limit. */
export type PageOfRows = { limit?: number | undefined; cursor?: string | undefined };

/** A page of a list, newest first, with one row more than its limit when there is another page. */
export function newestFirst<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { instant, id }: Order,
  { limit, cursor }: PageOfRows,
): SelectQueryBuilder<DB, TB, Row> {
  const ordered = instant === undefined ? query : query.orderBy(sql.ref(instant), "desc");
  const all = ordered.orderBy(sql.ref(id), "desc");
  const list = limit === undefined ? all : all.limit(sql.lit(limit + 1));
  if (cursor === undefined) return list;
  if (instant === undefined) {
    const [lastId] = fromCursor(cursor, ["number"]);
    return list.where(sql<boolean>`${sql.ref(id)} < ${lastId}::bigint`);
  }
  const [at, lastId] = fromCursor(cursor, ["string", "number"]);
  return list.where(
    sql<boolean>`(${sql.ref(instant)}, ${sql.ref(id)}) < (${at}::timestamptz, ${lastId}::bigint)`,
  );
}
