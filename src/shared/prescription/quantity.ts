import { safeMedicine } from "./safe-doses.ts";
import { directionsOf, isLongApart, partsOfSig, type SigPart } from "./sig.ts";

export type Directions = {
  dosage: string;
  frequency: string;
  duration: string;
  form?: string | null | undefined;
};

/** Forms that are dispensed by the piece, unlike drops, puffs and milliliters. */
const PIECE = "(?:tablet|capsule|piece|nebule|sachet|suppositor|ampule|vial)";
const DOSE = new RegExp(
  String.raw`^(\d+(?:\.\d+)?|\d+\/\d+|\d+ \d\/\d|\d*[½¼¾]|one|two|three|four|half)(?: to (\d+(?:\.\d+)?))? ${PIECE}`,
  "i",
);
const PIECES = new RegExp(`^${PIECE}`, "i");

export const isPiece = (form: string | null | undefined): boolean => PIECES.test(form?.trim() ?? "");

/**
 * Strength and what the SIG says: "50 mg, 2 tablets", "100 units/mL, 10 units, in the morning"; of one piece the strength
 * alone. Without a strength the SIG as typed, so that it cannot be misread.
 */
export function doseTaken(medicine: {
  strength?: string | null | undefined;
  dosage?: string | null | undefined;
  form?: string | null | undefined;
}): string | null {
  const { strength, dosage, form } = safeMedicine(medicine);
  if (!strength) return dosage || null;
  const parts = partsOfSig({ dosage: dosage ?? "", frequency: "", duration: "", form });
  const [, counted] = (parts.length === 1 && /^(?:1|one) (.*)$/i.exec(parts[0]?.text ?? "")) || [];
  return parts.length === 0 || isPiece(counted) ? strength : `${strength}, ${directionsOf(parts)}`;
}

const WORDS: Record<string, number> = { one: 1, two: 2, three: 3, four: 4, half: 0.5 };
const PARTS: Record<string, number> = { "½": 0.5, "¼": 0.25, "¾": 0.75 };

/** 1, 1.5, 1/2, 1 1/2, ½, 1½, one. */
function amountOf(text: string): number {
  const word = WORDS[text.toLowerCase()];
  if (word !== undefined) return word;
  const sign = PARTS[text.slice(-1)];
  if (sign !== undefined) return (Number(text.slice(0, -1)) || 0) + sign;
  const [, whole = "0", over, under] = /^(?:(\d+) )?(\d+)\/(\d+)$/.exec(text) ?? [];
  return over && under ? Number(whole) + Number(over) / Number(under) : Number(text);
}

/** Times a day of a frequency in plain words; null if it cannot be counted. */
function timesADay(words: string): number | null {
  const [, once, low, high, period = ""] =
    /^(?:(once|twice)|(\d+)(?: to (\d+))? times) a (day|week)$/.exec(words) ?? [];
  if (once || low) return Number(high ?? low ?? (once === "once" ? 1 : 2)) / (SPANS[period] ?? 1);
  const [, other, every, unit] = /^every (?:(other) |(\d+) )?(hour|day|week)s?$/.exec(words) ?? [];
  if (unit) return 1 / (Number(every ?? (other ? 2 : 1)) * (SPANS[unit] ?? 1));
  return (
    {
      "every morning": 1,
      "every afternoon": 1,
      "every evening": 1,
      "every night": 1,
      "at bedtime": 1,
      "at noon": 1,
      "in the afternoon": 1,
      "in the morning": 1,
      "in the evening": 1,
      "at night": 1,
    }[words] ?? null
  );
}

const SPANS: Record<string, number> = { hour: 1 / 24, day: 1, week: 7, month: 30, year: 365 };

function daysOf({ text }: SigPart): number | null {
  const [, low, high, unit] =
    /^(?:for|to complete) (?:(?:up to|at least|about) )?(\d+)(?: to (\d+))? (hour|day|week|month|year)s?$/.exec(
      text,
    ) ?? [];
  return low && unit ? Math.ceil(Number(high ?? low) * (SPANS[unit] ?? 1)) : null;
}

/** Of "for 3 doses", "single dose" and "once only". */
function dosesOf({ text }: SigPart): number | null {
  const [, count] = /^for (\d+) doses?$/.exec(text) ?? [];
  if (count) return Number(count);
  return /^(?:once|one time|(?:as? )*single dose)\b/.test(text) ? 1 : null;
}

/** The days that a number of doses takes. Null as needed, or if it is not said how often. */
function daysOfDoses(span: SigPart, parts: readonly SigPart[]): number | null {
  const doses = dosesOf(span);
  const of = (wanted: SigPart["kind"]) => parts.filter(({ kind }) => kind === wanted);
  if (doses === null || doses === 0 || of("need").length > 0) return null;
  if (doses === 1) return 1;
  const times = timesInAll(of("frequency"), of("timing"));
  return times === null ? null : Math.ceil(doses / times - 1e-9);
}

/** Words after which it is taken again: "7 days each month", "repeat after 2 weeks", "7 days off". */
const AGAIN =
  /\b(?:maintenance|continu\w*|until|repeat\w*|again|each|every|per|monthly|weekly|cycles?|off|rest|\d+ more)\b|(?:\band|[+&])\s*\d+\s*(?:d|w|m)/i;

/** Another dose or frequency begins here: "then 1 tablet, once a day"; not where it ends: "then follow up". */
const NEXT =
  /\b(?:then|followed by|next)\b(?!\s+(?:to\s+)?(?:follow|ff|f\/u|stop|discontinue|d\/c|come|return|re-?(?:check|assess|evaluat|visit|consult)|consult|see\b|review))/i;

/**
 * The number of days in the printed directions; those of a dose that changes are added. Null where none are given, and
 * where the medicine is taken on or again after them, since then it is not over.
 */
export function daysGiven(directions: Directions): number | null {
  let total = 0;
  /** Since the last number of days. */
  let since: SigPart[] = [];
  const known: SigPart[] = [];
  /** Not the frequency of doses that had none before: "2 tabs x 3 days, then 1 tab x 3 days", once a day. */
  const isOther = ({ kind, text }: SigPart) =>
    (kind === "dose" || kind === "frequency") &&
    known.some((one) => one.kind === kind) &&
    !known.some((one) => one.text === text);
  const isTyped = (words: RegExp) => since.some(({ kind, text }) => kind === "typed" && words.test(text));
  const isAgain = () => isTyped(AGAIN) || (!isTyped(NEXT) && since.some(isLongApart));
  for (const part of partsOfSig(directions)) {
    const days = part.kind === "duration" ? (daysOf(part) ?? daysOfDoses(part, since)) : null;
    if (part.kind !== "duration") since.push(part);
    else if (days === null || part.text.includes("at least")) return null;
    else if (total === 0) total = days;
    else {
      if (isAgain()) return null;
      if (isTyped(NEXT) || since.some(isOther)) total += days;
      // The same number again, or the sum of the parts.
      else if (days !== total) return null;
    }
    if (part.kind === "duration") {
      known.push(...since);
      since = [];
    }
  }
  return total === 0 || isAgain() || isTyped(NEXT) ? null : total;
}

/** Words that say how a dose is taken, not how often. */
const HOW =
  /^(?:with|in|(?:dissolved?|mixed) (?:in|with)) [a-z -]*\b(?:water|milk|juice)\b$|^(?:swallow|chew|crush)[a-z ]*$/i;

/**
 * The number of pieces for the printed directions. Null if it cannot be counted: as needed, by the drop or milliliter,
 * in words that are not understood ("5 days a week"), or with a dose that changes.
 */
export function quantityOf(directions: Directions): number | null {
  const parts = partsOfSig(directions);
  const of = (wanted: SigPart["kind"]) => parts.filter(({ kind }) => kind === wanted);
  if (of("need").length > 0 || of("typed").some(({ text }) => !HOW.test(text))) return null;
  const [[dose, ...moreDoses], [span, ...moreSpans]] = [of("dose"), of("duration")];
  // Directions that change on the way are counted by hand.
  if (!dose || !span || moreDoses.length > 0 || moreSpans.length > 0) return null;
  const [, low, high] = DOSE.exec(dose.text) ?? [];
  const doses = dosesOf(span) ?? dosesIn(daysOf(span), timesInAll(of("frequency"), of("timing")));
  if (!low || doses === null) return null;
  const total = Math.ceil(amountOf(high ?? low) * doses - 1e-9);
  return Number.isFinite(total) && total > 0 && total <= 9999 ? total : null;
}

const dosesIn = (days: number | null, times: number | null): number | null =>
  days === null || times === null ? null : days * times;

const isMeal = ({ text }: SigPart) =>
  /^(?:.* (?:minute|hour)s? )?(?:before|after|with) (?!meals$|food$)/.test(text);

const PARTS_OF_DAY = [/\bmorning$/, /\b(?:evening|night|bedtime)$/];

/** Times a day. Two times of day ("in the morning, at bedtime") add up; those beside a frequency say when. */
function timesInAll(frequencies: readonly SigPart[], timings: readonly SigPart[]): number | null {
  if (timings.some(({ text }) => text === "at once")) return null;
  const [often, ...more] = frequencies;
  if (often) return more.length > 0 ? null : timesADay(often.text);
  const [only, ...others] = timings;
  // Two meals, or a meal and a time of day, may be one time or two.
  if (only && others.length === 0 && isMeal(only)) return 1;
  // "Every night, at bedtime" may be one time or two.
  const isTwice = (part: RegExp) => timings.filter(({ text }) => part.test(text)).length > 1;
  if (PARTS_OF_DAY.some(isTwice)) return null;
  const times = timings.map(({ text }) => timesADay(text));
  return times.length === 0 || times.includes(null)
    ? null
    : times.reduce<number>((sum, each) => sum + (each ?? 0), 0);
}
