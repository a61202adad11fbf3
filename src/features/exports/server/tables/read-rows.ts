import type { Snapshot } from "#server/database/driver/snapshot.ts";
import { exportedTables } from "./exported-tables.ts";
import { exportedRows, type TableShape } from "./table-shapes.ts";

/** Characters per batch: more would delay other requests, fewer would need more round trips. */
const LETTERS_AT_ONCE = 150_000;
const MOST_ROWS = 500;

/** The rows of a query with one text column, in order, in batches of about one size regardless of the rows' size. */
export async function* readRows(
  snapshot: Snapshot,
  query: string,
  values: readonly unknown[],
): AsyncGenerator<string> {
  // One cursor at a time per transaction, so one name is enough.
  await snapshot.rows(`declare exported no scroll cursor for ${query}`, values);
  let rows = 20;
  for (;;) {
    const read = await snapshot.rows<{ line: string }>(`fetch ${rows} from exported`);
    let letters = 1;
    for (const { line } of read) {
      letters += line.length;
      yield line;
    }
    if (read.length < rows) break;
    rows = Math.min(MOST_ROWS, rows * 4, Math.max(1, Math.floor((read.length * LETTERS_AT_ONCE) / letters)));
  }
  await snapshot.rows("close exported");
}

/** Every row of a table as JSON, with the database's column names. */
export async function* rowsAsJson(
  snapshot: Snapshot,
  { name, columns, order }: TableShape,
  clinicId: number,
): AsyncGenerator<string> {
  if (exportedTables[name]?.readBy) {
    yield* readRows(snapshot, `select t.line from ${exportedRows(name)} order by t.id`, [clinicId]);
    return;
  }
  const list = columns.map((column) => `t."${column.name}"`).join(", ");
  yield* readRows(
    snapshot,
    `select row_to_json(r)::text as line
     from (select ${list} from ${exportedRows(name)} order by ${order}) r`,
    [clinicId],
  );
}
