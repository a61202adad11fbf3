/**
 * The patient's copy of a SIG in plain words. The record stores what the doctor typed; this is only printed.
 * A code that could mean two things is left as typed, never guessed: OD is "once a day" unless the text mentions
 * eyes, where it may be the right eye.
 */

import { GROUPED } from "#shared/formats/counts.ts";
import { printable } from "#shared/formats/printable.ts";
import { decimalComma, safeDose } from "#shared/prescription/safe-doses.ts";

type SigEntry = {
  /** The SIG field: "1 tab p.c.". */
  dosage: string;
  /** "TID". */
  frequency: string;
  /** "7 days". */
  duration: string;
  /** Dosage form, which distinguishes eye drops from tablets. */
  form?: string | null | undefined;
  /** Only checked. */
  strength?: string | null | undefined;
};

/** What a part of the directions is; `typed`: words that are not understood. */
type Kind = "dose" | "route" | "frequency" | "timing" | "need" | "duration" | "typed";
/** `apart`: a comma or a field's end stood before it. */
export type SigPart = { kind: Kind; text: string; apart: boolean };

type PlainSig = {
  /** "1 tablet, 3 times a day, after meals, for 7 days". */
  text: string;
  /** What the doctor should check again, as messages. */
  warnings: string[];
};

type Context = { isEye: boolean; isLiquid: boolean; isDurationField: boolean };
type Rule = { pattern: RegExp; say: (match: RegExpExecArray, context: Context) => [Kind, string] | null };

/** 1, 1.5, .5, 1/2, 1 1/2, ½, 1½, one, half. */
const AMOUNT = String.raw`(?:\d+\s+\d/\d|\d+/\d+|\d*[½¼¾]|${GROUPED}|\d+(?:\.\d+)?|\.\d+|one|two|three|four|half)`;
const RANGE = `(${AMOUNT})(?:\\s*(?:-|–|to)\\s*(${AMOUNT}))?`;

const UNITS: readonly (readonly [pattern: string, one: string, many: string])[] = [
  ["tab(?:let)?s?", "tablet", "tablets"],
  ["cap(?:sule)?s?", "capsule", "capsules"],
  ["pcs?", "piece", "pieces"],
  ["(?:gtts?|drops?)", "drop", "drops"],
  ["puffs?", "puff", "puffs"],
  ["sprays?", "spray", "sprays"],
  ["neb(?:ule)?s?", "nebule", "nebules"],
  ["sachets?", "sachet", "sachets"],
  ["supp?(?:ository|ositories)?", "suppository", "suppositories"],
  ["amp(?:ule|oule)?s?", "ampule", "ampules"],
  ["vials?", "vial", "vials"],
  ["(?:tsp|teaspoons?)", "teaspoon", "teaspoons"],
  ["(?:tbsp|tablespoons?)", "tablespoon", "tablespoons"],
  ["(?:u|units?)", "unit", "units"],
  ["ml", "mL", "mL"],
  ["cc", "mL", "mL"],
];

const isOne = (amount: string) => /^(1|one|half|\d\/\d+|[½¼¾]|0?\.\d+)$/i.test(amount);

const shownAmount = (amount: string) => amount.replace(/\s+/g, " ");

const inWords = (low: string, high: string | undefined) => (high ? `${low} to ${high}` : low);

const often = (count: string, high: string | undefined, period: string) => {
  const times = inWords(count, high);
  const word = { "1": "once", once: "once", "2": "twice", twice: "twice", thrice: "3 times" }[times];
  return `${word ?? `${times} times`} a ${spanName(period)}`;
};

const WORD_COUNTS: Record<string, string> = {
  one: "1",
  two: "2",
  three: "3",
  four: "4",
  five: "5",
  six: "6",
  seven: "7",
  eight: "8",
  nine: "9",
  ten: "10",
  fourteen: "14",
  thirty: "30",
};
const digits = (word: string) => WORD_COUNTS[word.toLowerCase()] ?? word.toLowerCase();
const COUNT = `(?:\\d+|${Object.keys(WORD_COUNTS).join("|")})`;

/** "1-½-1", "½ - 0 - ½": a dose for each time of day, or three doses one after the other. */
const SERIES = new RegExp(
  `(?<![\\p{L}\\d./½¼¾]|[-–]\\s{0,3})${AMOUNT}(?:\\s{0,3}[-–]\\s{0,3}${AMOUNT}){2,}(?![\\d/½¼¾]|\\s{0,3}[-–])`,
  "giu",
);

/** "1-1/2", "1 & 1/2" and "one and a half" as "1 1/2": no range ends below its beginning. */
const mixedOf = (text: string): string =>
  text.replace(
    /(?<![\d./])(\d+|one|two|three|four)\s*(?:-|–|&|and)\s*(?:(\d\/\d)|(½|¼|¾)|(?:a\s+|one\s+)?half(?:\s+an?)?)(?![\d/])/gi,
    (_, whole: string, fraction = "1/2", sign?: string) =>
      `${digits(whole)} ${sign ? FRACTIONS[sign] : fraction}`,
  );

/** Mixed numbers, but not in a series, of which each number is a dose: it is left as typed, as one word. */
function mixedOnce(text: string): string {
  let mixed = "";
  let from = 0;
  for (const { 0: series, index } of text.matchAll(SERIES)) {
    mixed += mixedOf(text.slice(from, index)) + series.replace(/\s*([-–])\s*/g, "$1");
    from = index + series.length;
  }
  return mixed + mixedOf(text.slice(from));
}
const FRACTIONS: Record<string, string> = { "½": "1/2", "¼": "1/4", "¾": "3/4" };

/** "7 (seven) days" and "seven (7) days" as "7 days". */
const countedOnce = (text: string): string =>
  text.replace(/\b(\d+|[a-z]+)\s*\(\s*(\d+|[a-z]+)\s*\)/gi, (typed, count: string, again: string) =>
    count !== again && digits(count) === digits(again) ? digits(count) : typed,
  );

const SPANS: Record<string, string> = { h: "hour", d: "day", w: "week", m: "month", y: "year" };
/** "wks" and "weekly" as "week". */
const spanName = (unit: string) =>
  /^mi/i.test(unit) ? "minute" : (SPANS[unit[0]?.toLowerCase() ?? ""] ?? unit);
const spanOf = (count: string, high: string | undefined, unit: string) =>
  `${inWords(count, high)} ${spanName(unit)}${(high ?? count) === "1" ? "" : "s"}`;

/** "a week", "/wk", "weekly". Without such a word "one week" is how long. */
const EACH = "(?:/|\\b(?:an?|per|each|every)\\b)\\s*";
const PERIOD = "day|week|wk|month|mo|year|yr";
const ADVERB = "daily|weekly|monthly|yearly";
/** How many stands before it: "2 weekly" is every two weeks, "several times weekly" is not once. */
const isCounted = ({ index, input }: RegExpExecArray) =>
  new RegExp(`(?:\\d|\\b(?:${COUNT}|x|times?|every|each|other|alternate|bi|semi))[\\s-]*$`, "i").test(
    input.slice(0, index),
  );

/** "2 weeks on, 1 week off", "3 days apart": not how long. */
const NO_SPAN = "(?!\\s*(?:on|off|rest|free|apart)\\b)";
/** Words before a time say what it is: "repeat after 2 weeks". Without any it is how long. */
const standsAlone = ({ index, input }: RegExpExecArray) =>
  /(?:^|[,;:(]|\bthen|\bby)\s*$/i.test(input.slice(0, index));

/** "Once" goes on in "once every 2 weeks". */
const endsThere = ({ 0: text, index, input }: RegExpExecArray) =>
  /^\s*(?:$|[,;.)])/.test(input.slice(index + text.length));

const dotted = (letters: string) => [...letters].map((letter) => `${letter}\\.?`).join("");
const always = (kind: Kind, text: string) => (): [Kind, string] => [kind, text];
const unlessEye =
  (kind: Kind, text: string) =>
  (_: RegExpExecArray, context: Context): [Kind, string] | null =>
    context.isEye ? null : [kind, text];
const onlyEye =
  (text: string) =>
  (_: RegExpExecArray, context: Context): [Kind, string] | null =>
    context.isEye ? ["route", text] : null;

const DAYTIMES: Record<string, string> = {
  am: "in the morning",
  morning: "in the morning",
  noon: "at noon",
  lunch: "at lunch",
  afternoon: "in the afternoon",
  pm: "in the evening",
  evening: "in the evening",
  night: "at night",
  bedtime: "at bedtime",
};
const MEAL = "(meals?|breakfast|lunch|dinner|supper|food)";

/** "1 day before the procedure", "3 days after": when it is taken, not how long. "7 days after meals" is both. */
const isFromEvent = ({ 0: text, index, input }: RegExpExecArray) =>
  new RegExp(`^\\s*(?:before|after|prior|pre|post)\\b(?!\\s+${MEAL})`, "i").test(
    input.slice(index + text.length),
  );

const rule = (source: string, say: Rule["say"]): Rule => ({
  // Only whole words, followed by a space, a comma, a full stop or the end.
  pattern: new RegExp(`(?:${source})(?=[\\s,;]|\\.(?:\\s|$)|$)`, "iy"),
  say,
});

/** Tried in this order at the start of each word. */
const RULES: readonly Rule[] = [
  ...UNITS.map(([unit, one, many]) =>
    rule(`${RANGE}\\s*${unit}\\.?`, (match, context) => {
      const [, low = "", high] = match;
      if (unit.startsWith("cap") && context.isLiquid) return null;
      const amount = inWords(shownAmount(low), high && shownAmount(high));
      return ["dose", `${amount} ${isOne(high ?? low) ? one : many}`];
    }),
  ),
  rule("(?:b\\.?i\\.?d\\.?\\s*(?:-|to)\\s*t\\.?i\\.?d\\.?)", always("frequency", "2 to 3 times a day")),
  rule("(?:t\\.?i\\.?d\\.?\\s*(?:-|to)\\s*q\\.?i\\.?d\\.?)", always("frequency", "3 to 4 times a day")),
  rule(dotted("od"), unlessEye("frequency", "once a day")),
  rule(dotted("ou"), onlyEye("in both eyes")),
  rule(dotted("os"), onlyEye("in the left eye")),
  rule(dotted("qd"), always("frequency", "once a day")),
  rule(`(?:${dotted("bid")}|${dotted("bd")})`, always("frequency", "twice a day")),
  rule(`(?:${dotted("tid")}|${dotted("tds")})`, always("frequency", "3 times a day")),
  rule(dotted("qid"), always("frequency", "4 times a day")),
  rule(`(?:${dotted("qod")}|${dotted("eod")})`, always("frequency", "every other day")),
  rule("(?:once\\s+)?(?:every\\s+|q\\.?\\s*)other\\s+(day|week|month)", ([, unit = ""]) => [
    "frequency",
    `every other ${unit.toLowerCase()}`,
  ]),
  rule("(?:on\\s+)?alternate\\s+days?", always("frequency", "every other day")),
  rule(`(?:(?:at|every)\\s+)?(?:${dotted("qhs")}|${dotted("hs")})`, always("timing", "at bedtime")),
  rule("q\\.?\\s*am", always("timing", "every morning")),
  rule("q\\.?\\s*pm", always("timing", "every evening")),
  rule(
    `(?:once\\s+)?(?:q\\.?|every)\\s*(${COUNT})(?:\\s*(?:-|–|to)\\s*(${COUNT}))?\\s*(h|hrs?|hours?|mins?|minutes?|d|days?|w|wks?|weeks?|mos?|months?|yrs?|years?)\\.?`,
    ([, low = "", high, unit = ""]) => [
      "frequency",
      digits(low) === "1" && !high
        ? `every ${spanName(unit)}`
        : `every ${inWords(digits(low), high && digits(high))} ${spanName(unit)}s`,
    ],
  ),
  // "2x a week", "three times weekly", "twice/day", "two a day".
  rule(
    `(${COUNT})(?:\\s*(?:-|–|to)\\s*(${COUNT}))?\\s*(?:x|times?)\\s*(?:${EACH})?(${PERIOD}|${ADVERB})`,
    ([, low = "", high, period = ""]) => ["frequency", often(digits(low), high && digits(high), period)],
  ),
  rule(
    `(once|twice|thrice|one|two|three|four|five|six)\\s*(?:${EACH}(${PERIOD})|(${ADVERB}))`,
    ([, count = "", period, adverb = ""]) => ["frequency", often(digits(count), undefined, period ?? adverb)],
  ),
  // "daily" within other words ("max daily dose") is not a frequency.
  rule(
    "(?:q\\.?\\s*)?(daily|weekly|monthly|yearly)(?=\\s*(?:$|[,;.]|(?:in|on|at|for|with|before|after|then|every|x)\\b))",
    (match) => (isCounted(match) ? null : ["frequency", often("1", undefined, match[1] ?? "")]),
  ),
  rule("(?:every\\s?|q\\.?\\s*)(hour|day|week|month|year)", ([, unit = ""]) => [
    "frequency",
    `every ${unit.toLowerCase()}`,
  ]),
  rule("every\\s+(morning|afternoon|evening|night)", ([, when = ""]) => [
    "timing",
    `every ${when.toLowerCase()}`,
  ]),
  rule("nightly", always("timing", "every night")),
  // "30 minutes before breakfast", "1 hr pc": no length of time, wherever it stands.
  rule(
    `(half\\s+an|an|1/2|½|${COUNT})(?:\\s*(?:-|–|to)\\s*(${COUNT}))?\\s*(hrs?|hours?|mins?|minutes?)\\.?\\s*(?:(before|after)\\s+(?:(?:each|every|the)\\s+)?(?:${MEAL}|(bedtime|sleep(?:ing)?))|(?:(${dotted("ac")})|${dotted("pc")})(?:\\s+${MEAL})?)`,
    ([, low = "", high, unit = "", when, meal, rest, ac, mealOfCode]) => {
      const lead = /^half/i.test(low)
        ? "half an hour"
        : /^(?:1\/2|½)$/.test(low)
          ? `${low} hour`
          : spanOf(/^an$/i.test(low) ? "1" : digits(low), high && digits(high), unit);
      const from = (when ?? (ac ? "before" : "after")).toLowerCase();
      return [
        "timing",
        `${lead} ${from} ${(meal ?? rest ?? mealOfCode ?? "meals").toLowerCase().replace(/meal$/, "meals")}`,
      ];
    },
  ),
  rule(`${dotted("ac")}\\s+${MEAL}`, ([, meal = ""]) => ["timing", `before ${meal.toLowerCase()}`]),
  rule(`${dotted("pc")}\\s+${MEAL}`, ([, meal = ""]) => ["timing", `after ${meal.toLowerCase()}`]),
  rule(dotted("ac"), always("timing", "before meals")),
  rule(dotted("pc"), always("timing", "after meals")),
  rule(`(before|after|with)\\s+${MEAL}`, ([, when = "", meal = ""]) => [
    "timing",
    `${when} ${meal}`.toLowerCase(),
  ]),
  rule("on\\s+an\\s+empty\\s+stomach", always("timing", "on an empty stomach")),
  rule(
    "(?:(?:in|at)\\s+)?(?:the\\s+)?(am|pm|morning|noon|lunch|afternoon|evening|night|bedtime)",
    ([, when = ""]) => ["timing", DAYTIMES[when.toLowerCase()] ?? when],
  ),
  rule(`(?:${dotted("prn")}|as\\s+needed)`, always("need", "as needed")),
  rule("stat", always("timing", "at once")),
  rule(`(?:${dotted("po")}|by\\s+mouth|orally)`, always("route", "by mouth")),
  rule(dotted("sl"), always("route", "under the tongue")),
  rule(dotted("im"), always("route", "into the muscle")),
  rule(dotted("iv"), always("route", "into the vein")),
  rule(`(?:${dotted("sc")}|${dotted("sq")}|subcut)`, always("route", "under the skin")),
  rule("(?:once|one\\s+time)(?:\\s+only)?|(?:(?:a|as)\\s+)*single\\s+dose(?:\\s+only)?", (match, context) =>
    context.isDurationField && standsAlone(match) && endsThere(match)
      ? ["duration", match[0].toLowerCase()]
      : null,
  ),
  rule(`(?:(x|for)\\s*)?(${COUNT})\\s*doses?`, (match, context) => {
    const [, lead, typed = ""] = match;
    if (!lead && !(context.isDurationField && standsAlone(match))) return null;
    const count = digits(typed);
    return ["duration", `for ${count} dose${count === "1" ? "" : "s"}`];
  }),
  // Elsewhere hours say how it is taken: "leave on for 8 hours".
  rule(`(?:for\\s+|x\\s*)?(${COUNT})\\s*(?:h|hrs?|hours?)\\.?${NO_SPAN}`, (match, context) => {
    const [, count = ""] = match;
    if (!context.isDurationField || !standsAlone(match) || isFromEvent(match)) return null;
    return ["duration", `for ${spanOf(digits(count), undefined, "h")}`];
  }),
  rule(
    `(?:(x|for)|(?:for\\s+)?(up to|at least|about|to complete))?\\s*(${COUNT})(?:\\s*(?:-|–|to)\\s*(${COUNT}))?\\s*(d|days?|w|wks?|weeks?|mos?|months?|y|yrs?|years?)\\.?${NO_SPAN}`,
    (match, context) => {
      const [, lead, typedBound, low = "", high, unit = ""] = match;
      const bound = typedBound?.toLowerCase();
      if (!lead && !bound && !(context.isDurationField && standsAlone(match) && !isFromEvent(match)))
        return null;
      const span = spanOf(digits(low), high && digits(high), unit);
      if (bound === "to complete") return ["duration", `to complete ${span}`];
      return ["duration", ["for", bound, span].filter(Boolean).join(" ")];
    },
  ),
];

function read(text: string, context: Context): SigPart[] {
  const parts: SigPart[] = [];
  let position = 0;
  let apart = true;
  while (position < text.length) {
    const gap = /[\s,;]+/y;
    gap.lastIndex = position;
    const skipped = gap.exec(text)?.[0] ?? "";
    position += skipped.length;
    if (/[,;\n]/.test(skipped)) apart = true;
    if (position >= text.length) break;
    const found = firstRule(text, position, context);
    const previous = parts.at(-1);
    if (found) {
      parts.push({ kind: found.part[0], text: found.part[1], apart });
      position = found.end;
      if (text[position] === ".") position += 1;
    } else {
      const word = /(?:[^\s,;]|(?<=\d),(?=\d))+/y;
      word.lastIndex = position;
      const typed = word.exec(text)?.[0] ?? "";
      if (previous?.kind === "typed" && !apart) previous.text += ` ${typed}`;
      else parts.push({ kind: "typed", text: typed, apart });
      position += typed.length;
    }
    apart = false;
  }
  return parts;
}

function firstRule(
  text: string,
  position: number,
  context: Context,
): { part: [Kind, string]; end: number } | null {
  // "8 AM" is a clock, not a morning.
  const afterNumber = /\d/.test(text.slice(0, position).trimEnd().slice(-1));
  for (const { pattern, say } of RULES) {
    pattern.lastIndex = position;
    const match = pattern.exec(text);
    if (!match || (afterNumber && /^[ap]m$/i.test(match[0]))) continue;
    const part = say(match, context);
    if (part) return { part, end: position + match[0].length };
  }
  return null;
}

const ORDER: readonly Kind[] = ["dose", "route", "frequency", "timing", "need", "duration"];

const LINKS_BACK = /^(?:and|or|then|to|of|into|on|in|&|\+)\b/i;
const LINKS_ON = /(?:^|\s)(?:and|or|then|to|of|in|at|with|up|every|max|&|\+)$/i;

function joint(previous: SigPart, next: SigPart): string {
  if (next.apart) return ", ";
  if (next.kind === "route") return previous.kind === "dose" || previous.kind === "typed" ? " " : ", ";
  if (previous.kind === "typed") return next.kind === "dose" || LINKS_ON.test(previous.text) ? " " : ", ";
  if (next.kind !== "typed") return ", ";
  if (previous.kind === "dose" || LINKS_BACK.test(next.text)) return " ";
  return previous.kind === "need" && /^(?:for|if|when)\b/i.test(next.text) ? " " : ", ";
}

/** Parts of directions in one line: "2 tablets, after meals". */
export function directionsOf(parts: readonly SigPart[]): string {
  let text = "";
  let previous: SigPart | undefined;
  for (const part of parts) {
    text += previous ? joint(previous, part) + part.text : part.text;
    previous = part;
  }
  return text;
}

/** How often in months or weeks, which after a number of days says that it is taken for these again. */
export const isLongApart = ({ kind, text }: SigPart): boolean =>
  kind === "frequency" && /^every .*week|\b(?:month|year)s?$/.test(text);

function partsIn({ form, ...typed }: SigEntry) {
  const [dosage, frequency, duration] = [typed.dosage, typed.frequency, typed.duration].map((text) =>
    mixedOnce(countedOnce(safeDose(printable(text)))),
  ) as [string, string, string];
  const all = `${form ?? ""} ${dosage} ${frequency}`;
  const context = {
    isEye: /\b(?:eyes?|ophth\w*|optic|drops?|gtts?)\b/i.test(all),
    isLiquid: /\b(?:syrup|susp\w*|sol\w*|mouthwash|gargle|liquid|drops?|elixir|powder)\b/i.test(form ?? ""),
    isDurationField: false,
  };
  const written = [
    ...read(dosage, context),
    ...read(frequency, context),
    ...read(duration, { ...context, isDurationField: true }),
  ];
  // "Once a day, for 7 days, every month".
  const isRepeated =
    new Set(written.filter(({ kind }) => kind === "frequency").map(({ text }) => text)).size > 1 &&
    written.some(
      (part, index) => isLongApart(part) && written.slice(0, index).some(({ kind }) => kind === "duration"),
    );
  // Of directions that change on the way, each part belongs to the one before it.
  const spans = new Set(written.filter(({ kind }) => kind === "duration").map(({ text }) => text));
  const isSimple =
    written.every(({ kind }) => kind !== "typed") &&
    written.filter(({ kind }) => kind === "dose").length <= 1 &&
    spans.size <= 1 &&
    !isRepeated;
  const parts = isSimple
    ? ORDER.flatMap((kind) => written.filter((part) => part.kind === kind)).filter(
        (part, index, list) => list.findIndex((other) => other.text === part.text) === index,
      )
    : written;
  return { parts, isSimple, isOdUnclear: context.isEye && /\bo\.?d\b/i.test(all) };
}

/** The printed directions, part by part. */
export const partsOfSig = (entry: SigEntry): readonly SigPart[] => partsIn(entry).parts;

/** SIG, frequency and duration as one sentence for the patient. */
export function plainSig(entry: SigEntry): PlainSig {
  const { parts, isSimple, isOdUnclear } = partsIn(entry);
  const warnings = warningsOf(parts, isSimple, isOdUnclear);
  const comma = decimalComma(entry.strength) ?? decimalComma(entry.dosage);
  if (comma) warnings.push(`“${comma}” can be read as two numbers; write it with a point`);
  const text = directionsOf(parts).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  return { text, warnings };
}

function warningsOf(parts: readonly SigPart[], isSimple: boolean, isOdUnclear: boolean): string[] {
  const warnings: string[] = [];
  const often = parts.filter(({ kind }) => kind === "frequency");
  if (isSimple && often.length > 1) {
    warnings.push(`the SIG says both “${often.map(({ text }) => text).join("” and “")}”`);
  }
  if (isOdUnclear) warnings.push("OD can mean once a day or the right eye; write it in words");
  return warnings;
}
