import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import type { Client } from "pg";
import type { HistoryHead } from "#server/audit/history-heads.ts";
import { type FoundBackup, fileOfTable } from "./backup/manifest.ts";

const table = "record_history_seals";
const largest = "9007199254740991";

type ChainEnd = { clinic_id: string; seal: string; last_id: string; hash: string };

/**
 * The newest seal of each clinic, up to the given one. One query for each clinic, which its index answers: a cluster
 * rejects one query over all clinics with `cannot push down this subquery`.
 */
async function latestSeals(client: Client, seal: string): Promise<ChainEnd[]> {
  const { rows: clinics } = await client.query<{ id: string }>("select id::text from clinics order by id");
  const ends: ChainEnd[] = [];
  for (const { id } of clinics) {
    const { rows } = await client.query<ChainEnd>({
      name: "klinika_newest_seal",
      text: `select clinic_id::text, id::text as seal, last_history_id::text as last_id, encode(hash, 'hex') as hash
             from ${table} where clinic_id = $1 and id <= $2 order by last_history_id desc limit 1`,
      values: [id, seal],
    });
    ends.push(...rows);
  }
  return ends;
}

/**
 * The ends of all clinics' hash chains as one short text, SEAL:SHA-256. Stored where the database's owner has no
 * access, it shows later whether everything that was sealed by then is still there. As klinika_backup.
 */
export async function historyHead(client: Client, upTo = largest): Promise<string> {
  const ends = await latestSeals(client, upTo);
  const newest = Math.max(0, ...ends.map(({ seal }) => Number(seal)));
  const lines = ends.map(({ clinic_id, last_id, hash }) => `${clinic_id} ${last_id} ${hash}`);
  return `${newest}:${createHash("sha256").update(lines.join("\n")).digest("hex")}`;
}

export const isHead = (text: string) => /^\d+:[0-9a-f]{64}$/.test(text);
const sealOf = (head: string) => head.split(":")[0] ?? "0";

/** Returns how the chains contradict a head that was recorded earlier, or null. */
export async function compareWithHead(client: Client, head: string): Promise<string | null> {
  if ((await historyHead(client, sealOf(head))) === head) return null;
  return `The record history is not what it was at seal ${sealOf(head)}: seals from that time are missing or changed.`;
}

/** The same for the newest seal of a clinic, stored in the data folder. */
export async function compareWithStored(client: Client, head: HistoryHead): Promise<string | null> {
  const { rows } = await client.query(
    `select 1 from ${table} where clinic_id = $1 and last_history_id = $2 and hash = decode($3, 'hex')`,
    [head.clinicId, head.lastId, head.hash],
  );
  if (rows.length > 0) return null;
  const { rows: clinics } = await client.query<{ name: string }>("select name from clinics where id = $1", [
    head.clinicId,
  ]);
  return `${clinics[0]?.name ?? `Clinic ${head.clinicId}`}, record history, up to row ${head.lastId}: sealed by ${head.storedAt.toISOString()}, and missing or changed since.`;
}

/** The same for a backup, which contains the seals themselves, so that the clinics can be named. */
export async function compareWithBackup(
  client: Client,
  { folder, takenAt, manifest }: FoundBackup,
): Promise<[clinic: string, line: string][]> {
  const { historyHead: head } = manifest;
  const general = head === undefined ? null : await compareWithHead(client, head);
  if (head === undefined || general === null) return [];
  // The seals, which would name the clinics, are encrypted.
  if (manifest.encryptedTo !== undefined) return [["", general]];
  const now = new Map((await latestSeals(client, sealOf(head))).map((end) => [end.clinic_id, end]));
  const { rows: clinics } = await client.query<{ id: string; name: string }>(
    "select id::text, name from clinics",
  );
  const nameOf = new Map(clinics.map(({ id, name }) => [id, name]));
  const day = takenAt.toISOString();
  const named: [string, string][] = [];
  for (const [clinicId, { last_id, hash }] of await sealsInBackup(folder, manifest.tables)) {
    if (now.get(clinicId)?.hash === hash) continue;
    const clinic = nameOf.get(clinicId) ?? `Clinic ${clinicId}`;
    named.push([
      clinicId,
      `${clinic}, record history, up to row ${last_id}: sealed when the backup of ${day} was made, and missing or changed since.`,
    ]);
  }
  return named.length > 0 ? named : [["", general]];
}

async function sealsInBackup(
  folder: string,
  tables: FoundBackup["manifest"]["tables"],
): Promise<Map<string, Pick<ChainEnd, "last_id" | "hash">>> {
  const columns = tables.find(({ name }) => name === table)?.columns ?? [];
  const [clinic, last, hash] = ["clinic_id", "last_history_id", "hash"].map((name) => columns.indexOf(name));
  const found = new Map<string, Pick<ChainEnd, "last_id" | "hash">>();
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
