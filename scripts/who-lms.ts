import { readFile, writeFile } from "node:fs/promises";
import { lmsTables, SCALES, writeTable } from "#features/growth/server/lms-tables.ts";
import type { GrowthTable, Sex } from "#shared/clinical/growth/indicators.ts";

/**
 * Compares the product's growth tables with the WHO's own files, value by value, and with `--write` generates them from
 * those: `node scripts/who-lms.ts FOLDER [--write]`. The files are `growthstandards/*.txt` of the R package anthro
 * (standards of 2006) and of anthroplus (reference of 2007).
 */
const files: Record<GrowthTable, { file: string; scale: number }> = {
  weightByDay: { file: "weianthro.txt", scale: 1 },
  lengthByDay: { file: "lenanthro.txt", scale: 1 },
  bmiByDay: { file: "bmianthro.txt", scale: 1 },
  headByDay: { file: "hcanthro.txt", scale: 1 },
  weightByLength: { file: "wflanthro.txt", scale: 10 },
  weightByHeight: { file: "wfhanthro.txt", scale: 10 },
  weightByMonth: { file: "wfawho2007.txt", scale: 1 },
  heightByMonth: { file: "hfawho2007.txt", scale: 1 },
  bmiByMonth: { file: "bfawho2007.txt", scale: 1 },
};

const product = new URL("../src/features/growth/server/who-lms.txt", import.meta.url);
const head = `# The growth tables of the World Health Organization, by LMS: the Child Growth Standards (2006) by day of age to 1826
# and by tenths of a centimeter, and the Growth Reference 5-19 years (2007) by month from 60 on.
# Source: the tables that the WHO publishes with its R packages anthro and anthroplus
# (https://github.com/WorldHealthOrganization/anthro, https://www.who.int/tools/child-growth-standards).
# (c) World Health Organization, CC BY-NC-SA 3.0 IGO. The numbers are the WHO's, unchanged; written as differences by
# scripts/who-lms.ts, which also compares them with the originals.`;

async function rowsOf(folder: string, table: GrowthTable, sex: Sex): Promise<number[][]> {
  const { file, scale } = files[table];
  const text = await readFile(`${folder}/${file}`, "utf8");
  return text
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split("\t"))
    .filter(([of]) => of === (sex === "M" ? "1" : "2"))
    .map(([, at, l, m, s]) => [
      Math.round(Number(at) * scale),
      ...[l, m, s].map((value, column) => Math.round(Number(value) * (SCALES[column] ?? 1))),
    ]);
}

const [folder = "", flag] = process.argv.slice(2);
const lines: string[] = [];
let compared = 0;
for (const table of Object.keys(files) as GrowthTable[])
  for (const sex of ["M", "F"] as const) {
    const rows = await rowsOf(folder, table, sex);
    const first = rows[0]?.[0] ?? 0;
    if (rows.some(([at], row) => at !== first + row)) throw new Error(`${table}: a row is missing`);
    const column = (place: number) => Int32Array.from(rows, (row) => row[place] ?? Number.NaN);
    lines.push(writeTable(table, sex, { first, columns: [column(1), column(2), column(3)] }));
    if (flag === "--write") continue;
    const ours = lmsTables().get(`${table} ${sex}`);
    for (const [row, [at, ...values]] of rows.entries())
      for (const [place, value] of values.entries()) {
        if (ours?.first !== first || ours.columns[place]?.[row] !== value)
          throw new Error(
            `${table} ${sex} at ${at}: the product has ${ours?.columns[place]?.[row]}, the WHO ${value}`,
          );
        compared += 1;
      }
  }
const text = `${head}\n${lines.join("\n")}\n`;
if (flag === "--write") await writeFile(product, text);
else if ((await readFile(product, "utf8")) !== text)
  throw new Error("The head or an order differs: write it again.");
console.log(
  flag === "--write" ? `${lines.length} tables written` : `${compared} values compared, all the same`,
);
