import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { OperationError } from "#operations/operation.ts";
import { type BackupOrder, type MadeBackup, NothingToBackUp, removeDrafts } from "./take-backup.ts";

export type WorkerAnswer = { made: MadeBackup } | { failed: string; isNothing: boolean };

/** Runs `takeBackup` in a worker thread. When `closing` aborts, it stops and deletes what it has written. */
export async function takeBackupInWorker(order: BackupOrder, closing: AbortSignal): Promise<MadeBackup> {
  closing.throwIfAborted();
  const worker = new Worker(new URL("./backup-worker.ts", import.meta.url), { workerData: order });
  const end = () => void worker.terminate();
  closing.addEventListener("abort", end);
  try {
    const ended = once(worker, "exit");
    const [answer] = (await Promise.race([once(worker, "message"), ended.then(() => [])])) as [WorkerAnswer?];
    await ended;
    if (answer && "made" in answer) return answer.made;
    await removeDrafts(order.into, order.now);
    if (!answer) throw new OperationError("The backup was interrupted.");
    throw answer.isNothing ? new NothingToBackUp(answer.failed) : new OperationError(answer.failed);
  } finally {
    closing.removeEventListener("abort", end);
  }
}
