import { readFile, writeFile } from "node:fs/promises";
import type { Browser } from "playwright";
import type { FamilyFigures, Figure } from "#test/harness/figure.ts";

/** The stored figures of an earlier run. */
export type Baseline = {
  /** How fast the machine was, by `machineSpeed`. */
  machine: number;
  figures: Record<string, number>;
};

const file = "measure/report/figures.json";
const part = 0.1;
/**
 * A smaller difference is measurement error: the time of a frame, the variation of the estimate of a slow phone, the
 * resolution of Lighthouse's score.
 */
const grains: Record<string, number> = { ms: 24, s: 0.15, kB: 0.5, points: 3, "": 0.01 };
/** Times are not compared with those of a machine that is faster by more than this. */
const sameSpeed = 0.8;

const nameOf = (family: string, { what }: Figure) => `${family}: ${what}`;
const unitOf = ({ figure }: Figure) => figure.replace(/^[-\d.,\s]+/, "").replace(/ .*/, "");
const isTime = (figure: Figure) => ["ms", "s", "points"].includes(unitOf(figure));

/** The same figures; regressions of more than a tenth fail. */
export function comparedTo(
  baseline: Baseline,
  machine: number,
  shown: readonly FamilyFigures[],
): FamilyFigures[] {
  return shown.map(({ family, figures }) => ({
    family,
    figures: figures.map((figure) => {
      const before = baseline.figures[nameOf(family, figure)];
      if (!figure.measured || before === undefined) return figure;
      if (isTime(figure) && machine < baseline.machine * sameSpeed) return figure;
      const { value, isLessBetter } = figure.measured;
      const worse = isLessBetter ? value - before : before - value;
      if (worse <= Math.max(Math.abs(before) * part, grains[unitOf(figure)] ?? 0)) return figure;
      return {
        ...figure,
        figure: `${figure.figure}, was ${Number(before.toFixed(2))}`,
        passes: false,
        failures: [
          ...(figure.failures ?? []),
          `More than a tenth worse than the figure in ${file}. If that is meant: npm run goals -- ${family} --write`,
        ],
      };
    }),
  }));
}

export async function readBaseline(): Promise<Baseline> {
  return JSON.parse(await readFile(file, "utf8")) as Baseline;
}

/** Replaces the stored figures of the measured families; others are unchanged. */
export async function writeBaseline(machine: number, shown: readonly FamilyFigures[]): Promise<void> {
  const before = (await readBaseline()).figures;
  const measured = new Set(shown.map(({ family }) => family));
  const unmeasured = Object.entries(before).filter(([name]) => !measured.has(name.split(":")[0] ?? ""));
  const now = shown.flatMap(({ family, figures }) =>
    figures.flatMap((figure) =>
      figure.measured ? [[nameOf(family, figure), Number(figure.measured.value.toFixed(3))] as const] : [],
    ),
  );
  const figures = Object.fromEntries(
    [...unmeasured, ...now].sort(([one], [other]) => (one < other ? -1 : 1)),
  );
  await writeFile(file, `${JSON.stringify({ machine, figures }, null, 2)}\n`);
}

/** Rounds of fixed work in a page per second: shows whether the times of two runs can be compared. */
export async function machineSpeed(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  const speed = await page.evaluate<number>(`(() => {
    const round = () => {
      let text = "";
      for (let index = 0; index < 20000; index++) text += String.fromCharCode(97 + (index * 7) % 26);
      return text.split("").sort().length;
    };
    round();
    const start = performance.now();
    let rounds = 0;
    while (performance.now() - start < 1000) { round(); rounds++; }
    return Math.round(rounds * 1000 / (performance.now() - start));
  })()`);
  await page.close();
  return speed;
}
