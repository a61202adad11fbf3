import * as z from "zod/mini";
import { formatCount } from "./counts.ts";
import { isCalendarDay, manilaDay } from "./dates.ts";
import { isUsualYear, parseInstant, yearWords } from "./instants.ts";
import { amountWords, parseMoney } from "./money.ts";
import { printable, printProblem } from "./printable.ts";

/** Text in the one form in which it is stored, shown and printed. */
export const ordinary = z.overwrite<string>(printable);

/**
 * The same on one line: in a list, a message or the head of a paper, a second line would look like another entry.
 * Two names that look alike cannot differ in an invisible character.
 */
export const oneLine = z.overwrite<string>((text) => printable(text).replace(/\n+/g, " "));

/** Every text of a record can be printed sooner or later, so what papers cannot print is refused when it is entered. */
export const canBePrinted = z.refine<string>((text) => printProblem(text) === null, {
  error: ({ input }) => printProblem(String(input)) ?? "",
});

/** Text that must not be empty after trimming. */
export const requiredText = (message: string, max = 255) =>
  z
    .string({ error: message })
    .check(
      ordinary,
      z.trim(),
      z.minLength(1, message),
      z.maxLength(max, `Use at most ${max} characters`),
      canBePrinted,
    );

/** The same on one line, like a name. */
export const requiredLine = (message: string, max = 255) =>
  z
    .string({ error: message })
    .check(
      oneLine,
      z.trim(),
      z.minLength(1, message),
      z.maxLength(max, `Use at most ${max} characters`),
      canBePrinted,
    );

/** Text that may be missing; empty is stored as null. */
export const optionalText = (max: number) =>
  z.pipe(
    z.nullable(
      z
        .string({ error: "Enter text" })
        .check(
          ordinary,
          z.trim(),
          z.maxLength(max, `Use at most ${formatCount(max)} characters`),
          canBePrinted,
        ),
    ),
    z.transform((text: string | null) => text || null),
  );

/** The same on one line, like a name. */
export const optionalLine = (max: number) =>
  z.pipe(
    z.nullable(
      z
        .string({ error: "Enter text" })
        .check(
          oneLine,
          z.trim(),
          z.maxLength(max, `Use at most ${formatCount(max)} characters`),
          canBePrinted,
        ),
    ),
    z.transform((text: string | null) => text || null),
  );

/** A line of a message between people, which no paper contains: any character. */
export const messageLine = (message: string, max = 255) =>
  z
    .string({ error: message })
    .check(oneLine, z.trim(), z.minLength(1, message), z.maxLength(max, `Use at most ${max} characters`));

/** The same of several lines; empty is stored as null. */
export const optionalMessage = (max: number) =>
  z.pipe(
    z.nullable(
      z
        .string({ error: "Enter text" })
        .check(z.trim(), z.maxLength(max, `Use at most ${formatCount(max)} characters`)),
    ),
    z.transform((text: string | null) => text || null),
  );

/** The Manila day of an instant, which programs send as the value of a date picker. */
const dayOfInstant = z.overwrite<string>((text) => {
  const instant = /^\d{4}-\d\d-\d\dT/.test(text) ? instantOf(text) : null;
  return instant ? manilaDay(instant) : text;
});

/** A plain calendar date, `YYYY-MM-DD`, or an instant on that day in Manila; empty is null. */
export const optionalDay = z.pipe(
  z.nullable(
    z.string({ error: "Enter a date" }).check(
      z.trim(),
      dayOfInstant,
      z.refine((day) => day === "" || isCalendarDay(day), "Enter a date that exists, as MM/DD/YYYY"),
    ),
  ),
  z.transform((day: string | null) => day || null),
);

/** A plain calendar date of a call, or an instant on it. Aborts, so that later checks only see valid days. */
export const calendarDay = z
  .string()
  .check(
    dayOfInstant,
    z.refine(isCalendarDay, { error: "Enter a date that exists, as YYYY-MM-DD", abort: true }),
    z.refine(isUsualYear, { error: `Enter a date ${yearWords}`, abort: true }),
  );

/** Of a call's first and last day: backwards they would find nothing, which reads like an empty clinic. */
export const daysInOrder = z.refine<{ from?: string | undefined; to?: string | undefined }>(
  ({ from, to }) => !from || !to || from <= to,
  { error: "Choose an end date on or after the start date", path: ["to"] },
);

const amountText = z
  .string()
  .check(
    z.refine((typed) => parseMoney(typed) !== null, { error: ({ input }) => amountWords(String(input)) }),
  );
const typedAmount = z.union([z.string(), z.number()], { error: amountWords("") });

/** Pesos, typed or a number, as a decimal string with two places. */
export const requiredAmount = z.pipe(
  z.pipe(
    typedAmount,
    z.transform((typed) => String(typed)),
  ),
  z.pipe(
    amountText,
    z.transform((typed: string) => parseMoney(typed) ?? typed),
  ),
);

/** The same; empty is null. */
export const optionalAmount = z.pipe(
  z.pipe(
    z.nullable(typedAmount),
    z.transform((typed) => (typed === null || typed === "" ? null : String(typed))),
  ),
  z.pipe(
    z.nullable(amountText),
    z.transform((typed: string | null) => (typed === null ? null : parseMoney(typed))),
  ),
);

/** Without an offset, as from a date and time field, it is Manila time. */
const instantOf = (text: string) => parseInstant(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}+08:00`);

/** An instant, ISO 8601; empty is null. */
export const optionalInstant = z.pipe(
  z.nullable(
    z.string({ error: "Enter a date and time" }).check(
      z.trim(),
      z.refine((text) => text === "" || instantOf(text) !== null, "Enter a date and time"),
    ),
  ),
  z.transform((text: string | null) => (text ? (instantOf(text)?.toISOString() ?? null) : null)),
);

/** A calendar day (not converted) or an instant, as ISO 8601. */
export const dayOrInstant = z.pipe(
  z.string({ error: "Enter a date" }).check(
    z.trim(),
    z.refine((text) => (isCalendarDay(text) && isUsualYear(text)) || instantOf(text) !== null, {
      error: `Enter a date that exists, ${yearWords}`,
      abort: true,
    }),
  ),
  z.transform((text: string) => instantOf(text)?.toISOString() ?? text),
);

const emailPattern = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]{2,}$/;

/** Lower-cased, so that an account does not depend on how the address is typed. */
export const emailAddress = (message: string) =>
  z
    .string({ error: message })
    .check(z.trim(), z.toLowerCase(), z.maxLength(255, message), z.regex(emailPattern, message));

export const optionalEmail = (message: string) =>
  z.pipe(
    z.nullable(
      z.string({ error: message }).check(
        z.trim(),
        z.maxLength(255, message),
        z.refine((text) => text === "" || emailPattern.test(text), message),
        canBePrinted,
      ),
    ),
    z.transform((text: string | null) => text || null),
  );

/**
 * A whole number of a query string, in plain digits: `Number` alone also reads hexadecimal digits, exponents, signs and
 * spaces.
 */
export const queryNumber = (from: number, to: number, words: string) =>
  z.pipe(
    z.string({ error: words }).check(z.regex(/^(?:0|[1-9]\d{0,8})$/, words)),
    z.pipe(z.transform(Number), z.number().check(z.gte(from, words), z.lte(to, words))),
  );

/** How many, from a query string. */
export const pageSize = queryNumber(1, 500, "limit is a number from 1 to 500");

/** Of a list that is read page by page: the answer to one says where the next begins. */
export const pageFields = {
  limit: z.optional(pageSize),
  cursor: z.optional(z.string().check(z.maxLength(200))),
} as const;
