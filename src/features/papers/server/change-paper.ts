import type { ClinicPaper } from "#features/papers/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import type { Kit } from "#server/kit.ts";
import { type PaperSheet, signatureOf } from "#shared/clinic-paper/sheet.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { signingDoctor } from "./add-paper.ts";
import { findPaper } from "./paper-rows.ts";

type PaperRef = { patientId: number; paperId: number };

const withdrawnFailure = () =>
  new Failure("withdrawn", "This paper was withdrawn. It can't be released or printed any more.");

/** The row stays locked, so that release and withdrawal are serialized. */
async function lockPaper(clinic: ClinicScope, { patientId, paperId }: PaperRef) {
  const row = await clinic.db
    .selectFrom("clinicPapers")
    .select(["state", "preparedById", "sheet"])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where("id", "=", paperId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound("Paper");
  return row;
}

/** Makes a prepared paper final, signed by the user who releases it. A final one stays as it is. */
export function releasePaper(
  clinic: ClinicScope,
  place: PaperRef,
  kit: Kit,
  now: Date,
): Promise<ClinicPaper> {
  return clinic.transaction(async (joined) => {
    const { state, sheet } = await lockPaper(joined, place);
    if (state === "withdrawn") throw withdrawnFailure();
    if (state === "prepared") {
      const doctor = signatureOf(await signingDoctor(joined));
      await joined.db
        .updateTable("clinicPapers")
        .set({
          state: "final",
          sheet: JSON.stringify({ ...(sheet as PaperSheet), doctor }),
          doctorName: doctor.name,
          releasedById: joined.userId,
          releasedAt: now.toISOString(),
        })
        .where("clinicId", "=", joined.id)
        .where("id", "=", place.paperId)
        .execute();
    }
    return findPaper(joined, place.patientId, place.paperId, kit);
  });
}

/** Permanent: its number stays used, and anyone who checks its code is told. */
export function withdrawPaper(
  clinic: ClinicScope,
  place: PaperRef,
  reason: string,
  { kit, isOwner, now }: { kit: Kit; isOwner: boolean; now: Date },
): Promise<ClinicPaper> {
  return clinic.transaction(async (joined) => {
    const { state, preparedById } = await lockPaper(joined, place);
    if (!isOwner && preparedById !== joined.userId)
      throw new Failure("forbidden", "Only the doctor, or who prepared the paper, can withdraw it.");
    if (state === "withdrawn") throw new Failure("withdrawn", "This paper was already withdrawn.");
    if (!isOwner && state !== "prepared")
      throw new Failure("forbidden", "This paper was released. Only the doctor can withdraw it.");
    await joined.db
      .updateTable("clinicPapers")
      .set({
        state: "withdrawn",
        withdrawnById: joined.userId,
        withdrawnAt: now.toISOString(),
        withdrawReason: reason,
      })
      .where("clinicId", "=", joined.id)
      .where("id", "=", place.paperId)
      .execute();
    return findPaper(joined, place.patientId, place.paperId, kit);
  });
}

/** Marks an item by hand as done or no longer needed, or as open again. */
export function changeItem(
  clinic: ClinicScope,
  { itemId, ...place }: PaperRef & { itemId: number },
  state: "open" | "done" | "cancelled",
  { kit, now }: { kit: Kit; now: Date },
): Promise<ClinicPaper> {
  return clinic.transaction(async (joined) => {
    const changed = await joined.db
      .updateTable("requestedItems")
      .set({ state, changedById: joined.userId, changedAt: now.toISOString() })
      .where("clinicId", "=", joined.id)
      .where("patientId", "=", place.patientId)
      .where("paperId", "=", place.paperId)
      .where("id", "=", itemId)
      .returning("id")
      .executeTakeFirst();
    if (!changed) throw notFound("Item");
    return findPaper(joined, place.patientId, place.paperId, kit);
  });
}
