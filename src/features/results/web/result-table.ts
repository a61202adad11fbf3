import type { Result, ResultValue } from "#features/results/contract.ts";
import { spanInWords } from "#shared/clinical/age.ts";
import type { NumberAnalyte, Unit } from "#shared/clinical/results/analyte.ts";
import { hasTime } from "#shared/clinical/results/collected.ts";
import type { ResultFlag } from "#shared/clinical/results/flags.ts";
import { rangeInWords, type ShownRange } from "#shared/clinical/results/judge.ts";
import { analytes, groupOf, orderOf } from "#shared/clinical/results/panels.ts";
import { converted, readValue, rounded, unitNamed } from "#shared/clinical/results/values.ts";
import { formatClock, formatDay, manilaDay } from "#shared/formats/dates.ts";
import type { BandPoint, Scale } from "#web/clinical/BandChart.tsx";

export type UnitSystem = "si" | "conventional";

/** Results collected at one time: the tests of a day, or some of them when a test was done twice that day. */
export type ResultColumn = {
  key: string;
  day: string;
  /** "Nov 20, 2026". */
  label: string;
  /** "2:00 PM" if it is known, and that of all of them. */
  time: string | null;
  values: Map<string, { value: ResultValue; result: Result }>;
};

type ResultCell = {
  /** In the unit of the row. */
  text: string;
  flag: ResultFlag | null;
  result: Result;
  range: ShownRange;
  source: string | null;
};

export type ResultRow = {
  analyte: string;
  name: string;
  unit: string | null;
  /** "3.5 to 5.0 mmol/L", of the newest value. */
  range: string;
  /** By the key of the column. */
  cells: Map<string, ResultCell>;
};

export type ResultGroup = { name: string; rows: ResultRow[] };

const timeOf = (at: Date) => (hasTime(at) ? formatClock(at) : null);

/** By collection time, oldest first. Results entered in error are omitted. */
export function columnsOf(results: readonly Result[]): ResultColumn[] {
  const columns: ResultColumn[] = [];
  const sorted = results
    .filter(({ state }) => state !== "entered_in_error")
    .toSorted((one, other) => one.collectedAt.localeCompare(other.collectedAt) || one.id - other.id);
  for (const result of sorted) {
    const at = new Date(result.collectedAt);
    const day = manilaDay(at);
    const isFree = (column: ResultColumn) =>
      column.day === day && result.values.every(({ analyte }) => !column.values.has(analyte));
    let column = columns.findLast(isFree);
    if (!column) {
      column = {
        key: `${day} ${result.id}`,
        day,
        label: formatDay(day),
        time: timeOf(at),
        values: new Map(),
      };
      columns.push(column);
    }
    if (column.time !== timeOf(at)) column.time = null;
    for (const value of result.values) column.values.set(value.analyte, { value, result });
  }
  return columns;
}

const unitIn = (analyte: NumberAnalyte, system: UnitSystem): Unit =>
  (system === "si" ? analyte.units[1] : undefined) ?? analyte.units[0];

/** The tests in the order of the panels, under their headings, each in one unit. */
export function groupsOf(columns: readonly ResultColumn[], system: UnitSystem): ResultGroup[] {
  const codes = [...new Set(columns.flatMap(({ values }) => [...values.keys()]))].toSorted(
    (one, other) => orderOf(one) - orderOf(other),
  );
  const groups = new Map<string, ResultRow[]>();
  for (const code of codes) {
    const name = groupOf.get(code) ?? "Other tests";
    groups.set(name, [...(groups.get(name) ?? []), rowOf(code, columns, system)]);
  }
  return [...groups].map(([name, rows]) => ({ name, rows }));
}

function rowOf(code: string, columns: readonly ResultColumn[], system: UnitSystem): ResultRow {
  const known = analytes.get(code);
  const unit = known?.kind === "number" ? unitIn(known, system) : null;
  const cells = new Map<string, ResultCell>();
  let newest: ResultCell | undefined;
  let name = known?.name ?? code;
  for (const { key, values } of columns) {
    const found = values.get(code);
    if (!found) continue;
    if (!known) name = found.value.name;
    newest = cellOf(found.value, found.result, known?.kind === "number" ? known : null, unit);
    cells.set(key, newest);
  }
  const range = newest ? rangeInWords(newest.range) : "";
  return {
    analyte: code,
    name,
    unit: unit?.name || null,
    range: [range, unit?.name].filter(Boolean).join(" "),
    cells,
  };
}

function cellOf(
  { value, unit, low, high, isBelow, source, flag }: ResultValue,
  result: Result,
  analyte: NumberAnalyte | null,
  to: Unit | null,
): ResultCell {
  const from = analyte && unitNamed(analyte, unit ?? "");
  const shown = (text: string) => (analyte && from && to ? converted(analyte, text, from, to) : text);
  return {
    text: shown(value),
    flag,
    result,
    range: { low: low === null ? null : shown(low), high: high === null ? null : shown(high), isBelow },
    source,
  };
}

/** The number of a cell; null for words and for values beyond the measuring range. */
function numberIn({ text }: ResultCell): number | null {
  const read = readValue({}, text);
  return read?.sign === "" ? read.number : null;
}

/** "+0.4" from the previous value; null unless both are numbers. */
export function changeOf(row: ResultRow, columns: readonly ResultColumn[], key: string): string | null {
  const at = columns.findIndex((column) => column.key === key);
  const now = row.cells.get(key);
  const before = columns
    .slice(0, at)
    .flatMap((column) => row.cells.get(column.key) ?? [])
    .at(-1);
  if (!now || !before) return null;
  const [is, was] = [numberIn(now), numberIn(before)];
  if (is === null || was === null) return null;
  const decimals = Math.max(...[now.text, before.text].map((text) => text.split(".")[1]?.length ?? 0));
  const change = rounded(Math.abs(is - was), decimals);
  return Number(change) === 0 ? "±0" : `${is > was ? "+" : "−"}${change}`;
}

/** The number of values in a chart. */
const SHOWN = 12;

type ResultSeries = { points: BandPoint[]; scale: Scale; edges: number[]; texts: string[] };

/** The last values of a test for its chart; null with fewer than two numbers. */
export function seriesOf(row: ResultRow, columns: readonly ResultColumn[]): ResultSeries | null {
  const points = columns
    .flatMap(({ key, day }) => {
      const cell = row.cells.get(key);
      const value = cell && numberIn(cell);
      if (!cell || value === null || value === undefined) return [];
      const { low, high } = cell.range;
      const bands =
        low === null && high === null
          ? []
          : [[Number(low ?? Number.NEGATIVE_INFINITY), Number(high ?? Number.POSITIVE_INFINITY)] as const];
      return [{ day, values: [value], bands, text: cell.text }];
    })
    .slice(-SHOWN);
  if (points.length < 2) return null;
  const edges = points.flatMap(({ bands }) => bands.flat()).filter(Number.isFinite);
  const marks = [...points.flatMap(({ values }) => values), ...edges];
  const [lowest, highest] = [Math.min(...marks), Math.max(...marks)];
  const air = (highest - lowest) * 0.12 || Math.abs(highest) * 0.1 || 1;
  const newest = points.at(-1)?.bands.flat().filter(Number.isFinite) ?? [];
  return {
    points,
    scale: { low: lowest - air, high: highest + air },
    edges: newest.toReversed(),
    texts: points.map(({ text }) => text),
  };
}

/** "Trend, 9 months". */
export function trendInWords(columns: readonly ResultColumn[]): string {
  const [first, last] = [columns[0], columns.at(-1)];
  if (!first || !last || first === last) return "Trend";
  return first.day === last.day ? "Trend" : `Trend, ${spanInWords(first.day, last.day)}`;
}
