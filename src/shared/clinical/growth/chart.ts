import {
  type GrowthIndicator,
  type GrowthPoint,
  isSkewed,
  LAST_DAY,
  STANDING_FROM_DAYS,
} from "./indicators.ts";
import { centileLines, type Lms, sdLines, valueAt } from "./lms.ts";

/** A row of a table at a position of the x axis. */
export type CurvePoint = { x: number } & Lms;

export type LineKind = "centiles" | "sd";

const DAYS_OF_MONTH = 30.4375;
const days = (months: number) => Math.round(months * DAYS_OF_MONTH);

/** The x axis of a chart. */
export type Range = { from: number; to: number; unit: "months" | "years" | "cm"; step: number };

/** By the current age: the first two years, up to five, then up to nineteen; weight for age ends at ten. */
export function rangeOf(indicator: GrowthIndicator, ageInDays: number): Range {
  if (indicator === "wfl") return { from: 45, to: 110, unit: "cm", step: 5 };
  if (indicator === "wfh") return { from: 65, to: 120, unit: "cm", step: 5 };
  if (ageInDays < STANDING_FROM_DAYS) return { from: 0, to: 730, unit: "months", step: days(3) };
  if (ageInDays <= LAST_DAY || indicator === "hcfa")
    return { from: 0, to: LAST_DAY, unit: "months", step: days(6) };
  const end = indicator === "wfa" ? days(120) : days(228);
  return { from: days(60), to: end, unit: "years", step: days(indicator === "wfa" ? 6 : 12) };
}

/** "12" months, "7" years, "75" cm. */
export const tickText = (at: number, { unit }: Range): string =>
  String(Math.round(unit === "cm" ? at : at / DAYS_OF_MONTH / (unit === "years" ? 12 : 1)));

export type ChartLine = { label: string; isMiddle: boolean; points: { x: number; y: number }[] };

export function linesOf(
  indicator: GrowthIndicator,
  curve: readonly CurvePoint[],
  kind: LineKind,
): ChartLine[] {
  const lines =
    kind === "sd"
      ? sdLines.map((z) => ({ z, label: z > 0 ? `+${z}` : `${z}`.replace("-", "−") }))
      : centileLines.map(({ z, centile }) => ({ z, label: `${centile}${centile === 3 ? "rd" : "th"}` }));
  return lines.map(({ z, label }) => ({
    label,
    isMiddle: z === 0,
    points: curve.map((row) => ({ x: row.x, y: valueAt(row, z, isSkewed(indicator)) })),
  }));
}

/** The position of a child's value, by age or by length. */
export const pointOf = (
  point: GrowthPoint & { ageInDays: number; correctedAgeInDays: number | null },
): { x: number; y: number } => {
  const isByLength = point.indicator === "wfl" || point.indicator === "wfh";
  return {
    x: isByLength ? (point.length ?? 0) : (point.correctedAgeInDays ?? point.ageInDays),
    y: point.indicator === "lhfa" ? (point.length ?? point.value) : point.value,
  };
};

export type Scale = { low: number; high: number; step: number };

/** From the lowest to the highest, in steps of 1, 2 or 5, some seven of them. */
export function scaleOf(values: readonly number[]): Scale {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const rough = (highest - lowest) / 7;
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * ten).find((one) => one >= rough) ?? rough;
  return { low: Math.floor(lowest / step) * step, high: Math.ceil(highest / step) * step, step };
}

type Charted = GrowthPoint & { ageInDays: number; correctedAgeInDays: number | null; isPlausible: boolean };

/** The chart of an indicator: the WHO's lines, and the plausible values of a child that are within its axis. */
export function chartOf<Value extends Charted>(
  indicator: GrowthIndicator,
  {
    values,
    range,
    curve,
    kind,
  }: {
    values: readonly Value[];
    range: Range;
    curve: readonly CurvePoint[];
    kind: LineKind;
  },
) {
  const lines = linesOf(indicator, curve, kind);
  const shown = values.filter((value) => {
    const { x } = pointOf(value);
    return value.indicator === indicator && value.isPlausible && x >= range.from && x <= range.to;
  });
  const child = shown.map(pointOf);
  const scale = scaleOf([...lines.flatMap(({ points }) => points), ...child].map(({ y }) => y));
  return { lines, shown, child, scale };
}

export const ticks = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.floor((to - from) / step + 1e-9) + 1 }, (_, index) => from + index * step);
