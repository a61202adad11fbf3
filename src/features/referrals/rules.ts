import type { PatientReferral } from "#features/referrals/contract.ts";
import type { SignedState } from "#shared/signed-papers.ts";

/** Of a referral's letter. A cancelled one is not printed again. */
export const letterState = ({
  status,
  awaitsRelease,
}: Pick<PatientReferral, "awaitsRelease"> & { status: string }): SignedState =>
  status === "cancelled" ? "withdrawn" : awaitsRelease ? "prepared" : "final";

/** Only the sender prints a letter: the receiving clinic has none. */
export const hasLetter = (referral: Pick<PatientReferral, "side" | "status">): boolean =>
  referral.side === "sent" && referral.status !== "cancelled";

/** Whether the receiving clinic answered, or the sender cancelled. A letter to a clinic outside Klinika is never answered. */
export const isAnswered = (status: string): boolean => status !== "pending" && status !== "letter";

/** By the sender, until it is answered. */
export const mayCancel = ({ side, status }: Pick<PatientReferral, "side" | "status">): boolean =>
  side === "sent" && !isAnswered(status);
