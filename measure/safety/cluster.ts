import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { addPatient } from "#features/patients/contract.ts";
import { type CitusDatabase, openCitusDatabase } from "#measure/harness/citus-cluster.ts";
import { inTurn } from "#measure/harness/command.ts";
import { type EnvironmentSource, openStage } from "#measure/harness/environment.ts";
import { HttpClient } from "#measure/harness/http-client.ts";
import { stopWhenInterrupted } from "#measure/harness/interrupted.ts";
import { startServer } from "#measure/harness/server.ts";
import { median, percentile } from "#measure/harness/statistics.ts";
import { atMost, type Figure, info, none } from "#measure/report/figure.ts";
import type { Stage } from "#test/app.ts";
import { aClinic } from "#test/data/factories.ts";
import { connected } from "#test/servers/postgres.ts";
import {
  type Asked,
  described,
  isGood,
  RequestsOfClinics,
  type ServedClinic,
} from "./requests-of-clinics.ts";

const CLINICS = 24;
const PATIENTS = 5;
const REQUESTS_A_SECOND = 50;
const MOVES = 12;
const LOSSES = 3;
const awayForMs = 12_000;
/** A request that is refused because a machine is gone is not to hang. */
const slowestRefusal = 5;

type OnCluster = {
  database: CitusDatabase;
  stage: Stage;
  clinics: readonly ServedClinic[];
  many: EnvironmentSource["many"];
};

/** Citus's coordinator and two workers at DATABASE_URL: shards move between the workers, and one is lost. */
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
  return await inTurn(
    () => countMachines(cluster),
    () => proveLosses(cluster),
    () => proveMoves(cluster),
  );
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

/** Whether a request is of one machine: statements that went to one shard, and to several. */
async function countMachines({ database, stage, clinics }: OnCluster): Promise<Figure[]> {
  const requests = new RequestsOfClinics(stage, clinics);
  const figures: Figure[] = [];
  for (const call of ["newest", "search", "one patient", "register"]) {
    const ask = async () => {
      for (const clinic of clinics) await requests.ask(clinic, call);
    };
    // The first of each are planned and looked up.
    await ask();
    const { one, several } = await database.counted(ask);
    figures.push(
      atMost(
        `statements of several shards in a request (${call}; of one: ${(one / clinics.length).toFixed(1)})`,
        several / clinics.length,
        0.5,
        "",
        1,
      ),
    );
  }
  const failed = requests.asked.filter((asked) => !isGood(asked)).map(described);
  return [none("requests that failed while nothing moved", requests.asked.length, failed), ...figures];
}

/** What refusals said, and how often. */
const wordsOf = (refused: readonly Asked[]): string =>
  [...Map.groupBy(refused, ({ status, words }) => `${status} ${words}`)]
    .map(([words, { length }]) => `${length} × ${words}`)
    .join("; ") || "none";

const slowest = (asked: readonly Asked[]) => Math.max(0, ...asked.map(({ took }) => took)) / 1000;

async function proveMoves({ database, stage, clinics, many }: OnCluster): Promise<Figure[]> {
  const requests = new RequestsOfClinics(stage, clinics);
  const took: number[] = [];
  const ended: string[] = [];
  const moves = many(MOVES);
  requests.goOn(REQUESTS_A_SECOND);
  try {
    await wait(2000);
    const began = performance.now();
    for (let move = 0; move < moves; move += 1) {
      const clinic = clinics[move % clinics.length] as ServedClinic;
      const start = performance.now();
      try {
        await database.moveAway(clinic.id);
        took.push((performance.now() - start) / 1000);
        console.log(`  a shard moved in ${took.at(-1)?.toFixed(1)} s`);
      } catch (error) {
        const after = ((performance.now() - start) / 1000).toFixed(1);
        ended.push(`${(error as Error).message}, after ${after} s`);
        console.log(`  a move ended: ${ended.at(-1)}`);
      }
      await wait(500);
    }
    const until = performance.now();
    await requests.rest();
    const { asked } = requests;
    const rate = requests.between(began, until).length / ((until - began) / 1000);
    const failed = asked.filter((one) => !isGood(one)).map(described);
    const latest = percentile(
      asked.map((one) => one.took),
      0.99,
    );
    return [
      none(`requests that failed during ${moves} moves of a shard`, asked.length, failed),
      none(
        "registrations called saved and not stored once, over the moves",
        requests.savedCount,
        await requests.missing(database.url),
      ),
      info("what they said", wordsOf(asked.filter((one) => !isGood(one)))),
      info("requests a second meanwhile", rate.toFixed(0)),
      info(
        "answers meanwhile: 99 of 100 within, the slowest",
        `${(latest / 1000).toFixed(2)} s, ${slowest(asked).toFixed(1)} s`,
      ),
      info(
        "seconds of a move, the middle one and the slowest",
        `${median(took).toFixed(1)}, ${Math.max(0, ...took).toFixed(1)}`,
      ),
      none("moves that did not come to their end", moves, ended),
    ];
  } finally {
    await requests.rest();
  }
}

/** A worker is stopped and started by these commands, as whoever runs the cluster does it. */
const commands = { stop: process.env.CLUSTER_STOP, start: process.env.CLUSTER_START };

async function proveLosses(cluster: OnCluster): Promise<Figure[]> {
  const { stop, start } = commands;
  if (!stop || !start)
    return [notRun("CLUSTER_STOP and CLUSTER_START name no commands that stop and start one of the workers")];
  const requests = new RequestsOfClinics(cluster.stage, cluster.clinics);
  const rounds: Loss[] = [];
  requests.goOn(REQUESTS_A_SECOND);
  try {
    for (let round = 0; round < cluster.many(LOSSES); round += 1) {
      await wait(3000);
      rounds.push(await loseWorker(cluster, requests, { stop, start }));
    }
    await wait(3000);
  } finally {
    await requests.rest();
  }
  const over = `over ${rounds.length} losses of a worker`;
  const duringLoss = rounds.flatMap(({ from, until, lost }) =>
    requests.between(from, until).map((one) => ({ ...one, isLost: lost.has(one.clinicId) })),
  );
  const others = duringLoss.filter(({ isLost }) => !isLost);
  const own = duringLoss.filter(({ isLost }) => isLost);
  const refused = own.filter((one) => !isGood(one));
  const wordless = refused.filter(({ isInWords }) => !isInWords);
  const unlost = requests.asked.filter(({ at }) => rounds.every(({ from, back }) => at < from || at >= back));
  return [
    none(
      "requests of clinics on the other worker that failed meanwhile",
      others.length,
      others.filter((one) => !isGood(one)).map(described),
    ),
    none(
      "refusals to clinics on the lost worker without words to try again",
      refused.length,
      wordless.map(described),
    ),
    info(`what ${refused.length} of ${own.length} to them said`, wordsOf(refused)),
    atMost("the slowest refusal", slowest(refused), slowestRefusal, " s", 1),
    atMost("the slowest answer to a clinic on the other worker", slowest(others), slowestRefusal, " s", 1),
    atMost(
      "all clinics answer again after the worker's start, within",
      Math.max(...rounds.map(({ back, started }) => back - started)) / 1000,
      10,
      " s",
      1,
    ),
    none(
      "requests that failed before and after",
      unlost.length,
      unlost.filter((one) => !isGood(one)).map(described),
    ),
    none(
      `registrations called saved and not stored once, ${over}`,
      requests.savedCount,
      await requests.missing(cluster.database.url),
    ),
  ];
}

/** Instants by performance.now(): gone, about to be started, started, and all clinics answered again. */
type Loss = { from: number; until: number; started: number; back: number; lost: ReadonlySet<number> };

async function loseWorker(
  { database, clinics }: OnCluster,
  requests: RequestsOfClinics,
  { stop, start }: { stop: string; start: string },
): Promise<Loss> {
  const places = await Promise.all(clinics.map(async ({ id }) => [id, await database.workerOf(id)] as const));
  const from = performance.now();
  await run(stop);
  const gone: string[] = [];
  for (const worker of database.workers) if (!(await isThere(worker))) gone.push(worker);
  if (gone.length !== 1) throw new Error(`CLUSTER_STOP stopped ${gone.length} of the workers, not one.`);
  const lost = new Set(places.filter(([, worker]) => gone.includes(worker)).map(([id]) => id));
  await wait(awayForMs);
  const until = performance.now();
  await run(start);
  const started = performance.now();
  const waiting = new Set(lost);
  while (waiting.size > 0) {
    await wait(50);
    for (const one of requests.between(started, Number.POSITIVE_INFINITY))
      if (isGood(one)) waiting.delete(one.clinicId);
    if (performance.now() - started > 60_000)
      throw new Error(`Clinics ${[...waiting]} never answered again.`);
  }
  const back = performance.now();
  console.log(
    `  a worker with ${lost.size} of ${clinics.length} clinics lost, back after ${((back - started) / 1000).toFixed(1)} s`,
  );
  return { from, until, started, back, lost };
}

/** Requests go on meanwhile. */
async function run(command: string): Promise<void> {
  const [code] = await once(spawn(command, { shell: true, stdio: "ignore" }), "exit");
  if (code !== 0) throw new Error(`${command} ended with ${code}.`);
}

const isThere = (url: string): Promise<boolean> =>
  connected(url, () => Promise.resolve(true)).catch(() => false);
