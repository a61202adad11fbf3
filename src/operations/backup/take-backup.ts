import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { Client } from "pg";
import { historyHead } from "#operations/history-head.ts";
import { inTransaction, OperationProblem } from "#operations/operation.ts";
import { isDistributed } from "#server/database/cluster/cluster-nodes.ts";
import { migrationsRun } from "#server/database/migrate.ts";
import { findUnreadable, grantBackupAccess } from "#server/database/roles.ts";
import type { Settings } from "#server/settings.ts";
import { checkRecipient, encrypting } from "#server/storage/age-format.ts";
import { openStorage } from "#server/storage/open-storage.ts";
import { isNotThere, type Storage } from "#server/storage/storage.ts";
import { manilaClock, manilaDay } from "#shared/formats/dates.ts";
import {
  fileOfKey,
  fileOfTable,
  listBackups,
  type Manifest,
  manifestName,
  newManifest,
  readSums,
  sumsName,
} from "./manifest.ts";
import { leftOut, measure, pourRows, sameTextEverywhere, sequencesOf, tablesToBackUp } from "./tables.ts";

const backupLock = 42_002;
const filesAtOnce = 8;
/** How a folder ends that is no backup yet, or none any more. */
export const unfinished = ".unfinished";
const abandonedMs = 24 * 3_600_000;

/** There is no patient yet, so there is nothing to lose. */
export class NothingToBackUp extends OperationProblem {}
export class AnotherBackup extends OperationProblem {}
/** Machines that each have an instant of their own. */
export class NoBackupOfCluster extends OperationProblem {}

export type BackupOrder = {
  databaseUrl: string;
  settings: Settings;
  /** The folder that gets the backup's own, dated one. */
  into: string;
  now: Date;
  why: Manifest["why"];
  /** Calls one without a patient good as well. */
  evenEmpty?: boolean;
  /** Runs in the snapshot that the tables are read in, before they are. */
  onSnapshot?: (client: Client) => Promise<void>;
};

export type MadeBackup = { folder: string; manifest: Manifest };

/**
 * Writes the database as of one instant, and every file it refers to, into a new folder. Klinika can be used
 * meanwhile. The folder gets its name once everything is on the disk; a failed backup leaves none.
 * @throws OperationProblem
 */
export async function takeBackup(order: BackupOrder): Promise<MadeBackup> {
  const { into } = order;
  await requireKnownKey(order.settings);
  const client = new Client({ connectionString: order.databaseUrl, application_name: "klinika-backup" });
  // Reported by the query that runs then.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await refuseCluster(client);
    await mkdir(into, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      throw new OperationProblem(`Backups cannot be kept in ${into} (${error.code}).`);
    });
    return await makeFolder(client, order);
  } finally {
    await client.end();
  }
}

async function makeFolder(client: Client, order: BackupOrder): Promise<MadeBackup> {
  const { into, now } = order;
  const name = nameOf(now);
  const draft = join(into, `.${name}.${randomBytes(4).toString("hex")}${unfinished}`);
  try {
    await lockOut(client);
    await clearAbandoned(into, now);
    await mkdir(draft, { mode: 0o700 });
    const manifest = await fill(draft, client, order);
    const folder = join(into, name);
    await rename(draft, folder).catch(() => {
      throw new OperationProblem(`${folder} is there already. Nothing was changed.`);
    });
    await flush(into);
    return { folder, manifest };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw told(error, into);
  }
}

async function requireKnownKey({ backupKey }: Settings): Promise<void> {
  if (backupKey === null) return;
  await checkRecipient(backupKey).catch(() => {
    throw new OperationProblem("BACKUP_KEY was mistyped: no backup was made. Copy it again.");
  });
}

async function refuseCluster(client: Client): Promise<void> {
  if (await isDistributed(client))
    throw new NoBackupOfCluster(
      "The database is spread over the machines of a cluster, and a backup is of one PostgreSQL at one instant: no backup was made. Use the cluster's own tools: docs/backup.md, A cluster.",
    );
}

/** Nothing to pass through where backups are not encrypted. */
const encryptedTo = async (key: string | null): Promise<Transform[]> =>
  key === null ? [] : [await encrypting(key)];

async function lockOut(client: Client): Promise<void> {
  const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [
    backupLock,
  ]);
  if (!rows[0]?.got) throw new AnotherBackup("Another backup of this database is being made.");
}

/** What one of that instant has left, that was cut short. */
export async function removeDrafts(into: string, now: Date): Promise<void> {
  for (const name of await readdir(into).catch(() => []))
    if (name.startsWith(`.${nameOf(now)}.`) && name.endsWith(unfinished))
      await rm(join(into, name), { recursive: true, force: true });
}

/** What a killed backup left behind. One that still runs against another database is younger. */
async function clearAbandoned(into: string, now: Date): Promise<void> {
  for (const name of await readdir(into)) {
    if (!name.startsWith(".klinika-") || !name.endsWith(unfinished)) continue;
    const folder = join(into, name);
    const { mtime } = await stat(folder);
    if (now.getTime() - mtime.getTime() > abandonedMs) await rm(folder, { recursive: true, force: true });
  }
}

type StoredFile = { key: string; sha256: string; is_wanted: boolean };

async function fill(draft: string, client: Client, order: BackupOrder): Promise<Manifest> {
  const { rows: found } = await client.query("select to_regclass('public.migrations') as migrations");
  if (!found[0]?.migrations)
    throw new NothingToBackUp("There is no Klinika in this database yet: no backup was made.");
  await grantBackupAccess(client);
  const unreadable = await findUnreadable(client);
  if (unreadable.length > 0)
    throw new OperationProblem(
      `klinika_backup may not read all rows of ${unreadable.join(", ")}: no backup was made.`,
    );
  const sums = new Map<string, string>();
  const { backupKey } = order.settings;
  const read = await inTransaction(
    client,
    "klinika_backup",
    async () => {
      await client.query(sameTextEverywhere);
      await order.onSnapshot?.(client);
      return readDatabase(draft, client, backupKey, sums);
    },
    "repeatable read, read only",
  );
  if (read.patients === 0 && !order.evenEmpty)
    throw new NothingToBackUp(
      "The database holds no patient: such a backup is not called good. Check DATA_DIR or DATABASE_URL, or add --even-empty.",
    );
  const files = await copyFiles(draft, read.stored, await placesToLink(order), order.settings, sums);
  const { stored: _, ...database } = read;
  const manifest = newManifest({
    why: order.why,
    finishedAt: new Date().toISOString(),
    program: await programVersion(),
    ...(backupKey !== null && { encryptedTo: backupKey }),
    ...database,
    leftOut,
    files,
  });
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  const seal = measure();
  seal.through.end(text);
  await pipeline(seal.through, createWriteStream(join(draft, manifestName), { mode: 0o600, flush: true }));
  sums.set(manifestName, seal.sha256());
  const lines = [...sums].map(([path, sum]) => `${sum}  ${path}\n`).sort();
  await writeFile(join(draft, sumsName), lines.join(""), { mode: 0o600, flush: true });
  await flushFolders(draft);
  return manifest;
}

async function programVersion(): Promise<string> {
  const text = await readFile(new URL("../../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

async function readDatabase(
  draft: string,
  client: Client,
  backupKey: string | null,
  sums: Map<string, string>,
) {
  const { rows: about } = await client.query<{
    taken_at: string;
    postgres: string;
    clinics: number;
    patients: number;
  }>(
    `select to_json(now()) #>> '{}' as taken_at, current_setting('server_version') as postgres,
            (select count(*) from clinics)::integer as clinics, (select count(*) from patients)::integer as patients`,
  );
  const { taken_at = "", postgres = "", clinics = 0, patients = 0 } = about[0] ?? {};
  const migrations = await migrationsRun(client);
  await mkdir(join(draft, "tables"), { mode: 0o700 });
  const tables: Manifest["tables"] = [];
  for (const table of await tablesToBackUp(client)) {
    const [plain, packed] = [measure(), measure()];
    const path = fileOfTable(table.name, backupKey !== null);
    const rows = await pourRows(
      client,
      table,
      [plain.through, createGzip({ level: 1 }), ...(await encryptedTo(backupKey)), packed.through],
      createWriteStream(join(draft, path), { flags: "wx", mode: 0o600, flush: true }),
    );
    sums.set(path, packed.sha256());
    tables.push({ name: table.name, columns: table.columns, rows, sha256: plain.sha256() });
  }
  const { rows: stored } = await client.query<StoredFile>(storedFiles);
  const hasHistory = tables.some(({ name }) => name === "record_history_seals");
  const head = hasHistory ? { historyHead: await historyHead(client) } : {};
  // Read last: no row of the snapshot has an id that its sequence has not passed.
  const sequences: Manifest["sequences"] = {};
  for (const name of await sequencesOf(client)) {
    const { rows } = await client.query<{ last_value: string }>(
      `select last_value::text from ${client.escapeIdentifier(name)}`,
    );
    sequences[name] = rows[0]?.last_value ?? "1";
  }
  const takenAt = new Date(taken_at).toISOString();
  return { takenAt, postgres, clinics, patients, migrations, tables, sequences, stored, ...head };
}

/**
 * Every file that a row refers to, including those of sealed deleted patients. Unattached uploads may still be
 * written or removed, and are left out.
 */
const storedFiles = `
  select key, min(sha256) as sha256, bool_or(is_wanted) as is_wanted from (
    select stored_as::text as key, encode(sha256, 'hex') as sha256, attached_at is not null as is_wanted from files where given_up_at is null
    union all
    select f ->> 'stored_as', substr(f ->> 'sha256', 3), true
    from sealed_records s, jsonb_array_elements(case jsonb_typeof(s.record -> 'files') when 'array' then s.record -> 'files' else '[]' end) f
  ) told where key is not null group by key order by key`;

/** Earlier backups on the same disk that may contain the same file: a hard link takes no space. */
async function placesToLink({ into, settings, why }: BackupOrder): Promise<Place[]> {
  const places: Place[] = [];
  const last = (await listBackups(into)).at(-1);
  // A file encrypted to another key cannot be reused.
  if (last && (last.manifest.encryptedTo ?? null) === settings.backupKey)
    places.push({ folder: last.folder, sums: await readSums(last.folder) });
  // Guards against a failed migration, which touches no file, and not against the loss of the disk.
  const areFilesPlain = settings.s3Bucket === null && settings.filesKeys.length === 0;
  if (why === "before migrating" && areFilesPlain && settings.backupKey === null)
    places.push({ folder: settings.dataDir, sums: null });
  return places;
}

type Place = { folder: string; sums: Map<string, string> | null };

async function copyFiles(
  draft: string,
  stored: StoredFile[],
  places: Place[],
  settings: Settings,
  sums: Map<string, string>,
): Promise<Manifest["files"]> {
  const { backupKey } = settings;
  const storage = openStorage(settings);
  const lost: string[] = [];
  let bytes = 0;
  let kept = 0;
  const next = stored.values();
  const copyOne = async ({ key, sha256, is_wanted }: StoredFile) => {
    const path = fileOfKey(key, backupKey !== null);
    const target = join(draft, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const expected = backupKey === null ? sha256 : null;
    const sum =
      (await linked(path, expected, target, places)) ??
      (await copied(storage, key, sha256, target, await encryptedTo(backupKey)));
    if (sum === null) {
      if (is_wanted) lost.push(key);
      return;
    }
    sums.set(path, sum);
    const { size } = await stat(target);
    bytes += size;
    kept += 1;
  };
  const failures: unknown[] = [];
  const work = async () => {
    for (const file of next) {
      if (failures.length > 0) return;
      await copyOne(file).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: filesAtOnce }, work));
  if (failures.length > 0) throw failures[0];
  return { count: kept, bytes, lost: lost.sort() };
}

/**
 * Returns the checksum of the linked file. Encrypted files are compared by key alone: content never changes under a
 * key, and a backup contains no damaged ones.
 */
async function linked(
  path: string,
  expected: string | null,
  target: string,
  places: Place[],
): Promise<string | null> {
  for (const { folder, sums } of places) {
    const sum = sums ? sums.get(path) : expected;
    if (!sum || (expected !== null && sum !== expected)) continue;
    const isLinked = await link(join(folder, path), target).then(
      () => true,
      () => false,
    );
    if (isLinked) return sum;
  }
  return null;
}

/** Returns the checksum of what was written; null when the store lacks the file, or has other bytes than uploaded. */
async function copied(
  storage: Storage,
  key: string,
  sha256: string,
  target: string,
  through: Transform[],
): Promise<string | null> {
  try {
    const [plain, written] = [measure(), measure()];
    await pipeline([
      await storage.get(key),
      plain.through,
      ...through,
      written.through,
      createWriteStream(target, { flags: "wx", mode: 0o600, flush: true }),
    ]);
    if (plain.sha256() === sha256) return written.sha256();
    await rm(target);
    return null;
  } catch (error) {
    if (isNotThere(error)) return null;
    throw error;
  }
}

async function flushFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) await flush(join(entry.parentPath, entry.name));
  await flush(folder);
}

async function flush(folder: string): Promise<void> {
  // Windows cannot flush a folder; its file system journals names itself.
  if (process.platform === "win32") return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** klinika-2026-11-22-213005, by the clocks of the clinics. */
function nameOf(instant: Date): string {
  return `klinika-${manilaDay(instant)}-${manilaClock(instant).replaceAll(":", "")}`;
}

function told(error: unknown, into: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT")
    return new OperationProblem(`There is no room left in ${into}: no backup was made.`);
  if (code === "EACCES" || code === "EROFS" || code === "EPERM")
    return new OperationProblem(`${into} cannot be written to (${code}): no backup was made.`);
  return error;
}
