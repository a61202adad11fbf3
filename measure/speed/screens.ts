import { atLeast, type Figure, info } from "#measure/report/figure.ts";
import { median } from "#measure/harness/median.ts";
import { newest } from "./calls.ts";
import {
  asInfo,
  compare,
  medianOf,
  type Pair,
  perSecond,
  rate,
  streamsOf,
  timesOf,
  withPair,
} from "./compare-to-baseline.ts";
import type { Told } from "./load/client.ts";
import { papersOf } from "./papers.ts";
import { Recorder } from "./recorder.ts";
import { rounds, spreadOf } from "./rounds.ts";
import { requireSameAnswers } from "./same-answers.ts";
import { screenCalls, unchangedPolls } from "./screen-calls.ts";
import { type Bench, openTestEnvironment } from "./environment.ts";

/** What the other screens ask for, papers, and the poll that finds nothing new. */
export async function screens(bench: Bench): Promise<Figure[]> {
  const environment = await openTestEnvironment(bench);
  try {
    const recorder = new Recorder(environment.kept.databaseUrl);
    const ofScreens = await screenCalls(environment, recorder);
    const calls = { newest: await newest(environment, recorder), ...ofScreens };
    await recorder.close();
    return await withPair(environment, calls, async (pair) => {
      await requireSameAnswers(pair);
      const figures: Figure[] = [];
      for (const name of Object.keys(ofScreens)) figures.push(asInfo(name, await compare(pair, name, false)));
      return [...figures, await papers(pair), await unchanged(pair)];
    });
  } finally {
    await environment.close();
  }
}

async function papers({ environment, product }: Pair): Promise<Figure> {
  const { bench, loader } = environment;
  const requests = await papersOf(environment);
  const stream = { port: product.port, connections: bench.connections, status: 200, requests };
  const all: Told[] = [];
  for (let round = 0; round <= bench.rounds; round += 1) {
    const [one] = await loader.run([stream], bench.seconds / 2);
    if (one && round > 0) all.push(one);
  }
  return info(`prescription PDF (${timesOf(all)})`, perSecond(medianOf(all, rate)));
}

/** A poll that finds nothing new, beside the newest 25, in the same rounds. */
async function unchanged(pair: Pair): Promise<Figure> {
  const { bench, loader } = pair.environment;
  const list = streamsOf(pair, "newest").product;
  const polls = { ...list, status: 304, requests: await unchangedPolls(pair.environment, pair.product.port) };
  const run = async (stream: typeof list) => (await loader.run([stream], bench.seconds))[0] as Told;
  await run(polls);
  const all = await rounds(bench.rounds, { list: () => run(list), poll: () => run(polls) });
  const ratios = all.map(({ list, poll }) => rate(poll) / rate(list));
  const speeds = `${perSecond(
    medianOf(
      all.map(({ poll }) => poll),
      rate,
    ),
  )}; ${spreadOf(ratios)}`;
  return atLeast(`unchanged notifications (304), times the newest 25 (${speeds})`, median(ratios), 2);
}
