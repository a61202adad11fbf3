import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { onePatient } from "#features/patients/contract.ts";
import { addTask } from "#features/tasks/contract.ts";
import { atLeast, every, type Figure, none } from "#measure/report/figure.ts";
import { aClinic, aPatient } from "#test/factories.ts";
import { KlinikaProcess } from "#test/klinika-process.ts";
import { requestFor } from "#test/request-for.ts";
import { healthEveryMs } from "#measure/harness/balancer.ts";
import { suiteUnder } from "./clocks.ts";
import { HttpClient } from "#measure/harness/http-client.ts";
import { type Load, patienceMs, slowest, underLoad } from "#measure/harness/load.ts";
import { onPair, type Pair } from "#measure/harness/pair.ts";
import { atOnce, proveClaims, proveEdits, proveNumbers, proveRepeats } from "./races.ts";
import { proveReplica } from "./replica.ts";
import { proveLiveSessions } from "./sessions.ts";
import type { EmptyEnvironment, EnvironmentSource } from "#measure/harness/environment.ts";

/** What is asked of the two together. */
const usual = 200;

/** Several processes of Klinika on one database. */
export const processes = async (source: EnvironmentSource): Promise<Figure[]> => [
  await proveStarts(source),
  ...(await onPair(source, proveTogether)),
  ...(await onPair(source, proveRestarts)),
  ...(await onPair(source, proveUpgrade)),
  ...(await onPair(source, proveDeath)),
  await onPair(source, proveLimit, { CHANGES_PER_MINUTE: String(changes) }),
  ...(await proveReplica(source)),
  await proveSuite(source),
];

const apiTests = [
  "src/features",
  "src/server",
  ...["every-endpoint", "hostile-input", "logs-and-headers", "pooled-connections"].map(
    (name) => `test/${name}`,
  ),
];

/** The API tests, each request answered by the other of two on one database and one S3 store. */
async function proveSuite({ share }: EnvironmentSource): Promise<Figure> {
  const files = share < 1 ? ["src/features/tasks", "src/features/accounts"] : apiTests;
  const { passed, failed } = await suiteUnder({ KLINIKA_TEST_INSTANCES: "2" }, files);
  return every("API tests that pass where two answer in turns", passed.size + failed.length, failed);
}

/** Two that start at the same moment on an empty database, as an orchestrator starts them. */
export async function proveStarts(source: EnvironmentSource): Promise<Figure> {
  const rounds = Math.max(1, Math.round(10 * source.share));
  const against: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const database = await source.newDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), `${database.name}-`));
    const both = ["a", "b"].map(
      (name) => new KlinikaProcess(join(dataDir, name), { DATABASE_URL: database.url }),
    );
    const started = await Promise.allSettled(both.map((one) => one.address()));
    for (const { status } of started)
      if (status === "rejected") against.push(both.map(({ output }) => output).join("\n"));
    await Promise.all(both.map((one) => one.stop()));
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
  return none("starts that failed, of two at once on an empty database", rounds * 2, against);
}

/** What holds in one process, asked of two in turns; the whole run asks a fifth of what is asked of one. */
async function proveTogether(pair: Pair): Promise<Figure[]> {
  const fifth: EmptyEnvironment = { ...pair, many: (whole) => pair.many(whole / 5) };
  const figures = [
    ...(await proveLiveSessions(fifth)),
    ...(await proveClaims(fifth)),
    await proveNumbers(fifth),
    await proveEdits(fifth),
    ...(await proveRepeats(fifth, (request, cut) => pair.wire.send(request, cut))),
    await proveViews(pair),
  ];
  const [one = 0, other = 0] = pair.balancer.answered;
  return [
    ...figures,
    {
      what: "answers that each of the two gave to all of these",
      figure: `${one.toLocaleString("en")}, ${other.toLocaleString("en")}`,
      goal: "half each",
      passes: Math.abs(one - other) <= 0.02 * (one + other) + 2,
    },
  ];
}

/** A record opened at both processes at the same moment. */
async function proveViews({ stage, many, processes: both }: Pair): Promise<Figure> {
  const total = many(500);
  const clinic = await aClinic(stage);
  const lines = await Promise.all(both.map(async (one) => new HttpClient(await one.address())));
  const patients: number[] = [];
  while (patients.length < total) patients.push(await aPatient(stage, clinic));
  await atOnce(8, total, (n) =>
    Promise.all(
      lines.map((line) =>
        line.send(requestFor(onePatient, clinic.owner.token, { params: { id: patients[n] ?? 0 } })),
      ),
    ),
  );
  const noted = async () =>
    stage.sql<{ patient_id: string; times: number }>(
      `select patient_id, count(*)::integer as times from record_history
       where clinic_id = $1 and event = 'patient.view' group by patient_id`,
      [clinic.id],
    );
  let rows = await noted();
  for (let waited = 0; rows.length < total && waited < 10_000; waited += 100) {
    await wait(100);
    rows = await noted();
  }
  for (const line of lines) line.close();
  const times = new Map(rows.map((row) => [Number(row.patient_id), row.times]));
  const against = patients.filter((id) => times.get(id) !== 1).map((id) => `patient ${id}: ${times.get(id)}`);
  return none("records opened at both at one moment whose view is not noted exactly once", total, against);
}

const changes = 600;

/** Somebody who changes without a pause, through the balancer. */
async function proveLimit({ stage }: Pair): Promise<Figure> {
  const { owner } = await aClinic(stage);
  let passed = 0;
  const began = performance.now();
  await atOnce(8, changes + 200, async (n) => {
    const answer = await stage.call(addTask, owner.token, { body: { title: `Change ${n}` } });
    if (answer.statusCode < 300) passed += 1;
  });
  const seconds = (performance.now() - began) / 1000;
  return {
    what: `changes let through of ${changes + 200} sent within ${seconds.toFixed(0)} s, where ${changes} a minute are allowed`,
    figure: String(passed),
    goal: `${changes} to ${changes + changes / 50}`,
    passes: passed >= changes && passed <= changes + changes / 50 && seconds < 60,
  };
}

const answersOf = (load: Load): string =>
  `half within ${slowest(load, 0.5)} ms, 99 of 100 within ${slowest(load, 0.99)}, the slowest ${slowest(load, 1)}`;

const figuresOf = (what: string, load: Load, perSecond = usual): Figure[] => [
  none(
    `requests that failed while ${what} (${answersOf(load)})`,
    load.asked,
    load.failed.map(({ at, how }) => `${Math.round(at)} ms: ${how}`),
  ),
  none("of them, changes called saved that are not stored once", load.saved, load.notOnce),
  atLeast(`requests a second meanwhile, of ${perSecond} meant`, load.rate, 0.9 * perSecond, "", 0),
];

/** Each of the two is asked to stop and started again, while the other serves. */
export async function proveRestarts(pair: Pair, perSecond = usual, of = [0, 1]): Promise<Figure[]> {
  const rounds = pair.many(5);
  const load = await underLoad(pair, perSecond, async () => {
    for (let round = 0; round < rounds; round += 1)
      for (const which of of) {
        await pair.restart(which);
        // Until the balancer knows that it is back; else its fellow would go while it is still left out.
        await wait(2 * healthEveryMs);
      }
  });
  return figuresOf(
    `${of.length} of two processes were restarted in turn, ${rounds * of.length} restarts`,
    load,
    perSecond,
  );
}

/** What an expanding migration does, on the tables that are in use. */
const migration = `
alter table patients add column proof_text text not null default '';
alter table tasks add column proof_day date;
alter table tasks add constraint proof_title check (length(title) < 10000) not valid;
create index proof_index on tasks (clinic_id, proof_day);
`;

/** This Klinika with one migration more, in a folder of its own. */
async function nextRelease(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "klinika-next-"));
  await mkdir(join(folder, ".cache"));
  for (const part of ["src", "migrations", "package.json"])
    await cp(part, join(folder, part), { recursive: true });
  await symlink(resolve("node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "migrations", "9999_proof.sql"), migration);
  return folder;
}

/** The next release takes the place of this one, process by process: both serve the schema it brings. */
export async function proveUpgrade(pair: Pair): Promise<Figure[]> {
  const folder = await nextRelease();
  try {
    const load = await underLoad(pair, usual, async () => {
      await wait(1000);
      await pair.restart(0, "SIGTERM", folder);
      // Old and new serve side by side.
      await wait(2000);
      await pair.restart(1, "SIGTERM", folder);
      await wait(1000);
    });
    const [row] = await pair.stage.sql("select 1 from migrations where name = '9999_proof.sql'");
    return [
      ...figuresOf("a release with a migration took over, process by process", load),
      {
        what: "the migration of that release",
        figure: row ? "ran" : "did not run",
        goal: "ran",
        passes: row !== undefined,
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** One of the two is killed: what it was working on is lost, and the next requests go to the other. */
export async function proveDeath(pair: Pair): Promise<Figure[]> {
  const deaths: number[] = [];
  const began = performance.now();
  const load = await underLoad(pair, usual, async () => {
    for (let round = 0; round < pair.many(5); round += 1) {
      await wait(1000);
      deaths.push(performance.now() - began);
      await pair.restart(round % 2, "SIGKILL");
    }
    await wait(1000);
  });
  // The load began a little later than the clock of the deaths, by what it took to make its clinic.
  const offset = load.began - began;
  const isOfDeath = (asked: number) =>
    deaths.some((death) => asked > death - patienceMs && asked <= death + healthEveryMs);
  const known = load.failed.filter(({ at }) => !isOfDeath(at + offset));
  return [
    none(
      `requests that failed later than ${healthEveryMs} ms after kill -9 of one of two processes, ${deaths.length} times (before, with what it worked on: ${load.failed.length - known.length})`,
      load.asked,
      known.map(({ at, how }) => `${Math.round(at)} ms: ${how}`),
    ),
    none("of them, changes called saved that are not stored once", load.saved, load.notOnce),
  ];
}
