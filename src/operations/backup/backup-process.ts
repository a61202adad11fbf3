import { OperationError } from "#operations/operation.ts";
import type { ProcessAnswer } from "./backup-in-process.ts";
import { type BackupOrder, NothingToBackUp, takeBackup } from "./take-backup.ts";

// A stop signal may reach this process too. The server, which gets it as well, ends it.
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
// The answer was sent, or the server is gone. Not process.exit, which waits for a disk that hangs.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

process.once("message", async (order: BackupOrder) => {
  const answer: ProcessAnswer = await takeBackup(order).then(
    (made) => ({ made }),
    (error: unknown) => ({
      failed: error instanceof OperationError ? error.message : String((error as Error).stack),
      isNothing: error instanceof NothingToBackUp,
    }),
  );
  process.send?.(answer, () => process.disconnect());
});
