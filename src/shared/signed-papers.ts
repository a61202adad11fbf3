import { isDoctor, type Role } from "./permissions.ts";

/**
 * What leaves the clinic in the doctor's name is signed by the doctor: the doctor's own is `final` at once, what another
 * user wrote is `prepared` until the doctor releases it. Only a final one is printed.
 */
export const signedStates = ["prepared", "final", "withdrawn"] as const;
export type SignedState = (typeof signedStates)[number];

export const stateWhenSaved = (role: Role): "prepared" | "final" => (isDoctor(role) ? "final" : "prepared");

/** The doctor may withdraw it, and before its release whoever prepared it. */
export const mayWithdraw = (role: Role, { state, isOwn }: { state: SignedState; isOwn: boolean }): boolean =>
  state !== "withdrawn" && (role === "owner" || (state === "prepared" && isOwn));

/** It was never the doctor's: not released, or withdrawn before that. */
export const wasNeverReleased = (state: SignedState, releasedAt: string | null): boolean =>
  state === "prepared" || (state === "withdrawn" && releasedAt === null);
