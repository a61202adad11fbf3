import { isCalendarDay } from "#shared/formats/dates.ts";

/** From this age in months on, ages are given in years. In the first month they are given in days. */
const MONTHS_SHOWN_BELOW = 24;

/** An age that somebody told: whole years, and the day (YYYY-MM-DD) on which they were told. */
export type ToldAge = { years: number; on: string };

export type AgeSource = {
  /** YYYY-MM-DD, if known. */
  birthday?: string | null | undefined;
  /** Whole years on the given day; the edit form stores an empty age as 0. Ignored beside `ageTold`. */
  age?: number | null | undefined;
  /** Grows, unlike `age`. */
  ageTold?: ToldAge | null | undefined;
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

/**
 * A told age on another day: a year more with each full year since, a year less with each full year before. Within a
 * year of that day it is the told one.
 */
function toldAgeAt({ years, on }: ToldAge, day: string): number {
  const [from, to] = on <= day ? [on, day] : [day, on];
  const passed = ageAt(from, to)?.years ?? 0;
  return Math.max(on <= day ? years + passed : years - passed, 0);
}

const typedYears = ({ age, ageTold }: AgeSource, day: string): number | null =>
  (ageTold?.years ? toldAgeAt(ageTold, day) : age) || null;

/** Age in full years, null when unknown. The birthday wins over a typed age, and a typed 0 is an empty one. */
export const yearsAt = (source: AgeSource, day: string): number | null =>
  (source.birthday ? ageAt(source.birthday, day)?.years : null) ?? typedYears(source, day);

/**
 * Age in full months for the bands of vital signs, null when unknown. A typed age below 2 is too coarse for an
 * infant's bands, so it counts as unknown at 0 and as 12 months at 1.
 */
export function ageInMonths(source: AgeSource, day: string): number | null {
  const known = source.birthday ? ageAt(source.birthday, day) : null;
  if (known) return known.years * 12 + known.months;
  const years = typedYears(source, day);
  return years === null ? null : Math.floor(years) * 12;
}

/** From this age in months on, a patient is an adult. */
export const ADULT_FROM_MONTHS = 18 * 12;

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
  source: AgeSource,
  day: string,
): { count: number; unit: "day" | "month" | "year"; isTyped?: true } | null {
  const { birthday } = source;
  const known = birthday ? ageAt(birthday, day) : null;
  if (!birthday || !known) {
    const years = typedYears(source, day);
    return years === null ? null : { count: years, unit: "year", isTyped: true };
  }
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

/** The same on a screen, where an age without a birthday is "about 67": the day on which it changes is unknown. */
export const ageOnScreen = (source: AgeSource, today: string): string =>
  (shownAge(source, today)?.isTyped ? "about " : "") + ageLabel(source, today);

/** What stands for a sex that nobody has recorded yet. */
export const SEX_NOT_RECORDED = "sex not recorded";

/** "67 / F", "7 mo / M", "about 67 / F", "67 / sex not recorded"; only the sex if the age is unknown. */
export const ageSex = (patient: AgeSource & { sex: string | null | undefined }, today: string): string =>
  [ageOnScreen(patient, today), patient.sex || SEX_NOT_RECORDED].filter(Boolean).join(" / ");

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;

/** The time from a day to a later one: "3 days", "5 weeks", then by the calendar "2 months", from two years on "3 years". */
export function spanInWords(from: string, to: string): string {
  const days = Math.max(Math.round((Date.parse(to) - Date.parse(from)) / DAY), 0);
  if (days < 14) return counted(days, "day");
  const { years, months } = ageAt(from, to) ?? { years: 0, months: 0 };
  if (years * 12 + months < 2) return counted(Math.floor(days / 7), "week");
  return years * 12 + months < MONTHS_SHOWN_BELOW
    ? counted(years * 12 + months, "month")
    : counted(years, "year");
}

/** An age on a growth chart, by the calendar: "12 days" below two months, "8 mo", "2 y 3 mo". */
export function growthAge(birthday: string, day: string): string {
  const known = ageAt(birthday, day);
  if (!known) return "";
  const { years, months } = known;
  const total = years * 12 + months;
  if (total < 2) return counted((Date.parse(day) - Date.parse(birthday)) / DAY, "day");
  if (total < MONTHS_SHOWN_BELOW) return `${total} mo`;
  return `${years} y${months ? ` ${months} mo` : ""}`;
}

/** Whose band it is: "8", "7 mo", "under 1 mo". */
export function bandAge(months: number): string {
  if (months < 1) return "under 1 mo";
  return months < MONTHS_SHOWN_BELOW ? `${months} mo` : String(Math.floor(months / 12));
}
