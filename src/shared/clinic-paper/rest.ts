import { addDays, formatDay, parseTypedDate } from "#shared/formats/dates.ts";
import { type EnteredField, fieldsIn, type Period, wholePeriod } from "./words.ts";

/** Fit for work or school, or back at it, and from when. "Not fit to work from" is the rest itself. */
const fitFrom =
  /\b((?:not|never)\s+)?(?:fit (?:to|for)(?: (?:return|go back|resume))?(?: to)?|(?:return|go|going|come)(?:s|ing)?(?: back)? to|back (?:to|at|in)|resumes?|resuming)\s+(?:(?:full|regular|usual|normal|his|her|their)\s+){0,2}(?:work|school|classes|class|duty)\b[^.;\n]{0,30}?\b(?:on|from|by|as of|starting|beginning|effective)\s+([^;\n]{4,24})/gi;

const written =
  /^(?:\d{4}-\d\d-\d\d|\d{1,2}\/\d{1,2}(?:\/\d{4})?|[a-z]{3,9}\.?\s+\d{1,2}(?:,?\s*\d{4})?|\d{1,2}\s+[a-z]{3,9}\.?(?:,?\s*\d{4})?)\b/i;

/** The day with which a text begins; without a year, the one nearest to another day. */
function dayAt(text: string, near: string): string | null {
  const found = written.exec(text.replace(/^(\D{0,10}\d{1,2})(?:st|nd|rd|th)\b/i, "$1"))?.[0];
  if (found === undefined) return null;
  if (/\d{4}/.test(found)) return parseTypedDate(found);
  const year = Number(near.slice(0, 4));
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(near));
  return (
    [year, year - 1, year + 1]
      .flatMap((each) => parseTypedDate(`${found}${found.includes("/") ? "/" : " "}${each}`) ?? [])
      .toSorted((one, other) => distance(one) - distance(other))[0] ?? null
  );
}

const isFitDuring = (text: string, to: string): boolean =>
  [...text.matchAll(fitFrom)].some(([, not, after = ""]) => {
    const day = not ? null : dayAt(after, to);
    return day !== null && day <= to;
  });

/**
 * A certificate that advises rest to a day, and calls the patient fit for work or school on that day or before, in what
 * was typed or in the clinic's own wording; null when it does not.
 */
export function restProblem(
  body: string,
  entered: Readonly<Period & Partial<Record<EnteredField, unknown>>>,
  day: string,
): { field: EnteredField; message: string } | null {
  const names = fieldsIn(body);
  const { from, to } = wholePeriod(entered, day);
  if (to === null || !(names.includes("to") || names.includes("days"))) return null;
  const typed = names.find((name) => {
    const text = entered[name];
    return typeof text === "string" && isFitDuring(text, to);
  });
  const ofWording = from !== null && isFitDuring(body.replace(/\{\s*from\s*\}/g, from), to) ? "from" : null;
  const field = typed ?? ofWording;
  return (
    field && {
      field,
      message: `The rest ends on ${formatDay(to)}, so the patient is fit from ${formatDay(addDays(to, 1))} at the earliest`,
    }
  );
}
