import type { Analyte, Band, NumberAnalyte, Sex, Unit } from "./analyte.ts";
import type { ResultFlag } from "./flags.ts";
import { isNoResult } from "./no-result.ts";
import { sources } from "./sources.ts";
import { fromUnit, inUnit, type ReadValue, readValue, rounded } from "./values.ts";

/** The patient, at the time of collection. While sex or age is unknown, no range by it applies. */
export type Subject = {
  sex: Sex | null;
  ageInMonths: number | null;
  /** In days, if she is known to be pregnant. */
  gestation?: number | null;
};

/** A range of the clinic's own; `note` says why, "the doctor's goal". */
type ClinicBand = {
  sex?: Sex | null | undefined;
  from?: number | null | undefined;
  to?: number | null | undefined;
  low?: number | null | undefined;
  high?: number | null | undefined;
};
export type ClinicRange = { bands: readonly ClinicBand[]; note: string | null };

export type Range = {
  /** In the requested unit, as exact as that of the band. */
  low: string | null;
  high: string | null;
  /** A value equal to `high` is above the range: "below 100". */
  isBelow?: true;
  source: string;
};

const fits = (band: ClinicBand | Band, { sex, ageInMonths, gestation }: Subject): boolean => {
  if (band.sex && band.sex !== sex) return false;
  if ("weeks" in band && band.weeks) {
    const week = Math.floor((gestation ?? -1) / 7);
    return week >= band.weeks[0] && week < band.weeks[1];
  }
  const [from, to] = [band.from ?? 0, band.to ?? null];
  if (from === 0 && to === null) return true;
  return ageInMonths !== null && ageInMonths >= from && (to === null || ageInMonths < to);
};

/** As many as a limit may have. */
const MOST_DECIMALS = 4;

/** A limit in a unit, with its decimals; with more where the limit is more exact than the first unit's. */
function inWords(
  limit: number | null | undefined,
  { units: [first] }: NumberAnalyte,
  unit: Unit,
): string | null {
  if (limit === null || limit === undefined) return null;
  const withMore = (more: number) => rounded(inUnit(limit, unit), unit.decimals + more);
  const most = Math.max(MOST_DECIMALS - first.decimals, 0);
  let more = 0;
  while (more < most && Number(rounded(limit, first.decimals + more)) !== limit) more += 1;
  return Number(withMore(0)) === Number(withMore(more)) ? withMore(0) : withMore(more);
}

/** The limits of a clinic's range in a unit of the analyte. */
export const rangesInUnit = (
  analyte: NumberAnalyte,
  { bands }: ClinicRange,
  unit: Unit,
): Pick<Range, "low" | "high">[] =>
  bands.map(({ low, high }) => ({ low: inWords(low, analyte, unit), high: inWords(high, analyte, unit) }));

/** The clinic's own range if it has one, else the catalogue's. Null if there is none for this sex and age. */
export function rangeFor(
  analyte: NumberAnalyte,
  unit: Unit,
  subject: Subject,
  own?: ClinicRange | undefined,
): Range | null {
  const isOwn = own !== undefined && own.bands.length > 0;
  const band: ClinicBand | Band | undefined = (isOwn ? own.bands : analyte.bands).find((each) =>
    fits(each, subject),
  );
  if (!band) return null;
  const { below } = band as Partial<Band>;
  return {
    low: inWords(band.low, analyte, unit),
    high: inWords(below ?? band.high, analyte, unit),
    ...(below !== undefined && { isBelow: true }),
    source: isOwn ? (own.note ?? "the clinic's own range") : sources[(band as Band).source],
  };
}

/** "3.5 to 5.0", "70 to below 100", "60 or more", "up to 16", "below 200". */
export const rangeInWords = ({ low, high, isBelow: isUnder }: ShownRange): string => {
  if (high === null) return low === null ? "" : `${low} or more`;
  if (low === null) return `${isUnder ? "below" : "up to"} ${high}`;
  return `${low} to ${isUnder ? "below " : ""}${high}`;
};

export type ShownRange = Pick<Range, "low" | "high"> & { isBelow?: boolean | undefined };

/** Whether it is certainly below: of "≤3.5" only below a limit over 3.5. */
const isBelow = ({ number, sign }: ReadValue, limit: number): boolean =>
  sign === "<" ? number <= limit : (sign === "" || sign === "≤") && number < limit;
const isAbove = ({ number, sign }: ReadValue, limit: number, orEqual = false): boolean =>
  sign === ">" || (orEqual && (sign === "" || sign === "≥"))
    ? number >= limit
    : (sign === "" || sign === "≥") && number > limit;

/** Critical limits hold at any age from one month on. */
const CRITICAL_FROM = 1;

function flagNumber(
  analyte: NumberAnalyte,
  read: ReadValue,
  unit: Unit,
  range: Range | null,
  { ageInMonths }: Subject,
): ResultFlag | null {
  const { critical } = analyte;
  if (critical && (ageInMonths === null || ageInMonths >= CRITICAL_FROM)) {
    const base = { ...read, number: fromUnit(read.number, unit) };
    if (critical.low !== undefined && isBelow(base, critical.low)) return "LL";
    if (critical.high !== undefined && isAbove(base, critical.high)) return "HH";
  }
  // Compares with the limits as shown, so that a value equal to the printed limit is within it.
  if (range?.low !== null && range && isBelow(read, Number(range.low))) return "L";
  if (range?.high !== null && range && isAbove(read, Number(range.high), range.isBelow)) return "H";
  return null;
}

export type Judged = {
  value: string;
  unit: string | null;
  low: string | null;
  high: string | null;
  isBelow?: true;
  source: string | null;
  flag: ResultFlag | null;
};

/** The error of a value, or its stored form with range and flag. */
export function judge(
  analyte: Analyte,
  typed: string,
  { unit, subject, own }: { unit: Unit | null; subject: Subject; own?: ClinicRange | undefined },
): Judged | { problem: string } {
  const nothing = { unit: null, low: null, high: null, source: null, flag: null };
  const choice =
    analyte.kind === "word"
      ? analyte.choices.find((each) => each.toLowerCase() === typed.trim().toLowerCase())
      : undefined;
  if (isNoResult(typed)) return { ...nothing, value: choice ?? typed.trim(), flag: "X" };
  if (analyte.kind === "text") return { ...nothing, value: typed.trim() };
  if (analyte.kind === "word") {
    if (choice === undefined) return { problem: `Choose one of: ${analyte.choices.join(", ")}` };
    return { ...nothing, value: choice, flag: analyte.abnormal.includes(choice) ? "A" : null };
  }
  const at = unit ?? analyte.units[0];
  const read = readValue(analyte, typed);
  if (!read)
    return {
      problem: analyte.isCounted ? "Enter a number, or a span like 0-2" : "Enter a number, like 5.4 or <0.01",
    };
  if (!isPossible(analyte, read, at)) {
    const [low, high] = analyte.possible.map((limit) => rounded(inUnit(limit, at), at.decimals));
    const other = analyte.units.find((each) => isPossible(analyte, read, each));
    const orUnit = other ? `, or change the unit to ${other.name || "none"}` : "";
    return { problem: `Not possible. Enter a value from ${low} to ${high} ${at.name}`.trim() + orUnit };
  }
  const range = rangeFor(analyte, at, subject, own);
  return {
    value: read.text,
    unit: at.name || null,
    low: range?.low ?? null,
    high: range?.high ?? null,
    ...(range?.isBelow && { isBelow: true }),
    source: range?.source ?? null,
    flag: flagNumber(analyte, read, at, range, subject),
  };
}

function isPossible(
  { possible: [low, high], isCounted }: NumberAnalyte,
  { number, sign }: ReadValue,
  unit: Unit,
) {
  if (number === Number.POSITIVE_INFINITY) return isCounted === true;
  const base = fromUnit(number, unit);
  // A laboratory's detection limit may be below what is possible in a patient.
  return base <= high && (base >= low || ((sign === "<" || sign === "≤") && base >= 0));
}

/** Possible, but so rare that the form asks whether it is right. */
export function isUnusual(analyte: Analyte, typed: string, unit: Unit | null): boolean {
  if (analyte.kind !== "number") return false;
  const read = readValue(analyte, typed);
  if (!read || read.number === Number.POSITIVE_INFINITY || read.sign === "<" || read.sign === "≤")
    return false;
  const base = fromUnit(read.number, unit ?? analyte.units[0]);
  const [low, high] = analyte.usual;
  return base < low || base > high;
}

/** Another unit in which a value that is flagged would be within the range: it may be the report's. */
export function likelierUnit(
  analyte: Analyte,
  typed: string,
  { unit, subject, own }: { unit: Unit | null; subject: Subject; own?: ClinicRange | undefined },
): Unit | null {
  if (analyte.kind !== "number") return null;
  const at = unit ?? analyte.units[0];
  const isWithin = (each: Unit): boolean | null => {
    const judged = judge(analyte, typed, { unit: each, subject, own });
    return "problem" in judged || (judged.low === null && judged.high === null) ? null : judged.flag === null;
  };
  if (isWithin(at) !== false) return null;
  return (
    analyte.units.find(
      (each) => (each.factor !== at.factor || each.offset !== at.offset) && isWithin(each) === true,
    ) ?? null
  );
}
