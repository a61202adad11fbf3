import { growthAge, spanInWords } from "#shared/clinical/age.ts";
import type { Flag } from "#shared/clinical/vital-sign-flags.ts";
import { addDays } from "#shared/formats/dates.ts";
import { gestationText } from "../pregnancy.ts";
import { correctedAge, daysOfAge, type GrowthIndicator, LAST_DAY } from "./indicators.ts";

export const growthLabels: Record<GrowthIndicator, string> = {
  wfa: "Weight for age",
  lhfa: "Length or height for age",
  bfa: "BMI for age",
  hcfa: "Head circumference for age",
  wfl: "Weight for length",
  wfh: "Weight for height",
};

export const growthUnits: Record<GrowthIndicator, string> = {
  wfa: "kg",
  lhfa: "cm",
  bfa: "kg/m²",
  hcfa: "cm",
  wfl: "kg",
  wfh: "kg",
};

/** Shown for a value beyond the WHO's limits. */
export const IMPLAUSIBLE = "not possible: measure again";

/** Shown for a child before term age. */
export const NOT_ASSESSED = "not assessed by the WHO's standards before term age";

/** Shown instead of a z-score that means nothing. */
export const withoutScore = ({ isAssessed }: { isAssessed: boolean }): string =>
  isAssessed ? IMPLAUSIBLE : NOT_ASSESSED;

/** "6 mo corrected"; before term age "2 weeks before term". */
export function correctedText(date: string, corrected: number): string {
  const term = addDays(date, -corrected);
  return corrected < 0 ? `${spanInWords(date, term)} before term` : `${growthAge(term, date)} corrected`;
}

/** Completed days of five years, to which the WHO's standards go. */
const FIVE_YEARS = 1826;

/**
 * For papers, of a child below five years whose gestation is recorded: "born at 28 weeks, 6 mo corrected"; before term
 * age "born at 28 weeks, 2 weeks before term, growth not assessed by the WHO's standards before term age".
 */
export function bornText(
  { birthday, gestationDays }: { birthday: string | null; gestationDays?: number | null | undefined },
  day: string,
): string | null {
  if (!birthday || gestationDays == null) return null;
  const age = daysOfAge(birthday, day);
  if (age < 0 || age > FIVE_YEARS) return null;
  const corrected = correctedAge(age, gestationDays);
  return [
    `born at ${gestationText(gestationDays)}`,
    corrected !== null && correctedText(day, corrected),
    corrected !== null && corrected < 0 && `growth ${NOT_ASSESSED}`,
  ]
    .filter(Boolean)
    .join(", ");
}

type Step = readonly [limit: number, level: "amber" | "red", words: string];
/** Below each limit, from the lowest; above each, from the highest. */
type Steps = { below: readonly Step[]; above: readonly Step[] };

const thin: Steps = {
  below: [
    [-3, "red", "severely wasted"],
    [-2, "amber", "wasted"],
  ],
  above: [
    [3, "red", "obese"],
    [2, "amber", "overweight"],
  ],
};

/**
 * The terms of the Department of Health (AO 2010-0015, RA 11148) and the WHO. Below five years overweight begins
 * above +2, from five years on above +1.
 */
const steps: Record<GrowthIndicator, Steps> = {
  wfa: {
    below: [
      [-3, "red", "severely underweight"],
      [-2, "amber", "underweight"],
    ],
    above: [[2, "amber", "heavy for age, see weight for length"]],
  },
  lhfa: {
    below: [
      [-3, "red", "severely stunted"],
      [-2, "amber", "stunted"],
    ],
    above: [[2, "amber", "tall"]],
  },
  hcfa: {
    below: [
      [-3, "red", "very small head"],
      [-2, "amber", "small head"],
    ],
    above: [
      [3, "red", "very large head"],
      [2, "amber", "large head"],
    ],
  },
  bfa: thin,
  wfl: thin,
  wfh: thin,
};

const fromFiveYears: Steps = {
  below: thin.below,
  above: [
    [2, "red", "obese"],
    [1, "amber", "overweight"],
  ],
};

/** With a real minus. What rounds to zero has no sign. */
function signed(value: number, places: number, plus = ""): string {
  const size = Math.abs(value).toFixed(places);
  return Number(size) === 0 ? size : `${value < 0 ? "−" : plus}${size}`;
}

/** "−0.53", "+1.20". */
export const zText = (z: number): string => signed(z, 2, "+");

/** "wasted, below −2"; "within −2 to +2" if nothing is remarkable. */
export function growthFlag(indicator: GrowthIndicator, z: number, ageInDays: number): Flag {
  const { below, above } = indicator === "bfa" && ageInDays > LAST_DAY ? fromFiveYears : steps[indicator];
  const low = below.find(([limit]) => z < limit);
  if (low) return { level: low[1], text: `${low[2]}, below −${-low[0]}` };
  const high = above.find(([limit]) => z > limit);
  if (high) return { level: high[1], text: `${high[2]}, above +${high[0]}` };
  return { level: "ok", text: `within −2 to +${above.at(-1)?.[0] ?? 2}` };
}

/** "30th centile", "below the 1st centile". */
export function centileText(centile: number): string {
  if (centile < 1) return "below the 1st centile";
  if (centile > 99) return "above the 99th centile";
  const whole = Math.round(centile);
  const ones = whole % 10;
  const isTeen = whole >= 11 && whole <= 13;
  const ending = isTeen ? "th" : ones === 1 ? "st" : ones === 2 ? "nd" : ones === 3 ? "rd" : "th";
  return `${whole}${ending} centile`;
}

const DAYS_OF_MONTH = 30.4375;

/** "22 g a day" of weight in the first half year, then grams a week; "1.2 cm a month" of length. Null within a week. */
export function velocityText(
  indicator: "wfa" | "lhfa" | "hcfa",
  before: { value: number; ageInDays: number },
  now: { value: number; ageInDays: number },
): string | null {
  const days = now.ageInDays - before.ageInDays;
  if (days < 7) return null;
  const change = now.value - before.value;
  if (indicator !== "wfa") return `${signed((change / days) * DAYS_OF_MONTH, 1)} cm a month`;
  return now.ageInDays <= 183
    ? `${signed((change * 1000) / days, 0)} g a day`
    : `${signed((change * 7000) / days, 0)} g a week`;
}

/** A fall of the z-score that is mentioned, over four weeks or more, and one that crosses a centile band. */
const FALL = 0.25;
const BAND = 0.67;

type Course = { value: number; z: number; ageInDays: number };

/** The comment on the change from one value to the next, or null. Weight loss is always mentioned. */
export function courseFlag(indicator: GrowthIndicator, before: Course, now: Course): Flag | null {
  if (indicator === "wfa" && now.value < before.value) return { level: "amber", text: "lost weight" };
  const change = now.z - before.z;
  if (change <= -BAND) return { level: "amber", text: "much slower than before" };
  if (change <= -FALL && now.ageInDays - before.ageInDays >= 28)
    return { level: "amber", text: "slower than before" };
  if (change >= BAND && indicator === "hcfa") return { level: "amber", text: "much faster than before" };
  return null;
}
