/**
 * Days and clocks of the clinic. Asia/Manila is UTC+8 all year, so the shift is arithmetic, and neither the
 * computer's time zone nor its clock is ever read: "now" is passed in.
 *
 * A `day` is text, YYYY-MM-DD, a calendar day without a time; an instant is a Date or ISO text.
 */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MANILA_OFFSET = 8 * HOUR;

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** Days of each month of a common year. */
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export type Period = "all" | "week" | "month" | "quarter" | "year";

const dayText = (utcMidnight: number) => new Date(utcMidnight).toISOString().slice(0, 10);

const pad = (value: number) => value.toString().padStart(2, "0");

/** Is this text a day that exists, as YYYY-MM-DD? */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = Number(text.slice(8));
  return day >= 1 && day <= daysOf(Number(text.slice(0, 4)), Number(text.slice(5, 7)));
}

/** 0 for a month that does not exist. */
function daysOf(year: number, month: number): number {
  if (month !== 2) return DAYS[month - 1] ?? 0;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/** Milliseconds of the day's midnight in UTC. Throws a RangeError for a day that does not exist. */
function utcMidnight(day: string): number {
  if (!isCalendarDay(day)) throw new RangeError(`Not a calendar day: ${day}`);
  return Date.parse(`${day}T00:00:00Z`);
}

/** Caches the last result, since lists ask for the same day row after row. */
let lastDay = { start: Number.NaN, text: "" };

/** The day in Manila at that instant: 2026-11-20T16:30Z is 2026-11-21. */
export function manilaDay(instant: Date): string {
  const start = Math.floor((instant.getTime() + MANILA_OFFSET) / DAY) * DAY;
  if (start !== lastDay.start) lastDay = { start, text: dayText(start) };
  return lastDay.text;
}

/** The first instant of that day in Manila, and the first one after it. */
export function manilaDayRange(day: string): { start: Date; end: Date } {
  const start = utcMidnight(day) - MANILA_OFFSET;
  return { start: new Date(start), end: new Date(start + DAY) };
}

/** The instant this many minutes after that day's midnight in Manila. */
export const manilaInstant = (day: string, minute: number): Date =>
  new Date(utcMidnight(day) - MANILA_OFFSET + minute * 60_000);

/** The clock in Manila at that instant, "21:30:05". */
export const manilaClock = (instant: Date): string =>
  new Date(instant.getTime() + MANILA_OFFSET).toISOString().slice(11, 19);

/** Minutes since midnight in Manila. */
export const manilaMinute = (instant: Date): number =>
  Math.floor(((instant.getTime() + MANILA_OFFSET) % DAY) / 60_000);

/** 1 Monday … 7 Sunday. */
export const weekdayOf = (day: string): number => new Date(utcMidnight(day)).getUTCDay() || 7;

export const addDays = (day: string, days: number): string => dayText(utcMidnight(day) + days * DAY);

/** Sunday to Saturday of the week of a day, as calendars in the Philippines show it. */
export const weekOf = (day: string): string[] =>
  Array.from({ length: 7 }, (_, index) => addDays(day, index - (weekdayOf(day) % 7)));

/** First day of a report's period, null for all time. A week is the last seven days including today. */
export function startOfPeriod(period: Period, today: string): string | null {
  const year = today.slice(0, 4);
  switch (period) {
    case "all":
      return null;
    case "week":
      return addDays(today, -6);
    case "month":
      return `${today.slice(0, 7)}-01`;
    case "quarter": {
      const month = Number(today.slice(5, 7));
      return `${year}-${pad(month - ((month - 1) % 3))}-01`;
    }
    case "year":
      return `${year}-01-01`;
  }
}

function words(day: string, monthLetters: number): string {
  if (!isCalendarDay(day)) return day;
  const month = MONTHS[Number(day.slice(5, 7)) - 1] ?? "";
  return `${month.slice(0, monthLetters)} ${Number(day.slice(8, 10))}, ${day.slice(0, 4)}`;
}

/** "2026-11-20" as "Nov 20, 2026". Text that is no date is returned unchanged. */
export const formatDay = (day: string): string => words(day, 3);

/** "2026-11-20" as "Nov 20"; with the year if it is not this year. */
export const shortDay = (day: string, today: string): string =>
  day.slice(0, 4) === today.slice(0, 4) ? formatDay(day).replace(/, \d{4}$/, "") : formatDay(day);

/** "2026-11-20" as "November 20, 2026". */
export const formatLongDay = (day: string): string => words(day, Number.POSITIVE_INFINITY);

/** "2026-11-20" as "Friday". */
export const formatWeekday = (day: string): string => WEEKDAYS[new Date(utcMidnight(day)).getUTCDay()] ?? "";

/** The month of "2026-11-20" as "November 2026". */
export const formatMonth = (day: string): string =>
  isCalendarDay(day) ? `${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}` : day;

/** An instant's clock in Manila, "9:31 AM". */
export function formatClock(iso: string | Date): string {
  const manila = new Date(new Date(iso).getTime() + MANILA_OFFSET);
  const hour = manila.getUTCHours();
  return `${hour % 12 || 12}:${pad(manila.getUTCMinutes())} ${hour < 12 ? "AM" : "PM"}`;
}

/** An instant in Manila, "Nov 20, 2026, 9:31 AM". */
export const formatInstant = (iso: string | Date): string =>
  `${formatDay(manilaDay(new Date(iso)))}, ${formatClock(iso)}`;

/**
 * A typed date as a day: "11/20/2026", "1-5-2026", "2026-11-20", "Nov 20, 2026", "20 Nov 2026"; null if it is none.
 * Month first, as in the Philippines; a two-digit year is refused, since 11/20/26 may mean 1926.
 */
export function parseTypedDate(text: string): string | null {
  const typed = text.trim();
  let parts: [string, string, string] | null = null;
  const monthFirst = /^(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{4})$/.exec(typed);
  const named = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:,\s*|\s+)(\d{4})$/i.exec(typed);
  const dayFirst = /^(\d{1,2})\s+([a-z]{3,9})\.?,?\s+(\d{4})$/i.exec(typed);
  if (isCalendarDay(typed)) return typed;
  if (monthFirst) parts = [monthFirst[3] ?? "", monthFirst[1] ?? "", monthFirst[2] ?? ""];
  else if (named || dayFirst) {
    const [, name = "", date = "", year = ""] = named ?? [
      "",
      dayFirst?.[2] ?? "",
      dayFirst?.[1] ?? "",
      dayFirst?.[3] ?? "",
    ];
    const month = MONTHS.findIndex((full) => full.toLowerCase().startsWith(name.toLowerCase()));
    if (month >= 0) parts = [year, String(month + 1), date];
  }
  if (!parts) return null;
  const day = `${parts[0]}-${parts[1].padStart(2, "0")}-${parts[2].padStart(2, "0")}`;
  return isCalendarDay(day) ? day : null;
}

/** The range of birthdays in a search: one day, or a whole year; null for neither. */
export function birthdaysMeant(search: string): { from: string; to: string } | null {
  const typed = search.trim();
  if (/^(19|20)\d\d$/.test(typed)) return { from: `${typed}-01-01`, to: `${typed}-12-31` };
  // Also year first, and day first if it can be no month. Forms accept neither, since there a date must be certain.
  const monthFirst = typed
    .replace(/[/.,\-\s]+/g, " ")
    .replace(/^(\d{4}) (\d+) (\d+)$/, "$2 $3 $1")
    .replace(/^(1[3-9]|[23]\d) (\d+) (\d+)$/, "$2 $1 $3");
  const day = parseTypedDate(monthFirst);
  return day === null || day < "1000" ? null : { from: day, to: day };
}

/** "2026-11-20" as "11/20/2026", the format in which dates are typed. */
export const formatTypedDate = (day: string): string =>
  isCalendarDay(day) ? `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}` : day;

/** "Just now", "5m ago", "3h ago", "6d ago", then the date. An instant slightly in the future is "Just now". */
export function relativeTime(iso: string | Date, now: Date): string {
  const instant = new Date(iso);
  const minutes = Math.floor((now.getTime() - instant.getTime()) / 60_000);
  if (minutes < 1) return "Just now";
  if (minutes < 60) return `${minutes}m ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)}h ago`;
  const days = Math.floor(minutes / (24 * 60));
  return days <= 6 ? `${days}d ago` : formatDay(manilaDay(instant));
}

/** A waiting time: "8m", "1h 12m". */
export function waitingLabel(minutes: number): string {
  const whole = Math.max(0, Math.floor(minutes));
  return whole < 60 ? `${whole}m` : `${Math.floor(whole / 60)}h ${whole % 60}m`;
}
