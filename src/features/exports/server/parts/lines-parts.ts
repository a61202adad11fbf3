import type { Snapshot } from "#server/database/driver/snapshot.ts";
import type { LinesPart } from "../archive/archive.ts";
import { csvOf, ROWS_OF_FILE } from "../tables/csv-rows.ts";
import { exportedTables } from "../tables/exported-tables.ts";
import { rowsAsJson } from "../tables/read-rows.ts";
import type { CountedTable } from "../tables/table-shapes.ts";

type Source = {
  snapshot: Snapshot;
  clinicId: number;
  shapes: readonly CountedTable[];
  /** The clinic's accounts by their ids. */
  users: ReadonlyMap<string, string>;
};

/** All text files of an archive in order. Each is read lazily, one after another. */
export function linesParts({ snapshot, clinicId, shapes, users }: Source): LinesPart[] {
  return [
    ...shapes.map((shape) => ({
      name: `data/${shape.name}.ndjson`,
      lines: rowsAsJson(snapshot, shape, clinicId),
    })),
    ...shapes
      .filter(({ name }) => !exportedTables[name]?.forMachinesAlone)
      .flatMap((shape) => {
        const { head, rows } = csvOf(snapshot, shape, clinicId, users);
        return inFiles(`csv/${shape.name}`, { head, rows, count: shape.rows });
      }),
  ];
}

/** One file, or several where a spreadsheet could not hold all rows. */
function inFiles(
  name: string,
  { head, rows, count }: { head: string; rows: AsyncGenerator<string>; count: number },
): LinesPart[] {
  const files = Math.max(1, Math.ceil(count / ROWS_OF_FILE));
  return Array.from({ length: files }, (_, index) => ({
    name: files === 1 ? `${name}.csv` : `${name}-${index + 1}.csv`,
    head,
    end: "\r\n",
    lines: index === files - 1 ? rows : firstOf(rows, ROWS_OF_FILE),
  }));
}

/** The next rows up to a limit; the iterator keeps its position. */
async function* firstOf(rows: AsyncGenerator<string>, most: number): AsyncGenerator<string> {
  for (let read = 0; read < most; read++) {
    const next = await rows.next();
    if (next.done) return;
    yield next.value;
  }
}
