import { UNDO_DAYS } from "#features/merges/contract.ts";
import { mayUndo } from "#features/merges/rules.ts";
import { withPersonFollowed } from "#features/results/server/follow-person.ts";
import { writeHistory } from "#server/audit/record-history.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { functionsBesideRow } from "#server/database/functions-in-scope.ts";
import { selectPatient } from "#server/patient/select-patient.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { lockReferrals } from "./both-records.ts";
import { restoreValues, type StoredMerge } from "./restored-values.ts";

/** Restores both records as they were. What was added or changed since stays with the survivor. */
export async function undo(
  clinic: ClinicScope,
  id: number,
  { now, ownerUserId }: { now: Date; ownerUserId: number | null },
): Promise<{ patientId: number; otherId: number }> {
  return clinic.transaction(async (joined) => {
    const merge = await findMerge(joined, id);
    if (!merge) throw notFound("Merge");
    const { survivorId, otherId } = merge;
    await withPersonFollowed(joined, [survivorId, otherId], now, async () => {
      await lockSurvivor(joined, survivorId);
      await refuseUndo(joined, id, now);
      const stored = await functionsBesideRow(joined, "merges", id)
        .value("partRecords", { id, at: now.toISOString() })
        .catch(refuseTwice);
      if (!stored) throw wasUndone();
      await restoreValues(joined, stored as StoredMerge, now).catch(refuseTwice);
    });
    for (const patientId of [survivorId, otherId])
      await writeHistory(joined, {
        event: "patient.unmerge",
        patientId,
        ownerUserId,
        entity: "merges",
        entityId: id,
      });
    return { patientId: survivorId, otherId };
  });
}

const wasUndone = () => new Failure("already_done", "This merge was undone already.");

const findMerge = (clinic: ClinicScope, id: number) =>
  clinic.db
    .selectFrom("merges")
    .select(["id", "survivorId", "otherId", "mergedAt", "undoneAt"])
    .where("clinicId", "=", clinic.id)
    .where("id", "=", id)
    .executeTakeFirst();

async function lockSurvivor(clinic: ClinicScope, survivorId: number): Promise<void> {
  await lockReferrals(clinic, [survivorId]);
  await selectPatient(clinic, survivorId).select("id").forUpdate().execute();
}

/** Refuses what cannot be undone, or not before another merge. */
async function refuseUndo(clinic: ClinicScope, id: number, now: Date): Promise<void> {
  const merge = await findMerge(clinic, id);
  if (!merge) throw notFound("Merge");
  if (merge.undoneAt !== null) throw wasUndone();
  if (!mayUndo(new Date(merge.mergedAt), now))
    throw new Failure("unusable", `A merge can be undone for ${UNDO_DAYS} days, and this one is older.`);
  const standing = clinic.db
    .selectFrom("merges")
    .select(["id", "otherName"])
    .where("clinicId", "=", clinic.id)
    .where("undoneAt", "is", null);
  const over = await standing.where("otherId", "=", merge.survivorId).executeTakeFirst();
  if (over)
    throw new Failure(
      "taken",
      "The record that stayed was itself merged into another since. Undo that merge first.",
    );
  const survivor = await selectPatient(clinic, merge.survivorId).select("id").executeTakeFirst();
  if (!survivor)
    throw new Failure("unusable", "The record that stayed was deleted. This merge can't be undone any more.");
  const later = await standing
    .where("survivorId", "=", merge.survivorId)
    .where("id", ">", id)
    .orderBy("id", "desc")
    .executeTakeFirst();
  if (later)
    throw new Failure(
      "taken",
      `${later.otherName} was merged into the same record later. Undo that merge first.`,
    );
}

/** An entry that was changed since equals one that would be restored. */
function refuseTwice(error: unknown): never {
  if ((error as { code?: unknown }).code !== "23505") throw error;
  throw new Failure(
    "taken",
    "An entry that was changed since the merge is the same as one that would come back. Correct it first.",
  );
}
