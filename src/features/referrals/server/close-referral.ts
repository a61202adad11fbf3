import type { AnsweredReferral, PatientReferral } from "#features/referrals/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { functionsBesideRow } from "#server/database/functions-in-scope.ts";
import { refuseWithdrawal } from "#server/signed-papers.ts";
import { Failure, notFound } from "#shared/errors.ts";
import { findAnswered, findSent, findStanding } from "./queries.ts";

type Closing = { reason: string | null; ownerUserId: number | null; now: Date };

/** The receiving clinic declines. */
export function declineReferral(clinic: ClinicScope, id: number, act: Closing): Promise<AnsweredReferral> {
  return clinic.transaction(async (joined) => {
    await close(joined, id, "declined", act);
    return findAnswered(joined, id);
  });
}

/**
 * The sender withdraws an unanswered referral, or a letter, which is not printed again. Whether the caller may is asked once
 * the row is locked, so that no release comes between.
 */
export function cancelReferral(
  clinic: ClinicScope,
  id: number,
  act: Omit<Closing, "reason">,
): Promise<PatientReferral> {
  return clinic.transaction(async (joined) => {
    const { ownerUserId: ownerUser, now } = act;
    const before = await functionsBesideRow(joined, "referrals", id).value("cancelLetter", {
      id,
      user: clinic.userId,
      ownerUser,
      at: now.toISOString(),
    });
    if (before !== "letter") await close(joined, id, "cancelled", { ...act, reason: null });
    const { awaitsRelease, ...standing } = await findStanding(joined, id);
    refuseWithdrawal(
      before === "letter" ? "letter" : "referral",
      awaitsRelease ? "prepared" : "final",
      standing,
    );
    return findSent(joined, id);
  });
}

async function close(
  clinic: ClinicScope,
  id: number,
  status: "declined" | "cancelled",
  { reason, ownerUserId, now }: Closing,
): Promise<void> {
  const before = await functionsBesideRow(clinic, "referrals", id).value("closeReferral", {
    id,
    status,
    reason,
    user: clinic.userId,
    ownerUser: ownerUserId,
    at: now.toISOString(),
  });
  if (before !== "pending") throw answeredAlready(before);
}

/** For a status that is no longer pending; null and a letter's are not answerable referrals. */
export function answeredAlready(status: string | null): Failure {
  if (status === "claimed") return new Failure("already_done", "This referral was already claimed.");
  if (status === "declined") return new Failure("already_done", "This referral was already declined.");
  if (status === "cancelled")
    return new Failure("already_done", "This referral was cancelled by the clinic that sent it.");
  return notFound("Referral");
}
