import { plainSig } from "./sig.ts";

type Directions = {
  dosage: string;
  frequency: string;
  duration: string;
  form?: string | null | undefined;
};

/** Forms that are dispensed by the piece, unlike drops, puffs and milliliters. */
const DOSE =
  /^(\d+(?:\.\d+)?|\d+\/\d+|\d+ \d\/\d|\d*[½¼¾]|one|two|three|four|half)(?: to (\d+(?:\.\d+)?))? (?:tablet|capsule|piece|nebule|sachet|suppositor|ampule|vial)/i;

const PIECES = /\b(?:tablet|capsule|piece|nebule|sachet|suppositor|ampule|vial)/gi;
/** As needed, once, or by directions that change on the way. */
const UNCOUNTED =
  /as needed|at once|\b(?:now|then|first|initially|loading|taper\w*|increas\w*|decreas\w*|reduc\w*|until|if|when|alternat\w*)\b|\bfor (?!\d)/i;

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
  const [, , high] = /^(\d+)(?: to (\d+))? times a day$/.exec(words) ?? [];
  const [, count] = /^(\d+)(?: to \d+)? times a day$/.exec(words) ?? [];
  if (count) return Number(high ?? count);
  const [, hours, unit] = /^every (\d+) (hour|day|week)s$/.exec(words) ?? [];
  if (hours && unit) return (unit === "hour" ? 24 : unit === "day" ? 1 : 1 / 7) / Number(hours);
  return (
    {
      "once a day": 1,
      "twice a day": 2,
      "every day": 1,
      "every other day": 0.5,
      "once a week": 1 / 7,
      "every hour": 24,
      "every morning": 1,
      "every evening": 1,
      "at bedtime": 1,
      "in the morning": 1,
      "in the evening": 1,
      "at night": 1,
    }[words] ?? null
  );
}

const SPANS: Record<string, number> = { day: 1, week: 7, month: 30, year: 365 };

function daysOf(words: string): number | null {
  const [, low, high, unit] = /^for (\d+)(?: to (\d+))? (day|week|month|year)s?$/.exec(words) ?? [];
  return low && unit ? Number(high ?? low) * (SPANS[unit] ?? 1) : null;
}

/** The number of days in the printed directions, or null. */
export function daysGiven(directions: Directions): number | null {
  const [days] = plainSig(directions)
    .text.split(", ")
    .map(daysOf)
    .filter((found) => found !== null);
  return days ?? null;
}

/**
 * The number of pieces for the printed directions. Null if it cannot be counted: as needed, by the drop or milliliter, in
 * unknown words, or with a dose that changes.
 */
export function quantityOf(directions: Directions): number | null {
  const { text } = plainSig(directions);
  if (UNCOUNTED.test(text)) return null;
  const parts = text.split(", ");
  const doses = parts.map((part) => DOSE.exec(part)).filter((found) => found !== null);
  const times = parts.map(timesADay).filter((found) => found !== null);
  const spans = parts.map(daysOf).filter((found) => found !== null);
  // Directions that change on the way are counted by hand.
  if (doses.length > 1 || spans.length > 1 || [...text.matchAll(PIECES)].length > 1) return null;
  if (parts.filter((part) => /times? a day|twice|once|every (?!morning|evening)/.test(part)).length > 1)
    return null;
  const [dose, days] = [doses[0], spans[0]];
  // Two frequencies ("in the morning, at bedtime") add up; a frequency with a time of day does not.
  const counted = parts.some((part) => /times? a day|twice|once|every/.test(part))
    ? times.slice(0, 1)
    : times;
  if (!dose?.[1] || counted.length === 0 || days === undefined) return null;
  const each = amountOf(dose[2] ?? dose[1]);
  const total = each * counted.reduce((sum, each) => sum + each, 0) * days;
  const rounded = Math.ceil(total - 1e-9);
  return Number.isFinite(total) && rounded > 0 && rounded <= 9999 ? rounded : null;
}
