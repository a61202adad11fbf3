import type { Role } from "./permissions.ts";

/**
 * Whether a user answers for what was recorded, and so may mark it as entered in error or withdraw it: its author, or
 * the doctor, who owns the clinic. `authorId` is null when no user of the clinic wrote it.
 */
export const answersFor = (user: { userId: number; role: Role }, authorId: number | null): boolean =>
  user.role === "owner" || authorId === user.userId;
