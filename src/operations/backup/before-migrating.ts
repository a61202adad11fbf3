import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { OperationError } from "#operations/operation.ts";
import type { Settings } from "#server/settings.ts";
import { StartProblem } from "#server/start-problem.ts";
import { pruneBackups } from "./prune-backups.ts";
import { BackupRunning, NoBackupOfCluster, NothingToBackUp, takeBackup } from "./take-backup.ts";

const keep = 2;

/**
 * A backup of the data before a newer Klinika migrates it: in BACKUP_FOLDER, else next to the data. An external
 * database without BACKUP_FOLDER is not backed up, nor is a cluster. A second server that starts meanwhile waits in `migrate`.
 * @throws StartProblem when there is data and no backup of it could be made
 */
export async function backUpBeforeMigrating(
  first: string,
  databaseUrl: string,
  settings: Settings,
  log: (line: string) => void,
): Promise<void> {
  const into = settings.backupFolder ?? (settings.databaseUrl ? null : join(settings.dataDir, "backups"));
  if (into === null) {
    log("The database is being migrated without a backup: BACKUP_FOLDER is not set.");
    return;
  }
  for (;;) {
    try {
      const { folder } = await takeBackup({
        databaseUrl,
        settings,
        into,
        now: new Date(),
        why: "before migrating",
      });
      log(`Before ${first} runs, a backup was made: ${folder}`);
      await pruneBackups(into, "before migrating", keep);
      return;
    } catch (error) {
      if (error instanceof NothingToBackUp) return;
      if (error instanceof NoBackupOfCluster) {
        log("The database is being migrated without a backup: it is on a cluster, see docs/backup.md.");
        return;
      }
      if (!(error instanceof OperationError)) throw error;
      // Wait for the other backup to end.
      if (!(error instanceof BackupRunning))
        throw new StartProblem(
          `${first} would change the database, and the backup before it failed: ${error.message} Set BACKUP_FOLDER to a writable folder with enough space.`,
        );
      await wait(1000);
    }
  }
}
