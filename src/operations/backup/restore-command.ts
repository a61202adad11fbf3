import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Client } from "pg";
import type { Log } from "#operations/command-line.ts";
import { OperationProblem } from "#operations/operation.ts";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { reachDatabase } from "#server/database/reach-database.ts";
import { readSettings } from "#server/settings.ts";
import { isIdentity } from "#server/storage/age-format.ts";
import { openStorage } from "#server/storage/open-storage.ts";
import { described, noteOperation, sorted } from "./backup-command.ts";
import { listBackups } from "./manifest.ts";
import { checkBackup, restoreBackup } from "./restore-backup.ts";

const usage = [
  "npm run restore -- BACKUP [--replace] [--identity FILE]",
  "    checks a backup's every byte, then puts its database and files back, in whole or not at all;",
  "    --replace: in the place of what is there now",
  "    --identity FILE: the file with the secret key of an encrypted backup; without it BACKUP_IDENTITY holds the key",
];

/** Tables that a transaction makes and fills are written once, to the disk at its commit, and not to the WAL as well. */
const loading = { wal_level: "minimal", max_wal_senders: "0", archive_mode: "off" };

/** `npm run restore`: with the settings of the Klinika that is to go on, which must not run. @throws OperationProblem */
export async function restoreCommand(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  log: Log,
): Promise<string[]> {
  const { rest, identity } = await takeIdentity(words, env);
  const { flags, names } = sorted(rest, ["--replace"], usage);
  const [name] = names;
  if (!name) throw new OperationProblem(usage.join("\n"));
  const folder = resolve(name);
  const newest = (await listBackups(folder)).at(-1);
  if (newest) throw new OperationProblem(`Name one backup; the newest in there is ${newest.folder}`);
  const settings = readSettings(env);
  // Checked before a database is created or started for it.
  log("Checking every byte of the backup");
  const checked = await checkBackup(folder, identity);
  const own = settings.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: settings.dataDir, log, settings: loading });
  try {
    const databaseUrl = settings.databaseUrl ?? own?.url ?? "";
    if (settings.databaseUrl) await reachDatabase(databaseUrl);
    const storage = openStorage(settings);
    await storage.check();
    await storage.checkKeys();
    const manifest = await restoreBackup({
      databaseUrl,
      settings,
      folder,
      checked,
      replaces: flags.has("--replace"),
      log,
    });
    const client = new Client({ connectionString: databaseUrl, application_name: "klinika-admin" });
    await client.connect();
    try {
      const { takenAt, patients } = manifest;
      await noteOperation({ client, settings, now: new Date() }, "restore", { folder, takenAt, patients });
    } finally {
      await client.end();
    }
    return [
      "Restored:",
      ...described(manifest),
      "Counts and hashes of all tables are those of the backup: 0 differences. Every foreign key holds.",
      "Everybody signs in again: a backup holds no sessions.",
    ];
  } finally {
    await own?.stop();
  }
}

/** The secret key, and the words that do not name it. @throws OperationProblem */
async function takeIdentity(words: readonly string[], env: NodeJS.ProcessEnv) {
  const at = words.indexOf("--identity");
  if (at < 0) {
    const given = env.BACKUP_IDENTITY?.trim() || null;
    if (given !== null && !isIdentity(given))
      throw new OperationProblem("BACKUP_IDENTITY is no secret key: it must look like AGE-SECRET-KEY-1….");
    return { rest: words, identity: given };
  }
  const file = words[at + 1];
  if (!file) throw new OperationProblem(usage.join("\n"));
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new OperationProblem(`${file} cannot be read (${error.code}). Nothing was changed.`);
  });
  const identity = text.split(/\s+/).find(isIdentity);
  if (!identity)
    throw new OperationProblem(
      `${file} holds no secret key: a line must be AGE-SECRET-KEY-1…. Nothing was changed.`,
    );
  return { rest: words.toSpliced(at, 2), identity };
}
