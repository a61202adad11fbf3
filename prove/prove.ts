import { randomInt } from "node:crypto";
import { type FamilyFigures, report } from "#figures/figure.ts";
import { families } from "./families.ts";
import { openHouse } from "./ground.ts";

/**
 * Proves by figures that Klinika is safe: `npm run prove`, or `npm run prove -- access races` for some families.
 * PROVE_SEED repeats a run, PROVE_SHARE=0.01 asks a hundredth. Ends with 1 when something falls short.
 */

const chosen = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const unknown = chosen.filter((name) => !(name in families));
if (unknown.length > 0) {
  console.error(`There is no family ${unknown.join(", ")}. Choose from ${Object.keys(families).join(", ")}.`);
  process.exit(1);
}

const seed = Number(process.env.PROVE_SEED ?? randomInt(2 ** 31));
const share = Number(process.env.PROVE_SHARE ?? 1);
const house = await openHouse(seed, share);
console.log(`Seed: ${seed}. PostgreSQL: ${house.database}.`);
const proven: FamilyFigures[] = [];
try {
  for (const [family, prove] of Object.entries(families)) {
    if (chosen.length > 0 && !chosen.includes(family)) continue;
    const start = performance.now();
    const figures = await prove(house).catch((error: unknown) => {
      console.error(error);
      return [{ what: "its run", figure: String(error), goal: "to the end", holds: false }];
    });
    console.log(`${family}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
    proven.push({ family, figures });
  }
} finally {
  await house.close();
}
process.exit(report(proven));
