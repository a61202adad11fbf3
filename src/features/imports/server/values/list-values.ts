import { parseMoney } from "#shared/formats/money.ts";
import { fold } from "#shared/formats/name-search.ts";
import { parsePhone } from "#shared/formats/phone.ts";
import { dateShape } from "./list-dates.ts";

export type Sex = "M" | "F";
export type Read<Value> = { value: Value } | { problem: string };

/** What people type for an empty value. */
const NOTHING = new Set(
  "|-|--|---|n/a|na|n.a.|none|none given|nil|wala|null|nan|?|.|x|tba|tbd|to follow|unknown|not known|{}".split(
    "|",
  ),
);
/** What a spreadsheet shows where a formula fails. */
const FAILED = new Set(
  "#n/a #ref! #value! #name? #div/0! #null! #num! #spill! #calc! #getting_data".split(" "),
);
/** A date of zeros. */
const ZEROS = /^0{1,4}[./-]0{1,2}[./-]0{1,4}$/;

export const isNothing = (typed: string): boolean => {
  const text = typed.trim().toLowerCase();
  return NOTHING.has(text) || FAILED.has(text) || (text.length <= 20 && ZEROS.test(text));
};

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

const UNKNOWN_SEX = new Set(["unknown", "unspecified", "undetermined", "notrecorded", "u"]);

/** Whether a cell says that the sex is not known. */
export const isUnknownSex = (typed: string): boolean => UNKNOWN_SEX.has(sexWord(typed));

/** What a spreadsheet leaves of a long number in a CSV file: "6.39176E+11". Its last digits are lost. */
export const isRounded = (typed: string): boolean => /^\d(?:\.\d+e\+?|e\+)\d{1,3}$/i.test(typed);
export const ROUNDED = "The spreadsheet rounded this number. Enter it again";

/** A number that a spreadsheet stored numerically: without its leading zero, with a decimal point. */
const phoneText = (typed: string) => typed.trim().replace(/^(\d+)\.0+$/, "$1");

const MOBILES = /(?<!\d)(?:\+?63|0)[\s.-]?9\d{2}[\s.-]?\d{3}[\s.-]?\d{4}(?!\d)/g;
const NUMBERS = /(?<![\d+])[+(]?\d[\d\s().-]{6,16}\d(?!\d)/g;

/** Digits without country code and 0. */
const nationalLength = (e164: string) => e164.replace(/^\+63/, "").replace(/\D/g, "").length;

/** Only Metro Manila has numbers of eight digits without an area code, since 2019. */
function phoneOf(typed: string): string | null {
  const text = phoneText(typed).replace(/^\((\+?63)\)/, "$1");
  return parsePhone(text) ?? (/^[3-8]\d{3}[\s-]?\d{4}$/.test(text) ? parsePhone(`02${text}`) : null);
}

/** The first number as E.164, the other ones of the same cell, and the whole cell where it has words too. */
export function readPhones(typed: string): Read<{ phone: string; others: string[]; more: string }> {
  const text = phoneText(typed);
  const whole = phoneOf(text);
  if (whole) return { value: { phone: whole, others: [], more: "" } };
  const parts = text
    .split(/[/;,|\n]| or | & /i)
    .map((part) => part.trim())
    .filter(Boolean);
  const phones = parts.map(phoneOf);
  const [first, ...others] = phones;
  if (first && !others.includes(null))
    return { value: { phone: first, others: others.filter((other) => other !== null), more: "" } };
  // Words beside a number say whose it is: "0917 123 4567 (nanay)".
  const found = [
    ...new Set([...text.matchAll(MOBILES), ...text.matchAll(NUMBERS)].map(([number]) => phoneOf(number))),
  ].filter((number) => number !== null);
  const [phone, ...more] = found;
  // Digits that belong to no number found: one of them is incomplete.
  const used = found.reduce((sum, number) => sum + nationalLength(number), 0);
  if (!phone || text.replace(/\D/g, "").length > used + found.length * 3)
    return { problem: "Not a phone number" };
  return { value: { phone, others: more, more: /\p{L}/u.test(text) ? text : "" } };
}

/** What a header of amounts in another currency, or in thousands, has. */
const NO_PESOS = /[$€£¥]|\b(?:usd|dollars?|eur|euros?|thousands?|centavos?)\b|'000/i;

/** Pesos as decimal text. */
export function readAmount(typed: string, header = ""): Read<string> {
  if (NO_PESOS.test(header)) return { problem: "The column is not in pesos" };
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

const YEARS =
  /^(\d{1,3})(?:\.0+)?\s*(?:y|yo|y\/o|y\.o\.?|yr|yrs|years?|taon|taong gulang|years? old|yrs? old|y\.?o\.?)?\.?$/;
const YEARS_AND_MORE =
  /^(\d{1,3})\s*(?:y|yo|y\/o|y\.o\.|yrs?|years?|taon)\.?\s*(?:and|,|&|at)?\s*\d{1,2}\s*(?:m|mos?|mon|months?|buwan|d|days?|wks?|weeks?)\.?(?:\s*old)?$/;
const HALVES = /^(\d{1,3})(?:\s+\d\/\d|½|\.\d{1,2})\s*(?:y|yo|y\/o|yrs?|years?)?\.?(?:\s*old)?$/;
const MONTHS = /^(\d{1,3})(?:\s*(?:\.\d|\d\/\d))?\s*(?:m|mo|mos|mon|months?|buwan)\.?(?:\s*old)?$/;
const DAYS = /^(\d{1,3})\s*(?:d|days?|araw|w|wks?|weeks?|linggo|hrs?|hours?|oras)\.?(?:\s*old)?$/;
const NEWBORN = /^(?:nb|new ?born|bagong silang|(?:1|one|half|\d)\/?\d? ?hours?)$/;

/** Full years; "8 months" is 0. `isExact` unless the cell says more than years, as infants' ages do. */
export function readAge(typed: string): Read<number> & { isExact?: boolean } {
  const text = typed.trim().toLowerCase();
  const years = YEARS.exec(text);
  if (years)
    return Number(years[1]) <= 150
      ? { value: Number(years[1]), isExact: true }
      : { problem: "Age must be at most 150" };
  const more = YEARS_AND_MORE.exec(text) ?? HALVES.exec(text);
  if (more && Number(more[1]) <= 150) return { value: Number(more[1]) };
  const months = MONTHS.exec(text);
  if (months) return { value: Math.floor(Number(months[1]) / 12) };
  if (DAYS.test(text) || NEWBORN.test(text)) return { value: 0 };
  return { problem: "Not an age in years" };
}

const WEEKS_AND_DAYS =
  /^(\d{1,2})\s*(?:(?:w|wks?|weeks?)\.?)?(?:\s*(?:and|,|&|\+)?\s*(\d)\s*(?:\/\s*7)?\s*(?:d|days?)?\.?)?$/;
const DAYS_ALONE = /^(\d{3})\s*(?:d|days?)?\.?$/;

/** The gestation at birth in days, of "28w 3d", "28 3/7 weeks", "28" (weeks) or "199" (days). */
export function readGestation(typed: string): Read<number> {
  const text = typed.trim().toLowerCase();
  const [, days] = DAYS_ALONE.exec(text) ?? [];
  if (days !== undefined) return { value: Number(days) };
  const [, weeks, rest = "0"] =
    WEEKS_AND_DAYS.exec(text.replace(/(\d\s*\/\s*7)\s*(?:w|wks?|weeks?)\.?$/, "$1")) ?? [];
  return weeks === undefined || Number(rest) > 6
    ? { problem: "Not weeks and days, like 28w 3d" }
    : { value: Number(weeks) * 7 + Number(rest) };
}

/** An age and a sex in one cell, in either order: "46/M", "F, 3 mos", "46 y/o male"; one of them may be missing. */
export function readAgeSex(
  typed: string,
  chosen: Readonly<Record<string, Sex>> = {},
): Read<{ age: string | null; sex: Sex | "unknown" | null }> {
  const text = typed.trim();
  const sexIn = (part: string): Sex | "unknown" | null =>
    isUnknownSex(part) ? "unknown" : readSex(part, chosen);
  const whole = sexIn(text);
  if (whole) return { value: { age: null, sex: whole } };
  const [, front, back] = /^(.*?)[\s/,|;-]*(\p{L}[\p{L} ]*)\.?$/u.exec(text) ?? [];
  const lastWord = /(?:^|[\s/,|;-]|\d)(\p{L}+)\.?$/u.exec(text)?.[1];
  const attempts: [age: string, sex: string][] = [
    ...(lastWord ? [[text.slice(0, text.lastIndexOf(lastWord)), lastWord] as [string, string]] : []),
    ...(front !== undefined && back !== undefined ? [[front, back] as [string, string]] : []),
  ];
  const firstWord = /^(\p{L}+)\.?(?=[\s/,|;-]|\d)/u.exec(text)?.[1];
  if (firstWord) attempts.push([text.slice(firstWord.length), firstWord]);
  for (const [age, word] of attempts) {
    const sex = sexIn(word);
    const bare = age.replace(/^[\s/,|;.-]+|[\s/,|;-]+$/g, "");
    if (sex && (bare === "" || !("problem" in readAge(bare)))) return { value: { age: bare || null, sex } };
  }
  const only = text.replace(/[\s/,|;-]+$/g, "");
  return "problem" in readAge(only)
    ? { problem: "Neither an age and a sex, nor one of them" }
    : { value: { age: only, sex: null } };
}

const ACTIVE = new Set("active current living alive buhay".split(" "));
const ARCHIVED = new Set(
  "archived archive inactive closed deceased died dead expired patay yumao".split(" "),
);

/** Whether a cell answers a header such as "Deceased" or "Date of Death" with yes; null for other words. */
export function readDeath(typed: string): boolean | null {
  const word = fold(typed);
  if (/^(?:n|no|false|0|hindi)$/.test(word)) return false;
  if (/^(?:y|yes|true|1|oo)$/.test(word)) return true;
  return dateShape(typed).kind === "none" ? null : true;
}

/** Whether a record is archived, null for other words. Of somebody who died, or who is no longer a patient, it is. */
export function readArchived(typed: string): boolean | null {
  const word = fold(typed);
  return ARCHIVED.has(word) ? true : ACTIVE.has(word) ? false : null;
}
