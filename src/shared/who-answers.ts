import type { Role } from "./permissions.ts";

/**
 * Whether a user answers for what was recorded, and so may mark it as entered in error or withdraw it: its author, or
 * the doctor, who owns the clinic. `authorId` is null when no user of the clinic wrote it.
 */
export const answersFor = (user: { userId: number; role: Role }, authorId: number | null): boolean =>
  user.role === "owner" || authorId === user.userId;

/**
 * What leaves the clinic in the doctor's name is signed by the doctor: the doctor's own is `final` at once, what another
 * user wrote is `prepared` until the doctor releases it. Only a final one is printed.
 */
export const signedStates = ["prepared", "final", "withdrawn"] as const;
export type SignedState = (typeof signedStates)[number];

export const stateWhenSaved = (role: Role): "prepared" | "final" => (role === "owner" ? "final" : "prepared");

/** The doctor may withdraw it, and before its release whoever prepared it. */
export const mayWithdraw = (role: Role, state: SignedState, isOwn: boolean): boolean =>
  state !== "withdrawn" && (role === "owner" || (state === "prepared" && isOwn));

/** It was never the doctor's: not released, or withdrawn before that. */
export const wasNeverReleased = (state: SignedState, releasedAt: string | null): boolean =>
  state === "prepared" || (state === "withdrawn" && releasedAt === null);
