import { type FamilyFigures, report } from "#figures/figure.ts";
import { families } from "./families.ts";
import { openHouse } from "./ground.ts";
import { heldTo, readHeld, writeHeld } from "./held-figures.ts";
import { speedOf } from "./speed.ts";

/**
 * What the screens hold themselves to, in figures: `npm run goals`, or `npm run goals -- size axe` for some families.
 * `--write` keeps the figures as those that later runs are held to. Ends with 1 when something falls short.
 */

const words = process.argv.slice(2);
const chosen = words.filter((word) => !word.startsWith("--"));
const unknown = chosen.filter((name) => !(name in families));
if (unknown.length > 0) {
  console.error(`There is no family ${unknown.join(", ")}. Choose from ${Object.keys(families).join(", ")}.`);
  process.exit(1);
}

const house = await openHouse();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, () => void house.close().finally(() => process.exit(130)));

const shown: FamilyFigures[] = [];
let machine = 0;
try {
  machine = await speedOf(await house.browser());
  for (const [family, measure] of Object.entries(families)) {
    if (chosen.length > 0 && !chosen.includes(family)) continue;
    const start = performance.now();
    const figures = await measure(house).catch((error: unknown) => {
      console.error(error);
      return [
        { what: "its run", figure: String(error).split("\n")[0] ?? "", goal: "to the end", holds: false },
      ];
    });
    console.log(`${family}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
    shown.push({ family, figures });
  }
} finally {
  await house.close();
}
if (words.includes("--write")) await writeHeld(machine, shown);
process.exit(report(heldTo(await readHeld(), machine, shown)));
