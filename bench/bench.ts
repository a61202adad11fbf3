import { type FamilyFigures, report } from "#figures/figure.ts";
import { families } from "./families.ts";

/**
 * Measures the server: `npm run bench`, or `npm run bench -- reads growth` for some families. BENCH_SIZE is how many
 * patients there are, BENCH_ROUNDS and BENCH_SECONDS how often and how long each side of a comparison is asked, and
 * BENCH_FOLDER where the made platforms are kept. Ends with 1 when something falls short.
 */

const chosen = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const unknown = chosen.filter((name) => !(name in families));
if (unknown.length > 0) {
  console.error(`There is no family ${unknown.join(", ")}. Choose from ${Object.keys(families).join(", ")}.`);
  process.exit(1);
}

const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
const bench = {
  size: number("BENCH_SIZE", 1_000_000),
  rounds: number("BENCH_ROUNDS", 5),
  seconds: number("BENCH_SECONDS", 3),
  connections: 32,
  folder: process.env.BENCH_FOLDER ?? ".cache/bench",
  log: (line: string) => console.log(line),
};
const size = bench.size.toLocaleString("en");
console.log(
  `${size} patients, ${bench.rounds} rounds of ${bench.seconds} s, ${bench.connections} connections.`,
);
const measured: FamilyFigures[] = [];
for (const [family, measure] of Object.entries(families)) {
  if (chosen.length > 0 && !chosen.includes(family)) continue;
  const start = performance.now();
  const figures = await measure(bench).catch((error: unknown) => {
    console.error(error);
    return [{ what: "its run", figure: "failed", goal: "to the end", holds: false }];
  });
  console.log(`${family}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  measured.push({ family, figures });
}
process.exit(report(measured));
