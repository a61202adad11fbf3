import { type RawBuilder, sql } from "kysely";

/**
 * A version number for a row of the first table and the rows joined to it. Each commit that changes one of them changes
 * its `xmin`, whatever wrote it, so no counter is needed. `also` stands for anything that changes without a commit.
 */
export function rowVersion(tables: readonly string[], also: RawBuilder<number> = sql`0`): RawBuilder<string> {
  const id = sql.ref(`${tables[0]}.id`);
  return tables.reduce(
    (seed, table) =>
      sql<string>`hashint8extended(coalesce(${sql.ref(`${table}.xmin`)}::text::bigint, 0), ${seed})`,
    sql<string>`hashint8extended(${id}, ${also}::bigint)`,
  );
}

/** Selects a row's version as text, since JavaScript would round the number. */
export const versionColumn = (version: RawBuilder<string>) => sql<string>`${version}::text`.as("rowVersion");

/** The number of rows and the sum of their versions, as `takeVersion` computes them from rows that were read. */
export const versionOfAll = (version: RawBuilder<string>): RawBuilder<string> =>
  sql<string>`count(*) || '.' || coalesce(sum(${version}), 0)`;

/** The rows without their versions, and the version of all together. */
export function takeVersion<Row extends { rowVersion: string }>(
  read: readonly Row[],
): { rows: Omit<Row, "rowVersion">[]; version: string } {
  let sum = 0n;
  const rows = read.map(({ rowVersion: version, ...row }) => {
    sum += BigInt(version);
    return row;
  });
  return { rows, version: `${rows.length}.${sum}` };
}
