import { resolve } from "node:path";
import type { Log } from "#operations/command-line.ts";
import { inTransaction, logOperation, OperationError } from "#operations/operation.ts";
import { openOwnDatabase, withDatabase } from "#operations/with-database.ts";
import { withClient } from "#server/database/with-client.ts";
import { readSettings } from "#server/settings.ts";
import { type Manifest, verifyBackup } from "./manifest.ts";
import { takeBackup } from "./take-backup.ts";

const usage = [
  "npm run backup [-- FOLDER] [--even-empty]",
  "    writes the database and all files into a new dated folder in FOLDER (BACKUP_FOLDER, else ./backups)",
  "npm run backup -- --verify BACKUP",
  "    verifies every byte of a backup",
];

/**
 * `npm run backup`: with the settings of Klinika, whether it runs or not.
 * @throws OperationError
 */
export async function backupCommand(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  log: Log,
): Promise<string[]> {
  const { flags, names } = parseFlags(words, ["--even-empty", "--verify"], usage);
  if (flags.has("--verify")) {
    const [folder] = names;
    if (!folder) throw new OperationError(usage.join("\n"));
    return [`${folder} is complete and undamaged.`, ...describeManifest(await verifyBackup(resolve(folder)))];
  }
  const settings = readSettings(env);
  return withDatabase(
    settings,
    () => openOwnDatabase(settings.dataDir, log),
    async (databaseUrl) => {
      const now = new Date();
      const { folder, manifest } = await takeBackup({
        databaseUrl,
        settings,
        into: resolve(names[0] ?? settings.backupFolder ?? "backups"),
        now,
        why: "by hand",
        evenEmpty: flags.has("--even-empty"),
      });
      await logCommand(databaseUrl, now, "backup", { folder, patients: manifest.patients });
      return [
        folder,
        ...describeManifest(manifest),
        manifest.encryptedTo === undefined
          ? "It contains health data: store it where nobody else can read it, and a copy away from this computer."
          : `It is encrypted: only the secret key of ${manifest.encryptedTo} restores it. Store a copy away from this computer.`,
      ];
    },
  );
}

export const logCommand = (
  databaseUrl: string,
  now: Date,
  command: "backup" | "restore",
  details: Record<string, unknown>,
): Promise<void> =>
  withClient({ connectionString: databaseUrl, application_name: "klinika-admin" }, (client) =>
    inTransaction(client, "klinika_owner", () => logOperation({ client, now }, command, details)),
  );

/** What a backup contains, for the operator. */
export function describeManifest(manifest: Manifest): string[] {
  const { clinics, patients, tables, files, takenAt } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const lost = files.lost.length;
  return [
    `  as of ${takenAt}: ${clinics} clinics, ${patients} patients; ${tables.length} tables with ${rows} rows, ${files.count} files of ${(files.bytes / 1e6).toFixed(1)} MB`,
    ...(lost > 0
      ? [
          `  WARNING: ${lost} ${lost === 1 ? "file is" : "files are"} lost or damaged in the file store and not in this backup; "lost" in its manifest.json lists them. Look for them in an older backup.`,
        ]
      : []),
  ];
}

/** Separates flags from names. @throws OperationError with the usage, for an unknown flag */
export function parseFlags(
  words: readonly string[],
  known: readonly string[],
  usageLines: readonly string[],
) {
  const flags = words.filter((word) => word.startsWith("-"));
  if (flags.some((flag) => !known.includes(flag))) throw new OperationError(usageLines.join("\n"));
  return { flags: new Set(flags), names: words.filter((word) => !word.startsWith("-")) };
}
