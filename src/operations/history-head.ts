import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import type { Client } from "pg";
import { isDistributed } from "#server/database/cluster/cluster-nodes.ts";
import { type FoundBackup, fileOfTable } from "./backup/manifest.ts";

const table = "record_history_seals";
const largest = "9007199254740991";

type End = { clinic_id: string; clinic: string; seal: string; last_id: string; hash: string };

/** By clinic, from the end of each clinic's part of an index. */
const newestSeals = `
  clinics c cross join lateral (
    select id, last_history_id, hash from record_history_seals s
    where s.clinic_id = c.id and s.id <= $1 order by s.last_history_id desc limit 1) s`;

/** The same where the clinics' rows lie on several machines, which take no subquery for each clinic. */
const newestSealsOnCluster = `
  clinics c join (
    select distinct on (clinic_id) clinic_id, id, last_history_id, hash from record_history_seals
    where id <= $1 order by clinic_id, last_history_id desc) s on s.clinic_id = c.id`;

/** The newest seal of each clinic, of those that were made up to one. */
const endsOf = async (client: Client) => `
  select c.id::text as clinic_id, c.name as clinic, s.id::text as seal, s.last_history_id::text as last_id,
         encode(s.hash, 'hex') as hash
  from ${(await isDistributed(client)) ? newestSealsOnCluster : newestSeals}`;

/**
 * The ends of all clinics' chains as one short text, SEAL:SHA-256, to be stored where the database's owner has no
 * access: it shows later whether everything sealed until then is still there. As klinika_backup.
 */
export async function historyHead(client: Client, upTo = largest): Promise<string> {
  const { rows } = await client.query<{ head: string }>(
    `select coalesce(max(seal::bigint), 0) || ':' || encode(sha256(convert_to(
       coalesce(string_agg(concat_ws(' ', clinic_id, last_id, hash), E'\\n' order by clinic_id::bigint), ''), 'UTF8')), 'hex') as head
     from (${await endsOf(client)}) ends`,
    [upTo],
  );
  return rows[0]?.head ?? "";
}

export const isHead = (text: string) => /^\d+:[0-9a-f]{64}$/.test(text);
const sealOf = (head: string) => head.split(":")[0] ?? "0";

/** What contradicts a head that was noted earlier, or null. */
export async function againstHead(client: Client, head: string): Promise<string | null> {
  if ((await historyHead(client, sealOf(head))) === head) return null;
  return `The record history is not what it was at seal ${sealOf(head)}: seals of then are gone or others.`;
}

/** The same against a backup, which contains the seals themselves and can name the clinics. */
export async function againstBackup(
  client: Client,
  { folder, takenAt, manifest }: FoundBackup,
): Promise<[clinic: string, line: string][]> {
  const { historyHead: head } = manifest;
  const general = head === undefined ? null : await againstHead(client, head);
  if (head === undefined || general === null) return [];
  // What would name the clinics is encrypted as well.
  if (manifest.encryptedTo !== undefined) return [["", general]];
  const { rows } = await client.query<End>(await endsOf(client), [sealOf(head)]);
  const now = new Map(rows.map((end) => [end.clinic_id, end]));
  const { rows: clinics } = await client.query<{ id: string; name: string }>(
    "select id::text, name from clinics",
  );
  const nameOf = new Map(clinics.map(({ id, name }) => [id, name]));
  const day = takenAt.toISOString();
  const named: [string, string][] = [];
  for (const [clinicId, { last_id, hash }] of await endsIn(folder, manifest.tables)) {
    if (now.get(clinicId)?.hash === hash) continue;
    const clinic = nameOf.get(clinicId) ?? `Clinic ${clinicId}`;
    named.push([
      clinicId,
      `${clinic}, record history, up to row ${last_id}: sealed when the backup of ${day} was made, and gone or another since.`,
    ]);
  }
  return named.length > 0 ? named : [["", general]];
}

async function endsIn(
  folder: string,
  tables: FoundBackup["manifest"]["tables"],
): Promise<Map<string, Pick<End, "last_id" | "hash">>> {
  const columns = tables.find(({ name }) => name === table)?.columns ?? [];
  const [clinic, last, hash] = ["clinic_id", "last_history_id", "hash"].map((name) => columns.indexOf(name));
  const found = new Map<string, Pick<End, "last_id" | "hash">>();
  const rows = createReadStream(join(folder, fileOfTable(table, false))).pipe(createGunzip());
  for await (const line of createInterface({ input: rows })) {
    const cells = line.split("\t");
    const [clinicId = "", last_id = ""] = [cells[clinic ?? -1], cells[last ?? -1]];
    // COPY writes \x as \\x.
    const end = { last_id, hash: (cells[hash ?? -1] ?? "").replace(/^\\+x/, "") };
    if (BigInt(last_id) > BigInt(found.get(clinicId)?.last_id ?? -1)) found.set(clinicId, end);
  }
  return found;
}
