import type { ImportState } from "./contract.ts";

type List = { state: string };
const isIn =
  (...states: ImportState[]) =>
  ({ state }: List): boolean =>
    states.some((one) => one === state);

/** Whether work on the list is under way in the background. */
export const isAtWork = isIn("checking", "running", "taking-back");

/** Whether a list was not imported yet: its columns may be chosen again, and it may be deleted. */
export const isBeforeImport = isIn("mapping", "checking", "checked");

/** Rows may be corrected and decided between the check and the import. */
export const mayChangeRows = isIn("checked");
export const mayRun = isIn("checked");
export const mayTakeBack = isIn("done");

/** How long an import can be undone, and its rows are stored, in days. */
export const TAKEN_BACK_WITHIN = 30;

export const takeBackUntil = (ranAt: string): Date =>
  new Date(new Date(ranAt).getTime() + TAKEN_BACK_WITHIN * 24 * 3_600_000);
