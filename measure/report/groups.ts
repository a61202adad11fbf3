import { type FamilyFigures, type Figure, report } from "#test/harness/figure.ts";
import { stopWhenInterrupted } from "#test/harness/interrupted.ts";

type Measure<Environment> = (environment: Environment) => Promise<Figure[]>;
type Closable = { close(): Promise<void> };

/** Families of figures that share an environment: one part of `npm run measure`. */
export type Group = {
  names: readonly string[];
  run(names: readonly string[]): Promise<FamilyFigures[]>;
};

export function group<Environment extends Closable>({
  families,
  open,
  finish = async (shown) => shown,
}: {
  /** By name, in the order of the table. */
  families: Record<string, Measure<Environment>>;
  open: () => Promise<Environment>;
  finish?: (shown: FamilyFigures[], environment: Environment) => Promise<FamilyFigures[]>;
}): Group {
  return {
    names: Object.keys(families),
    async run(names) {
      const environment = await open();
      const isClosed = stopWhenInterrupted(() => environment.close());
      try {
        const shown: FamilyFigures[] = [];
        for (const [family, measure] of Object.entries(families).filter(([name]) => names.includes(name))) {
          const start = performance.now();
          const figures = await measure(environment).catch(brokenOff);
          console.log(`${family}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
          shown.push({ family, figures });
        }
        return await finish(shown, environment);
      } finally {
        isClosed();
        await environment.close();
      }
    },
  };
}

/**
 * Runs the families whose names are among the words of the command, all by default; prints the table, and returns the
 * exit code.
 */
export async function runNamed(groups: readonly Group[], words: readonly string[]): Promise<0 | 1> {
  const names = words.filter((word) => !word.startsWith("--"));
  const known = groups.flatMap((group) => group.names);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no family ${unknown.join(", ")}. Choose from ${known.join(", ")}.`);
    return 1;
  }
  const shown: FamilyFigures[] = [];
  for (const group of groups) {
    const chosen = group.names.filter((name) => names.length === 0 || names.includes(name));
    if (chosen.length > 0) shown.push(...(await group.run(chosen)));
  }
  return report(shown);
}

/** Runs the parts of a family in turn: one that throws fails, and the others still run. */
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
