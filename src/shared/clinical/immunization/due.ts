import { addDays, formatDay, isCalendarDay } from "#shared/formats/dates.ts";
import { countsAs, courses, isCombined, type ScheduledDose, schedule } from "./schedule.ts";

export type GivenDose = { vaccine: string; dose: number; date: string };

type DoseStatus = "given" | "due" | "overdue" | "later" | "past";

export type DoseRow<Given extends GivenDose = GivenDose> = {
  vaccine: string;
  dose: number;
  program: ScheduledDose["program"] | "course";
  status: DoseStatus;
  /** The first day on which it may be given; null until the dose before it is given. */
  from: string | null;
  given: Given | null;
  /** "Overdue, 2 months", "Due now", "Due Dec 6, 2026". */
  words: string;
  /** A hint: intervals of a catch-up, or a dose that was given too early. */
  note: string | null;
};

/** A dose is overdue this many days after its due day. */
const GRACE = 28;
/** A dose may be given this many days early and still count. */
const EARLY = 4;

const daysOf = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate();

/** The same day of a later month, or the last of a shorter month. */
export function addMonths(day: string, months: number): string {
  const total = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  const month = `${Math.floor(total / 12)}-${String((total % 12) + 1).padStart(2, "0")}`;
  return `${month}-${String(Math.min(Number(day.slice(8)), daysOf(month))).padStart(2, "0")}`;
}

const dayAt = (birthday: string, at: ScheduledDose["at"]): string =>
  "weeks" in at ? addDays(birthday, at.weeks * 7) : addMonths(birthday, at.months);

const apart = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;

/** "3 days", "5 weeks", "2 months", "3 years". */
export function spanText(days: number): string {
  if (days < 14) return plural(days, "day");
  if (days < 61) return plural(Math.floor(days / 7), "week");
  if (days < 730) return plural(Math.floor(days / 30.4375), "month");
  return plural(Math.floor(days / 365.25), "year");
}

const intervalText = (days: number) =>
  days % 7 === 0 && days < 60 ? plural(days / 7, "week") : plural(Math.round(days / 30.4375), "month");

/**
 * Every dose of the schedule for a child, in order. Only the next dose of a vaccine is due or overdue; later ones wait
 * for it.
 */
export function scheduleOf<Given extends GivenDose>(
  { birthday, sex }: { birthday: string; sex: string },
  given: readonly Given[],
  today: string,
): DoseRow<Given>[] {
  if (!isCalendarDay(birthday) || birthday > today) return [];
  const numbered = new Map<string, Map<number, Given>>();
  const find = (vaccine: string, dose: number) => {
    const doses = numbered.get(vaccine) ?? dosesOf(vaccine, given);
    numbered.set(vaccine, doses);
    return doses.get(dose) ?? null;
  };
  return schedule
    .filter((dose) => dose.sex === undefined || dose.sex === sex)
    .map((dose) => {
      const its = find(dose.vaccine, dose.dose);
      const before = dose.dose > 1 ? find(dose.vaccine, dose.dose - 1) : null;
      const byAge = dayAt(birthday, dose.at);
      const byInterval = before && dose.interval ? addDays(before.date, dose.interval) : null;
      const from = byInterval && byInterval > byAge ? byInterval : byAge;
      const row = { vaccine: dose.vaccine, dose: dose.dose, program: dose.program, given: its };
      if (its)
        return {
          ...row,
          from,
          status: "given",
          words: `Given ${formatDay(its.date)}`,
          // Combined vaccines have their own ages.
          note: isCombined(its.vaccine) ? null : earlyNote(its.date, from),
        };
      if (dose.until && today >= dayAt(birthday, dose.until))
        return { ...row, from: null, status: "past", words: "No longer given at this age", note: null };
      if (dose.dose > 1 && !before)
        return {
          ...row,
          from: null,
          status: "later",
          words: `After dose ${dose.dose - 1}`,
          note: dose.interval ? `At least ${intervalText(dose.interval)} later` : null,
        };
      if (today < from) return { ...row, from, status: "later", words: `Due ${formatDay(from)}`, note: null };
      const late = apart(from, today);
      const next = schedule.find(
        ({ vaccine, dose: number }) => vaccine === dose.vaccine && number === dose.dose + 1,
      );
      const note =
        next?.interval && late > GRACE ? `Next dose at least ${intervalText(next.interval)} later` : null;
      if (dose.program === "DOH" && late > GRACE)
        return { ...row, from, status: "overdue", words: `Overdue, ${spanText(late)}`, note };
      return { ...row, from, status: "due", words: "Due now", note };
    });
}

/** The doses that count as one vaccine. A combined one whose number is taken, such as MMRV after MMR, counts as the next. */
function dosesOf<Given extends GivenDose>(vaccine: string, given: readonly Given[]): Map<number, Given> {
  const doses = new Map<number, Given>();
  const counted = given.filter((one) => countsAs(one.vaccine, vaccine));
  for (const one of counted.toSorted((first, second) => first.date.localeCompare(second.date))) {
    let { dose } = one;
    const hasCombined = () => isCombined(one.vaccine) || isCombined(doses.get(dose)?.vaccine ?? "");
    while (doses.has(dose) && hasCombined()) dose += 1;
    if (!doses.has(dose)) doses.set(dose, one);
  }
  return doses;
}

const earlyNote = (date: string, from: string): string | null => {
  const early = apart(date, from);
  return early > EARLY ? `Given ${spanText(early)} before its earliest day; may not count` : null;
};

/** The remaining doses of courses in progress, by the latest first dose. */
export function coursesOf<Given extends GivenDose>(given: readonly Given[], today: string): DoseRow<Given>[] {
  return courses.flatMap(({ vaccine, days }) => {
    const ofCourse = given.filter((one) => one.vaccine.toLowerCase() === vaccine.toLowerCase());
    const first = ofCourse
      .filter(({ dose }) => dose === 1)
      .toSorted((one, other) => other.date.localeCompare(one.date))[0];
    if (!first) return [];
    return days.slice(1).map((day, index): DoseRow<Given> => {
      const dose = index + 2;
      const from = addDays(first.date, day);
      const its = ofCourse.find((one) => one.dose === dose && one.date >= first.date) ?? null;
      const late = apart(from, today);
      const row = { vaccine, dose, program: "course" as const, from, given: its, note: `Day ${day}` };
      if (its) return { ...row, status: "given", words: `Given ${formatDay(its.date)}` };
      if (late < 0) return { ...row, status: "later", words: `Due ${formatDay(from)}` };
      if (late === 0) return { ...row, status: "due", words: "Due today" };
      return { ...row, status: "overdue", words: `Overdue, ${spanText(late)}` };
    });
  });
}
