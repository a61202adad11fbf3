import type { FamilyFigures, Figure } from "../report/figure.ts";
import { stopWhenInterrupted } from "./interrupted.ts";

type Measure<Environment> = (environment: Environment) => Promise<Figure[]>;
type Closable = { close(): Promise<void> };

/** Families of figures that share an environment: one part of `npm run measure`. */
export type Group = {
  names: readonly string[];
  /** Run only when named. */
  drills: readonly string[];
  run(names: readonly string[]): Promise<FamilyFigures[]>;
};

export function group<Environment extends Closable>({
  families,
  drills = {},
  open,
  finish = async (shown) => shown,
}: {
  /** By name, in the order of the table. */
  families: Record<string, Measure<Environment>>;
  drills?: Record<string, Measure<Environment>>;
  open: () => Promise<Environment>;
  finish?: (shown: FamilyFigures[], environment: Environment) => Promise<FamilyFigures[]>;
}): Group {
  const all = Object.entries({ ...families, ...drills });
  return {
    names: Object.keys(families),
    drills: Object.keys(drills),
    async run(names) {
      const environment = await open();
      const isClosed = stopWhenInterrupted(() => environment.close());
      try {
        const shown: FamilyFigures[] = [];
        for (const [family, measure] of all.filter(([name]) => names.includes(name))) {
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
