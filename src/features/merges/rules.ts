import { UNDO_DAYS } from "#features/merges/contract.ts";

const undoMs = UNDO_DAYS * 24 * 3_600_000;

/** The last instant at which a merge can be undone. */
export const undoUntil = (mergedAt: Date): string => new Date(mergedAt.getTime() + undoMs).toISOString();

/** Merges since then can be undone. */
export const undoableSince = (now: Date): Date => new Date(now.getTime() - undoMs);

export const mayUndo = (mergedAt: Date, now: Date): boolean => mergedAt >= undoableSince(now);
