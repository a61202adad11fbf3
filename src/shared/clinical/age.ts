import { isCalendarDay } from "#shared/formats/dates.ts";

/** From this age in months on, ages are given in years. In the first month they are given in days. */
const MONTHS_SHOWN_BELOW = 24;

export type AgeSource = {
  /** YYYY-MM-DD, if known. */
  birthday?: string | null | undefined;
  /** Whole years as typed; the edit form stores an empty age as 0. */
  age?: number | null | undefined;
};

/**
 * Full years, and full months beyond them, on that day; null when the birthday is invalid or in the future. A
 * person born on February 29 turns a year older on March 1 of a common year.
 */
export function ageAt(birthday: string, day: string): { years: number; months: number } | null {
  if (!isCalendarDay(birthday) || !isCalendarDay(day) || birthday > day) return null;
  const isShort = day.slice(8) < birthday.slice(8);
  const total = monthsOf(day) - monthsOf(birthday) - (isShort ? 1 : 0);
  return { years: Math.floor(total / 12), months: total % 12 };
}

/** Lists compute hundreds of ages, and slices take a third of the time of a split. */
const monthsOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));

/** Age in full years, null when unknown. The birthday wins over a typed age, and a typed 0 is an empty one. */
export const yearsAt = ({ birthday, age }: AgeSource, day: string): number | null =>
  (birthday ? ageAt(birthday, day)?.years : null) ?? (age || null);

/**
 * Age in full months for the bands of vital signs, null when unknown. A typed age below 2 is too coarse for an
 * infant's bands, so it counts as unknown at 0 and as 12 months at 1.
 */
export function ageInMonths({ birthday, age }: AgeSource, day: string): number | null {
  const known = birthday ? ageAt(birthday, day) : null;
  if (known) return known.years * 12 + known.months;
  return age ? Math.floor(age) * 12 : null;
}

/** Whether growth is assessed. Also for a typed age without a birthday. */
export const isUnderNineteen = (source: AgeSource, today: string): boolean =>
  (ageInMonths(source, today) ?? Number.POSITIVE_INFINITY) < 19 * 12;

/** By sex and age only: a woman may be pregnant from 10 to 55 years or if her age is unknown; later she may have been. */
export function mayBePregnant(
  patient: AgeSource & { sex?: string | null | undefined },
  today: string,
): "yes" | "was" | "no" {
  const years = (ageInMonths(patient, today) ?? 20 * 12) / 12;
  if (patient.sex !== "F" || years < 10) return "no";
  return years < 56 ? "yes" : "was";
}

/**
 * An age as it is shown: days in the first month, months under two years, years from then on; null when unknown. The
 * birthday wins over a typed age, and a typed 0 is an empty one.
 */
function shownAge(
  { birthday, age }: AgeSource,
  day: string,
): { count: number; unit: "day" | "month" | "year" } | null {
  const known = birthday ? ageAt(birthday, day) : null;
  if (!birthday || !known) return age ? { count: age, unit: "year" } : null;
  const months = known.years * 12 + known.months;
  if (months === 0) return { count: (Date.parse(day) - Date.parse(birthday)) / DAY, unit: "day" };
  return months < MONTHS_SHOWN_BELOW
    ? { count: months, unit: "month" }
    : { count: known.years, unit: "year" };
}

const DAY = 86_400_000;
const shortUnits = { day: " d", month: " mo", year: "" };

/** "67", "7 mo", "12 d", or "" when unknown. */
export function ageLabel(source: AgeSource, today: string): string {
  const shown = shownAge(source, today);
  return shown ? `${shown.count}${shortUnits[shown.unit]}` : "";
}

/** "67 years old", "1 month old", "0 days old", or "" when unknown. */
export function ageInWords(source: AgeSource, day: string): string {
  const shown = shownAge(source, day);
  return shown ? `${shown.count} ${shown.unit}${shown.count === 1 ? "" : "s"} old` : "";
}

/** "67 / F", "7 mo / M"; only the sex if the age is unknown. */
export const ageSex = (patient: AgeSource & { sex?: string | null | undefined }, today: string): string =>
  [ageLabel(patient, today), patient.sex].filter(Boolean).join(" / ");

/** Whose band it is: "8", "7 mo", "under 1 mo". */
export function bandAge(months: number): string {
  if (months < 1) return "under 1 mo";
  return months < MONTHS_SHOWN_BELOW ? `${months} mo` : String(Math.floor(months / 12));
}
