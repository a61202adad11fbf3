import { type MergeChoices, UNDO_DAYS } from "#features/merges/contract.ts";
import { withPersonFollowed } from "#features/results/server/follow-person.ts";
import { writeHistory } from "#server/audit/record-history.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { functionsBesideRow } from "#server/database/functions-in-scope.ts";
import { followEntries } from "#server/patient/follow-entries.ts";
import { Failure, invalidField, notFound } from "#shared/errors.ts";
import { columnName } from "#shared/formats/column-name.ts";

const DAY = 24 * 3_600_000;

export const undoUntil = (mergedAt: Date): string =>
  new Date(mergedAt.getTime() + UNDO_DAYS * DAY).toISOString();

/** What a person has to decide before two records can be merged, by the code of `merge_obstacle`. */
const obstacles: Record<string, (detail: string | null) => string> = {
  admitted: () => "Both records are of a patient in hospital. Discharge one of them first.",
  queued: (where) => `Both are in the queue (${where}). Close one of the two visits first.`,
  pregnant: () => "Both records have an open pregnancy. Close the wrong one first.",
  earlier_pregnancies: () =>
    "The earlier pregnancies differ. Correct them so that both records say the same, or mark one as entered in error.",
  man: () =>
    "A pregnancy is open, and the sex that stays is male. Choose the other sex, or close the pregnancy.",
  drafts: () => "Both records have a full history in draft. Finish one of them first.",
  referred: (clinic) => `Both have an open referral to ${clinic}. Cancel one of them first.`,
  guardian: () =>
    "One of them is the guardian of the other, so they are two people. Correct the guardian first.",
  unbilled: (number) =>
    `${number} has an amount without a bill, and the other record has bills. Make a bill of it, or clear the amount, first.`,
  files: () => "Together they have more than 100 files in one list. Take some out first.",
  allergies: () => "Together the allergies are longer than 2,000 characters. Shorten them first.",
};

/** What a person has to resolve first. */
export const obstacleInWords = (outcome: string | null, detail: string | null): string =>
  obstacles[outcome ?? ""]?.(detail) ?? "These can't be merged.";

type Merging = { otherId: number; choices?: MergeChoices | undefined };

/** Merges the other record with all its entries into this one, in one transaction. */
export async function merge(
  clinic: ClinicScope,
  survivorId: number,
  { otherId, choices = {} }: Merging,
  { now, ownerUserId }: { now: Date; ownerUserId: number | null },
) {
  if (otherId === survivorId) throw invalidField("otherId", "Choose two different records.");
  return clinic.transaction(async (joined) => {
    const done = await withPersonFollowed(joined, [survivorId, otherId], now, () =>
      functionsBesideRow(joined, "patients", survivorId).row("mergePatients", {
        survivor: survivorId,
        other: otherId,
        choices: JSON.stringify(byColumn(choices)),
        at: now.toISOString(),
      }),
    );
    if (done?.outcome === "gone" || !done) throw notFound("Patient");
    if (done.outcome !== "merged" || done.mergeId === null)
      throw new Failure("taken", obstacleInWords(done.outcome, done.detail));
    await followEntries(joined, [survivorId], ["bills", "diagnosis"]);
    for (const [patientId, held] of [
      [survivorId, { merged: otherId }],
      [otherId, { into: survivorId }],
    ] as const)
      await writeHistory(joined, {
        event: "patient.merge",
        patientId,
        ownerUserId,
        entity: "merges",
        entityId: done.mergeId,
        held,
      });
    return { id: done.mergeId, patientId: survivorId, undoUntil: undoUntil(now) };
  });
}

export const byColumn = (choices: MergeChoices): Record<string, string> =>
  Object.fromEntries(
    Object.entries(choices).flatMap(([field, choice]) => (choice ? [[columnName(field), choice]] : [])),
  );

const refusals: Record<string, (detail: string | null) => Failure> = {
  already: () => new Failure("already_done", "This merge was undone already."),
  late: () => new Failure("unusable", `A merge can be undone for ${UNDO_DAYS} days, and this one is older.`),
  deleted: () =>
    new Failure("unusable", "The record that stayed was deleted. This merge can't be undone any more."),
  merged: () =>
    new Failure(
      "taken",
      "The record that stayed was itself merged into another since. Undo that merge first.",
    ),
  later: (name) =>
    new Failure("taken", `${name} was merged into the same record later. Undo that merge first.`),
};

/** Restores both records. */
export async function undo(
  clinic: ClinicScope,
  id: number,
  { now, ownerUserId }: { now: Date; ownerUserId: number | null },
) {
  return clinic.transaction(async (joined) => {
    const merged = await joined.db
      .selectFrom("merges")
      .select(["survivorId", "otherId"])
      .where("clinicId", "=", joined.id)
      .where("id", "=", id)
      .executeTakeFirst();
    if (!merged) throw notFound("Merge");
    const done = await withPersonFollowed(joined, [merged.survivorId, merged.otherId], now, () =>
      functionsBesideRow(joined, "merges", id)
        .row("undoMerge", { id, at: now.toISOString() })
        .catch(refuseTwice),
    );
    if (!done || done.outcome === "gone") throw notFound("Merge");
    if (done.survivorId === null || done.otherId === null)
      throw refusals[done.outcome ?? ""]?.(done.detail) ?? notFound("Merge");
    await followEntries(joined, [done.survivorId, done.otherId], ["bills", "diagnosis"], {
      isNewVersion: true,
      updatedAt: now,
    });
    for (const patientId of [done.survivorId, done.otherId])
      await writeHistory(joined, {
        event: "patient.unmerge",
        patientId,
        ownerUserId,
        entity: "merges",
        entityId: id,
      });
    return { patientId: done.survivorId, otherId: done.otherId };
  });
}

/** An entry that was changed since equals one that would be restored. */
function refuseTwice(error: unknown): never {
  if ((error as { code?: unknown }).code !== "23505") throw error;
  throw new Failure(
    "taken",
    "An entry that was changed since the merge is the same as one that would come back. Correct it first.",
  );
}
