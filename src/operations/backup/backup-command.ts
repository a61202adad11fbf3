import { resolve } from "node:path";
import { Client } from "pg";
import type { Log } from "#operations/command-line.ts";
import { inTransaction, logOperation, OperationProblem } from "#operations/operation.ts";
import { reachOwnDatabase } from "#operations/reach-own-database.ts";
import { reachDatabase } from "#server/database/reach-database.ts";
import { readSettings } from "#server/settings.ts";
import { type Manifest, verifyBackup } from "./manifest.ts";
import { takeBackup } from "./take-backup.ts";

const usage = [
  "npm run backup [-- FOLDER] [--even-empty]",
  "    writes the database and all files into a new dated folder in FOLDER (BACKUP_FOLDER, else ./backups)",
  "npm run backup -- --verify BACKUP",
  "    reads every byte of a backup again",
];

/**
 * `npm run backup`: while Klinika runs or not, with its settings.
 * @throws OperationProblem
 */
export async function backupCommand(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  log: Log,
): Promise<string[]> {
  const { flags, names } = sorted(words, ["--even-empty", "--verify"], usage);
  if (flags.has("--verify")) {
    const [folder] = names;
    if (!folder) throw new OperationProblem(usage.join("\n"));
    return [`${folder} is whole.`, ...described(await verifyBackup(resolve(folder)))];
  }
  const settings = readSettings(env);
  const own = settings.databaseUrl ? null : await reachOwnDatabase(settings.dataDir, log);
  try {
    const databaseUrl = settings.databaseUrl ?? own?.url ?? "";
    if (settings.databaseUrl) await reachDatabase(databaseUrl);
    const now = new Date();
    const { folder, manifest } = await takeBackup({
      databaseUrl,
      settings,
      into: resolve(names[0] ?? settings.backupFolder ?? "backups"),
      now,
      why: "by hand",
      evenEmpty: flags.has("--even-empty"),
    });
    const client = new Client({ connectionString: databaseUrl, application_name: "klinika-admin" });
    await client.connect();
    try {
      await noteOperation({ client, settings, now }, "backup", { folder, patients: manifest.patients });
    } finally {
      await client.end();
    }
    return [
      folder,
      ...described(manifest),
      manifest.encryptedTo === undefined
        ? "It holds health data: keep it where nobody else reads it, and a copy of it away from this computer."
        : `It is encrypted: only the secret key of ${manifest.encryptedTo} restores it. Keep a copy of it away from this computer.`,
    ];
  } finally {
    await own?.leave();
  }
}

/** Skipped on a schema from before the operations log. */
export async function noteOperation(
  surroundings: Parameters<typeof logOperation>[0],
  command: string,
  details: Record<string, unknown>,
): Promise<void> {
  const { client } = surroundings;
  const { rows } = await client.query("select to_regclass('public.platform_operations') as notes");
  if (!rows[0]?.notes) return;
  await inTransaction(client, "klinika_owner", () => logOperation(surroundings, command, details));
}

/** A backup's content, for the operator. */
export function described(manifest: Manifest): string[] {
  const { clinics, patients, tables, files, takenAt } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const lost = files.lost.length;
  return [
    `  as of ${takenAt}: ${clinics} clinics, ${patients} patients; ${tables.length} tables with ${rows} rows, ${files.count} files of ${(files.bytes / 1e6).toFixed(1)} MB`,
    ...(lost > 0
      ? [
          `  WARNING: ${lost} ${lost === 1 ? "file is" : "files are"} lost or damaged in the file store and not in this backup; "lost" in its manifest.json names them. Look for them in an older backup.`,
        ]
      : []),
  ];
}

/** Flags apart from names. @throws OperationProblem with the usage for a flag that is not known */
export function sorted(words: readonly string[], known: readonly string[], told: readonly string[]) {
  const flags = words.filter((word) => word.startsWith("-"));
  if (flags.some((flag) => !known.includes(flag))) throw new OperationProblem(told.join("\n"));
  return { flags: new Set(flags), names: words.filter((word) => !word.startsWith("-")) };
}
