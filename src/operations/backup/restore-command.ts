import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Log } from "#operations/command-line.ts";
import { OperationError } from "#operations/operation.ts";
import { withDatabase } from "#operations/with-database.ts";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { readSettings } from "#server/settings.ts";
import { isIdentity } from "#server/storage/age-format.ts";
import { openStorage } from "#server/storage/open-storage.ts";
import { describeManifest, logCommand, parseFlags } from "./backup-command.ts";
import { listBackups } from "./manifest.ts";
import { checkBackup, restoreBackup } from "./restore-backup.ts";

const usage = [
  "npm run restore -- BACKUP [--replace] [--identity FILE]",
  "    verifies every byte of a backup, then restores its database and files, completely or not at all;",
  "    --replace: overwrites the data that is there now",
  "    --identity FILE: the file with the secret key of an encrypted backup; default: the key in BACKUP_IDENTITY",
];

/** PostgreSQL then writes tables that one transaction creates and fills directly to disk, without WAL. */
const bulkLoadSettings = { wal_level: "minimal", max_wal_senders: "0", archive_mode: "off" };

/** `npm run restore`: with the settings of the Klinika that gets the data, which must not run. @throws OperationError */
export async function restoreCommand(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  log: Log,
): Promise<string[]> {
  const { rest, identity } = await takeIdentity(words, env);
  const { flags, names } = parseFlags(rest, ["--replace"], usage);
  const [name] = names;
  if (!name) throw new OperationError(usage.join("\n"));
  const folder = resolve(name);
  const newest = (await listBackups(folder)).at(-1);
  if (newest) throw new OperationError(`Name one backup; the newest in this folder is ${newest.folder}`);
  const settings = readSettings(env);
  // Before a database is created or started.
  log("Verifying every byte of the backup");
  const checked = await checkBackup(folder, identity);
  return withDatabase(
    settings,
    () => startEmbeddedPostgres({ dataDir: settings.dataDir, log, settings: bulkLoadSettings }),
    async (databaseUrl) => {
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
      const { takenAt, patients } = manifest;
      await logCommand(databaseUrl, new Date(), "restore", { folder, takenAt, patients });
      return [
        "Restored:",
        ...describeManifest(manifest),
        "Row counts and hashes of all tables match the backup: 0 differences. Every foreign key is valid.",
        "Everybody must sign in again: a backup contains no sessions.",
      ];
    },
  );
}

/** The secret key, and the remaining arguments. @throws OperationError */
async function takeIdentity(words: readonly string[], env: NodeJS.ProcessEnv) {
  const at = words.indexOf("--identity");
  if (at < 0) {
    const given = env.BACKUP_IDENTITY?.trim() || null;
    if (given !== null && !isIdentity(given))
      throw new OperationError("BACKUP_IDENTITY is no secret key: it must look like AGE-SECRET-KEY-1….");
    return { rest: words, identity: given };
  }
  const file = words[at + 1];
  if (!file) throw new OperationError(usage.join("\n"));
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new OperationError(`${file} cannot be read (${error.code}). Nothing was changed.`);
  });
  const identity = text.split(/\s+/).find(isIdentity);
  if (!identity)
    throw new OperationError(
      `${file} contains no secret key: a line must be AGE-SECRET-KEY-1…. Nothing was changed.`,
    );
  return { rest: words.toSpliced(at, 2), identity };
}
