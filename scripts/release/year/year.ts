import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { runOperation } from "#operations/run-operation.ts";
import { Random } from "#scripts/demo/random.ts";
import type { Permission } from "#shared/permissions.ts";
import type { Stage } from "#test/app.ts";
import { aClinic, aStaffMember } from "#test/data/factories.ts";
import { type EnvironmentSource, openStage } from "#test/harness/environment.ts";
import type { Figure } from "#test/harness/figure.ts";
import { HttpClient } from "#test/harness/http-client.ts";
import { stopWhenInterrupted } from "#test/harness/interrupted.ts";
import { inFolder } from "#test/harness/postgres.ts";
import { KlinikaProcess, ownDatabaseUrl, withoutLimits } from "#test/servers/klinika-process.ts";
import { metricsSecret } from "../hostile-papers.ts";
import { Answers } from "./answers.ts";
import { ClinicAtWork, type WorkingClinic } from "./clinic-at-work.ts";
import { daysAhead, type MovingDays } from "./moving-days.ts";
import { pieceFigures, WARM_UP } from "./piece-figures.ts";
import { MetricsSample, measured, minuteOf, Samples, tableSizes } from "./samples.ts";

const CLINICS = 30;
const LOOK_MS = 5000;
const SAMPLE_MS = 60_000;

const preloaded = ["moving-days", "report-heap"].map(
  (name) => new URL(`../preloaded/${name}.ts`, import.meta.url).href,
);

const secretaryRights: readonly Permission[] = [
  "view_patients",
  "add_patients",
  "edit_patients",
  "take_payments",
  "manage_schedule",
];

/** State that the next piece continues from. */
type Left = { pieces: number; days: number; hours: number; seen: number; clinics: WorkingClinic[] };

/**
 * Thirty clinics at work on one server, which continues where the last piece ended. YEAR_FOLDER stores database, files,
 * samples and errors; without it there is only one piece.
 */
export async function proveYear(source: EnvironmentSource): Promise<Figure[]> {
  const { YEAR_FOLDER: folder } = process.env;
  if (!folder) return inFolder((empty) => onePiece(empty, source));
  await mkdir(folder, { recursive: true });
  return onePiece(folder, source);
}

async function onePiece(folder: string, { seed, many }: EnvironmentSource): Promise<Figure[]> {
  const minutes = Number(process.env.YEAR_MINUTES ?? 120);
  const dataDir = join(folder, "data");
  const file = join(folder, "left.json");
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Left) : null;
  if (!before && existsSync(dataDir)) throw new Error(`${folder} contains an unfinished piece.`);
  const daySeconds = Number(process.env.YEAR_DAY_SECONDS ?? 60);
  const days: MovingDays = { began: Date.now(), daysBefore: before?.days ?? 0, daySeconds };

  await using toClose = new AsyncDisposableStack();
  const isClosed = stopWhenInterrupted(() => toClose.disposeAsync());
  toClose.defer(async () => isClosed());
  const klinika = new KlinikaProcess(
    dataDir,
    { ...withoutLimits, METRICS: metricsSecret, PROVE_DAYS: JSON.stringify(days) },
    preloaded,
  );
  toClose.defer(async () => void (await klinika.stop()));
  const client = new HttpClient(await klinika.address(), 256);
  toClose.defer(async () => client.close());
  storeErrors(klinika, join(folder, "errors.log"));
  const url = ownDatabaseUrl(dataDir);
  const { stage, close } = openStage(url, () => client);
  toClose.defer(close);

  const left = before ?? {
    pieces: 0,
    days: 0,
    hours: 0,
    seen: 0,
    clinics: await found(stage, many(CLINICS)),
  };
  const sizes = await tableSizes(stage);
  const samples = new Samples(folder);
  const answers = new Answers(stage);
  const began = Date.now();
  const end = began + minutes * 60_000;
  const ids = left.clinics.map(({ id }) => id);
  const clinics = left.clinics.map((clinic, n) => {
    const neighbours = ids.filter((id) => id !== clinic.id);
    return new ClinicAtWork(clinic, { neighbours, days, answers, random: new Random(seed + n) });
  });
  const soFar = () => ({
    hour: left.hours + (Date.now() - began) / 3_600_000,
    seen: left.seen + clinics.reduce((sum, { seen }) => sum + seen, 0),
  });
  const heapEarly = wait((end - began) * WARM_UP).then(() => heapLeft(klinika));
  await Promise.all([
    ...clinics.map((clinic) => clinic.workUntil(end)),
    sampleUntil(end, { stage, dataDir, answers }, (sample) => {
      samples.add({ piece: left.pieces + 1, ...soFar(), ...sample });
    }),
  ]);
  const worked = soFar();
  const heap = { early: await heapEarly, late: await heapLeft(klinika) };
  const broken = await runOperation(
    ["check-data"],
    { DATABASE_URL: url, DATA_DIR: dataDir },
    () => undefined,
  ).then(
    () => [],
    (error: Error) => error.message.split("\n"),
  );
  const daysNow = daysAhead(days, Date.now()) + 1;
  const next: Left = {
    ...left,
    pieces: left.pieces + 1,
    days: daysNow,
    hours: worked.hour,
    seen: worked.seen,
  };
  writeFileSync(file, JSON.stringify(next));
  return pieceFigures({
    samples: samples.all,
    piece: next.pieces,
    days: { piece: daysNow - left.days, all: daysNow },
    seen: worked.seen - left.seen,
    heap,
    answers,
    broken,
    tables: { before: sizes, after: await tableSizes(stage) },
  });
}

/** The log is read, as a service manager does; of it only errors are stored, by whose reference a 500 is explained. */
function storeErrors({ process }: KlinikaProcess, file: string): void {
  for (const stream of [process.stdout, process.stderr])
    if (stream)
      createInterface({ input: stream.removeAllListeners("data") }).on("line", (line) => {
        if (line.includes('"level":50')) appendFileSync(file, `${line}\n`);
      });
}

/** Megabytes after a full collection. */
async function heapLeft({ process }: KlinikaProcess): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const onOutput = (text: string) => {
    const [, bytes] = text.match(/heap: (\d+) bytes/) ?? [];
    if (bytes) resolve(Number(bytes) / 1e6);
  };
  process.stdout?.on("data", onOutput);
  process.kill("SIGUSR2");
  return promise.finally(() => process.stdout?.removeListener("data", onOutput));
}

type Watched = { stage: Stage; dataDir: string; answers: Answers };
type Minute = Awaited<ReturnType<typeof measured>> & ReturnType<typeof minuteOf> & { load: number };

async function sampleUntil(
  end: number,
  { stage, dataDir, answers }: Watched,
  tell: (minute: Minute) => void,
): Promise<void> {
  let metrics: MetricsSample[] = [];
  let due = Date.now() + SAMPLE_MS;
  while (Date.now() < end) {
    await wait(LOOK_MS);
    metrics.push(await MetricsSample.at(stage.origin));
    if (Date.now() < due) continue;
    due += SAMPLE_MS;
    const [load = Number.NaN] = loadavg();
    tell({ ...(await measured(stage, dataDir)), ...minuteOf(metrics, answers.takeMinute()), load });
    metrics = [];
  }
}

/** The clinics of the first piece, none of them in its trial, which would end. */
async function found(stage: Stage, count: number): Promise<WorkingClinic[]> {
  const clinics: WorkingClinic[] = [];
  while (clinics.length < count) {
    const clinic = await aClinic(stage);
    const secretary = await aStaffMember(stage, clinic, secretaryRights);
    clinics.push({ id: clinic.id, ownerEmail: clinic.owner.email, secretaryEmail: secretary.email });
  }
  await stage.sql("update clinics set subscription_status = 'active'");
  return clinics;
}
