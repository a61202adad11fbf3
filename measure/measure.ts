import { runNamed } from "./report/groups.ts";
import { safety } from "./safety/families.ts";
import { screens } from "./screens/families.ts";
import { speed } from "./speed/families.ts";

const groups = { safety, speed, screens };
const words = process.argv.slice(2);
const named = Object.entries(groups).filter(([name]) => words.includes(`--${name}`));
const among = named.length > 0 ? named : Object.entries(groups);

const help = `Measures Klinika and prints one table; exits with 1 if a figure misses its goal.

  npm run measure                      every family
  npm run measure -- access isolation  some families
  npm run prove|bench|goals            --safety, --speed or --screens alone

${Object.entries(groups)
  .map(([name, { names }]) => `${name.padEnd(8)} ${names.join(" ")}`)
  .join("\n")}

--write                     stores the results: docs/access.md (access), measure/report/figures.json (screens)
DATABASE_URL                a PostgreSQL of your own, or the coordinator of a Citus cluster (safety: access, isolation, races)
PROVE_SEED, PROVE_SHARE     repeat a run of safety; run a share of it (0.01)
BENCH_SIZE, BENCH_ROUNDS, BENCH_SECONDS, BENCH_FOLDER    patients, rounds, seconds of a round, folder of the data
GOALS_RUNS                  runs of Lighthouse for each page

What is done once before a release: npm run drill -- --help`;

if (words.includes("--help")) {
  console.log(help);
  process.exit(0);
}
process.exit(
  await runNamed(
    among.map(([, group]) => group),
    words,
  ),
);
