import { gestationDays, outcomeLabels, prenatalFlags } from "#shared/clinical/pregnancy.ts";
import { DEFAULT_ADULT_BANDS } from "#shared/clinical/vital-sign-bands.ts";
import { flagVitalSigns } from "#shared/clinical/vital-sign-flags.ts";
import { NO_VITAL_SIGNS } from "#shared/clinical/vital-signs.ts";
import { formatDay } from "#shared/formats/dates.ts";
import type { Pregnancy, PrenatalVisit } from "./contract.ts";

/** "by ultrasound", "by LMP Jun 1, 2026". */
export const datedText = ({ lmp, datedBy }: Pick<Pregnancy, "lmp" | "datedBy">): string =>
  datedBy === "ultrasound" ? "by ultrasound" : lmp ? `by LMP ${formatDay(lmp)}` : "";

/** "Preterm live birth, 1 living". */
export const outcomeText = ({ outcome, living }: Pick<Pregnancy, "outcome" | "living">): string =>
  outcome ? [outcomeLabels[outcome], living !== null && `${living} living`].filter(Boolean).join(", ") : "";

/** "2 at term, 1 preterm, 0 abortions, 3 living", of the row that counts earlier ones. */
export function earlierText({ term, preterm, abortions, living }: Pregnancy): string {
  if (term === null) return "";
  return `${term} at term, ${preterm} preterm, ${abortions} ${abortions === 1 ? "abortion" : "abortions"}, ${living} living`;
}

/** Weeks at its end, null while it is open. */
export const endedAt = ({ dueOn, endedOn }: Pregnancy): number | null =>
  dueOn && endedOn ? gestationDays(dueOn, endedOn) : null;

/** Out-of-range values of a visit: blood pressure, fundal height, fetal heart tone. */
export const visitFlags = (visit: PrenatalVisit) => {
  const { bloodPressure, fundalHeight, fetalHeartTone, days } = visit;
  return {
    ...prenatalFlags({ bloodPressure, fundalHeight }, days),
    fetalHeartTone: flagVitalSigns({ ...NO_VITAL_SIGNS, fetalHeartTone }, null, DEFAULT_ADULT_BANDS)
      .fetalHeartTone,
  };
};
