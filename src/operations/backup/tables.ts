import { createHash } from "node:crypto";
import { once } from "node:events";
import { PassThrough, Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";

/** Not backed up: after a restore everybody signs in again, and rate limits start at zero. */
export const excludedTables = ["sessions", "sign_in_failures", "turns_taken", "views_noted"];

export type TableShape = {
  name: string;
  /** Without generated columns. */
  columns: string[];
  /** ORDER BY expression that gives the same order on every server. */
  order: string;
};

/** All tables of Klinika except `migrations`, which the manifest contains. */
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
    [[...excludedTables, "migrations"]],
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

/** Settings that decide how rows look as text; without timeouts, since a large table takes long. */
export const canonicalSettings =
  "set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC'; " +
  "set local extra_float_digits = 1; set local bytea_output = 'hex'; set local statement_timeout = 0; " +
  "set local idle_in_transaction_session_timeout = 0";

/** Copies the rows of a table as text, ordered by its key, through the streams. Returns their number. */
export async function copyRows(
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
  const copied = pipeline([entry, ...through, into]).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  // Read to the end even after a failed stream: the connection cannot be used before that.
  for await (const chunk of rows)
    if (!entry.destroyed && !entry.write(chunk))
      await Promise.race([once(entry, "drain").catch(() => undefined), copied]);
  if (!entry.destroyed) entry.end();
  const failure = await copied;
  if (failure) throw failure.error;
  // CommandComplete, with the count, may arrive after the last row; it certainly precedes the next result.
  await client.query("select");
  return rows.rowCount;
}

export async function hashTable(
  client: Client,
  table: TableShape,
): Promise<{ rows: number; sha256: string }> {
  const hashing = hashingStream();
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  return { rows: await copyRows(client, table, [hashing.through], nowhere), sha256: hashing.sha256() };
}

/** A stream that hashes and counts the bytes that pass through it. */
export function hashingStream() {
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
