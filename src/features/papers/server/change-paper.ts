import type { ClinicPaper } from "#features/papers/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import type { Kit } from "#server/kit.ts";
import { doctorOfPaper, signerOf } from "#server/paper-doctor.ts";
import { headOf, selectHead } from "#server/patient/sheet-head.ts";
import { refuseOutdated, refuseReleaseOf, refuseWithdrawal, withdrawal } from "#server/signed-papers.ts";
import {
  nothingEntered,
  type PaperSheet,
  paperSheet,
  patientFacts,
  signatureOfDoctor,
} from "#shared/clinic-paper/sheet.ts";
import { isRequest, type PaperKind } from "#shared/clinic-paper/starter-templates.ts";
import { notFound } from "#shared/errors.ts";
import type { SignedState } from "#shared/signed-papers.ts";
import { openPregnancy } from "./add-paper.ts";
import { findPaper } from "./paper-rows.ts";

type PaperRef = { patientId: number; paperId: number };

/** The row stays locked, so that release and withdrawal are serialized. */
async function lockPaper(clinic: ClinicScope, { patientId, paperId }: PaperRef) {
  const row = await clinic.db
    .selectFrom("clinicPapers")
    .select(["state", "preparedById", "practitionerId", "sheet", "day", "kind"])
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where("id", "=", paperId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound("Paper"));
  const { state, preparedById, sheet, day, kind } = row;
  return {
    state: state as SignedState,
    preparedById,
    doctor: await doctorOfPaper(clinic, row),
    page: { sheet: sheet as PaperSheet, day, kind: kind as PaperKind },
  };
}

/** What the page told of the patient when it was prepared, and what it would tell now. */
async function refuseOutdatedPage(
  clinic: ClinicScope,
  patientId: number,
  { sheet, day, kind }: { sheet: PaperSheet; day: string; kind: PaperKind },
): Promise<void> {
  const row = await selectHead(clinic, patientId).executeTakeFirstOrThrow(() => notFound("Patient"));
  const now = paperSheet({
    ...headOf(row),
    day,
    kind,
    template: null,
    entered: nothingEntered,
    pregnancy: isRequest(kind) ? await openPregnancy(clinic, patientId) : null,
    number: null,
    doctor: null,
  });
  refuseOutdated("paper", { prepared: patientFacts(sheet), now: patientFacts(now) });
}

/** Makes a prepared paper final, signed by its doctor. A final one stays as it is. */
export function releasePaper(
  clinic: ClinicScope,
  paper: PaperRef,
  kit: Kit,
  now: Date,
): Promise<ClinicPaper> {
  return clinic.transaction(async (joined) => {
    const { state, page, doctor: named } = await lockPaper(joined, paper);
    refuseReleaseOf("paper", state, named);
    if (state === "prepared") {
      await refuseOutdatedPage(joined, paper.patientId, page);
      const doctor = signatureOfDoctor(signerOf(named));
      await joined.db
        .updateTable("clinicPapers")
        .set({
          state: "final",
          sheet: JSON.stringify({ ...page.sheet, doctor }),
          doctorName: doctor.name,
          releasedById: joined.userId,
          releasedAt: now.toISOString(),
        })
        .where("clinicId", "=", joined.id)
        .where("id", "=", paper.paperId)
        .execute();
    }
    return findPaper(joined, paper.patientId, paper.paperId, kit);
  });
}

/** Permanent: its number stays used, and anyone who checks its code is told. */
export function withdrawPaper(
  clinic: ClinicScope,
  paper: PaperRef,
  reason: string,
  { kit, now }: { kit: Kit; now: Date },
): Promise<ClinicPaper> {
  return clinic.transaction(async (joined) => {
    const { state, preparedById, doctor } = await lockPaper(joined, paper);
    refuseWithdrawal("paper", state, { isOwn: preparedById === joined.userId, doctor });
    await joined.db
      .updateTable("clinicPapers")
      .set({ state: "withdrawn", ...withdrawal(joined, reason, now) })
      .where("clinicId", "=", joined.id)
      .where("id", "=", paper.paperId)
      .execute();
    return findPaper(joined, paper.patientId, paper.paperId, kit);
  });
}

/** Marks an item by hand as done or no longer needed, or as open again. */
export function changeItem(
  clinic: ClinicScope,
  { itemId, ...paper }: PaperRef & { itemId: number },
  state: "open" | "done" | "cancelled",
  { kit, now }: { kit: Kit; now: Date },
): Promise<ClinicPaper> {
  return clinic.transaction(async (joined) => {
    await joined.db
      .updateTable("requestedItems")
      .set({ state, changedById: joined.userId, changedAt: now.toISOString() })
      .where("clinicId", "=", joined.id)
      .where("patientId", "=", paper.patientId)
      .where("paperId", "=", paper.paperId)
      .where("id", "=", itemId)
      .returning("id")
      .executeTakeFirstOrThrow(() => notFound("Item"));
    return findPaper(joined, paper.patientId, paper.paperId, kit);
  });
}
