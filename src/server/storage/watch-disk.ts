import type { App } from "../kit.ts";
import { isNearlyFull } from "./disk-room.ts";

/**
 * Warns while the disk of DATA_DIR or of BACKUP_FOLDER is nearly full. An external database needs its own
 * monitoring.
 */
export async function watchDisk({ kit }: App): Promise<void> {
  const { dataDir, backupFolder } = kit.settings;
  const full: { folder: string; freeMegabytes: number }[] = [];
  for (const folder of [dataDir, backupFolder]) {
    const room = folder === null ? null : await kit.roomOf(folder);
    if (folder !== null && room && isNearlyFull(room))
      full.push({ folder, freeMegabytes: Math.round(room.free / 1e6) });
  }
  kit.warnings.set("disk_nearly_full", full.length > 0, { full });
}
