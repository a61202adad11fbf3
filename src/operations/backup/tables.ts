import { createHash } from "node:crypto";
import { once } from "node:events";
import { PassThrough, Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";

/** Not restored: everybody signs in again, and lock-outs start anew. */
export const leftOut = ["sessions", "sign_in_failures", "turns_taken", "views_noted"];

export type TableShape = {
  name: string;
  /** Without those that the database draws up itself. */
  columns: string[];
  /** What rows are ordered by, ready for SQL: the same order on every server. */
  order: string;
};

/** Every table with rows of Klinika except `migrations`, whose state is in the manifest. */
export async function tablesToBackUp(client: Client): Promise<TableShape[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; key: string[] | null }>(
    `select c.relname::text as name,
            array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
            (select array_agg(quote_ident(k.attname) || case when k.attcollation <> 0 then ' collate "C"' else '' end
                              order by array_position(i.indkey::int2[], k.attnum))
             from pg_index i join pg_attribute k on k.attrelid = i.indrelid and k.attnum = any (i.indkey)
             where i.indrelid = c.oid and i.indisprimary) as key
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all ($1)
     group by c.oid order by c.relname`,
    [[...leftOut, "migrations"]],
  );
  return rows.map(({ name, columns, key }) => ({
    name,
    columns,
    order: key ? key.join(", ") : `${client.escapeIdentifier(name)}::text collate "C"`,
  }));
}

export async function sequencesOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** What rows look like as text depends on these settings of the transaction; and a large table takes its time. */
export const sameTextEverywhere =
  "set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC'; " +
  "set local extra_float_digits = 1; set local bytea_output = 'hex'; set local statement_timeout = 0; " +
  "set local idle_in_transaction_session_timeout = 0";

/** Pours the rows of a table as text, ordered by its key, through the streams; answers how many there were. */
export async function pourRows(
  client: Client,
  { name, columns, order }: TableShape,
  through: Transform[],
  into: Writable,
): Promise<number> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(", ");
  const rows = client.query(
    copyTo(`copy (select ${list} from ${client.escapeIdentifier(name)} order by ${order}) to stdout`),
  );
  const entry = new PassThrough();
  const poured = pipeline([entry, ...through, into]).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  // Read to the end even if nobody consumes it any more: the connection is unusable before that.
  for await (const chunk of rows)
    if (!entry.destroyed && !entry.write(chunk))
      await Promise.race([once(entry, "drain").catch(() => undefined), poured]);
  if (!entry.destroyed) entry.end();
  const failure = await poured;
  if (failure) throw failure.error;
  // PostgreSQL says how many rows there were after the last of them, maybe later; before the next answer, for certain.
  await client.query("select");
  return rows.rowCount;
}

export async function hashTable(
  client: Client,
  table: TableShape,
): Promise<{ rows: number; sha256: string }> {
  const seen = measure();
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  return { rows: await pourRows(client, table, [seen.through], nowhere), sha256: seen.sha256() };
}

/** Hashes and counts the bytes that pass. */
export function measure() {
  const hash = createHash("sha256");
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { through, sha256: () => hash.digest("hex"), bytes: () => bytes };
}
