import type { Snapshot } from "#server/database/driver/snapshot.ts";
import { exportedTables } from "./exported-tables.ts";
import { exportedRows, type TableShape } from "./table-shapes.ts";

/** Letters of one answer: more would hold up other requests, fewer would cost a trip each. */
const LETTERS_AT_ONCE = 150_000;
const MOST_ROWS = 500;

/** The rows of a query with one text column, in its order, in answers of about one size whatever the rows are. */
export async function* readRows(
  snapshot: Snapshot,
  query: string,
  values: readonly unknown[],
): AsyncGenerator<string> {
  // One at a time in a transaction, so that one name does.
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

/** Every row of a table as JSON, with the columns as the database has them. */
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
