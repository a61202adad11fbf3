import type { DatabaseFunctions } from "../database/database-functions.ts";
import { type HistoryHeads, type SealedLog, sealedLogs } from "./history-heads.ts";

/** Batches of a run; the rest of a backlog is sealed in the next one. */
const MOST_BATCHES = 20;

/**
 * Seals sign-ins and what platform administrators did up to an instant, each log in one chain, and stores the end of each
 * outside the database.
 */
export async function sealLogs(
  functions: DatabaseFunctions,
  before: Date,
  heads: HistoryHeads,
  closing?: AbortSignal,
): Promise<void> {
  const broken: string[] = [];
  for (const log of sealedLogs)
    for (let batch = 0; batch < MOST_BATCHES && !closing?.aborted; batch += 1) {
      const sealed = await sealBatch(functions, log, before, heads);
      if (sealed === "broken") broken.push(log);
      if (sealed !== "more") break;
    }
  if (broken.length > 0)
    throw new Error(`What was sealed of ${broken.join(" and ")} is no longer all there. Run check-history.`);
}

async function sealBatch(
  functions: DatabaseFunctions,
  log: SealedLog,
  before: Date,
  heads: HistoryHeads,
): Promise<"more" | "done" | "broken"> {
  const head = (await heads.of(log)).at(-1);
  const batch = await functions.row("sealLog", {
    log,
    before,
    headId: head?.lastId ?? null,
    headHash: head ? Buffer.from(head.hash, "hex") : null,
  });
  // Another process is sealing.
  if (!batch) return "done";
  const { lastId, lastHash, hasHead, hasMore } = batch;
  if (lastId !== null && lastHash !== null)
    await heads.store(log, { lastId, hash: lastHash.toString("hex"), storedAt: new Date() }, hasHead);
  if (!hasHead) return "broken";
  return hasMore ? "more" : "done";
}
