import { weekdayOf } from "#shared/formats/dates.ts";

/** Opening hours of a place on one weekday, or a doctor's there. */
export type OpenHours = {
  /** 1 Monday … 7 Sunday. */
  weekday: number;
  /** Set for hours of this date alone, beside the weekly ones. */
  day?: string | undefined;
  /** "08:00", in Manila. */
  from: string;
  /** Later on the same day; "24:00" is midnight. */
  to: string;
};

export const weekdayNames = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

/** Minutes of a day. */
export const MIDNIGHT = 24 * 60;

/** Minutes from midnight of "08:30"; null if it is no time of day. */
export function minuteOf(clock: string): number | null {
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(clock) ?? [];
  if (hours === undefined || minutes === undefined || Number(minutes) > 59) return null;
  const minute = Number(hours) * 60 + Number(minutes);
  return minute <= MIDNIGHT ? minute : null;
}

/** "08:30" of 510. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

/** Minutes from midnight. */
export type Interval = { from: number; to: number };

/** The opening hours of a place on a day, in order; overlapping ones are merged. */
export function openOn(hours: readonly OpenHours[], day: string): Interval[] {
  const weekday = weekdayOf(day);
  return merged(
    hours
      .filter((each) => (each.day === undefined ? each.weekday === weekday : each.day === day))
      .map(({ from, to }) => ({ from: minuteOf(from) ?? 0, to: minuteOf(to) ?? 0 })),
  );
}

/** The weekly hours of several doctors as those of their place. */
export const unionOf = (weeks: readonly (readonly OpenHours[])[]): OpenHours[] =>
  weekdayNames.flatMap((_, index) =>
    merged(
      weeks
        .flat()
        .filter(({ weekday, day }) => weekday === index + 1 && day === undefined)
        .map(({ from, to }) => ({ from: minuteOf(from) ?? 0, to: minuteOf(to) ?? 0 })),
    ).map(({ from, to }) => ({ weekday: index + 1, from: clockOf(from), to: clockOf(to) })),
  );

/** In order, with overlapping ones as one. */
export function merged(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const next of intervals.toSorted((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    if (last && next.from <= last.to) last.to = Math.max(last.to, next.to);
    else merged.push({ ...next });
  }
  return merged;
}

const ofWeekday = (hours: readonly OpenHours[], weekday: number) =>
  hours.filter((each) => each.weekday === weekday).map(({ from, to }) => `${from} ${to}`);

/** The days of the week, 1 to 7, whose hours differ. */
export const weekdaysThatDiffer = (before: readonly OpenHours[], after: readonly OpenHours[]): number[] =>
  weekdayNames
    .map((_, index) => index + 1)
    .filter((weekday) => `${ofWeekday(before, weekday)}` !== `${ofWeekday(after, weekday)}`);

/** The week with these days' hours replaced. */
export const withWeekdays = (
  week: readonly OpenHours[],
  { hours, weekdays }: { hours: readonly OpenHours[]; weekdays: readonly number[] },
): OpenHours[] => [
  ...week.filter(({ weekday }) => !weekdays.includes(weekday)),
  ...hours.filter(({ weekday }) => weekdays.includes(weekday)),
];

/** "8:00 AM" of "08:00". */
export function clockInWords(clock: string): string {
  const minute = minuteOf(clock) ?? 0;
  const hour = Math.floor(minute / 60) % 24;
  const half = hour < 12 ? "AM" : "PM";
  return `${hour % 12 || 12}:${String(minute % 60).padStart(2, "0")} ${half}`;
}

/** "Mon to Fri 8:00 AM to 12:00 PM, 1:00 PM to 5:00 PM · Sat 8:00 AM to 12:00 PM"; null when a place never opens. */
export function hoursInWords(hours: readonly OpenHours[]): string | null {
  const ofDays = weekdayNames.map((name, index) => ({
    name: name.slice(0, 3),
    times: hours
      .filter(({ weekday }) => weekday === index + 1)
      .sort((one, other) => one.from.localeCompare(other.from))
      .map(({ from, to }) => `${clockInWords(from)} to ${clockInWords(to)}`)
      .join(", "),
  }));
  const runs: { first: string; last: string; times: string }[] = [];
  let before = "";
  for (const { name, times } of ofDays) {
    const run = runs.at(-1);
    if (times && run && times === before) run.last = name;
    else if (times) runs.push({ first: name, last: name, times });
    before = times;
  }
  const words = runs.map(
    ({ first, last, times }) => `${first}${last === first ? "" : ` to ${last}`} ${times}`,
  );
  return words.join(" · ") || null;
}
