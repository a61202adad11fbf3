/** What is chosen for a test that has words of its own. */
export const noResultChoices = ["Invalid", "Indeterminate", "Rejected specimen", "Hemolyzed"] as const;

const begins =
  /^(?:invalid|indeterminate|inconclusive|error|no result|not enough|insufficient|quantity not sufficient|qns|unable to|(?:(?:specimen|sample|grossly|slightly|moderately)[\s:,]+)*(?:rejected|h(?:a)?emoly[sz]ed|h(?:a)?emolysis|clotted|contaminated|insufficient|unsuitable|unsatisfactory))\b/i;

/**
 * A run without a result, by the laboratory's words: it is kept as typed, is neither normal nor negative, leaves its request
 * open, and may be repeated. "MTB detected, rifampicin resistance indeterminate" is a result.
 */
export const isNoResult = (value: string): boolean => begins.test(value.trim());
