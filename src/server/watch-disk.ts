import { statfs } from "node:fs/promises";
import type { App } from "./kit.ts";

const gigabyte = 1e9;

/** A PostgreSQL without room stops taking changes; below this there is still time to make some. */
export function isNearlyFull(freeBytes: number, allBytes: number): boolean {
  return freeBytes < gigabyte || (freeBytes < 10 * gigabyte && freeBytes < allBytes / 20);
}

/** Warns while the disk of DATA_DIR or of BACKUP_FOLDER is nearly full. A database elsewhere has a watch of its own. */
export async function watchDisk({ kit }: App): Promise<void> {
  const { dataDir, backupFolder } = kit.settings;
  const full: { folder: string; freeMegabytes: number }[] = [];
  for (const folder of [dataDir, backupFolder]) {
    const disk = folder === null ? null : await statfs(folder).catch(() => null);
    if (folder === null || disk === null) continue;
    const free = disk.bavail * disk.bsize;
    if (isNearlyFull(free, disk.blocks * disk.bsize))
      full.push({ folder, freeMegabytes: Math.round(free / 1e6) });
  }
  kit.warnings.set("disk_nearly_full", full.length > 0, { full });
}
