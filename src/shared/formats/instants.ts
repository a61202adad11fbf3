import { isCalendarDay } from "./dates.ts";

/** The accepted years: enough for any birthday or appointment, and far within PostgreSQL's range. */
const YEARS = { first: "1900", last: "2199" } as const;

export const yearWords = `from ${YEARS.first} to ${YEARS.last}`;

export const isUsualYear = (day: string): boolean =>
  day.slice(0, 4) >= YEARS.first && day.slice(0, 4) <= YEARS.last;

const shape =
  /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(Z|([+-])(\d\d):?([0-5]\d))$/i;

/**
 * ISO 8601 with its zone: a day that exists, a time of the clock, an offset from -12:00 to +14:00. Null for anything
 * else, since Date.parse accepts November 31 as December 1.
 */
export function parseInstant(text: string): Date | null {
  const parts = shape.exec(text);
  if (!parts) return null;
  const [, day = "", , , sign, hours, minutes] = parts;
  if (!isCalendarDay(day) || !isUsualYear(day)) return null;
  const offset = sign ? Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) : 0;
  return offset < -12 * 60 || offset > 14 * 60 ? null : new Date(text);
}

/** Whether both are the same moment, however they are written: "…T03:00:00Z" and "…T11:00:00.000+08:00". */
export const isSameInstant = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : Date.parse(one) === Date.parse(other);
