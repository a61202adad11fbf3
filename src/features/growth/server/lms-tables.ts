import { readFileSync } from "node:fs";
import {
  type GrowthTable,
  growthTables,
  type LmsLookup,
  type Sex,
} from "#shared/clinical/growth/indicators.ts";
import type { Lms } from "#shared/clinical/growth/lms.ts";

/** The WHO's tables have four decimals of L and M, and five of S. */
export const SCALES = [10_000, 10_000, 100_000] as const;

/** Integers: L, M and S times their scales, from the row `first` on. */
type LmsColumns = { first: number; columns: readonly [Int32Array, Int32Array, Int32Array] };

const isTable = (name: string): name is GrowthTable => growthTables.some((table) => table === name);

const tableAndSex = (table: GrowthTable, sex: Sex) => `${table} ${sex}`;

/** "5,-2,0*14": differences between rows, with runs of equal ones compressed. */
function readColumn(text: string): Int32Array {
  const values: number[] = [];
  let last = 0;
  for (const part of text.split(",")) {
    const [step, times = "1"] = part.split("*");
    for (let left = Number(times); left > 0; left -= 1) {
      last += Number(step);
      values.push(last);
    }
  }
  return Int32Array.from(values);
}

/** A line per table and sex: its name, the sex, the first row, and the three columns. */
export function readTables(text: string): Map<string, LmsColumns> {
  const tables = new Map<string, LmsColumns>();
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const [table = "", sex, first, l = "", m = "", s = ""] = line.split(" ");
    if (!isTable(table) || (sex !== "M" && sex !== "F"))
      throw new Error(`Not a growth table: ${table} ${sex}`);
    tables.set(tableAndSex(table, sex), {
      first: Number(first),
      columns: [readColumn(l), readColumn(m), readColumn(s)],
    });
  }
  return tables;
}

/** The inverse of `readTables`. */
export function writeTable(table: GrowthTable, sex: Sex, { first, columns }: LmsColumns): string {
  return [table, sex, first, ...columns.map(writeColumn)].join(" ");
}

function writeColumn(values: Int32Array): string {
  const runs: { step: number; times: number }[] = [];
  let last = 0;
  for (const value of values) {
    const step = value - last;
    const run = runs.at(-1);
    if (run?.step === step) run.times += 1;
    else runs.push({ step, times: 1 });
    last = value;
  }
  return runs.map(({ step, times }) => (times === 1 ? step : `${step}*${times}`)).join(",");
}

let read: Map<string, LmsColumns> | undefined;

/** Read when the first chart is drawn: 36 kB of numbers for each of the three. */
export const lmsTables = (): ReadonlyMap<string, LmsColumns> =>
  (read ??= readTables(readFileSync(new URL("who-lms.txt", import.meta.url), "utf8")));

export const lmsOf: LmsLookup = (table, sex, at): Lms | null => {
  const found = lmsTables().get(tableAndSex(table, sex));
  const row = found ? at - found.first : -1;
  const [l, m, s] = found?.columns.map((column) => column[row]) ?? [];
  if (l === undefined || m === undefined || s === undefined) return null;
  return { l: l / SCALES[0], m: m / SCALES[1], s: s / SCALES[2] };
};
