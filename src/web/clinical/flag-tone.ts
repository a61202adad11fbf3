import type { ResultFlag } from "#shared/clinical/results/flags.ts";

/** The color of a result's flag: a run without a result is no finding. */
export const flagTone: Record<ResultFlag, string> = {
  L: "text-info",
  H: "text-bad",
  LL: "text-bad",
  HH: "text-bad",
  A: "text-bad",
  X: "text-warn",
};
