import type { App } from "../kit.ts";

const filesAtOnce = 100;

/**
 * Destroys deleted records whose retention is over, each in its own transaction, which also queues the record's
 * files. Their bytes are removed afterwards; while file storage is down they stay queued for the next run.
 */
export async function destroyRecords({ kit }: App, now: Date, closing?: AbortSignal): Promise<void> {
  const { functions } = kit.databases;
  const isDue = async () => (await functions.row("destroyOneRecord", { now }))?.destroyed;
  while (!closing?.aborted && (await isDue()));
  for (let after = ""; !closing?.aborted; ) {
    const queued = await functions.rows("filesLeftToRemove", { after, limit: filesAtOnce });
    for (const { storedAs, isShared } of queued) {
      if (!isShared) await kit.storage.remove(storedAs);
      await functions.value("forgetRemovedFiles", { keys: [storedAs] });
    }
    if (queued.length < filesAtOnce) return;
    after = queued.at(-1)?.storedAs ?? "";
  }
}
