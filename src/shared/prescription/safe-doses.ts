/**
 * Doses as they can be misread, in the form that the "Do Not Use" list of the Joint Commission and ISMP's list of
 * error-prone abbreviations ask for. The record keeps what was typed; the printed page, its preview and the counted
 * quantity have this form.
 */

import { GROUPED } from "#shared/formats/counts.ts";

const UNIT =
  "(?:mg|mcg|[µu]g|ng|kg|g|gm|grams?|m?l|dl|cc|international units|iu|units?|u|meq|mmol|%|percent|tab(?:let)?s?|cap(?:sule)?s?|pcs?|pieces?|gtts?|drops?|puffs?|sprays?|neb(?:ule)?s?|sachets?|supp\\w*|amp\\w*|vials?|bottles?|tsps?|tbsps?|teaspoons?|tablespoons?|patch(?:es)?|doses?|hours?|hrs?|h|minutes?|mins?|days?|weeks?|wks?|months?)(?![\\p{L}\\d])";
const RANGE = "(?:\\s*(?:-|–|~|to|/|x|×)\\s*[\\d.,]+){0,3}";
/** Not an amount of pesos, and not within a date or a version. */
const WHOLE = `(?<![\\d.,]|₱ ?|php ?|at )(${GROUPED}|\\d+)`;
const CLOCK = `(?!${RANGE}\\s*[ap]\\.?m(?![\\p{L}]))`;
const trailing = (after: string) => new RegExp(`${WHOLE}\\.(\\d*?)0+(?!\\d|[.,:]\\d)${CLOCK}${after}`, "giu");

/** "1.0 mg" read without its point is ten times the dose. */
const TRAILING_ZERO = trailing("");
/** In prose, where "8.30" may be a time, only before a unit. */
const TRAILING_ZERO_OF_UNIT = trailing(`(?=${RANGE}\\s*${UNIT})`);
/** ".5 mg" read without its point is ten times the dose. */
const NO_LEADING_ZERO = /(?<![\d.\p{L}])\.(?=\d)/gu;

const ends = "(?![\\p{L}\\d])";
const ABBREVIATIONS: readonly (readonly [pattern: RegExp, words: string])[] = [
  // Read as 0, 4 or cc.
  [new RegExp(`(?<![\\d.,])1\\s*u(?:\\.|${ends})`, "giu"), "1 unit"],
  [new RegExp(`(\\d)\\s*u${ends}`, "giu"), "$1 units"],
  // Read as IV or 10.
  [new RegExp(`(\\d)\\s*(?:iu${ends}|i\\.u\\.)`, "giu"), "$1 international units"],
  [new RegExp(`(?<![\\p{L}\\d])IU${ends}`, "gu"), "international units"],
  // Read as mg. The micro sign and the Greek letter look the same.
  [new RegExp(`(?<![\\p{L}])(?:[\u00b5\u03bcu]g|(?<=\\d\\s*)UG)${ends}`, "gu"), "mcg"],
  // Read as U.
  [new RegExp(`(\\d)\\s*cc${ends}`, "giu"), "$1 mL"],
  // Read as each other.
  [new RegExp(`(?<![\\p{L}\\d])q\\.?\\s?o\\.?\\s?d(?:\\.|${ends})`, "giu"), "every other day"],
  [new RegExp(`(?<![\\p{L}\\d])q\\.?d(?:\\.|${ends})`, "giu"), "once a day"],
  [new RegExp(`(?<![\\p{L}\\d])tiw${ends}`, "giu"), "3 times a week"],
  [new RegExp(`(?<![\\p{L}\\d])biw${ends}`, "giu"), "2 times a week"],
  [new RegExp(`(?<![\\p{L}\\d])qw${ends}`, "giu"), "once a week"],
  // Morphine and magnesium sulfate are read as each other. "MS" alone is refused, see `confusedSulfate`.
  [new RegExp(`(?<![\\p{L}\\d])mgso[4₄]${ends}`, "giu"), "magnesium sulfate"],
  [new RegExp(`(?<![\\p{L}\\d])mso[4₄]${ends}`, "giu"), "morphine sulfate"],
];

/** A dose, strength or quantity; `isProse` for instructions, which also contain times of day and other numbers. */
export function safeDose(text: string, { isProse = false } = {}): string {
  let safe = text.replace(NO_LEADING_ZERO, "0.");
  const trailingZero = isProse ? TRAILING_ZERO_OF_UNIT : TRAILING_ZERO;
  safe = safe.replace(trailingZero, (_, whole: string, decimals: string) =>
    decimals ? `${whole}.${decimals}` : whole,
  );
  for (const [pattern, words] of ABBREVIATIONS) safe = safe.replace(pattern, words);
  return safe;
}

/** A medicine as it is told outside its record: to the patient, to another clinic, to another system. */
export const safeMedicine = <Medicine extends object>(medicine: Medicine): Medicine =>
  Object.fromEntries(
    Object.entries(medicine).map(([field, text]) => [
      field,
      typeof text === "string" ? safeDose(text, { isProse: field === "instructions" }) : text,
    ]),
  ) as Medicine;

/** The first number with a decimal comma: "2,5" can be read as two numbers, or as 25. Null if there is none. */
export const decimalComma = (text: string | null | undefined): string | null =>
  /(?<![\d,.])(?:\d+,\d{1,2}|0\d*,\d+)(?![\d,])/.exec(text ?? "")?.[0] ?? null;

/** Units in full, in the plural or as a laboratory writes them. */
const UNITS: readonly (readonly [pattern: RegExp, unit: string])[] = (
  [
    ["micrograms?|mcgs", "mcg"],
    ["milligrams?|mgs|mgms?", "mg"],
    ["grams?|gms?", "g"],
    ["millilit(?:er|re)s?|mls", "ml"],
    ["milliequivalents?|meqs", "meq"],
    ["percent", "%"],
  ] as const
).map(([typed, unit]) => [
  new RegExp(`(?<=\\d|/)\\s*(?:${typed})(?![\\p{L}\\d])(?:\\.(?!\\d))?`, "gu"),
  unit,
]);

const GROUPS = new RegExp(`(?<![\\d.,])${GROUPED}(?!\\d)`, "g");

/** A strength or dose without differences of writing: "1,000 MG" and "1000 milligrams". A point stays: "2.5 mg" is not "25 mg". */
export const sameDose = (text: string | null | undefined): string =>
  UNITS.reduce(
    (dose, [typed, unit]) => dose.replace(typed, unit),
    safeDose(text ?? "")
      .toLowerCase()
      .replace(/(?<=\d\s?\p{L}+)\s+per\s+(?=\d|\p{L})/gu, "/"),
  )
    .replace(GROUPS, (typed) => typed.replaceAll(",", ""))
    .replace(/(?<=\d)\s+(?=\p{L}|%)|\s*([/+])\s*/gu, "$1")
    .replace(/\s+/g, " ")
    .trim();

const FORMS =
  /(?<!\p{L})(?:(tab)(?:let)?|(cap)(?:sule)?|(neb)(?:ule)?|(amp)(?:o?ule)?|(supp)(?:ository|ositorie)?|(susp)(?:ension)?|(oint)(?:ment)?|(inj)(?:ection)?|(sol)(?:utio)?n)s?\.?(?!\p{L})/giu;
const words = (text: string) => sameDose(text).replace(FORMS, (_, ...short) => short.find(Boolean));
const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Whether a name says a strength or form, as words of its own: "captopril 25 mg" says neither "5 mg" nor "cap". */
export const saysDetail = (name: string, detail: string): boolean => {
  const wanted = words(detail);
  // A number without its unit is said by one with it.
  const end = /\d$/.test(wanted) ? "(?!\\d|[.,]\\d)" : "(?![\\p{L}\\d]|[.,]\\d)";
  return new RegExp(`(?<![\\p{L}\\d]|\\d[.,])${literally(wanted)}${end}`, "u").test(words(name));
};

const AMOUNT =
  /(?<![\p{L}\d.,])[\d.]+(?:[/+][\d.]+)*(?:mg|mcg|g|ml|international units|units|meq|%)(?:[/+][\d.]*(?:mg|mcg|g|ml|units|tab|cap|neb|amp|dose|puff|spray|actuation|drop|sachet|supp|patch|vial|h|hrs?|hours?|day))*(?!\p{L})/gu;

/** A medicine's name without strength and form, for comparison: "Losartan 50 mg tablet" as "losartan". */
export const nameAlone = (name: string): string =>
  words(name)
    .replace(AMOUNT, " ")
    .replace(/(?<!\p{L})(?:tab|cap|neb|amp|supp|susp|oint|inj|sol|syrup|drops?|cream)(?!\p{L})/gu, " ")
    .replace(/\s+/g, " ")
    .trim() || name.toLowerCase();

const IN_MG: Record<string, number> = { mcg: 0.001, mg: 1, g: 1000 };
/** Amounts of substance in a text, in one unit where they can be compared. */
const amountsIn = (text: string): string[] =>
  [
    ...sameDose(text).matchAll(
      /(?<![\d.,])(\d+(?:\.\d+)?)(mcg|mg|g|international units|units|meq|%)(?!\p{L})/gu,
    ),
  ].map(([, number, unit = ""]) =>
    unit in IN_MG ? `${Number((Number(number) * (IN_MG[unit] ?? 1)).toPrecision(9))}mg` : `${number}${unit}`,
  );

/** Whether a name and a strength each say an amount that the other does not. */
export function disagree(name: string, strength: string): boolean {
  const [inName, inStrength] = [amountsIn(name), amountsIn(strength)];
  return (
    inName.some((amount) => !inStrength.includes(amount)) &&
    inStrength.some((amount) => !inName.includes(amount))
  );
}

/** Why a medicine's name must be written in full, or null. */
export function confusedSulfate(name: string): string | null {
  const found = /(?<![\p{L}\d])(?:MS(?!\s*[Cc]ontin)|[Mm][Gg]?[Ss][Oo][4₄])(?![\p{L}\d])/u.exec(name)?.[0];
  return found ? `${found} can mean morphine sulfate or magnesium sulfate. Write the name in full.` : null;
}
