import { isCalendarDay, manilaDay } from "#shared/formats/dates.ts";
import { parseInstant } from "#shared/formats/instants.ts";

/** Whether "03/04/1972" is March 4 or April 3. */
type DateOrder = "month" | "day";
/** What "61" is: 1961, or the latest such year that is not in the future. */
type ShortYears = "1900s" | "latest";

/** What a cell of a date column can be parsed as. */
type DateShape =
  | { kind: "day"; day: string }
  | { kind: "year" }
  | { kind: "none" }
  /** Three numbers; `month` and `date` are swapped when the order is the other one. */
  | { kind: "numbers"; first: number; second: number; year: number; isShort: boolean }
  | { kind: "named"; month: number; date: number; year: number; isShort: boolean };

/** By their first letters, in English and Filipino. */
const MONTHS: readonly (readonly string[])[] = [
  ["january", "enero"],
  ["february", "pebrero", "febrero"],
  ["march", "marso"],
  ["april", "abril"],
  ["may", "mayo"],
  ["june", "hunyo"],
  ["july", "hulyo"],
  ["august", "agosto"],
  ["september", "setyembre", "septiyembre"],
  ["october", "oktubre"],
  ["november", "nobyembre"],
  ["december", "disyembre"],
];

const TIME = /[T\s]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*[ap]m)?(?:Z|[+-]\d{2}:?\d{2})?$/i;

/** Plausible days of a spreadsheet: 1900-03-01 to 2099-12-31. */
const FIRST_SERIAL = 61;
const LAST_SERIAL = 73_050;

/**
 * The day of a spreadsheet's serial number; null for an invalid one. `is1904` is a setting of old workbooks for the
 * Mac.
 */
export function dayOfSerial(serial: number, is1904 = false): string | null {
  const since1900 = Math.floor(serial) + (is1904 ? 1462 : 0);
  if (!(since1900 >= 1 && since1900 <= LAST_SERIAL)) return null;
  // Spreadsheets count a February 29, 1900, which did not exist.
  const shift = since1900 < FIRST_SERIAL - 1 ? 1 : 0;
  return new Date(Date.UTC(1899, 11, 30 + since1900 + shift)).toISOString().slice(0, 10);
}

export function dateShape(typed: string): DateShape {
  // Other programs write midnight in Manila as 16:00 UTC of the day before.
  const instant = parseInstant(typed.trim().replace(/\s+/, "T"));
  if (instant) return { kind: "day", day: manilaDay(instant) };
  const text = typed.trim().replace(TIME, "").replace(/\s+/g, " ");
  const iso =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(text);
  if (iso) return dayOrNone(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  if (/^(?:18|19|20)\d{2}$/.test(text)) return { kind: "year" };
  if (/^\d{2,5}(?:\.\d+)?$/.test(text)) {
    const day = Number(text) >= 1000 ? dayOfSerial(Number(text)) : null;
    return day ? { kind: "day", day } : { kind: "none" };
  }
  const numbers = /^(\d{1,2}) ?[-/. ] ?(\d{1,2}) ?[-/. ] ?(\d{4}|\d{2}|'\d{2})$/.exec(text);
  if (numbers)
    return {
      kind: "numbers",
      first: Number(numbers[1]),
      second: Number(numbers[2]),
      ...yearIn(numbers[3] ?? ""),
    };
  const monthFirst = /^([a-z]{3,12})\.?[ -]?(\d{1,2})(?:st|nd|rd|th)?(?:, ?|[ -])(\d{4}|'?\d{2})$/i.exec(
    text,
  );
  if (monthFirst) return named(monthFirst[1] ?? "", monthFirst[2] ?? "", monthFirst[3] ?? "");
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[ -]?([a-z]{3,12})\.?,?[ -]?(\d{4}|'?\d{2})$/i.exec(text);
  if (dayFirst) return named(dayFirst[2] ?? "", dayFirst[1] ?? "", dayFirst[3] ?? "");
  return { kind: "none" };
}

/** The possible orders of three numbers. */
export function ordersOf({ first, second }: { first: number; second: number }): DateOrder[] {
  const isMonth = (value: number) => value >= 1 && value <= 12;
  const isDate = (value: number) => value >= 1 && value <= 31;
  return [
    ...(isMonth(first) && isDate(second) ? (["month"] as const) : []),
    ...(isMonth(second) && isDate(first) ? (["day"] as const) : []),
  ];
}

/** Whether both orders are possible and yield different days. */
export const isAmbiguous = (shape: { first: number; second: number }): boolean =>
  shape.first !== shape.second && ordersOf(shape).length === 2;

type Reading = { order: DateOrder | null; shortYears: ShortYears | null; today: string };

/** The day of a cell, or its error. */
export function readDate(typed: string, reading: Reading): { day: string } | { problem: string } {
  const shape = dateShape(typed);
  switch (shape.kind) {
    case "day":
      return { day: shape.day };
    case "year":
      return { problem: "Only a year. Enter the whole date, or clear it" };
    case "none":
      return { problem: "Not a date" };
    case "named":
      return dayOf(shape, shape.month, shape.date, reading);
    case "numbers": {
      const orders = ordersOf(shape);
      const [only] = orders;
      if (!only) return { problem: "Not a date that exists" };
      if (isAmbiguous(shape) && !reading.order) return { problem: "Could be month first or day first" };
      // A date with only one possible order is read in that order, whatever the column's order.
      const order = orders.length === 1 ? only : (reading.order ?? only);
      const [month, date] = order === "month" ? [shape.first, shape.second] : [shape.second, shape.first];
      return dayOf(shape, month, date, reading);
    }
  }
}

function dayOf(
  { year, isShort }: { year: number; isShort: boolean },
  month: number,
  date: number,
  { shortYears, today }: Reading,
): { day: string } | { problem: string } {
  if (isShort && !shortYears) return { problem: "The year has two digits" };
  const century = isShort ? 1900 : 0;
  const latest = isShort && shortYears === "latest" ? textOf(year + 2000, month, date) : null;
  const day = latest && latest <= today ? latest : textOf(year + century, month, date);
  return isCalendarDay(day) ? { day } : { problem: "Not a date that exists" };
}

const pad = (value: number, length: number) => String(value).padStart(length, "0");

const textOf = (year: number, month: number, date: number) =>
  `${pad(year, 4)}-${pad(month, 2)}-${pad(date, 2)}`;

function dayOrNone(year: number, month: number, date: number): DateShape {
  const day = textOf(year, month, date);
  return isCalendarDay(day) ? { kind: "day", day } : { kind: "none" };
}

function yearIn(text: string): { year: number; isShort: boolean } {
  const digits = text.replace("'", "");
  return { year: Number(digits), isShort: digits.length === 2 };
}

function named(word: string, date: string, year: string): DateShape {
  const typed = word.toLowerCase();
  const month = MONTHS.findIndex((names) =>
    names.some((name) => name.startsWith(typed) || (typed === "sept" && name === "september")),
  );
  return month < 0
    ? { kind: "none" }
    : { kind: "named", month: month + 1, date: Number(date), ...yearIn(year) };
}
