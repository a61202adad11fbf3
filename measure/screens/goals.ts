import { chosenFrom, figuresOf } from "#measure/harness/command.ts";
import { type FamilyFigures, report } from "#measure/report/figure.ts";
import { stopWhenInterrupted } from "#measure/harness/interrupted.ts";
import { comparedTo, readBaseline, writeBaseline } from "#measure/report/baseline.ts";
import { families } from "./families.ts";
import { speedOf } from "./speed.ts";
import { openTestEnvironment } from "./environment.ts";

/**
 * What the screens hold themselves to, in figures: `npm run goals`, or `npm run goals -- size axe` for some families.
 * `--write` keeps the figures as those that later runs are held to. Ends with 1 when something fails.
 */

const chosen = chosenFrom(families);
const environment = await openTestEnvironment();
const isClosed = stopWhenInterrupted(() => environment.close());
let shown: FamilyFigures[];
let machine: number;
try {
  machine = await speedOf(await environment.browser());
  shown = await figuresOf(chosen, environment);
} finally {
  isClosed();
  await environment.close();
}
if (process.argv.includes("--write")) await writeBaseline(machine, shown);
process.exit(report(comparedTo(await readBaseline(), machine, shown)));
