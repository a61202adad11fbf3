import * as z from "zod/mini";
import { formatDay, isCalendarDay } from "#shared/formats/dates.ts";

/** A year, a month or a day: 2019, 2019-05, 2019-05-01. */
const isPartialDay = (text: string): boolean =>
  /^(19|20)\d\d(-\d\d(-\d\d)?)?$/.test(text) && isCalendarDay(`${text}-01-01`.slice(0, 10));

/** As far as it is known; empty is null. A year alone may be a number. */
export const partialDay = z.pipe(
  z.pipe(
    z.nullable(z.union([z.number(), z.string().check(z.trim())], { error: "Enter a year or a date" })),
    z.transform((typed) => (typed === null || typed === "" ? null : String(typed))),
  ),
  z.nullable(
    z.string().check(z.refine(isPartialDay, "Use a year, a month or a day: 2019, 2019-05 or 2019-05-01")),
  ),
);

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "2019", "May 2019", "May 1, 2019". */
export function formatPartialDay(day: string): string {
  const [year, month] = day.split("-");
  if (day.length === 10) return formatDay(day);
  return month ? `${months[Number(month) - 1]} ${year}` : day;
}

/** The first day it may mean. */
export const firstDayOf = (day: string): string => `${day}-01-01`.slice(0, 10);
