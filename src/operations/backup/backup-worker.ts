import { parentPort, workerData } from "node:worker_threads";
import { OperationError } from "#operations/operation.ts";
import type { WorkerAnswer } from "./backup-in-worker.ts";
import { type BackupOrder, NothingToBackUp, takeBackup } from "./take-backup.ts";

/** In a thread, because compressing the tables of a large clinic would delay requests. */
const send = (answer: WorkerAnswer) => parentPort?.postMessage(answer);
try {
  send({ made: await takeBackup(workerData as BackupOrder) });
} catch (error) {
  const isExpected = error instanceof OperationError;
  send({
    failed: isExpected ? error.message : String((error as Error).stack),
    isNothing: error instanceof NothingToBackUp,
  });
}
