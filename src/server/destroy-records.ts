import type { App } from "./kit.ts";

const filesAtOnce = 100;

/**
 * Destroys deleted records whose retention is over, each in a transaction of its own, which also queues the record's
 * files. Their bytes are removed afterwards; while the file store is down they stay queued for the next run.
 */
export async function destroyRecords({ kit }: App, now: Date, closing?: AbortSignal): Promise<void> {
  const { narrow } = kit.databases;
  const isDue = async () =>
    (await narrow.rows<{ destroyed: boolean }>("destroy_one_record", [now]))[0]?.destroyed;
  while (!closing?.aborted && (await isDue()));
  for (let after = ""; !closing?.aborted; ) {
    const queued = await narrow.rows<{ stored_as: string; is_shared: boolean }>("files_left_to_remove", [
      after,
      filesAtOnce,
    ]);
    for (const { stored_as, is_shared } of queued) {
      if (!is_shared) await kit.storage.remove(stored_as);
      await narrow.rows("forget_removed_files", [[stored_as]]);
    }
    if (queued.length < filesAtOnce) return;
    after = queued.at(-1)?.stored_as ?? "";
  }
}
