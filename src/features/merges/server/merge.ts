import type { MergeChoices } from "#features/merges/contract.ts";
import { undoUntil } from "#features/merges/rules.ts";
import { withPersonFollowed } from "#features/results/server/follow-person.ts";
import { writeHistory } from "#server/audit/record-history.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { followEntries } from "#server/patient/follow-entries.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { lockBoth, requireTwo } from "./both-records.ts";
import { planMerge, writeMerge } from "./plan.ts";

type Merging = { otherId: number; choices?: MergeChoices | undefined };

const refusal = ([first = ""]: readonly string[]) => new Failure("taken", first);

/** Merges the other record with all its entries into this one, in one transaction. */
export async function merge(
  clinic: ClinicScope,
  survivorId: number,
  { otherId, choices = {} }: Merging,
  { now, ownerUserId }: { now: Date; ownerUserId: number | null },
) {
  requireTwo(survivorId, otherId);
  return clinic.transaction(async (joined) => {
    const { mergeId } = await withPersonFollowed(joined, [survivorId, otherId], now, async () => {
      const both = await lockBoth(joined, survivorId, otherId);
      if (!both) throw notFound("Patient");
      const { values, obstacles } = await planMerge(joined, both, choices, now);
      if (obstacles.length > 0) throw refusal(obstacles);
      const done = await writeMerge(joined, both, values, now);
      if ("obstacles" in done) throw refusal(done.obstacles);
      await followEntries(joined, [survivorId], ["bills", "diagnosis"]);
      return done;
    });
    for (const [patientId, details] of [
      [survivorId, { merged: otherId }],
      [otherId, { into: survivorId }],
    ] as const)
      await writeHistory(joined, {
        event: "patient.merge",
        patientId,
        ownerUserId,
        entity: "merges",
        entityId: mergeId,
        details,
      });
    return { id: mergeId, patientId: survivorId, undoUntil: undoUntil(now) };
  });
}
