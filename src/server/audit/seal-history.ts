import type { DatabaseFunctions } from "../database/database-functions.ts";
import type { HistoryHeads } from "./history-heads.ts";

/** A run must end before the next one begins. */
const maxRunMs = 45_000;

/**
 * Seals the record history up to an instant: one batch per clinic, round robin, each in its own transaction. The rest of
 * a long backlog, or of a clinic that failed, is sealed in the next run. With `heads`, the end of each chain is stored
 * outside the database.
 */
export async function sealHistory(
  functions: DatabaseFunctions,
  before: Date,
  closing?: AbortSignal,
  heads?: HistoryHeads,
): Promise<void> {
  const end = performance.now() + maxRunMs;
  const clinics = await functions.rows("clinicsToSeal", { before });
  const failures: unknown[] = [];
  let due = clinics.map(({ clinicId }) => clinicId);
  while (due.length > 0) {
    const unfinished: number[] = [];
    for (const clinicId of due) {
      if (closing?.aborted || performance.now() > end) return throwAny(failures);
      try {
        const batch = await sealBatch(functions, clinicId, before, heads);
        // Another process is sealing.
        if (!batch) return throwAny(failures);
        if (batch.hasMore) unfinished.push(clinicId);
      } catch (error) {
        failures.push(error);
      }
    }
    due = unfinished;
  }
  throwAny(failures);
}

async function sealBatch(
  functions: DatabaseFunctions,
  clinicId: number,
  before: Date,
  heads: HistoryHeads | undefined,
): Promise<{ hasMore: boolean } | undefined> {
  const head = (await heads?.of(clinicId))?.at(-1);
  const batch = await functions.row("sealHistory", {
    clinic: clinicId,
    before,
    headId: head?.lastId ?? null,
    headHash: head ? Buffer.from(head.hash, "hex") : null,
  });
  if (!batch || !heads) return batch;
  const { lastId, lastHash, hasHead } = batch;
  if (lastId !== null && lastHash !== null)
    await heads.store(clinicId, { lastId, hash: lastHash.toString("hex"), storedAt: new Date() }, hasHead);
  if (!hasHead)
    throw new Error(
      `The record history of clinic ${clinicId} no longer has what was sealed up to row ${head?.lastId}. Run check-history.`,
    );
  return batch;
}

function throwAny(failures: unknown[]): void {
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `The record history of ${failures.length} clinics could not be sealed.`,
    );
}
