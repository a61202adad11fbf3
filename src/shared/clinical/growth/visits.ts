import type { Flag } from "#shared/clinical/vital-sign-flags.ts";
import type { GrowthIndicator, GrowthPoint } from "./indicators.ts";
import { courseFlag, velocityText } from "./words.ts";

/** An indicator on one day. */
export type GrowthValue = GrowthPoint & { date: string; ageInDays: number };

/** The measurements of one day. */
type GrowthVisit = {
  date: string;
  ageInDays: number;
  values: Partial<Record<GrowthIndicator, GrowthValue>>;
};

/** The oldest first. */
export function visitsOf(values: readonly GrowthValue[]): GrowthVisit[] {
  const visits = new Map<string, GrowthVisit>();
  for (const value of values) {
    const visit = visits.get(value.date) ?? { date: value.date, ageInDays: value.ageInDays, values: {} };
    visit.values[value.indicator] = value;
    visits.set(value.date, visit);
  }
  return [...visits.values()];
}

const measured = ["wfa", "lhfa", "hcfa"] as const;
type Velocity = { text: string; since: string; flag: Flag | null };

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
  const text = velocityText(indicator, before, now);
  return text === null ? null : { text, since: before.date, flag: courseFlag(indicator, before, now) };
}

/** "8 mo", "2 y 3 mo", "12 days". */
export function ageText(days: number): string {
  if (days < 61) return `${days} day${days === 1 ? "" : "s"}`;
  const months = Math.floor(days / 30.4375);
  if (months < 24) return `${months} mo`;
  const left = months % 12;
  return `${Math.floor(months / 12)} y${left ? ` ${left} mo` : ""}`;
}
