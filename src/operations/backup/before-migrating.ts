import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { OperationProblem } from "#operations/operation.ts";
import { migrationsToCome } from "#server/database/migrate.ts";
import type { Settings } from "#server/settings.ts";
import { StartProblem } from "#server/start-problem.ts";
import { pruneBackups } from "./prune-backups.ts";
import { AnotherBackup, NothingToBackUp, takeBackup } from "./take-backup.ts";

const kept = 2;

/**
 * A backup of what a newer Klinika is about to change: in BACKUP_FOLDER, else beside the data. A database of its own
 * without BACKUP_FOLDER is left to whoever looks after it.
 *
 * @throws StartProblem when there is something to lose and no backup could be made of it
 */
export async function backUpBeforeMigrating(
  databaseUrl: string,
  settings: Settings,
  log: (line: string) => void,
): Promise<void> {
  const into = settings.backupFolder ?? (settings.databaseUrl ? null : join(settings.dataDir, "backups"));
  // A second server that starts at once waits for the first one's backup, and its migrations.
  for (;;) {
    const [first] = await migrationsToCome(databaseUrl);
    if (!first) return;
    if (into === null) {
      log("The database is being migrated. Without BACKUP_FOLDER no backup is made before it.");
      return;
    }
    try {
      const { folder } = await takeBackup({
        databaseUrl,
        settings,
        into,
        now: new Date(),
        why: "before migrating",
      });
      log(`Before ${first} runs, a backup was made: ${folder}`);
      await pruneBackups(into, "before migrating", kept);
      return;
    } catch (error) {
      if (error instanceof NothingToBackUp) return;
      if (!(error instanceof OperationProblem)) throw error;
      if (!(error instanceof AnotherBackup))
        throw new StartProblem(
          `${first} would change the database, and the backup before it failed: ${error.message} Set BACKUP_FOLDER to a folder that you may write to and that has room.`,
        );
      await wait(1000);
    }
  }
}
