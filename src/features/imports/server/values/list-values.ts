import { parseMoney } from "#shared/formats/money.ts";
import { parsePhone } from "#shared/formats/phone.ts";

export type Sex = "M" | "F";
export type Read<Value> = { value: Value } | { problem: string };

/** What people type for an empty value. */
const NOTHING = new Set(["", "-", "--", "n/a", "na", "none", "nil", "wala", "null", "?", ".", "x"]);

export const isNothing = (typed: string): boolean => NOTHING.has(typed.trim().toLowerCase());

const SEX_WORDS: Record<string, Sex> = {
  ...Object.fromEntries(
    ["m", "male", "man", "boy", "lalaki", "lalake", "l", "lalakè", "masculine"].map((word) => [
      word,
      "M" as const,
    ]),
  ),
  ...Object.fromEntries(
    ["f", "female", "woman", "girl", "babae", "b", "feminine"].map((word) => [word, "F" as const]),
  ),
};

/** A cell of the sex column for comparison: without case and punctuation. */
export const sexWord = (typed: string): string => typed.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Null for an ambiguous word, like 1 and 2. `chosen` has the clinic's answers for its own words. */
export function readSex(typed: string, chosen: Readonly<Record<string, Sex>> = {}): Sex | null {
  const word = sexWord(typed);
  return (
    (Object.hasOwn(chosen, word) ? chosen[word] : undefined) ??
    (Object.hasOwn(SEX_WORDS, word) ? SEX_WORDS[word] : undefined) ??
    null
  );
}

/** A number that a spreadsheet stored numerically: without its leading zero, with a decimal point. */
const phoneText = (typed: string) => typed.trim().replace(/^(\d+)\.0+$/, "$1");

/** The first number as E.164, and the other ones of the same cell. */
export function readPhones(typed: string): Read<{ phone: string; others: string[] }> {
  const text = phoneText(typed);
  if (/^\d(?:\.\d+)?e\+?\d+$/i.test(text))
    return { problem: "The spreadsheet rounded this number. Enter it again" };
  const whole = parsePhone(text);
  if (whole) return { value: { phone: whole, others: [] } };
  const parts = text
    .split(/[/;,|\n]| or | & /i)
    .map((part) => part.trim())
    .filter(Boolean);
  const phones = parts.map((part) => parsePhone(phoneText(part)));
  const [first, ...others] = phones;
  if (!first || others.includes(null)) return { problem: "Not a phone number" };
  return { value: { phone: first, others: others.filter((other) => other !== null) } };
}

/** Pesos as decimal text. */
export function readAmount(typed: string): Read<string> {
  const text = typed
    .replace(/[\s\u00a0]/gu, "")
    .replace(/^(?:₱|php?\.?|p)/i, "")
    .replace(/(?:php|pesos?)$/i, "")
    .replace(/\/?-$/, "");
  // Spreadsheets store 1200.5 as 1200.4999999999998.
  const long = /^(\d+\.\d{2})\d{6,}$/.exec(text) ? Number(text).toFixed(2) : text;
  const amount = parseMoney(long);
  return amount === null ? { problem: "Not an amount in pesos" } : { value: amount };
}

/** Years; "8 months" is 0. */
export function readAge(typed: string): Read<number> {
  const text = typed.trim().toLowerCase();
  const years =
    /^(\d{1,3})(?:\.\d+)?\s*(?:y|yo|y\/o|y\.o\.?|yr|yrs|years?|taon|taong gulang|years? old|yrs? old)?\.?$/.exec(
      text,
    );
  if (years)
    return Number(years[1]) <= 150 ? { value: Number(years[1]) } : { problem: "Age must be at most 150" };
  const months = /^(\d{1,3})\s*(?:m|mo|mos|mon|months?|buwan|d|days?|araw|w|wks?|weeks?)\.?(?: old)?$/.exec(
    text,
  );
  if (months) return { value: /^\d+\s*m|buwan/.test(text) ? Math.floor(Number(months[1]) / 12) : 0 };
  return { problem: "Not an age in years" };
}
