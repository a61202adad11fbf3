import { atLeast, atMost, type Figure, info } from "#measure/report/figure.ts";
import { median } from "#measure/harness/median.ts";
import { bytesOf, type Call, floorCall } from "./calls.ts";
import { Floor } from "./floor/floor.ts";
import { type FloorCall, floorPath } from "./floor/plan.ts";
import { bodyOf, type Told } from "./load/client.ts";
import { Processor } from "./processor.ts";
import { rounds, spreadOf } from "./rounds.ts";
import { Served } from "./served.ts";
import type { TestEnvironment } from "./environment.ts";

/** As many as the product has. */
export const poolSize = 10;

/** The product and the floor on one platform, each in a process of its own, both at rest but for what is sent. */
export type Pair = {
  environment: TestEnvironment;
  product: Served;
  floor: Floor;
  calls: Record<string, Call>;
};

export async function withPair<T>(
  environment: TestEnvironment,
  calls: Record<string, Call>,
  work: (pair: Pair) => Promise<T>,
): Promise<T> {
  const { databaseUrl } = environment.kept;
  const product = await Served.start({ DATABASE_URL: databaseUrl });
  try {
    const floorCalls = Object.values(calls).map(floorCall);
    for (const [place, call] of Object.values(calls).entries())
      if (call.shape === "stored") await store(call, floorCalls[place] as FloorCall, product.port);
    const floor = await Floor.start({ databaseUrl, poolSize, calls: floorCalls });
    try {
      return await work({ environment, product, floor, calls });
    } finally {
      floor.stop();
    }
  } finally {
    await product.stop();
  }
}

/** What the product answers is what the floor will, without making it. */
async function store(call: Call, floorCall: FloorCall, port: number): Promise<void> {
  for (const [place, { request }] of call.asked.entries()) {
    const asked = floorCall.asked[place];
    if (asked) asked.stored = await bodyOf(port, bytesOf(request));
  }
}

/** The same requests to the product, and to the floor by their places in its plan. */
export function streamsOf({ calls, product, floor, environment }: Pair, name: string) {
  const place = Object.keys(calls).indexOf(name);
  const call = calls[name] as Call;
  const { connections } = environment.bench;
  const common = { connections, status: call.status };
  const requests = call.asked.map(({ request }) => bytesOf(request));
  const floorRequests = call.asked.map(({ request }, n) =>
    bytesOf({ ...request, url: floorPath(place, n), headers: {} }),
  );
  return {
    place,
    product: { ...common, port: product.port, requests },
    floor: { ...common, port: floor.port, requests: floorRequests },
  };
}

export type Compared = {
  ours: Told[];
  floors: Told[];
  drivers: number[];
  ratios: number[];
  /** Of the processor's time that a request costs server and database together. */
  ofProcessor: number;
};

/** Rounds of the product, the floor and the driver alone in turn, after a warm-up of each. */
export async function compare(pair: Pair, name: string, withDriver = true): Promise<Compared> {
  const { loader, bench } = pair.environment;
  const streams = streamsOf(pair, name);
  const processor = new Processor(pair.environment.kept.dataDir);
  const spent = { product: 0, floor: 0 };
  const answered = { product: 0, floor: 0 };
  const run = async (arm: "product" | "floor", seconds: number): Promise<Told> => {
    const { pid } = pair[arm].process;
    const before = processor.secondsOf(pid);
    const [one] = (await loader.run([streams[arm]], seconds)) as [Told];
    spent[arm] += processor.secondsOf(pid) - before;
    answered[arm] += one.answered;
    return one;
  };
  const drive = async (seconds: number) =>
    withDriver ? pair.floor.drive(streams.place, bench.connections, seconds) : Number.NaN;
  // Each request once, within reason: what is noted or kept at the first is part of no round.
  const { length } = streams.product.requests;
  for (
    let seconds = 0;
    seconds === 0 || (answered.product < length && seconds < 20);
    seconds += bench.seconds
  )
    await run("product", bench.seconds);
  await run("floor", bench.seconds / 2);
  for (const arm of ["product", "floor"] as const) spent[arm] = answered[arm] = 0;
  const all = await rounds<"ours" | "floor" | "driver", Told | number>(bench.rounds, {
    ours: () => run("product", bench.seconds),
    floor: () => run("floor", bench.seconds),
    driver: () => drive(bench.seconds / 2),
  });
  const ours = all.map((round) => round.ours as Told);
  const floors = all.map((round) => round.floor as Told);
  return {
    ours,
    floors,
    drivers: all.map((round) => round.driver as number),
    ratios: ours.map((one, round) => rate(one) / rate(floors[round] as Told)),
    ofProcessor: spent.floor / answered.floor / (spent.product / answered.product),
  };
}

export const rate = ({ answered, seconds }: Told) => answered / seconds;
export const perSecond = (value: number) => `${Math.round(value).toLocaleString("en")}/s`;
export const medianOf = (all: readonly Told[], what: (one: Told) => number) => median(all.map(what));

/** A call that has no goal of its own. */
export const asInfo = (name: string, { ours, floors, ratios, ofProcessor }: Compared): Figure =>
  info(
    `${name}, share of the floor (${perSecond(medianOf(ours, rate))} of ${perSecond(medianOf(floors, rate))}; ${spreadOf(ratios)}${byProcessor(ofProcessor)}; ${timesOf(ours)})`,
    median(ratios).toFixed(2),
  );

export const byProcessor = (share: number) =>
  Number.isNaN(share) ? "" : `; by processor time ${share.toFixed(2)}`;

export const timesOf = (all: readonly Told[]) =>
  `p50 ${medianOf(all, (one) => one.p50).toFixed(1)} ms, p99 ${medianOf(all, (one) => one.p99).toFixed(1)} ms`;

/** The ratio of a call with its goal, the peer's beside it, and how the slowest answers stand to the middle one. */
export function figuresOf(
  name: string,
  { ours, floors, drivers, ratios, ofProcessor }: Compared,
  { goal, peer, tail }: { goal: number; peer?: number; tail?: number },
): Figure[] {
  const alone = drivers.some(Number.isNaN) ? "" : `, driver alone ${perSecond(median(drivers))}`;
  const speeds = `${perSecond(medianOf(ours, rate))} of ${perSecond(medianOf(floors, rate))}${alone}`;
  const all = `${speeds}; ${spreadOf(ratios)}${byProcessor(ofProcessor)}`;
  const ratio = atLeast(`${name}, share of the floor (${all})`, median(ratios), goal);
  const p50 = medianOf(ours, (one) => one.p50);
  const p99 = medianOf(ours, (one) => one.p99);
  return [
    peer === undefined ? ratio : { ...ratio, peer: String(peer) },
    ...(tail === undefined ? [] : [atMost(`${name}, p99 / p50 (${timesOf(ours)})`, p99 / p50, tail, "", 1)]),
  ];
}
