import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Client } from "pg";
import { historyHead } from "#operations/history-head.ts";
import { inTransaction, OperationError } from "#operations/operation.ts";
import { storedFiles } from "#operations/stored-files.ts";
import { isDistributed } from "#server/database/cluster/cluster-nodes.ts";
import { migrationsRun } from "#server/database/migrate.ts";
import { findUnreadable, grantBackupAccess } from "#server/database/roles.ts";
import { withClient } from "#server/database/with-client.ts";
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
import {
  canonicalSettings,
  copyRows,
  excludedTables,
  hashingStream,
  sequencesOf,
  tablesToBackUp,
} from "./tables.ts";

const backupLock = 42_002;
const filesAtOnce = 8;
/** Suffix of a folder whose backup is not complete yet, or is being deleted. */
export const unfinished = ".unfinished";
const abandonedMs = 24 * 3_600_000;

/** The database contains no patient. */
export class NothingToBackUp extends OperationError {}
export class BackupRunning extends OperationError {}
/** The nodes of a cluster cannot be read at one instant. */
export class NoBackupOfCluster extends OperationError {}

export type BackupOrder = {
  databaseUrl: string;
  settings: Settings;
  /** The folder in which a dated folder for the backup is created. */
  into: string;
  now: Date;
  why: Manifest["why"];
  /** Accepts a database without patients. */
  evenEmpty?: boolean;
  /** Runs in the snapshot of the backup, before its tables are read. */
  onSnapshot?: (client: Client) => Promise<void>;
};

export type MadeBackup = { folder: string; manifest: Manifest };

/**
 * Writes the database as of one instant, and every file it refers to, into a new folder, while Klinika runs. The
 * folder gets its name once everything is on the disk; a failed backup leaves nothing.
 * @throws OperationError
 */
export async function takeBackup(order: BackupOrder): Promise<MadeBackup> {
  const { into } = order;
  await requireKnownKey(order.settings);
  return withClient(
    { connectionString: order.databaseUrl, application_name: "klinika-backup" },
    async (client) => {
      await refuseCluster(client);
      await mkdir(into, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
        throw new OperationError(`Backups cannot be written to ${into} (${error.code}).`);
      });
      return makeFolder(client, order);
    },
  );
}

async function makeFolder(client: Client, order: BackupOrder): Promise<MadeBackup> {
  const { into, now } = order;
  const name = nameOf(now);
  const draft = join(into, `.${name}.${randomBytes(4).toString("hex")}${unfinished}`);
  try {
    await acquireLock(client);
    await clearAbandoned(into, now);
    await mkdir(draft, { mode: 0o700 });
    const manifest = await fill(draft, client, order);
    const folder = join(into, name);
    await rename(draft, folder).catch(() => {
      throw new OperationError(`${folder} exists already. Nothing was changed.`);
    });
    await flush(into);
    return { folder, manifest };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw asOperationError(error, into);
  }
}

async function requireKnownKey({ backupKey }: Settings): Promise<void> {
  if (backupKey === null) return;
  await checkRecipient(backupKey).catch(() => {
    throw new OperationError("BACKUP_KEY was mistyped: no backup was made. Copy it again.");
  });
}

async function refuseCluster(client: Client): Promise<void> {
  if (await isDistributed(client))
    throw new NoBackupOfCluster(
      "The database is distributed over the nodes of a cluster, and a backup needs one PostgreSQL at one instant: no backup was made. Use the cluster's own tools: docs/backup.md, A cluster.",
    );
}

/** No stream where backups are not encrypted. */
const encryptedTo = async (key: string | null): Promise<Transform[]> =>
  key === null ? [] : [await encrypting(key)];

async function acquireLock(client: Client): Promise<void> {
  const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [
    backupLock,
  ]);
  if (!rows[0]?.got) throw new BackupRunning("Another backup of this database is being made.");
}

/** Deletes what an interrupted backup of that instant left. */
export async function removeDrafts(into: string, now: Date): Promise<void> {
  for (const name of await readdir(into).catch(() => []))
    if (name.startsWith(`.${nameOf(now)}.`) && name.endsWith(unfinished))
      await rm(join(into, name), { recursive: true, force: true });
}

/** Deletes what killed backups left. A backup of another database that still runs is younger. */
async function clearAbandoned(into: string, now: Date): Promise<void> {
  for (const name of await readdir(into)) {
    if (!name.startsWith(".klinika-") || !name.endsWith(unfinished)) continue;
    const folder = join(into, name);
    const { mtime } = await stat(folder);
    if (now.getTime() - mtime.getTime() > abandonedMs) await rm(folder, { recursive: true, force: true });
  }
}

type StoredFile = { key: string; sha256: string; is_attached: boolean };

async function fill(draft: string, client: Client, order: BackupOrder): Promise<Manifest> {
  const { rows: found } = await client.query("select to_regclass('public.migrations') as migrations");
  if (!found[0]?.migrations)
    throw new NothingToBackUp("This database contains no Klinika yet: no backup was made.");
  await grantBackupAccess(client);
  const unreadable = await findUnreadable(client);
  if (unreadable.length > 0)
    throw new OperationError(
      `klinika_backup may not read all rows of ${unreadable.join(", ")}: no backup was made.`,
    );
  const sums = new Map<string, string>();
  const { backupKey } = order.settings;
  const read = await inTransaction(
    client,
    "klinika_backup",
    async () => {
      await client.query(canonicalSettings);
      await order.onSnapshot?.(client);
      return readDatabase(draft, client, backupKey, sums);
    },
    "repeatable read, read only",
  );
  if (read.patients === 0 && !order.evenEmpty)
    throw new NothingToBackUp(
      "The database contains no patient, so the backup was refused. Check DATA_DIR or DATABASE_URL, or add --even-empty.",
    );
  const files = await copyFiles(draft, read.stored, await linkSources(order), order.settings, sums);
  const { stored: _, ...database } = read;
  const manifest = newManifest({
    why: order.why,
    finishedAt: new Date().toISOString(),
    program: await programVersion(),
    ...(backupKey !== null && { encryptedTo: backupKey }),
    ...database,
    leftOut: excludedTables,
    files,
  });
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  const digest = hashingStream();
  digest.through.end(text);
  await pipeline(digest.through, createWriteStream(join(draft, manifestName), { mode: 0o600, flush: true }));
  sums.set(manifestName, digest.sha256());
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
    const [plain, packed] = [hashingStream(), hashingStream()];
    const path = fileOfTable(table.name, backupKey !== null);
    const rows = await copyRows(
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
  // Read last, so that every id of the snapshot is below its sequence.
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

/** Folders that may contain the same files, of which hard links take no space. */
async function linkSources({ into, settings, why }: BackupOrder): Promise<LinkSource[]> {
  const sources: LinkSource[] = [];
  const last = (await listBackups(into)).at(-1);
  // A file encrypted to another key cannot be reused.
  if (last && (last.manifest.encryptedTo ?? null) === settings.backupKey)
    sources.push({ folder: last.folder, sums: await readSums(last.folder) });
  // This backup protects from a failed migration, which touches no file, and not from the loss of the disk.
  const areFilesPlain = settings.s3Bucket === null && settings.filesKeys.length === 0;
  if (why === "before migrating" && areFilesPlain && settings.backupKey === null)
    sources.push({ folder: settings.dataDir, sums: null });
  return sources;
}

type LinkSource = { folder: string; sums: Map<string, string> | null };

async function copyFiles(
  draft: string,
  stored: StoredFile[],
  sources: LinkSource[],
  settings: Settings,
  sums: Map<string, string>,
): Promise<Manifest["files"]> {
  const { backupKey } = settings;
  const storage = openStorage(settings);
  const lost: string[] = [];
  let bytes = 0;
  let copied = 0;
  const next = stored.values();
  const copyOne = async ({ key, sha256, is_attached }: StoredFile) => {
    const path = fileOfKey(key, backupKey !== null);
    const target = join(draft, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const expected = backupKey === null ? sha256 : null;
    const sum =
      (await linkFile(path, expected, target, sources)) ??
      (await copyFile(storage, key, sha256, target, await encryptedTo(backupKey)));
    if (sum === null) {
      if (is_attached) lost.push(key);
      return;
    }
    sums.set(path, sum);
    const { size } = await stat(target);
    bytes += size;
    copied += 1;
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
  return { count: copied, bytes, lost: lost.sort() };
}

/**
 * Returns the checksum of the linked file. Encrypted files are matched by key only: the content of a key never
 * changes, and a backup contains no damaged files.
 */
async function linkFile(
  path: string,
  expected: string | null,
  target: string,
  sources: LinkSource[],
): Promise<string | null> {
  for (const { folder, sums } of sources) {
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

/** Returns the checksum of the written file; null if the file store lost the file, or its bytes were changed. */
async function copyFile(
  storage: Storage,
  key: string,
  sha256: string,
  target: string,
  through: Transform[],
): Promise<string | null> {
  try {
    const [plain, written] = [hashingStream(), hashingStream()];
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
  // Windows cannot flush a folder; NTFS journals names itself.
  if (process.platform === "win32") return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** klinika-2026-11-22-213005, in Manila time. */
function nameOf(instant: Date): string {
  return `klinika-${manilaDay(instant)}-${manilaClock(instant).replaceAll(":", "")}`;
}

function asOperationError(error: unknown, into: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT")
    return new OperationError(`There is no space left in ${into}: no backup was made.`);
  if (code === "EACCES" || code === "EROFS" || code === "EPERM")
    return new OperationError(`${into} cannot be written to (${code}): no backup was made.`);
  return error;
}
