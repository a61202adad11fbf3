import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { addPatient } from "#features/patients/contract.ts";
import { inTurn } from "#measure/report/groups.ts";
import { withClient } from "#server/database/with-client.ts";
import type { Stage } from "#test/app.ts";
import { aClinic } from "#test/data/factories.ts";
import { type CitusDatabase, openCitusDatabase } from "#test/harness/citus-cluster.ts";
import { type EnvironmentSource, openStage } from "#test/harness/environment.ts";
import { atMost, type Figure, info, none } from "#test/harness/figure.ts";
import { HttpClient } from "#test/harness/http-client.ts";
import { stopWhenInterrupted } from "#test/harness/interrupted.ts";
import { startServer } from "#test/harness/server.ts";
import { median, percentile } from "#test/harness/statistics.ts";
import {
  describeRequest,
  isGood,
  type RequestRecord,
  RequestsOfClinics,
  type ServedClinic,
} from "./requests-of-clinics.ts";

const CLINICS = 24;
const PATIENTS = 5;
const REQUESTS_A_SECOND = 50;
const MOVES = 12;
const FAULTS = 3;
/** A request that is refused because a node is down must not hang. */
const slowestRefusal = 5;

type OnCluster = {
  database: CitusDatabase;
  stage: Stage;
  clinics: readonly ServedClinic[];
  many: EnvironmentSource["many"];
};

/** Faults of a worker or of the coordinator, as commands of the cluster's operator. */
type Fault = { name: string; begin: string | undefined; end: string | undefined; lastsMs: number };

const { CLUSTER_STOP, CLUSTER_START, CLUSTER_HANG, CLUSTER_RESUME, CLUSTER_PARTS } = process.env;
const loss: Fault = { name: "lost", begin: CLUSTER_STOP, end: CLUSTER_START, lastsMs: 12_000 };
/** Longer than every limit of the server. */
const hang: Fault = { name: "hanging", begin: CLUSTER_HANG, end: CLUSTER_RESUME, lastsMs: 40_000 };

/** Citus's coordinator and two workers at DATABASE_URL: shards move between the workers, a node is lost, and one hangs. */
export async function proveCluster({ url, many }: EnvironmentSource): Promise<Figure[]> {
  const database = await openCitusDatabase(url);
  if (!database) return [notRun("DATABASE_URL names no coordinator of Citus with two workers")];
  await using toClose = new AsyncDisposableStack();
  const isClosed = stopWhenInterrupted(() => toClose.disposeAsync());
  toClose.defer(async () => isClosed());
  toClose.defer(() => database.drop());
  const server = await startServer({ DATABASE_URL: database.url });
  toClose.defer(() => server.stop());
  const client = new HttpClient(new URL(server.origin), 400);
  toClose.defer(async () => client.close());
  const { stage, close } = openStage(database.url, () => client);
  toClose.defer(close);
  const clinics: ServedClinic[] = [];
  while (clinics.length < CLINICS) clinics.push(await servedClinic(stage));
  const cluster = { database, stage, clinics, many };
  const parts = {
    machines: countMachines,
    losses: (on: OnCluster) => proveFaults(on, loss),
    hangs: (on: OnCluster) => proveFaults(on, hang),
    moves: proveMoves,
  };
  const chosen = CLUSTER_PARTS?.split(" ");
  return await inTurn(
    ...Object.entries(parts)
      .filter(([name]) => chosen?.includes(name) ?? true)
      .map(
        ([, part]) =>
          async () =>
            shown(await part(cluster)),
      ),
  );
}

/** Prints them immediately: all of them together take minutes. */
function shown(figures: Figure[]): Figure[] {
  for (const { what, figure } of figures) console.log(`  ${what}: ${figure}`);
  return figures;
}

async function servedClinic(stage: Stage): Promise<ServedClinic> {
  const clinic = await aClinic(stage);
  let patientId = 0;
  for (let made = 0; made < PATIENTS; made += 1) {
    const body = {
      admissionNo: `P-${made}`,
      hospital: "Makati Medical Center",
      patientName: `Santos, Jose ${made}`,
      sex: "M",
    };
    const answer = await stage.call(addPatient, clinic.owner.token, { body });
    if (answer.statusCode !== 200) throw new Error(`No patient for a clinic: ${answer.body}`);
    patientId = answer.json().id;
  }
  return { ...clinic, patientId };
}

const notRun = (reason: string): Figure => ({
  what: "clinics on a Citus cluster",
  figure: `not run: ${reason}`,
  goal: "run",
  passes: false,
});

/** Whether requests are routed to one node: statements that Citus sent to one shard, and to several. */
async function countMachines({ database, stage, clinics }: OnCluster): Promise<Figure[]> {
  const requests = new RequestsOfClinics(stage, clinics);
  const figures: Figure[] = [];
  for (const call of ["newest", "search", "one patient", "register"]) {
    const ask = async () => {
      for (const clinic of clinics) await requests.send(clinic, call);
    };
    // The first of each are planned, and their node is looked up.
    await ask();
    const { one, several } = await database.counted(ask);
    figures.push(
      atMost(
        `statements to several shards in a request (${call}; of one: ${(one / clinics.length).toFixed(1)})`,
        several / clinics.length,
        0.5,
        "",
        1,
      ),
    );
  }
  const failed = requests.records.filter((asked) => !isGood(asked)).map(describeRequest);
  return [none("requests that failed while nothing moved", requests.records.length, failed), ...figures];
}

/** The messages of refusals, and how often each occurred. */
const messagesOf = (refused: readonly RequestRecord[]): string =>
  [...Map.groupBy(refused, ({ status, message }) => `${status} ${message}`)]
    .map(([message, { length }]) => `${length} × ${message}`)
    .join("; ") || "none";

const failedSince = (requests: RequestsOfClinics, since: number): string => {
  const answered = requests.between(since, Number.POSITIVE_INFINITY);
  const failed = answered.filter((one) => !isGood(one));
  return `; meanwhile ${failed.length} of ${answered.length} failed (${messagesOf(failed)}), the slowest took ${slowest(answered).toFixed(1)} s`;
};

const slowest = (asked: readonly RequestRecord[]) => Math.max(0, ...asked.map(({ took }) => took)) / 1000;

async function proveMoves({ database, stage, clinics, many }: OnCluster): Promise<Figure[]> {
  const requests = new RequestsOfClinics(stage, clinics);
  const took: number[] = [];
  const ended: string[] = [];
  const moves = many(MOVES);
  requests.start(REQUESTS_A_SECOND);
  try {
    await wait(2000);
    const began = performance.now();
    for (let move = 0; move < moves; move += 1) {
      const clinic = clinics[move % clinics.length] as ServedClinic;
      const start = performance.now();
      try {
        await database.moveAway(clinic.id);
        took.push((performance.now() - start) / 1000);
        console.log(`  a shard moved in ${took.at(-1)?.toFixed(1)} s${failedSince(requests, start)}`);
      } catch (error) {
        const after = ((performance.now() - start) / 1000).toFixed(1);
        ended.push(`${(error as Error).message}, after ${after} s`);
        console.log(`  a move ended: ${ended.at(-1)}`);
      }
      await wait(500);
    }
    const until = performance.now();
    await requests.drain();
    const { records } = requests;
    const rate = requests.between(began, until).length / ((until - began) / 1000);
    const failed = records.filter((one) => !isGood(one)).map(describeRequest);
    const latest = percentile(
      records.map((one) => one.took),
      0.99,
    );
    return [
      none(`requests that failed during ${moves} moves of a shard`, records.length, failed),
      none(
        "registrations acknowledged and not stored exactly once, over the moves",
        requests.savedCount,
        await requests.missing(database.url),
      ),
      info("their messages", messagesOf(records.filter((one) => !isGood(one)))),
      info("requests per second meanwhile", rate.toFixed(0)),
      info(
        "responses meanwhile: p99, slowest",
        `${(latest / 1000).toFixed(2)} s, ${slowest(records).toFixed(1)} s`,
      ),
      info(
        "seconds of a move, median and slowest",
        `${median(took).toFixed(1)}, ${Math.max(0, ...took).toFixed(1)}`,
      ),
      none("moves that failed", moves, ended),
    ];
  } finally {
    await requests.drain();
  }
}

async function proveFaults(cluster: OnCluster, fault: Fault): Promise<Figure[]> {
  const { name, begin, end } = fault;
  if (!begin || !end) return [notRun(`no commands are set that make a node ${name}, and take it back`)];
  const requests = new RequestsOfClinics(cluster.stage, cluster.clinics);
  const rounds: Round[] = [];
  requests.start(REQUESTS_A_SECOND);
  try {
    for (let round = 0; round < cluster.many(FAULTS); round += 1) {
      await wait(3000);
      rounds.push(await befall(cluster, requests, { ...fault, begin, end }));
    }
    await wait(3000);
  } finally {
    await requests.drain();
  }
  const meanwhile = rounds.flatMap(({ from, until, struck }) =>
    requests.during(from, until).map((one) => ({ ...one, isStruck: struck.has(one.clinicId) })),
  );
  const others = meanwhile.filter(({ isStruck }) => !isStruck);
  const own = meanwhile.filter(({ isStruck }) => isStruck);
  const refused = own.filter((one) => !isGood(one));
  const wordless = refused.filter(({ isRetryable }) => !isRetryable);
  const otherwise = requests.records.filter(({ at, took }) =>
    rounds.every(({ from, back }) => at + took < from || at >= back),
  );
  const refusedOthers = others.filter((one) => !isGood(one));
  return [
    none(
      `requests of clinics on the other nodes that failed meanwhile (a node ${name})`,
      others.length,
      refusedOthers.map(describeRequest),
    ),
    info("their messages", messagesOf(refusedOthers)),
    none(
      `refusals to clinics on the node ${name} without a message to try again`,
      refused.length,
      wordless.map(describeRequest),
    ),
    info(`messages of ${refused.length} of ${own.length} to them`, messagesOf(refused)),
    atMost("the slowest refusal", slowest(refused), slowestRefusal, " s", 1),
    info("the median refusal", `${(median(refused.map(({ took }) => took)) / 1000).toFixed(1)} s`),
    atMost("the slowest answer to a clinic on the other nodes", slowest(others), slowestRefusal, " s", 1),
    atMost(
      "all clinics answer again after the node's return, within",
      Math.max(...rounds.map(({ back, ended }) => back - ended)) / 1000,
      10,
      " s",
      1,
    ),
    none(
      "requests that failed before and after",
      otherwise.length,
      otherwise.filter((one) => !isGood(one)).map(describeRequest),
    ),
    none(
      `registrations acknowledged and not stored exactly once, over ${rounds.length} times a node ${name}`,
      requests.savedCount,
      await requests.missing(cluster.database.url),
    ),
  ];
}

/** Instants by performance.now(): the node was struck, its repair began, it was repaired, and all clinics were answered again. */
type Round = { from: number; until: number; ended: number; back: number; struck: ReadonlySet<number> };

async function befall(
  { database, clinics }: OnCluster,
  requests: RequestsOfClinics,
  { name, begin, end, lastsMs }: Fault & { begin: string; end: string },
): Promise<Round> {
  const places = await Promise.all(clinics.map(async ({ id }) => [id, await database.workerOf(id)] as const));
  const from = performance.now();
  await run(begin);
  const gone: string[] = [];
  for (const node of [database.url, ...database.workers]) if (!(await isThere(node))) gone.push(node);
  if (gone.length !== 1) throw new Error(`${begin} struck ${gone.length} of the nodes, not one.`);
  // Every request goes through the coordinator.
  const isStruck = (worker: string) => gone.includes(database.url) || gone.includes(worker);
  const struck = new Set(places.filter(([, worker]) => isStruck(worker)).map(([id]) => id));
  await wait(from + lastsMs - performance.now());
  const until = performance.now();
  await run(end);
  const ended = performance.now();
  const waiting = new Set(clinics.map(({ id }) => id));
  while (waiting.size > 0) {
    await wait(50);
    for (const one of requests.between(ended, Number.POSITIVE_INFINITY))
      if (isGood(one)) waiting.delete(one.clinicId);
    if (performance.now() - ended > 60_000) throw new Error(`Clinics ${[...waiting]} never answered again.`);
  }
  const back = performance.now();
  console.log(
    `  a node with ${struck.size} of ${clinics.length} clinics ${name}, all back after ${((back - ended) / 1000).toFixed(1)} s`,
  );
  return { from, until, ended, back, struck };
}

/** Requests continue meanwhile. */
async function run(command: string): Promise<void> {
  const [code] = await once(spawn(command, { shell: true, stdio: "ignore" }), "exit");
  if (code !== 0) throw new Error(`${command} ended with ${code}.`);
}

const isThere = (url: string): Promise<boolean> =>
  withClient({ connectionString: url, connectionTimeoutMillis: 2000 }, async () => true).catch(() => false);
