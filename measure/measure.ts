import type { Group } from "./harness/command.ts";
import { type FamilyFigures, report } from "./report/figure.ts";
import { safety } from "./safety/families.ts";
import { screens } from "./screens/families.ts";
import { speed } from "./speed/families.ts";

const groups: Record<string, Group> = { safety, speed, screens };
const words = process.argv.slice(2);
const names = words.filter((word) => !word.startsWith("--"));
const named = Object.entries(groups).filter(([name]) => words.includes(`--${name}`));
const among = named.length > 0 ? named : Object.entries(groups);

const help = `Measures Klinika and prints one table; exits with 1 if a figure misses its goal.

  npm run measure                      every family but the drills
  npm run measure -- access isolation  some families
  npm run prove|bench|goals            --safety, --speed or --screens alone

${Object.entries(groups)
  .map(([name, { names }]) => `${name.padEnd(8)} ${names.join(" ")}`)
  .join("\n")}
drills   ${[...safety.drills, ...speed.drills].join(" ")}: power, clocks, disks, a failover, a Citus cluster, containers, weeks at work, one database beside a cluster, before a release; run only when named

--write                     stores the results: docs/access.md (access), measure/report/figures.json (screens)
DATABASE_URL                a PostgreSQL of your own, or the coordinator of a Citus cluster (safety: access, isolation, races; speed: nodes)
PROVE_SEED, PROVE_SHARE     repeat a run of safety; run a share of it (0.01)
YEAR_FOLDER, YEAR_MINUTES, YEAR_DAY_SECONDS    folder that a year continues from, its minutes, and seconds of a day (120, 60)
CLUSTER_STOP, CLUSTER_START, CLUSTER_HANG, CLUSTER_RESUME    shell commands that stop and start, pause and resume one node of the cluster at DATABASE_URL
CLUSTER_PARTS               some of "machines losses hangs moves" (cluster)
KLINIKA_IMAGE               which image (klinika)
BENCH_SIZE, BENCH_ROUNDS, BENCH_SECONDS, BENCH_FOLDER    patients, rounds, seconds of a round, folder of the data
GOALS_RUNS                  runs of Lighthouse for each page`;

if (words.includes("--help")) {
  console.log(help);
  process.exit(0);
}
const known = among.flatMap(([, group]) => [...group.names, ...group.drills]);
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no family ${unknown.join(", ")}. Choose from ${known.join(", ")}.`);
  process.exit(1);
}
const shown: FamilyFigures[] = [];
for (const [, group] of among) {
  const chosen =
    names.length === 0
      ? group.names
      : names.filter((name) => [...group.names, ...group.drills].includes(name));
  if (chosen.length > 0) shown.push(...(await group.run(chosen)));
}
process.exit(report(shown));
