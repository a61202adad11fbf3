import type { DatabaseFunctions } from "../database/database-functions.ts";

/** A run must end before the next one begins. */
const maxRunMs = 45_000;

/**
 * Seals the record history up to an instant: one batch per clinic, round robin, each in its own transaction. The rest of
 * a long backlog, or of a clinic that failed, is sealed in the next run.
 */
export async function sealHistory(
  functions: DatabaseFunctions,
  before: Date,
  closing?: AbortSignal,
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
        const batch = await functions.row("sealClinicHistory", { clinic: clinicId, before });
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

function throwAny(failures: unknown[]): void {
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `The record history of ${failures.length} clinics could not be sealed.`,
    );
}
