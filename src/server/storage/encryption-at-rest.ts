import type { Settings } from "../settings.ts";
import { StartProblem } from "../start-problem.ts";
import { checkRecipient } from "./age-format.ts";

/** @throws StartProblem */
export async function checkBackupKey({ backupKey }: Settings): Promise<void> {
  if (backupKey === null) return;
  await checkRecipient(backupKey).catch(() => {
    throw new StartProblem("BACKUP_KEY was mistyped: its checksum is wrong. Copy it again.");
  });
}

/** Warnings at the start about data that a public server stores unencrypted. */
export function missingEncryption(settings: Settings): string[] {
  const { backupKey, filesKeys, databaseUrl, publicUrl } = settings;
  const isProduction = databaseUrl !== null || publicUrl?.startsWith("https:");
  if (!isProduction) return [];
  return [
    ...(backupKey === null ? ["Warning: BACKUP_KEY is not set, so backups are not encrypted."] : []),
    ...(filesKeys.length === 0 ? ["Warning: FILES_KEY is not set, so stored files are not encrypted."] : []),
    ...(backupKey === null || filesKeys.length === 0
      ? ["         npm run admin -- make-key makes a key; docs/backup.md says where to keep it."]
      : []),
  ];
}
