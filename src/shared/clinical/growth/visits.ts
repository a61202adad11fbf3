import type { Flag } from "#shared/clinical/vital-sign-flags.ts";
import { comparedLength, type GrowthIndicator, type GrowthPoint, STANDING_FROM_DAYS } from "./indicators.ts";
import { courseFlag, velocityText } from "./words.ts";

/** An indicator on one day. */
export type GrowthValue = GrowthPoint & {
  date: string;
  ageInDays: number;
  correctedAgeInDays: number | null;
};

/** The measurements of one day. */
type GrowthVisit = {
  date: string;
  ageInDays: number;
  correctedAgeInDays: number | null;
  values: Partial<Record<GrowthIndicator, GrowthValue>>;
};

/** The oldest first. */
export function visitsOf(values: readonly GrowthValue[]): GrowthVisit[] {
  const visits = new Map<string, GrowthVisit>();
  for (const value of values) {
    const { date, ageInDays, correctedAgeInDays } = value;
    const visit = visits.get(date) ?? { date, ageInDays, correctedAgeInDays, values: {} };
    visit.values[value.indicator] = value;
    visits.set(value.date, visit);
  }
  return [...visits.values()];
}

const measured = ["wfa", "lhfa", "hcfa"] as const;
type Velocity = { text: string; since: string; flag: Flag | null };

/** A length becomes a height at two years: it is compared with one as if it had been measured standing, too. */
function comparable(
  indicator: GrowthIndicator,
  before: GrowthValue,
  now: GrowthValue,
): [GrowthValue, GrowthValue] {
  if (indicator !== "lhfa") return [before, now];
  const standing = (point: GrowthValue): GrowthValue => {
    const length = point.length ?? point.value;
    const age = point.correctedAgeInDays ?? point.ageInDays;
    return {
      ...point,
      value: comparedLength(length, age < STANDING_FROM_DAYS ? "lying" : null, STANDING_FROM_DAYS),
    };
  };
  return [standing(before), standing(now)];
}

/** How a value has changed since the one before it; null for the first, an implausible one, or within a week. */
export function velocityOf(
  indicator: (typeof measured)[number],
  values: readonly GrowthValue[],
  date: string,
): Velocity | null {
  const its = values.filter(
    (value) => value.indicator === indicator && value.isPlausible && value.date <= date,
  );
  const [before, now] = its.slice(-2);
  if (!before || now?.date !== date) return null;
  const text = velocityText(indicator, ...comparable(indicator, before, now));
  return text === null ? null : { text, since: before.date, flag: courseFlag(indicator, before, now) };
}
