import { parentPort, workerData } from "node:worker_threads";
import { OperationProblem } from "#operations/operation.ts";
import type { WorkerAnswer } from "./backup-in-worker.ts";
import { type BackupOrder, NothingToBackUp, takeBackup } from "./take-backup.ts";

/** A thread of its own: compressing a large clinic's tables must not delay requests. */
const tell = (answer: WorkerAnswer) => parentPort?.postMessage(answer);
try {
  tell({ made: await takeBackup(workerData as BackupOrder) });
} catch (error) {
  const isExpected = error instanceof OperationProblem;
  tell({
    failed: isExpected ? error.message : String((error as Error).stack),
    isNothing: error instanceof NothingToBackUp,
  });
}
