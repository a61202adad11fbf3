import { type SelectQueryBuilder, sql } from "kysely";
import { fromCursor } from "./cursor.ts";

/** By the id alone, or by an instant and then the id. Columns in Kysely's form: `rx.createdAt`. */
type Order = { instant?: string; id: string };

/** Orders a list newest first, starting after the cursor. */
export function newestFirst<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { instant, id }: Order,
  cursor: string | undefined,
): SelectQueryBuilder<DB, TB, Row> {
  const ordered = instant === undefined ? query : query.orderBy(sql.ref(instant), "desc");
  const list = ordered.orderBy(sql.ref(id), "desc");
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
