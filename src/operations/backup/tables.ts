import { createHash } from "node:crypto";
import { Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";

/** Ended with the server that held them: after a restore everybody signs in again, and no lock-out is older than it. */
export const leftOut = ["sessions", "sign_in_failures"];

export type TableShape = {
  name: string;
  /** Without those that the database draws up itself. */
  columns: string[];
  /** What rows are ordered by, ready for SQL: the same order on every server. */
  order: string;
};

/** Every table that holds rows of Klinika, but `migrations`, which the manifest tells. */
export async function tablesToKeep(client: Client): Promise<TableShape[]> {
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

/** The rows of a table as text, ordered by its key. `rowCount` is known when the stream has ended. */
export function rowsOf(client: Client, { name, columns, order }: TableShape) {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(", ");
  return client.query(
    copyTo(`copy (select ${list} from ${client.escapeIdentifier(name)} order by ${order}) to stdout`),
  );
}

export async function hashTable(
  client: Client,
  table: TableShape,
): Promise<{ rows: number; sha256: string }> {
  const rows = rowsOf(client, table);
  const seen = measure();
  await pipeline(rows, seen.through, new Writable({ write: (_chunk, _encoding, done) => done() }));
  return { rows: rows.rowCount, sha256: seen.sha256() };
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
