import { fork } from "node:child_process";
import { once } from "node:events";
import { OperationError } from "#operations/operation.ts";
import { type BackupOrder, type MadeBackup, NothingToBackUp, removeDrafts } from "./take-backup.ts";

export type ProcessAnswer = { made: MadeBackup } | { failed: string; isNothing: boolean };

/**
 * Runs `takeBackup` in a process of its own. In a thread, a disk that hangs would occupy the threads in which the server
 * checks passwords and reads files, and the server could not end. When `closing` aborts, the process is killed, and what
 * it has written is deleted.
 */
export async function takeBackupInProcess(order: BackupOrder, closing: AbortSignal): Promise<MadeBackup> {
  closing.throwIfAborted();
  // Dates stay dates.
  const child = fork(new URL("./backup-process.ts", import.meta.url), { serialization: "advanced" });
  const end = () => void child.kill("SIGKILL");
  closing.addEventListener("abort", end);
  try {
    let answer: ProcessAnswer | undefined;
    child.on("message", (message) => {
      answer = message as ProcessAnswer;
    });
    child.send(order);
    await once(child, "exit");
    if (answer && "made" in answer) return answer.made;
    await removeDrafts(order.into, order.now);
    if (!answer) throw new OperationError("The backup was interrupted.");
    throw answer.isNothing ? new NothingToBackUp(answer.failed) : new OperationError(answer.failed);
  } finally {
    closing.removeEventListener("abort", end);
  }
}
