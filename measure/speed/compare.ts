import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { atLeast, atMost, type Figure, info } from "#test/harness/figure.ts";
import { HttpClient } from "#test/harness/http-client.ts";
import { type Server, startServer } from "#test/harness/server.ts";
import { median } from "#test/harness/statistics.ts";
import type { Request } from "#test/request-for.ts";
import { databasePid } from "#test/servers/klinika-process.ts";
import { type Call, floorCall } from "./calls.ts";
import type { SpeedEnvironment } from "./environment.ts";
import { Floor, floorPath } from "./floor.ts";
import { type Load, load, type Stream, uniqueId } from "./load.ts";

/** As many as the product has. */
const poolSize = 10;

/** The product and the floor on one platform, each in its own process. */
export type Pair = {
  environment: SpeedEnvironment;
  product: Server;
  floor: Floor;
  calls: Record<string, Call>;
};

export async function withPair<T>(
  environment: SpeedEnvironment,
  calls: Record<string, Call>,
  work: (pair: Pair) => Promise<T>,
): Promise<T> {
  const { databaseUrl } = environment.platform;
  const product = await startServer({ DATABASE_URL: databaseUrl });
  const client = new HttpClient(new URL(product.origin));
  try {
    const plans = Object.values(calls).map(floorCall);
    // The floor returns the product's response without computing it.
    for (const [place, { shape, computes, asked }] of Object.values(calls).entries())
      if (shape === "stored" || computes)
        for (const [n, { request }] of asked.entries()) {
          const { body } = await client.send(request);
          const known = computes ? { computed: only(computes, JSON.parse(body)) } : { stored: body };
          Object.assign(plans[place]?.asked[n] ?? {}, known);
        }
    const floor = await Floor.start({ databaseUrl, poolSize, calls: plans });
    try {
      return await work({ environment, product, floor, calls });
    } finally {
      floor.stop();
    }
  } finally {
    client.close();
    await product.stop();
  }
}

const only = (fields: readonly string[], rows: Record<string, unknown>[]): object[] =>
  rows.map((row) => Object.fromEntries(fields.map((field) => [field, row[field] ?? null])));

/** The same requests to the product, and to the floor by their indexes. */
export function streamsOf({ calls, product, floor, environment }: Pair, name: string) {
  const place = Object.keys(calls).indexOf(name);
  const { connections } = environment.bench;
  const requests = (calls[name] as Call).asked.map(({ request }) => request);
  const toFloor = requests.map((request, n) => ({ ...request, url: floorPath(place, n), headers: {} }));
  return {
    place,
    product: { connections, port: product.port, requests },
    floor: { connections, port: floor.port, requests: toFloor },
  };
}

/** A floor with other responses would make the comparison meaningless: three requests of each call are compared. */
export async function requireSameAnswers(pair: Pair): Promise<void> {
  // Reads come before writes, which would change their responses.
  const readsFirst = Object.entries(pair.calls).sort(
    ([, one], [, other]) => Number(one.endpoint.method !== "GET") - Number(other.endpoint.method !== "GET"),
  );
  for (const [name] of readsFirst) {
    const { product, floor } = streamsOf(pair, name);
    const last = product.requests.length - 1;
    for (const place of new Set([0, Math.floor(last / 2), last])) {
      const [ours, floors] = await Promise.all([product, floor].map((stream) => answerTo(stream, place)));
      if (ours === undefined || ours !== floors)
        throw new Error(`${name}: the floor returns something else.\n${ours}\n${floors}`);
    }
  }
}

let made = 0;

async function answerTo({ port, requests }: Stream, place: number): Promise<string> {
  const client = new HttpClient(new URL(`http://127.0.0.1:${port}`));
  const text = JSON.stringify(requests[place]).replaceAll(uniqueId, String(++made).padStart(10, "9"));
  const { body } = await client.send(JSON.parse(text) as Request);
  client.close();
  // Fields in which two newly created records differ.
  const own = /"(id|admissionNo|globalPatientId|createdAt|updatedAt)":("[^"]*"|\d+)/g;
  return body.includes('"B-9') ? body.replace(own, "$1") : body;
}

/**
 * Runs the arms of a comparison in turn in every round, so that a disturbance affects all; every other round in reverse,
 * so that drift favors none.
 */
export async function rounds<Arm extends string, Result>(
  count: number,
  arms: Record<Arm, () => Promise<Result>>,
): Promise<Record<Arm, Result>[]> {
  const forwards = Object.entries(arms) as [Arm, () => Promise<Result>][];
  const all: Record<Arm, Result>[] = [];
  for (let round = 0; round < count; round += 1) {
    const results: Partial<Record<Arm, Result>> = {};
    for (const [arm, run] of round % 2 === 0 ? forwards : forwards.toReversed()) results[arm] = await run();
    all.push(results as Record<Arm, Result>);
  }
  return all;
}

/** One side of a comparison, and its processor time with the database's, which is the same on a busy machine. */
export class Arm {
  private readonly server: { port: number; pid: number };
  private readonly dataDir: string;
  private readonly stream: Stream;
  private spent = 0;
  answered = 0;

  constructor(server: { port: number; pid: number }, dataDir: string, stream: Stream) {
    this.server = server;
    this.dataDir = dataDir;
    this.stream = stream;
  }

  run = async (seconds: number): Promise<Load> => {
    const before = this.processorSeconds();
    const [one] = (await load([this.stream], seconds)) as [Load];
    this.spent += this.processorSeconds() - before;
    this.answered += one.answered;
    return one;
  };

  reset(): void {
    this.spent = 0;
    this.answered = 0;
  }

  /** Seconds of processor time per request. */
  get cost(): number {
    return this.spent / this.answered;
  }

  /** Of the server and all database processes so far; NaN if the system does not report it. */
  private processorSeconds(): number {
    if (process.platform !== "linux" || !existsSync(join(this.dataDir, "postgres/postmaster.pid")))
      return Number.NaN;
    const first = databasePid(this.dataDir);
    const children = readFileSync(`/proc/${first}/task/${first}/children`, "utf8");
    const pids = [this.server.pid, first, ...children.trim().split(" ").map(Number)];
    return pids.reduce((sum, pid) => sum + ticksOf(pid), 0) / 100;
  }
}

/** Hundredths of a second in user and system mode. */
function ticksOf(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return 0;
  const fields = readFileSync(file, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

export type Compared = {
  ours: Load[];
  floors: Load[];
  drivers: number[];
  ratios: number[];
  /** The floor's cost of a request relative to the product's. */
  ofProcessor: number;
};

/** Rounds of the product, the floor and the driver alone in turn, after a warm-up of each. */
export async function compare(pair: Pair, name: string, withDriver = true): Promise<Compared> {
  const { bench, platform } = pair.environment;
  const streams = streamsOf(pair, name);
  const product = new Arm(pair.product, platform.dataDir, streams.product);
  const floor = new Arm(pair.floor, platform.dataDir, streams.floor);
  // Each request once, within reason: what happens only at the first is part of no round.
  const { length } = streams.product.requests;
  for (let spent = 0; spent === 0 || (product.answered < length && spent < 20); spent += bench.seconds)
    await product.run(bench.seconds);
  await floor.run(bench.seconds / 2);
  for (const arm of [product, floor]) arm.reset();
  const all = await rounds<"ours" | "floor" | "driver", Load | number>(bench.rounds, {
    ours: () => product.run(bench.seconds),
    floor: () => floor.run(bench.seconds),
    driver: async () =>
      withDriver ? pair.floor.drive(streams.place, bench.connections, bench.seconds / 2) : Number.NaN,
  });
  const ours = all.map((round) => round.ours as Load);
  const floors = all.map((round) => round.floor as Load);
  return {
    ours,
    floors,
    drivers: all.map((round) => round.driver as number),
    ratios: ours.map((one, round) => rate(one) / rate(floors[round] as Load)),
    ofProcessor: floor.cost / product.cost,
  };
}

export const rate = ({ answered, seconds }: Load) => answered / seconds;
export const perSecond = (value: number) => `${Math.round(value).toLocaleString("en")}/s`;
export const medianOf = (all: readonly Load[], what: (one: Load) => number) => median(all.map(what));
/** "0.68–0.74": the smallest and the largest of the rounds. */
export const spreadOf = (values: readonly number[], digits = 2) =>
  `${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)}`;
export const byProcessor = (share: number) =>
  Number.isNaN(share) ? "" : `; by processor time ${share.toFixed(2)}`;
export const timesOf = (all: readonly Load[]) =>
  `p50 ${medianOf(all, (one) => one.p50).toFixed(1)} ms, p99 ${medianOf(all, (one) => one.p99).toFixed(1)} ms`;

/** The ratio of a call with its goal, the peer's ratio, and the slowest responses relative to the median. */
export function ratioFigures(
  name: string,
  { ours, floors, drivers, ratios, ofProcessor }: Compared,
  { goal, peer, tail }: { goal?: number; peer?: number; tail?: number } = {},
): Figure[] {
  const alone = drivers.some(Number.isNaN) ? "" : `, driver alone ${perSecond(median(drivers))}`;
  const speeds = `${perSecond(medianOf(ours, rate))} of ${perSecond(medianOf(floors, rate))}${alone}`;
  const all = `${speeds}; ${spreadOf(ratios)}${byProcessor(ofProcessor)}`;
  const what = `${name}, share of the floor`;
  if (goal === undefined) return [info(`${what} (${all}; ${timesOf(ours)})`, median(ratios).toFixed(2))];
  const ratio = atLeast(`${what} (${all})`, median(ratios), goal);
  const slow = medianOf(ours, (one) => one.p99) / medianOf(ours, (one) => one.p50);
  return [
    peer === undefined ? ratio : { ...ratio, peer: String(peer) },
    ...(tail === undefined ? [] : [atMost(`${name}, p99 / p50 (${timesOf(ours)})`, slow, tail, "", 1)]),
  ];
}
