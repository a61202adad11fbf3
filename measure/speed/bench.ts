import { chosenFrom, figuresOf } from "#measure/harness/command.ts";
import { report } from "#measure/report/figure.ts";
import { families } from "./families.ts";

/**
 * Measures the server: `npm run bench`, or `npm run bench -- reads growth` for some families. BENCH_SIZE is how many
 * patients there are, BENCH_ROUNDS and BENCH_SECONDS how often and how long each side of a comparison is asked, and
 * BENCH_FOLDER where the made platforms are kept. Ends with 1 when something fails.
 */

const chosen = chosenFrom(families);
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
process.exit(report(await figuresOf(chosen, bench)));
