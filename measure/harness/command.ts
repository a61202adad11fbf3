import type { FamilyFigures, Figure } from "#measure/report/figure.ts";

type Measure<Ground> = (ground: Ground) => Promise<Figure[]>;

/** The families that the words of the command name; all where they name none. A word that names none ends it. */
export function chosenFrom<Ground>(families: Record<string, Measure<Ground>>): [string, Measure<Ground>][] {
  const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
  const unknown = words.filter((word) => !(word in families));
  if (unknown.length > 0) {
    console.error(
      `There is no family ${unknown.join(", ")}. Choose from ${Object.keys(families).join(", ")}.`,
    );
    process.exit(1);
  }
  return Object.entries(families).filter(([name]) => words.length === 0 || words.includes(name));
}

/** What a family measures one after the other: a part that breaks off fails, and leaves the others theirs. */
export async function inTurn(...parts: (() => Promise<Figure | Figure[]>)[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const part of parts) figures.push(...[await part().catch(brokenOff)].flat());
  return figures;
}

function brokenOff(error: unknown): Figure[] {
  console.error(error);
  const [figure = ""] = String(error).split("\n");
  return [{ what: "its run", figure, goal: "to the end", passes: false }];
}

/** The figures of one family after the other. One that breaks off fails. */
export async function figuresOf<Ground>(
  families: readonly [string, Measure<Ground>][],
  ground: Ground,
): Promise<FamilyFigures[]> {
  const shown: FamilyFigures[] = [];
  for (const [family, measure] of families) {
    const start = performance.now();
    const figures = await measure(ground).catch(brokenOff);
    console.log(`${family}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
    shown.push({ family, figures });
  }
  return shown;
}
