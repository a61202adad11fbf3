import { type RawBuilder, sql } from "kysely";

/**
 * What a row of the first table and those joined to it are stored as, as a number. Each commit that changes one of them
 * gives it another `xmin`, whatever wrote it, so nothing has to be counted up. `also` is what changes without a commit.
 */
export function rowVersion(tables: readonly string[], also: RawBuilder<number> = sql`0`): RawBuilder<string> {
  const id = sql.ref(`${tables[0]}.id`);
  return tables.reduce(
    (seed, table) =>
      sql<string>`hashint8extended(coalesce(${sql.ref(`${table}.xmin`)}::text::bigint, 0), ${seed})`,
    sql<string>`hashint8extended(${id}, ${also}::bigint)`,
  );
}

/** A row's version beside its columns, as text: a number of JavaScript would round it. */
export const versionColumn = (version: RawBuilder<string>) => sql<string>`${version}::text`.as("rowVersion");

/** Of all rows: how many, and the sum of their versions, as `takeVersion` has them of rows that were read. */
export const versionOfAll = (version: RawBuilder<string>): RawBuilder<string> =>
  sql<string>`count(*) || '.' || coalesce(sum(${version}), 0)`;

/** The rows without their versions, and what these are together. */
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
