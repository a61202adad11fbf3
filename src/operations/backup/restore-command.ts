import { resolve } from "node:path";
import { Client } from "pg";
import type { Log } from "#operations/command-line.ts";
import { OperationProblem } from "#operations/operation.ts";
import { startEmbeddedPostgres } from "#server/embedded-postgres.ts";
import { openStorage } from "#server/open-storage.ts";
import { reachDatabase } from "#server/reach-database.ts";
import { readSettings } from "#server/settings.ts";
import { described, noteOperation, sorted } from "./backup-command.ts";
import { listBackups } from "./manifest.ts";
import { checkBackup, restoreBackup } from "./restore-backup.ts";

const usage = [
  "npm run restore -- BACKUP [--replace]",
  "    checks a backup's every byte, then puts its database and files back, in whole or not at all;",
  "    --replace: in the place of what is there now",
];

/** `npm run restore`: with the settings of the Klinika that is to go on, which must not run. @throws OperationProblem */
export async function restoreCommand(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  log: Log,
): Promise<string[]> {
  const { flags, names } = sorted(words, ["--replace"], usage);
  const [name] = names;
  if (!name) throw new OperationProblem(usage.join("\n"));
  const folder = resolve(name);
  const newest = (await listBackups(folder)).at(-1);
  if (newest) throw new OperationProblem(`Name one backup; the newest in there is ${newest.folder}`);
  const settings = readSettings(env);
  // Looked at before a database is made or started for it.
  log("Checking every byte of the backup");
  const checked = await checkBackup(folder);
  const own = settings.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: settings.dataDir, log });
  try {
    const databaseUrl = settings.databaseUrl ?? own?.url ?? "";
    if (settings.databaseUrl) await reachDatabase(databaseUrl);
    await openStorage(settings).check();
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
