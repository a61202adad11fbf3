import { formatLongDay, parseTypedDate } from "#shared/formats/dates.ts";

const MONTHS_30 = new Set([4, 6, 9, 11]);

/** The error of a typed date, which says what to do; undefined when it is valid or empty. */
export function dateProblem(
  text: string,
  min?: string,
  max?: string,
  words: { whenEarly?: string | undefined; whenLate?: string | undefined } = {},
): string | undefined {
  if (text.trim() === "") return undefined;
  const day = parseTypedDate(text);
  if (day === null) return whyNoDay(text);
  if (day < "1850-01-01" || day > "2200-12-31") return "Check the year.";
  if (min !== undefined && day < min)
    return words.whenEarly ?? `The date must be ${formatLongDay(min)} or later.`;
  if (max !== undefined && day > max)
    return words.whenLate ?? `The date must be ${formatLongDay(max)} or earlier.`;
  return undefined;
}

function whyNoDay(text: string): string {
  const numbers = /^(\d{1,2})\D(\d{1,2})\D(\d{4})$/.exec(text.trim());
  if (!numbers) return "Write the date as MM/DD/YYYY.";
  const [month, day, year] = [Number(numbers[1]), Number(numbers[2]), Number(numbers[3])];
  if (month < 1 || month > 12) return `There is no month ${month}. Write month, day, year: MM/DD/YYYY.`;
  if (month === 2 && day === 29) return `${year} has no February 29.`;
  const name = formatLongDay(`2024-${String(month).padStart(2, "0")}-01`).split(" ")[0];
  const last = month === 2 ? 28 : MONTHS_30.has(month) ? 30 : 31;
  return `${name} has ${last} days; there is no ${day}.`;
}

/** Inserts the slashes while digits are typed, since a phone's number pad has none. Deletions are left alone. */
export function withSlashes(text: string, before: string): string {
  if (text.length <= before.length) return text;
  const clean = text.replace(/\/{2,}/g, "/");
  const eight = /^(\d{2})(\d{2})(\d{4})$/.exec(clean);
  if (eight) return eight.slice(1).join("/");
  return /^\d{2}$/.test(clean) || /^\d{1,2}\/\d{2}$/.test(clean) ? `${clean}/` : clean;
}
