import { fold } from "#shared/formats/name-search.ts";

// The units of figures in lists. A header names the unit of its column, a cell that of its own.

type Unit = {
  /** What follows a figure, and is its unit anywhere in a header. */
  words: string;
  /** What is a unit in a header only at its end, or at the end of its brackets. */
  atEnd?: string;
  /** The figure as it is stored, or as an age is read; none where it stays. */
  asStored?: (figure: number) => string;
};

const rounded = (decimals: number, factor: number) => (figure: number) =>
  String(Number((figure * factor).toFixed(decimals)));

/** As exactly as a scale shows it: infants in tens of grams. */
const kilograms = (factor: number) => (figure: number) =>
  rounded(figure * factor < 20 ? 2 : 1, factor)(figure);

const inch = 2.54;
const pound = 0.453_592_37;

/** By field; the first is the stored one, which a header need not name. */
const unitsOf: Readonly<Record<string, readonly Unit[]>> = {
  age: [
    { words: "years yrs yr yo taon", atEnd: "year y" },
    { words: "months mos mths buwan", atEnd: "month mo mon", asStored: (figure) => `${figure} months` },
    { words: "weeks wks linggo", atEnd: "week wk", asStored: (figure) => `${figure} weeks` },
    { words: "days araw", atEnd: "day", asStored: (figure) => `${figure} days` },
  ],
  weight: [
    { words: "kg kgs kilo kilos kilogram kilograms" },
    { words: "lb lbs pound pounds libra", asStored: kilograms(pound) },
    { words: "grams gms gram gm", atEnd: "g", asStored: rounded(3, 0.001) },
    { words: "oz ounce ounces", asStored: rounded(3, pound / 16) },
    { words: "stone stones", atEnd: "st", asStored: kilograms(pound * 14) },
  ],
  height: [
    { words: "cm cms centimeter centimeters centimetre centimetres" },
    { words: "inches inch pulgada", atEnd: "in ins", asStored: rounded(1, inch) },
    { words: "feet foot ft talampakan", asStored: rounded(1, 12 * inch) },
    { words: "meter meters metre metres mtr mtrs", atEnd: "m", asStored: rounded(1, 100) },
    { words: "mm millimeter millimeters", asStored: rounded(1, 0.1) },
  ],
  temperature: [
    { words: "celsius centigrade degc", atEnd: "c" },
    {
      words: "fahrenheit degf",
      atEnd: "f",
      asStored: (figure) => String(Number((((figure - 32) * 5) / 9).toFixed(1))),
    },
  ],
  bloodSugar: [
    { words: "mgdl", atEnd: "mg dl" },
    { words: "mmol mmoll mmols", atEnd: "l", asStored: rounded(0, 18.016) },
  ],
};

const listOf = (words = "") => words.split(" ").filter(Boolean);
const namesOf = ({ words, atEnd }: Unit) => [...listOf(words), ...listOf(atEnd)];

/** The words of a header or of one of its brackets; "WeightLbs" and "weight_lbs" are two. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/(\p{Ll}{2})(\p{Lu})/gu, "$1 $2")
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map(fold)
    .filter(Boolean);

/** The header without its brackets, and what each of them holds. */
const partsOf = (header: string): string[][] =>
  [
    header.replace(/[([].*?[)\]]/g, " "),
    ...[...header.matchAll(/[([](.*?)[)\]]/g)].map(([, held = ""]) => held),
  ]
    .map(wordsOf)
    .filter((words) => words.length > 0);

/** The last header of each field: a list's cells are read one after the other, and reading a header takes longer. */
const lastRead = new Map<string, { header: string; named: Unit[] }>();

function namedUnits(header: string, field: string): Unit[] {
  const last = lastRead.get(field);
  if (last?.header === header) return last.named;
  const named = unitsIn(header, field);
  if (unitsOf[field]) lastRead.set(field, { header, named });
  return named;
}

function unitsIn(header: string, field: string): Unit[] {
  const units = unitsOf[field] ?? [];
  const parts = units.length > 0 ? partsOf(header.slice(0, 100)) : [];
  const all = units.flatMap(namesOf);
  return units.filter(({ words, atEnd }) =>
    parts.some(
      (part) =>
        listOf(atEnd).some(
          (unit) => unit === part.at(-1) || (part.includes(unit) && part.every((word) => all.includes(word))),
        ) || part.some((word) => listOf(words).some((unit) => word === unit || isEnding(word, unit))),
    ),
  );
}

/** In one word: "weightlbs". */
const isEnding = (word: string, unit: string) =>
  unit.length > 1 && word.length > unit.length + 1 && word.endsWith(unit);

/** A header's words without those that are units of `field`; null where it names none. */
export function withoutUnits(header: string, field: string): string[] | null {
  const units = new Set((unitsOf[field] ?? []).flatMap(namesOf));
  if (units.size === 0) return null;
  const words = wordsOf(header.replace(/[([].*?[)\]]/g, " "));
  const left = words.flatMap((word) => {
    if (units.has(word)) return [];
    const unit = [...units].find((one) => isEnding(word, one));
    return [unit ? word.slice(0, -unit.length).replace(/in$/, "") : word];
  });
  return left.length === words.length && left.every((word, at) => word === words[at]) ? null : left;
}

export const fieldsWithUnits = Object.keys(unitsOf);

/** Whether a column's figures are in another unit than the stored one. */
export function isConverted(header: string, field: string): boolean {
  const named = namedUnits(header, field);
  return named.length > 0 && named[0] !== unitsOf[field]?.[0];
}

const FIGURE = /^(\d{1,4}(?:\.\d{1,9})?)\s*°?\s*([\p{L}/.]*?|"|”|″|''|’’)\.?$/u;
/** 5'4", 5 ft 4 in, and 5-4 in a column of feet. */
const FEET =
  /^(\d)\s*(?:'|’|′|ft\.?|feet|foot)\s*(?:(\d{1,2}(?:\.\d)?)\s*(?:"|”|″|''|’’|ins?\.?|inch|inches)?)?$/i;
const FEET_AND_INCHES = /^(\d)\s*[-/ ]\s*(\d{1,2})$/;

/**
 * A figure in the stored unit: by the unit beside it, else by the one that the header names. Anything that is no figure
 * stays as it was typed.
 */
export function inStoredUnit(
  field: string,
  typed: string,
  header: string,
): { value: string } | { problem: string } {
  const units = unitsOf[field];
  if (!units) return { value: typed };
  const named = namedUnits(header, field);
  const isInFeet = field === "height" && named.some(({ words }) => words.includes("feet"));
  const feet =
    field === "height" ? (FEET.exec(typed) ?? (isInFeet ? FEET_AND_INCHES.exec(typed) : null)) : null;
  const [, whole = "0", inches = "0"] = feet ?? [];
  if (feet && Number(inches) < 12)
    return { value: ((Number(whole) * 12 + Number(inches)) * inch).toFixed(1) };
  const [, figure, own = ""] = FIGURE.exec(typed) ?? [];
  if (figure === undefined) return { value: typed };
  const word = /^\W+$/.test(own) ? "in" : fold(own);
  const beside = own === "" ? undefined : units.find((unit) => namesOf(unit).includes(word));
  if (own !== "" && !beside) return { value: typed };
  // 5.11 may be 5 ft 11 in.
  if (isInFeet && !beside && figure.includes(".")) return { problem: "Enter feet and inches, like 5'4\"" };
  const [stored] = units;
  if (!beside && named.length > 1 && !named.some((unit) => unit === stored) && !isInFeet)
    return { problem: "Enter the unit beside the number" };
  // An age is read with its words.
  if (beside && field === "age") return { value: typed };
  const unit = beside ?? named[0];
  return { value: unit?.asStored?.(Number(figure)) ?? figure };
}
