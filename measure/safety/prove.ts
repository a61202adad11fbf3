import { randomInt } from "node:crypto";
import { chosenFrom, figuresOf } from "#measure/harness/command.ts";
import { type FamilyFigures, report } from "#measure/report/figure.ts";
import { families } from "./families.ts";
import { openEnvironmentSource } from "#measure/harness/environment.ts";

/**
 * Proves by figures that Klinika is safe: `npm run prove`, or `npm run prove -- access races` for some families.
 * PROVE_SEED repeats a run, PROVE_SHARE=0.01 asks a hundredth. Ends with 1 when something fails.
 */

const chosen = chosenFrom(families);
const seed = Number(process.env.PROVE_SEED ?? randomInt(2 ** 31));
const share = Number(process.env.PROVE_SHARE ?? 1);
const environment = await openEnvironmentSource(seed, share);
console.log(`Seed: ${seed}. PostgreSQL: ${environment.database}.`);
let proven: FamilyFigures[];
try {
  proven = await figuresOf(chosen, environment);
} finally {
  await environment.close();
}
process.exit(report(proven));
