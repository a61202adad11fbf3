import { GROUPED } from "#shared/formats/counts.ts";
import type { NumberAnalyte, Unit } from "./analyte.ts";

/** A typed number: "5.4", "<0.01", ">100"; of a counted analyte also "0-2". */
export type ReadValue = {
  /** The stored form. */
  text: string;
  /** The number; the upper one of "0-2". */
  number: number;
  /** For a value beyond the laboratory's limit. */
  sign: "" | "<" | ">" | "≤" | "≥";
};

const figure = String.raw`(?:${GROUPED}|\d{1,9})(?:\.\d{1,4})?|\.\d{1,4}`;
const single = new RegExp(`^(<=?|>=?|≤|≥)?\\s*(${figure})$`);
const span = new RegExp(`^(${figure})\\s*(?:-|–|to)\\s*(${figure})$`);

/** Too many to count. */
export const TOO_MANY = "TNTC";

const plain = (typed: string) => typed.replaceAll(",", "").replace(/^\./, "0.");
const signs: Record<string, ReadValue["sign"]> = {
  "<": "<",
  ">": ">",
  "<=": "≤",
  ">=": "≥",
  "≤": "≤",
  "≥": "≥",
};

/** Null if it is no value of the analyte. */
export function readValue({ isCounted }: Pick<NumberAnalyte, "isCounted">, typed: string): ReadValue | null {
  const one = single.exec(typed.trim());
  if (one) {
    const sign = signs[one[1] ?? ""] ?? "";
    const digits = plain(one[2] ?? "");
    return { text: `${sign}${digits}`, number: Number(digits), sign };
  }
  if (!isCounted) return null;
  const both = span.exec(typed.trim());
  if (both) {
    const [low, high] = [plain(both[1] ?? ""), plain(both[2] ?? "")];
    return Number(low) > Number(high) ? null : { text: `${low}-${high}`, number: Number(high), sign: "" };
  }
  return typed.trim().toUpperCase() === TOO_MANY
    ? { text: TOO_MANY, number: Number.POSITIVE_INFINITY, sign: "" }
    : null;
}

/** Normalizes how laboratories print the catalogue's units. */
const spelled = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[\s×x*^]/g, "")
    .replaceAll(/[μµ]/g, "u")
    .replaceAll("⁹", "9")
    .replaceAll("³", "3")
    .replaceAll("⁶", "6")
    .replaceAll("¹²", "12")
    .replaceAll("²", "2")
    // A part of the whole is printed with several units, or none.
    .replace(/^(?:l\/l|1|decimal|)$/, "fraction");

/** The analyte's unit by its name, "umol/L" as well as "µmol/L". Null if it is none of its units. */
export const unitNamed = ({ units }: NumberAnalyte, name: string): Unit | null =>
  units.find((unit) => unit.name === name) ??
  units.find((unit) => spelled(unit.name) === spelled(name)) ??
  null;

/** From the first unit. */
export const inUnit = (value: number, unit: Unit): number => value * unit.factor + unit.offset;

/** To the first unit. */
export const fromUnit = (value: number, unit: Unit): number => (value - unit.offset) / unit.factor;

/** Half up, by the decimal digits: 1.005 to two places is 1.01. */
export const rounded = (value: number, decimals: number): string => {
  const [digits, exponent] = value.toExponential(11).split("e");
  const shifted = Math.round(Number(`${digits}e${Number(exponent) + decimals}`));
  return (shifted / 10 ** decimals).toFixed(decimals);
};

/** Smaller ones are zero, but for the rounding of the conversion. */
const SMALLEST = 1e-9;

const isSameScale = (one: Unit, other: Unit) => one.factor === other.factor && one.offset === other.offset;

/** A stored value in another unit of its analyte. Text that is no number stays unchanged. */
export function converted(analyte: NumberAnalyte, value: string, from: Unit, to: Unit): string {
  const read = readValue(analyte, value);
  if (!read || isSameScale(from, to) || !/^[<>≤≥]?[\d.]+$/.test(read.text)) return value;
  return `${read.sign}${notZero(inUnit(fromUnit(read.number, from), to), to.decimals)}`;
}

/** With more decimals than usual where a value that is not zero would be shown as zero. */
function notZero(value: number, decimals: number): string {
  const text = rounded(value, decimals);
  return Number(text) !== 0 || Math.abs(value) < SMALLEST ? text : notZero(value, decimals + 1);
}
