import type { SourceKey } from "./sources.ts";

export type Sex = "M" | "F";

/**
 * The reference range for a sex and an age. `low` and `high` are within it, `below` is not: "below 100" goes up to
 * any decimal under 100. Without a limit the range is open on that side.
 */
export type Band = {
  /** Both if omitted. */
  sex?: Sex;
  /** Full months of age, at least `from` and below `to`. Open if omitted. */
  from?: number;
  to?: number;
  /** In the analyte's first unit. */
  low?: number;
  high?: number;
  /** Instead of `high`. */
  below?: number;
  /** Only for a pregnancy, in full weeks of gestation: at least `from` and below `to`. Before the others. */
  weeks?: readonly [from: number, to: number];
  source: SourceKey;
};

export type Unit = {
  name: string;
  /** A value in this unit is `factor` times the value in the first unit, plus `offset`. */
  factor: number;
  offset: number;
  /** For computed values. A typed value is stored as typed. */
  decimals: number;
  /** LOINC tells mass from moles: a code is of the test in this unit. Only if it is certain. */
  loinc?: string;
};

type Limits = readonly [low: number, high: number];

type AnyAnalyte = {
  /** Never changes, since stored results refer to it. */
  code: string;
  name: string;
};

export type NumberAnalyte = AnyAnalyte & {
  kind: "number";
  /** The conventional unit first, then the SI unit where it is another one, then others that laboratories print. */
  units: readonly [Unit, ...Unit[]];
  bands: readonly Band[];
  /** A value outside is refused. In the first unit, like all limits. */
  possible: Limits;
  /** For a value outside, the form asks once whether it is right. */
  usual: Limits;
  /** A value beyond is reported by phone immediately. */
  critical?: { low?: number; high?: number };
  /** Cells in a field of the microscope: "0-2" and "TNTC" are values too. */
  isCounted?: boolean;
  /** A part of the differential count, which a laboratory prints in one unit. */
  isShare?: boolean;
  /** Computed from another one, never typed. */
  isComputed?: boolean;
};

type WordAnalyte = AnyAnalyte & {
  kind: "word";
  choices: readonly string[];
  /** The choices that are flagged. */
  abnormal: readonly string[];
  /** Only if it is certain. */
  loinc?: string;
};

/** Free text, which is not judged. */
type TextAnalyte = AnyAnalyte & { kind: "text" };

export type Analyte = NumberAnalyte | WordAnalyte | TextAnalyte;

type UnitDraft = readonly [name: string, decimals: number];

type NumberDraft = Omit<NumberAnalyte, "kind" | "code" | "name" | "units"> & {
  unit: UnitDraft;
  si?: readonly [name: string, decimals: number, factor: number, offset?: number];
  /** A third one that laboratories print. */
  also?: readonly [name: string, decimals: number, factor: number];
  /** Of all units; or of the conventional ones and of the SI unit, null where none is certain. */
  loinc?: string | readonly [conventional: string, si: string | null];
};

export const number = (
  code: string,
  name: string,
  { unit, si, also, loinc, ...rest }: NumberDraft,
): NumberAnalyte => {
  const [usual, ofSi] = typeof loinc === "string" ? [loinc, loinc] : (loinc ?? []);
  const conventional = usual === undefined ? {} : { loinc: usual };
  return {
    kind: "number",
    code,
    name,
    units: [
      { name: unit[0], decimals: unit[1], factor: 1, offset: 0, ...conventional },
      ...(si
        ? [
            {
              name: si[0],
              decimals: si[1],
              factor: si[2],
              offset: si[3] ?? 0,
              ...(ofSi != null && { loinc: ofSi }),
            },
          ]
        : []),
      ...(also ? [{ name: also[0], decimals: also[1], factor: also[2], offset: 0, ...conventional }] : []),
    ],
    ...rest,
  };
};

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

/** For adults: at least `low`, if there is one, and below `below`. */
export const adultsBelow = (source: SourceKey, below: number, low?: number): Band => ({
  ...adults(source, low),
  below,
});

/** For an age of at least `from` and below `to` years. */
export const aged = (
  source: SourceKey,
  [from, to]: readonly [from: number, to: number],
  low?: number,
  high?: number,
  sex?: Sex,
): Band => ({ ...adults(source, low, high, sex), from: months(from), to: months(to) });
