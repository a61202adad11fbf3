/**
 * What leaves the clinic in a doctor's name is signed by that doctor: what doctors write in their own name is `final` at
 * once, what another user wrote, whoever that is, is `prepared` until the doctor whom it names releases it. Only a final
 * one is printed. One rule for prescriptions, certificates, requests, letters and referrals.
 */
export const signedStates = ["prepared", "final", "withdrawn"] as const;
export type SignedState = (typeof signedStates)[number];

/** `isNamed`: whether the user is the doctor whom the paper names; `isOwn`: whether the user wrote it. */
type Standing = { state: SignedState; isNamed: boolean; isOwn: boolean };

export const stateWhenSaved = (isNamed: boolean): "prepared" | "final" => (isNamed ? "final" : "prepared");

/** The doctor may withdraw it, and before its release whoever prepared it. */
export const mayWithdraw = ({ state, isNamed, isOwn }: Standing): boolean =>
  state !== "withdrawn" && (isNamed || (state === "prepared" && isOwn));

/** It was never the doctor's: not released, or withdrawn before that. */
export const wasNeverReleased = (state: SignedState, releasedAt: string | null): boolean =>
  state === "prepared" || (state === "withdrawn" && releasedAt === null);
