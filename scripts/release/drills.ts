import { group, runNamed } from "#measure/report/groups.ts";
import { each, family, openSource } from "#measure/safety/parts.ts";
import { openBench } from "#measure/speed/families.ts";
import { clocks, twoInTurns } from "./clocks.ts";
import { proveCluster } from "./cluster.ts";
import { diskFull } from "./disk-full.ts";
import { proveExports } from "./exports.ts";
import { proveFailover } from "./failover.ts";
import { proveFhir } from "./fhir.ts";
import { metricsSecret, proveHostilePapers } from "./hostile-papers.ts";
import { proveImage } from "./image.ts";
import { proveImports } from "./imports.ts";
import { nodes } from "./nodes.ts";
import { provePictureBombs } from "./picture-bombs.ts";
import { powerCuts } from "./power-cut.ts";
import { proveReplica } from "./replica.ts";
import { proveYear } from "./year/year.ts";

const withMetrics = { env: { METRICS: metricsSecret } };

/** What a release is tried with; docs/releases.md says what each needs. */
const onServers = group({
  families: {
    power: family(powerCuts),
    disk: family(diskFull),
    time: family(clocks, twoInTurns),
    replica: family(proveReplica),
    failover: family(proveFailover),
    cluster: family(proveCluster),
    image: family(proveImage),
    import: family(each(proveImports)),
    export: family(each(proveExports, withMetrics)),
    fhir: family(each(proveFhir, withMetrics)),
    papers: family(each(proveHostilePapers, withMetrics), each(provePictureBombs, withMetrics)),
    year: family(proveYear),
  },
  open: openSource,
});
const besideACluster = group({ families: { nodes }, open: openBench });
const groups = [onServers, besideACluster];

const help = `Tries a release and prints one table; exits with 1 if a figure misses its goal. docs/releases.md says what each drill needs.

  npm run drill -- power disk    some drills
  ${groups.flatMap(({ names }) => names).join(" ")}

PROVE_SEED, PROVE_SHARE        repeat a run; run a share of it (0.01)
YEAR_FOLDER, YEAR_MINUTES, YEAR_DAY_SECONDS    folder that a year continues from, its minutes, and seconds of a day (120, 60)
DATABASE_URL                   the coordinator of a Citus cluster (cluster, nodes)
CLUSTER_STOP, CLUSTER_START, CLUSTER_HANG, CLUSTER_RESUME    shell commands that stop and start, pause and resume one node of it
CLUSTER_PARTS                  some of "machines losses hangs moves" (cluster)
KLINIKA_IMAGE                  which image (klinika)`;

const words = process.argv.slice(2);
if (words.every((word) => word.startsWith("--"))) {
  console.log(help);
  process.exit(words.includes("--help") ? 0 : 1);
}
process.exit(await runNamed(groups, words));
