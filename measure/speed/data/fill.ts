import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { liftGuards } from "#operations/backup/lift-guards.ts";
import { partsOfNames } from "#scripts/demo/people.ts";
import { hashPassword } from "#server/auth/password.ts";
import { manilaDay } from "#shared/dates.ts";
import { connected } from "#test/postgres.ts";
import { LAST_MADE_ID, type Platform } from "./platform.ts";
import { benchPassword, type Rows, rareName, rowsOf } from "./rows.ts";

/** The instant the made platform ends at; its days are moved to today's when it is opened. */
export const madeUntil = new Date("2026-11-20T07:00:00Z");

/** Pours a platform into a migrated, empty database. */
export async function fill(databaseUrl: string, platform: Platform): Promise<void> {
  return connected(databaseUrl, async (client) => {
    const passwordHash = await hashPassword(benchPassword);
    const soundsOf = await knownSounds(client);
    await client.query("set synchronous_commit = off; set maintenance_work_mem = '512MB'");
    await client.query("begin");
    const putUp = await liftGuards(client);
    const indexes = await dropIndexes(client);
    const facts = { until: madeUntil, today: manilaDay(madeUntil), passwordHash, soundsOf };
    for (const { table, columns, rows } of rowsOf(platform, facts))
      await pipeline(
        Readable.from(inChunks(rows)),
        client.query(copyFrom(`copy ${table} (${columns.join(", ")}) from stdin`)),
      );
    for (const definition of indexes) await client.query(definition);
    await putUp();
    await client.query("select setval('klinika_id', $1)", [LAST_MADE_ID]);
    await client.query("commit");
    await client.query("vacuum (freeze, analyze)");
    await client.query("checkpoint");
  });
}

/** Built whole after the rows are in, they take a third of the time. */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'public'::regnamespace
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** How the database hears each word of a name, asked once for each different word. */
async function knownSounds(client: Client) {
  const words = [...new Set([...partsOfNames, rareName].flatMap(wordsOf))];
  const { rows } = await client.query<{ word: string; sounds: string[] }>(
    "select word, name_sounds(word) as sounds from unnest($1::text[]) as word",
    [words],
  );
  const sounds = new Map(rows.map((row) => [row.word, row.sounds]));
  return (name: string): readonly string[] => [
    ...new Set(wordsOf(name).flatMap((word) => sounds.get(word) ?? [])),
  ];
}

const wordsOf = (name: string) => name.split(/[\s,./-]+/).filter((word) => word !== "");

/** COPY's text form, in pieces of some size: one piece a row would spend the time on the stream. */
function* inChunks(rows: Rows["rows"]): Generator<string> {
  let chunk = "";
  for (const row of rows) {
    chunk += `${row.map(inText).join("\t")}\n`;
    if (chunk.length < 256_000) continue;
    yield chunk;
    chunk = "";
  }
  yield chunk;
}

const special = /[\\\t\n\r]/g;
const escapes: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

function inText(value: string | number | boolean | null | Date): string {
  if (value === null) return "\\N";
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "string") return value.replace(special, (sign) => escapes[sign] ?? sign);
  return String(value);
}
