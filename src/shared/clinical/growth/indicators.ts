import { TERM_DAYS } from "../pregnancy.ts";
import { between, centileOf, type Lms, zScore } from "./lms.ts";

export const growthIndicators = ["wfa", "lhfa", "bfa", "hcfa", "wfl", "wfh"] as const;
export type GrowthIndicator = (typeof growthIndicators)[number];
export type Sex = "M" | "F";

/** The WHO's tables: by day of age to 1826 and by month from 60 on; of weight by length or height in tenths of a cm. */
export const growthTables = [
  "weightByDay",
  "lengthByDay",
  "bmiByDay",
  "headByDay",
  "weightByLength",
  "weightByHeight",
  "weightByMonth",
  "heightByMonth",
  "bmiByMonth",
] as const;
export type GrowthTable = (typeof growthTables)[number];

/** The row at a whole day, month, or tenth of a centimeter; null outside the table. */
export type LmsLookup = (table: GrowthTable, sex: Sex, at: number) => Lms | null;

/** From this day of age on height is measured standing; before it length, lying. */
export const STANDING_FROM_DAYS = 731;
/** The last day of the standards; the reference of 2007 follows. */
export const LAST_DAY = 1826;
/** A length is this much more than a standing height. */
const LYING_MORE = 0.7;
/** A child below nine months cannot stand, so "standing" counts as a mistake, as in the WHO's program. */
const STANDS_FROM_DAYS = 274;
const DAYS_OF_MONTH = 30.4375;

/** Z-scores outside are mistakes of measuring or typing (WHO 2006). */
const plausible: Record<GrowthIndicator, readonly [number, number]> = {
  wfa: [-6, 5],
  lhfa: [-6, 6],
  bfa: [-5, 5],
  hcfa: [-5, 5],
  wfl: [-5, 5],
  wfh: [-5, 5],
};

const skewed: Record<GrowthIndicator, boolean> = {
  wfa: true,
  lhfa: false,
  bfa: true,
  hcfa: false,
  wfl: true,
  wfh: true,
};

export const isSkewed = (indicator: GrowthIndicator): boolean => skewed[indicator];

export type Measured = {
  weight: number | null;
  height: number | null;
  headCircumference: number | null;
  heightPosition: "lying" | "standing" | null;
};

export type GrowthPoint = {
  indicator: GrowthIndicator;
  /** Kilograms, centimeters as measured, or kg/m². */
  value: number;
  /** Centimeters as the table counts them, lying or standing; null if no length is needed. */
  length: number | null;
  z: number;
  centile: number;
  isPlausible: boolean;
  /** Before term age the WHO's standards say nothing: then z and centile are 0, and `isPlausible` is false. */
  isAssessed: boolean;
};

/** Born before 37 weeks. */
const TERM_FROM_DAYS = 259;
/** Until this age growth is judged by the corrected one (American Academy of Pediatrics: 24 months). */
const CORRECTED_BELOW_DAYS = STANDING_FROM_DAYS;

/**
 * The age of a child born preterm, counted from 40 weeks: negative before term age. Null if it is not corrected: born
 * at term, gestation unknown, or 24 months old.
 */
export const correctedAge = (ageInDays: number, gestation: number | null | undefined): number | null =>
  gestation && gestation < TERM_FROM_DAYS && ageInDays < CORRECTED_BELOW_DAYS
    ? ageInDays - (TERM_DAYS - gestation)
    : null;

/** Days from a birthday to a day, both of Manila; negative before it. */
export const daysOfAge = (birthday: string, day: string): number =>
  Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${birthday}T00:00:00Z`)) / 86_400_000);

/** The length as the tables of this age count it. */
export function comparedLength(
  height: number,
  position: Measured["heightPosition"],
  ageInDays: number,
): number {
  if (position === "standing" && ageInDays < STANDING_FROM_DAYS && ageInDays >= STANDS_FROM_DAYS)
    return tidy(height + LYING_MORE);
  if (position === "lying" && ageInDays >= STANDING_FROM_DAYS) return tidy(height - LYING_MORE);
  return height;
}

/** 75.3 + 0.7 is 76, not 75.99999999999999. */
const tidy = (value: number) => Math.round(value * 1e6) / 1e6;

function interpolated(lookup: LmsLookup, table: GrowthTable, sex: Sex, at: number): Lms | null {
  const whole = Math.floor(at + 1e-9);
  const low = lookup(table, sex, whole);
  const part = at - whole;
  if (!low || part < 1e-9) return low;
  const high = lookup(table, sex, whole + 1);
  return high && between(low, high, part);
}

const byAge = {
  wfa: ["weightByDay", "weightByMonth"],
  lhfa: ["lengthByDay", "heightByMonth"],
  bfa: ["bmiByDay", "bmiByMonth"],
  hcfa: ["headByDay", null],
} as const satisfies Partial<Record<GrowthIndicator, readonly [GrowthTable, GrowthTable | null]>>;

/** The row of an indicator at an age in days, or at a length in centimeters; null if the WHO has none. */
export function rowOf(lookup: LmsLookup, indicator: GrowthIndicator, sex: Sex, at: number): Lms | null {
  if (indicator === "wfl") return interpolated(lookup, "weightByLength", sex, tidy(at * 10));
  if (indicator === "wfh") return interpolated(lookup, "weightByHeight", sex, tidy(at * 10));
  const [days, months] = byAge[indicator];
  if (at <= LAST_DAY) return lookup(days, sex, at);
  return months && interpolated(lookup, months, sex, at / DAYS_OF_MONTH);
}

/** `rowOf` of one sex. */
export type RowAt = (indicator: GrowthIndicator, at: number) => Lms | null;

const rounded = (value: number, places: number) => {
  const factor = 10 ** places;
  // Half away from zero, and no negative zero.
  return (Math.sign(value) * Math.round(Math.abs(value) * factor + 1e-9)) / factor || 0;
};

function point(
  rowAt: RowAt,
  indicator: GrowthIndicator,
  at: number,
  { value, length, shown = value }: { value: number; length: number | null; shown?: number },
): GrowthPoint | null {
  const row = rowAt(indicator, at);
  if (!row) return null;
  const exact = zScore(row, value, isSkewed(indicator));
  const z = rounded(exact, 2);
  const [low, high] = plausible[indicator];
  return {
    indicator,
    value: rounded(shown, 2),
    length,
    z,
    centile: rounded(centileOf(exact), 1),
    isPlausible: z >= low && z <= high,
    isAssessed: true,
  };
}

/**
 * Every indicator that can be computed from the measurements at that age; of a child born preterm by the corrected
 * age. `gestation`: the age of gestation at birth in days, if known.
 */
export function growthOf(
  measured: Measured,
  { sex, ageInDays, gestation }: { sex: Sex; ageInDays: number; gestation?: number | null },
  lookup: LmsLookup,
): GrowthPoint[] {
  const corrected = correctedAge(ageInDays, gestation);
  const isBeforeTerm = corrected !== null && corrected < 0;
  const points = growthBy(measured, isBeforeTerm ? ageInDays : (corrected ?? ageInDays), (indicator, at) =>
    rowOf(lookup, indicator, sex, at),
  );
  return isBeforeTerm
    ? points.map((one) => ({ ...one, z: 0, centile: 0, isPlausible: false, isAssessed: false }))
    : points;
}

/** The same with the rows of the child's sex. */
export function growthBy(measured: Measured, ageInDays: number, rowAt: RowAt): GrowthPoint[] {
  const { weight, height, headCircumference, heightPosition } = measured;
  if (ageInDays < 0) return [];
  const length = height === null ? null : comparedLength(height, heightPosition, ageInDays);
  const forLength = ageInDays < STANDING_FROM_DAYS ? "wfl" : "wfh";
  const isOfStandards = ageInDays <= LAST_DAY;
  return [
    weight !== null && point(rowAt, "wfa", ageInDays, { value: weight, length: null }),
    height !== null &&
      length !== null &&
      point(rowAt, "lhfa", ageInDays, { value: length, length, shown: height }),
    weight !== null &&
      length !== null &&
      point(rowAt, "bfa", ageInDays, { value: weight / (length / 100) ** 2, length }),
    headCircumference !== null && point(rowAt, "hcfa", ageInDays, { value: headCircumference, length: null }),
    weight !== null &&
      length !== null &&
      isOfStandards &&
      point(rowAt, forLength, length, { value: weight, length }),
  ].filter((one): one is GrowthPoint => one !== null && one !== false);
}

/** The charts of a child: of what is measured at this age, and of what was recorded at any. */
export const indicatorsShown = (
  ageInDays: number,
  recorded: ReadonlySet<GrowthIndicator>,
): GrowthIndicator[] => {
  const measured: Record<GrowthIndicator, boolean> = {
    wfa: true,
    lhfa: true,
    bfa: true,
    hcfa: ageInDays <= LAST_DAY,
    wfl: ageInDays < STANDING_FROM_DAYS,
    wfh: ageInDays >= STANDING_FROM_DAYS && ageInDays <= LAST_DAY,
  };
  return growthIndicators.filter((indicator) => measured[indicator] || recorded.has(indicator));
};
