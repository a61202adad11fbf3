import { isUnderNineteen, spanInWords } from "#shared/clinical/age.ts";
import { addDays, formatDay, isCalendarDay } from "#shared/formats/dates.ts";
import {
  countsAs,
  courses,
  earliestOf,
  FOUR_WEEKS,
  isCombined,
  isLive,
  isOneOf,
  isOutsideSchedule,
  type ScheduledDose,
  schedule,
  scheduledName,
} from "./schedule.ts";

export type GivenDose = { vaccine: string; dose: number; date: string; brand?: string | null };

type DoseStatus = "given" | "due" | "overdue" | "later" | "postponed" | "past";

export type DoseRow<Given extends GivenDose = GivenDose> = {
  vaccine: string;
  dose: number;
  program: ScheduledDose["program"] | "course";
  status: DoseStatus;
  /** The first day on which it may be given, or was; null until the dose before it is given. */
  from: string | null;
  /** The dose that counts. While it is due again, the one that was given too early. */
  given: Given | null;
  /** Doses that were given too early, and repeated since. */
  replaced: readonly Given[];
  /** "Overdue, 2 months", "Due now", "Due Dec 6, 2026". */
  words: string;
  /** A hint: intervals of a catch-up, or a dose that was given too early. */
  note: string | null;
};

/** A dose is overdue this many days after its due day. */
const GRACE = 28;
/** A dose may be given this many days early and still count. */
const EARLY = 4;
/** A dose of a course may be this many days late without moving the next ones. */
const LATE_IN_COURSE = 2;
/** So many days after the day of a dose its course is over: another bite begins a new one. */
const COURSE_ENDS = 90;

const daysOf = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate();

/** The same day of a later month, or the last of a shorter month. */
export function addMonths(day: string, months: number): string {
  const total = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  const month = `${Math.floor(total / 12)}-${String((total % 12) + 1).padStart(2, "0")}`;
  return `${month}-${String(Math.min(Number(day.slice(8)), daysOf(month))).padStart(2, "0")}`;
}

/** The day of an age, or the one that is this much later. */
const dayAt = (birthday: string, at: ScheduledDose["at"]): string =>
  "weeks" in at ? addDays(birthday, at.weeks * 7) : addMonths(birthday, at.months);

const apart = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;

const intervalText = (days: number) =>
  days % 7 === 0 && days < 60 ? plural(days / 7, "week") : plural(Math.round(days / 30.4375), "month");

type Child = {
  birthday: string;
  sex: string | null;
  /** Live vaccines and HPV wait. */
  isPregnant?: boolean;
};

type Patient = Omit<Child, "birthday"> & { birthday: string | null };

/** Whether the schedule expects doses of a patient. */
export const isScheduled = <P extends { birthday: string | null }>(
  patient: P,
  today: string,
): patient is P & { birthday: string } => patient.birthday !== null && isUnderNineteen(patient, today);

/** Every dose of a patient: of the courses that were begun, and of a child's schedule. */
export const dosesOf = <Given extends GivenDose>(
  patient: Patient,
  given: readonly Given[],
  today: string,
): DoseRow<Given>[] => [
  ...coursesOf(given, today),
  ...(isScheduled(patient, today) ? scheduleOf(patient, given, today) : []),
];

/**
 * Every dose of the schedule for a child, in order. Only the next dose of a vaccine is due or overdue; later ones wait
 * for it. A dose that was given too early is due again, until it is repeated or the next one is given.
 */
export function scheduleOf<Given extends GivenDose>(
  child: Child,
  given: readonly Given[],
  today: string,
): DoseRow<Given>[] {
  if (!isCalendarDay(child.birthday) || child.birthday > today) return [];
  const recorded = new Map(schedule.map(({ vaccine }) => [vaccine, recordedDoses(child, vaccine, given)]));
  const isPast = ({ until, isFinishedLater }: ScheduledDose, ofVaccine: readonly RecordedDose[]) =>
    until !== undefined &&
    today >= dayAt(child.birthday, until) &&
    !(isFinishedLater && ofVaccine.length > 0 && !startedFrom(until, child, ofVaccine));
  const next = new Map<string, number>();
  return schedule
    .filter((dose) => dose.sex === undefined || dose.sex === child.sex)
    .filter((dose) => hasProduct(dose, given))
    .map((dose): DoseRow<Given> => {
      const { vaccine, program } = dose;
      const ofVaccine = recorded.get(vaccine) ?? [];
      const all = ofVaccine.filter((each) => each.number === dose.dose);
      const its = all.at(-1);
      const replaced = all.slice(0, -1).map(({ one }) => one);
      const row = { vaccine, dose: dose.dose, program, given: its?.one ?? null, replaced };
      const isDueAgain =
        its !== undefined &&
        its.early > 0 &&
        !isPast(dose, ofVaccine) &&
        !ofVaccine.some(({ number }) => number === dose.dose + 1);
      const note = its ? noteOfDose(its, isDueAgain) : null;
      if (its && !isDueAgain) {
        const { date } = its.one;
        return { ...row, from: date, status: "given", words: `Given ${formatDay(date)}`, note };
      }
      if (isPast(dose, ofVaccine))
        return { ...row, from: null, status: "past", words: "No longer given at this age", note };
      const isLate = dose.late !== undefined && startedFrom(dose.late.first, child, ofVaccine);
      if (isLate && dose.late?.interval === null)
        return { ...row, from: null, status: "past", words: "Not needed, first dose after 12 months", note };
      const timed = isLate ? { ...dose, interval: dose.late?.interval ?? FOUR_WEEKS } : dose;
      const first = next.get(vaccine) ?? dose.dose;
      next.set(vaccine, first);
      if (child.isPregnant && dose.isAfterPregnancy)
        return { ...row, from: null, status: "postponed", words: "Not during pregnancy", note };
      if (first < dose.dose)
        return {
          ...row,
          from: null,
          status: "later",
          words: `After dose ${first}`,
          note: note ?? (timed.interval ? `At least ${intervalText(timed.interval)} later` : null),
        };
      const from = latest(
        dayAt(child.birthday, dose.at),
        ...ofVaccine.map((each) => dayAfter(timed, each, child)),
        afterLive(dose, given, today),
      );
      return { ...row, ...dueOn(from, dose, note, today) };
    });
}

/**
 * Whether the doses with this number can stand beside each other: each but the last was too early. The vaccine is one of
 * the schedule.
 */
export function areRepeats(
  child: Child,
  { vaccine, dose }: Pick<GivenDose, "vaccine" | "dose">,
  given: readonly GivenDose[],
): boolean {
  const isSame = (one: GivenDose) => one.dose === dose && scheduledName(one.vaccine) === vaccine;
  const placed = recordedDoses(child, vaccine, given).filter(({ one }) => isSame(one));
  return placed.length === given.filter(isSame).length && placed.slice(0, -1).every(({ early }) => early > 0);
}

/** A dose with a later day, or one that waits for the end of a pregnancy. */
export const isComing = ({ status, from }: DoseRow): boolean =>
  status === "postponed" || (status === "later" && from !== null);

const NO_DAY = "9999";

/** By the first day; those without one last. */
export const byFirstDay = (one: DoseRow, other: DoseRow): number =>
  (one.from ?? NO_DAY).localeCompare(other.from ?? NO_DAY);

/** What the schedule says of a recorded dose, also that no row of it counts the dose. */
export function noteOf<Given extends GivenDose & { id: number }>(
  { id, vaccine }: Pick<Given, "id" | "vaccine">,
  rows: readonly DoseRow<Given>[],
): string | null {
  if (rows.some(({ replaced }) => replaced.some((one) => one.id === id)))
    return "Given too early, and repeated";
  const row = rows.find(({ given }) => given?.id === id);
  if (row) return row.note;
  const isExpected = rows.some(({ program }) => program !== "course") && !isOutsideSchedule(vaccine);
  return isExpected ? "Not counted in the schedule" : null;
}

function dueOn(
  from: string,
  { vaccine, dose, program }: ScheduledDose,
  early: string | null,
  today: string,
): Pick<DoseRow, "from" | "status" | "words" | "note"> {
  if (today < from) return { from, status: "later", words: `Due ${formatDay(from)}`, note: early };
  const late = apart(from, today);
  const next = schedule.find((one) => one.vaccine === vaccine && one.dose === dose + 1 && !one.products);
  const note =
    early ??
    (next?.interval && late > GRACE ? `Next dose at least ${intervalText(next.interval)} later` : null);
  return program === "DOH" && late > GRACE
    ? { from, status: "overdue", words: `Overdue, ${spanInWords(from, today)}`, note }
    : { from, status: "due", words: "Due now", note };
}

/** The first day on which a dose may follow a recorded one. */
function dayAfter(dose: ScheduledDose, { one, early }: RecordedDose, { birthday }: Child): string {
  const usual = addDays(one.date, (early > 0 && dose.again) || dose.interval || FOUR_WEEKS);
  if (!dose.older) return usual;
  const older = latest(dayAt(birthday, dose.older.from), addDays(one.date, dose.older.interval));
  return [usual, older].toSorted()[0] ?? usual;
}

const hasProduct = ({ vaccine, products }: ScheduledDose, given: readonly GivenDose[]): boolean =>
  products === undefined ||
  given.some(
    (one) =>
      countsAs(one.vaccine, vaccine) &&
      [one.vaccine, one.brand ?? ""].some((name) => isOneOf(products, name)),
  );

const startedFrom = (
  age: ScheduledDose["at"],
  { birthday }: Child,
  [first]: readonly RecordedDose[],
): boolean => first !== undefined && first.one.date >= dayAt(birthday, age);

/** The last of these days; empty without any. */
const latest = (...days: (string | null | undefined)[]): string =>
  days.reduce<string>((last, day) => (day && day > last ? day : last), "");

/** For a live vaccine, four weeks after the last other one that was given before the day. */
function afterLive(dose: ScheduledDose, given: readonly GivenDose[], day: string): string | null {
  if (!dose.isLive) return null;
  const others = given.filter(
    ({ vaccine, date }) => date < day && isLive(vaccine) && !countsAs(vaccine, dose.vaccine),
  );
  const last = latest(...others.map(({ date }) => date));
  return last && addDays(last, FOUR_WEEKS);
}

type RecordedDose<Given extends GivenDose = GivenDose> = {
  one: Given;
  /** Which dose it counts as. */
  number: number;
  /** How many days too early it was given; 0 when it counts. */
  early: number;
};

/**
 * The doses that count as one vaccine, by date, which decides their order: the recorded numbers are handed out anew in
 * ascending order. One whose number is taken counts as the next, such as MMRV after MMR, or the first dose of a merged
 * record; on the same day it is the same dose, and after one that was too early it repeats it.
 */
function recordedDoses<Given extends GivenDose>(
  child: Child,
  vaccine: string,
  given: readonly Given[],
): RecordedDose<Given>[] {
  const doses: RecordedDose<Given>[] = [];
  const find = (number: number) => doses.findLast((each) => each.number === number);
  const counted = given
    .filter((one) => countsAs(one.vaccine, vaccine))
    .toSorted((first, second) => first.date.localeCompare(second.date) || first.dose - second.dose);
  const numbers = counted.map(({ dose }) => dose).toSorted((first, second) => first - second);
  for (const [index, one] of counted.entries()) {
    let number = numbers[index] ?? one.dose;
    let taken = find(number);
    while (taken && taken.early === 0 && taken.one.date !== one.date) taken = find(++number);
    if (doses.some((each) => each.one.date === one.date)) continue;
    const scheduled = schedule.find((each) => each.vaccine === vaccine && each.dose === number);
    doses.push({ one, number, early: scheduled ? earlyBy(scheduled, one, { child, doses, given }) : 0 });
  }
  return doses;
}

/** How many days a dose was given before it counts, by its age and the intervals. */
function earlyBy(
  dose: ScheduledDose,
  { vaccine, date }: GivenDose,
  { child, doses, given }: { child: Child; doses: readonly RecordedDose[]; given: readonly GivenDose[] },
): number {
  const before = doses.at(-1)?.one.date;
  const earliest = earliestOf(vaccine, dose);
  const byAge = earliest ? dayAt(child.birthday, earliest) : null;
  const early = apart(date, latest(date, byAge, before && countsAfter(dose, vaccine, before, child, doses)));
  // Between live vaccines no day is missing.
  const least = before && dose.isLive && dose.least ? dayAt(before, dose.least) : null;
  const byLive = apart(date, latest(date, afterLive(dose, given, date), least));
  return byLive > 0 || early > EARLY ? Math.max(early, byLive) : 0;
}

/** The day from which on a dose counts after the one before it. Combined vaccines have their own intervals. */
function countsAfter(
  dose: ScheduledDose,
  vaccine: string,
  before: string,
  child: Child,
  doses: readonly RecordedDose[],
): string {
  if (dose.least) return dayAt(before, dose.least);
  if (isCombined(vaccine)) return addDays(before, FOUR_WEEKS);
  const isLate = dose.late !== undefined && startedFrom(dose.late.first, child, doses);
  return addDays(before, (isLate && dose.late?.interval) || dose.interval || FOUR_WEEKS);
}

function noteOfDose({ one, number, early }: RecordedDose, isDueAgain: boolean): string | null {
  if (early > 0)
    return `Given ${spanInWords(one.date, addDays(one.date, early))} before its earliest day; ${isDueAgain ? "to be repeated" : "may not count"}`;
  return one.dose === number || isCombined(one.vaccine)
    ? null
    : `Recorded as dose ${one.dose}; check that it is another one`;
}

/**
 * The remaining doses of courses in progress, by the latest first dose. A dose that is up to two days late leaves the
 * days of the others (DOH AO 2014-0012); after a longer delay the intervals are kept (ACIP 2010, WHO 2018), from today
 * for one that is not given yet.
 */
export function coursesOf<Given extends GivenDose>(given: readonly Given[], today: string): DoseRow<Given>[] {
  return courses.flatMap(({ vaccine, days, boostDays, immunizedBy }) => {
    const ofCourse = given.filter((one) => one.vaccine.toLowerCase() === vaccine.toLowerCase());
    const first = ofCourse
      .filter(({ dose }) => dose === 1)
      .toSorted((one, other) => other.date.localeCompare(one.date))[0];
    if (!first) return [];
    const isImmunized = immunizedBy.some(
      ({ vaccine: name, doses }) =>
        given.filter((one) => one.vaccine.toLowerCase() === name.toLowerCase() && one.date < first.date)
          .length >= doses,
    );
    let moved = 0;
    let isWaiting = false;
    let isOver = false;
    return (isImmunized ? boostDays : days).slice(1).map((day, index): DoseRow<Given> => {
      const dose = index + 2;
      const from = addDays(first.date, day + moved);
      const its = ofCourse.find((one) => one.dose === dose && one.date >= first.date) ?? null;
      const isPassed = ofCourse.some((one) => one.dose > dose && one.date >= first.date);
      const late = apart(from, its?.date ?? today);
      if (late > LATE_IN_COURSE && (its !== null || !isPassed)) moved += late;
      const note = isImmunized ? `Day ${day}, immunized before` : `Day ${day}`;
      const row = { vaccine, dose, program: "course" as const, from, given: its, replaced: [], note };
      if (its) return { ...row, status: "given", words: `Given ${formatDay(its.date)}` };
      isOver ||= late > COURSE_ENDS;
      if (isOver) return { ...row, from: null, status: "past", words: "Not given" };
      if (late < 0 || isWaiting) return { ...row, status: "later", words: `Due ${formatDay(from)}` };
      isWaiting = !isPassed;
      if (late === 0) return { ...row, status: "due", words: "Due today" };
      return { ...row, status: "overdue", words: `Overdue, ${spanInWords(from, today)}` };
    });
  });
}

/**
 * The number to propose for another dose of a vaccine: after the last one; of a course the next that is open, or 1 when
 * none is, as after another bite.
 */
export function nextDose(vaccine: string, given: readonly GivenDose[], today: string): number {
  const named = (name: string) => (scheduledName(name) ?? name).trim().toLowerCase();
  const same = given.filter((one) => named(one.vaccine) === named(vaccine));
  const isCourse = courses.some((course) => course.vaccine.toLowerCase() === named(vaccine));
  if (!isCourse) return same.reduce((most, { dose }) => Math.max(most, dose), 0) + 1;
  const open = coursesOf(given, today).find(
    (row) => row.vaccine.toLowerCase() === named(vaccine) && row.status !== "given" && row.status !== "past",
  );
  return open?.dose ?? 1;
}
