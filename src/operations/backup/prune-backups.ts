import { rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { listBackups, type Manifest } from "./manifest.ts";
import { unfinished } from "./take-backup.ts";

/** Deletes the oldest backups of one kind above the number to keep: never the newest, and never manual ones. */
export async function pruneBackups(into: string, why: Manifest["why"], keep: number): Promise<string[]> {
  const backups = (await listBackups(into)).filter(({ manifest }) => manifest.why === why);
  const old = backups.slice(0, -Math.max(keep, 1)).map(({ folder }) => folder);
  for (const folder of old) {
    // A half deleted folder must not be taken for a backup.
    const aside = join(dirname(folder), `.${basename(folder)}${unfinished}`);
    await rename(folder, aside);
    await rm(aside, { recursive: true, force: true });
  }
  return old;
}
