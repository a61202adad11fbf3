import { randomInt } from "node:crypto";
import { adminLogin, login, secretaryLogin, staffLogin, tokenLogin } from "#features/accounts/contract.ts";
import { group, inTurn } from "#measure/harness/command.ts";
import {
  type EnvironmentSource,
  inEnvironment,
  type OwnEnvironment,
  openEnvironmentSource,
} from "#measure/harness/environment.ts";
import type { Figure } from "#measure/report/figure.ts";
import { proveFileSpoofing } from "#test/safety/file-spoofing.ts";
import { proveForeignSites } from "#test/safety/foreign-sites.ts";
import { proveGenerated } from "#test/safety/generated-requests.ts";
import {
  proveContentTypes,
  proveFormulas,
  proveOwnColumns,
  provePathsOut,
} from "#test/safety/hostile-requests.ts";
import { proveLiveSessions } from "#test/safety/live-sessions.ts";
import { proveMerges } from "#test/safety/merges.ts";
import {
  proveCalls,
  proveClaims,
  proveEdits,
  proveNumbers,
  provePayments,
  proveRepeats,
} from "#test/safety/races.ts";
import { proveSuspendedClinics } from "#test/safety/suspended-clinics.ts";
import { access, rights } from "./access.ts";
import { clocks } from "./clocks.ts";
import { proveCluster } from "./cluster.ts";
import { diskFull } from "./disk-full.ts";
import { proveExports } from "./exports.ts";
import { proveFailover } from "./failover.ts";
import { proveFhir } from "./fhir.ts";
import { flushes } from "./flushes.ts";
import { proveEvents } from "./history.ts";
import { metricsSecret, proveHostilePapers } from "./hostile-papers.ts";
import { proveImage } from "./image.ts";
import { proveImports } from "./imports.ts";
import { isolation } from "./isolation.ts";
import { kills } from "./kills.ts";
import { proveLargestInput } from "./largest-input.ts";
import { provePictureBombs } from "./picture-bombs.ts";
import { powerCuts } from "./power-cut.ts";
import { processes } from "./processes.ts";
import { screens } from "./screens.ts";
import { proveTiming } from "./sessions.ts";
import { slowBodies } from "./slow-bodies.ts";
import { ssrf } from "./ssrf.ts";
import { statements } from "./statements.ts";
import { proveYear } from "./year/year.ts";

type Part = (environment: OwnEnvironment) => Promise<Figure | Figure[]>;
type Options = Parameters<typeof inEnvironment>[2];

const each =
  (part: Part, options?: Options) =>
  (source: EnvironmentSource): Promise<Figure | Figure[]> =>
    inEnvironment(source, part, options);

/** Parts of a family, each in its own environment. */
const family =
  (...parts: ((source: EnvironmentSource) => Promise<Figure | Figure[]>)[]) =>
  (source: EnvironmentSource): Promise<Figure[]> =>
    inTurn(...parts.map((part) => () => part(source)));

const doors = [login, tokenLogin, adminLogin, staffLogin, secretaryLogin];
const freeGuesses = { env: { FAILED_SIGN_INS_PER_ACCOUNT: "1000000" } };
const withMetrics = { env: { METRICS: metricsSecret } };

/** With requests that can be cut off. */
const onWire = (environment: OwnEnvironment) => ({
  ...environment,
  send: (...sent: Parameters<OwnEnvironment["wire"]["send"]>) => environment.wire.send(...sent),
});

/** What must not happen, tested on real servers. */
export const safety = group({
  families: {
    access: family(access, rights),
    isolation,
    sessions: family(
      each(proveLiveSessions),
      each(proveForeignSites),
      each(proveSuspendedClinics),
      each((environment) => proveTiming(environment, doors), freeGuesses),
    ),
    races: family(
      each((environment) =>
        inTurn(
          () => proveClaims(environment),
          () => proveNumbers(environment),
          () => proveCalls(environment),
          () => proveEdits(environment),
          () => proveRepeats(onWire(environment)),
          () => provePayments(onWire(environment)),
        ),
      ),
    ),
    merge: family(each(proveMerges)),
    history: family(each(proveEvents)),
    import: family(each(proveImports)),
    fhir: family(each(proveFhir, withMetrics)),
    export: family(each(proveExports, withMetrics)),
    input: family(
      each(proveFileSpoofing),
      each(proveGenerated),
      each(proveContentTypes),
      each(proveOwnColumns),
      each(provePathsOut),
      each(proveFormulas),
      ssrf,
      statements,
    ),
    hostile: family(
      each(proveLargestInput),
      each(proveHostilePapers, withMetrics),
      each(provePictureBombs, withMetrics),
      slowBodies,
    ),
    screens,
    faults: family(kills, flushes),
    processes,
  },
  drills: {
    power: family(powerCuts),
    time: family(clocks),
    disk: family(diskFull),
    failover: family(proveFailover),
    cluster: family(proveCluster),
    year: family(proveYear),
    image: family(proveImage),
  },
  async open() {
    const seed = Number(process.env.PROVE_SEED ?? randomInt(2 ** 31));
    console.log(`Seed: ${seed}.`);
    return openEnvironmentSource(seed, Number(process.env.PROVE_SHARE ?? 1));
  },
});
