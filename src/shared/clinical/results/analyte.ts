import type { SourceKey } from "./sources.ts";

export type Sex = "M" | "F";

/** What is usual for a sex and an age. A limit is within the range; without one the range is open on that side. */
export type Band = {
  /** Not given: both. */
  sex?: Sex;
  /** Full months of age, from `from` on and below `to`. Not given: open. */
  from?: number;
  to?: number;
  /** In the analyte's first unit. */
  low?: number;
  high?: number;
  source: SourceKey;
};

export type Unit = {
  name: string;
  /** A value in this unit is `factor` times the value in the first unit, plus `offset`. */
  factor: number;
  offset: number;
  /** Of a computed value. A typed one stays as it was typed. */
  decimals: number;
};

type Limits = readonly [low: number, high: number];

type AnyAnalyte = {
  /** Never changes: stored results name it. */
  code: string;
  name: string;
  /** Where it is beyond doubt. */
  loinc?: string;
};

export type NumberAnalyte = AnyAnalyte & {
  kind: "number";
  /** The conventional unit first, then the SI unit where it is another one, then others that laboratories print. */
  units: readonly [Unit, ...Unit[]];
  bands: readonly Band[];
  /** Outside of these a value is refused. In the first unit, as all limits. */
  possible: Limits;
  /** Outside of these the form asks once whether it is right. */
  usual: Limits;
  /** Beyond these somebody is called at once. */
  critical?: { low?: number; high?: number };
  /** Cells in a field of the microscope: "0-2" and "TNTC" are values too. */
  isCounted?: boolean;
  /** Computed from another one, never typed. */
  isComputed?: boolean;
};

export type WordAnalyte = AnyAnalyte & {
  kind: "word";
  choices: readonly string[];
  /** Those of the choices that are flagged. */
  abnormal: readonly string[];
};

/** What is written in free words, and not judged. */
export type TextAnalyte = AnyAnalyte & { kind: "text" };

export type Analyte = NumberAnalyte | WordAnalyte | TextAnalyte;

type UnitDraft = readonly [name: string, decimals: number];

type NumberDraft = Omit<NumberAnalyte, "kind" | "code" | "name" | "units"> & {
  unit: UnitDraft;
  si?: readonly [name: string, decimals: number, factor: number, offset?: number];
  /** A third one that laboratories print. */
  also?: readonly [name: string, decimals: number, factor: number];
};

export const number = (
  code: string,
  name: string,
  { unit, si, also, ...rest }: NumberDraft,
): NumberAnalyte => ({
  kind: "number",
  code,
  name,
  units: [
    { name: unit[0], decimals: unit[1], factor: 1, offset: 0 },
    ...(si ? [{ name: si[0], decimals: si[1], factor: si[2], offset: si[3] ?? 0 }] : []),
    ...(also ? [{ name: also[0], decimals: also[1], factor: also[2], offset: 0 }] : []),
  ],
  ...rest,
});

export const word = (
  code: string,
  name: string,
  choices: readonly string[],
  abnormal: readonly string[],
  loinc?: string,
): WordAnalyte => ({ kind: "word", code, name, choices, abnormal, ...(loinc && { loinc }) });

export const text = (code: string, name: string): TextAnalyte => ({ kind: "text", code, name });

const months = (years: number) => years * 12;

/** Adults: from 18 years on. */
export const ADULT = months(18);

export const adults = (source: SourceKey, low?: number, high?: number, sex?: Sex): Band => ({
  from: ADULT,
  source,
  ...(low !== undefined && { low }),
  ...(high !== undefined && { high }),
  ...(sex && { sex }),
});

/** Of an age from `from` years on and below `to`. */
export const aged = (
  source: SourceKey,
  [from, to]: readonly [from: number, to: number],
  low?: number,
  high?: number,
  sex?: Sex,
): Band => ({ ...adults(source, low, high, sex), from: months(from), to: months(to) });
