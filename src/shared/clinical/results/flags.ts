/** Low, high; critically so; a word that is not normal; or a run without a result. */
export type ResultFlag = "L" | "H" | "LL" | "HH" | "A" | "X";

export const flagWords: Record<ResultFlag, string> = {
  L: "low",
  H: "high",
  LL: "critically low",
  HH: "critically high",
  A: "abnormal",
  X: "no result",
};
