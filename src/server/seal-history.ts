import type { Databases } from "./db.ts";

/** A run ends before the next one begins. */
const longestRun = 45_000;

/**
 * Seals the record history up to an instant: a batch of each clinic in turn, each in its own transaction. What is left
 * of a long backlog, or of a clinic that failed, waits for the next run.
 */
export async function sealHistory(
  narrow: Databases["narrow"],
  before: Date,
  closing?: AbortSignal,
): Promise<void> {
  const end = performance.now() + longestRun;
  const clinics = await narrow.rows<{ clinic_id: number }>("clinics_to_seal", [before]);
  const failures: unknown[] = [];
  let due = clinics.map(({ clinic_id }) => clinic_id);
  while (due.length > 0) {
    const unfinished: number[] = [];
    for (const clinicId of due) {
      if (closing?.aborted || performance.now() > end) return throwAny(failures);
      try {
        const [batch] = await narrow.rows<{ has_more: boolean }>("seal_clinic_history", [clinicId, before]);
        // Another process is at it.
        if (!batch) return throwAny(failures);
        if (batch.has_more) unfinished.push(clinicId);
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
