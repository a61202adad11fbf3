import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { App } from "../kit.ts";
import { incomingFolder } from "./storage-disk.ts";

/** An upload that was not attached to a patient within this time is removed. */
const unattachedMs = 24 * 3_600_000;
const batchSize = 200;

/**
 * Removes uploads that were never attached, bytes first, so that rows stay for the next run while the store is down.
 * Every row is committed before its bytes, so the store contains no bytes without a row.
 */
export async function sweepUploads({ kit }: App, now: Date): Promise<void> {
  const before = new Date(now.getTime() - unattachedMs);
  await sweepIncoming(kit.settings.dataDir, before);
  for (;;) {
    const old = await kit.databases.functions.rows("giveUpUploads", { before, at: now, limit: batchSize });
    for (const { storedAs, isShared } of old) if (!isShared) await kit.storage.remove(storedAs);
    if (old.length > 0)
      await kit.databases.functions.value("forgetUploads", { ids: old.map(({ id }) => id) });
    if (old.length < batchSize) return;
  }
}

/** Removes uploads that a crash left half received. */
async function sweepIncoming(dataDir: string, before: Date): Promise<void> {
  const folder = incomingFolder(dataDir);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const left = join(folder, name);
    const found = await stat(left).catch(() => null);
    if (found && found.mtime < before) await rm(left, { recursive: true, force: true });
  }
}
