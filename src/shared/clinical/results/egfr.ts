import type { Sex } from "./analyte.ts";

/**
 * Estimated glomerular filtration rate in mL/min/1.73 m², rounded as laboratories report it: CKD-EPI creatinine
 * equation of 2021, without race (Inker, N Engl J Med 2021;385:1737). For adults; creatinine in mg/dL.
 */
export function egfr(creatinine: number, sex: Sex, years: number): number | null {
  if (years < 18 || !(creatinine > 0)) return null;
  const [kappa, alpha, factor] = sex === "F" ? [0.7, -0.241, 1.012] : [0.9, -0.302, 1];
  const ratio = creatinine / kappa;
  return Math.round(
    142 * Math.min(ratio, 1) ** alpha * Math.max(ratio, 1) ** -1.2 * 0.9938 ** years * factor,
  );
}
