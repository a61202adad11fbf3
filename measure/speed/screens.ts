import { median } from "#measure/harness/statistics.ts";
import { atLeast, type Figure, info } from "#measure/report/figure.ts";
import { newest, papersOf, recorded, screenCalls, unchangedPolls } from "./calls.ts";
import {
  compare,
  medianOf,
  type Pair,
  perSecond,
  rate,
  ratioFigures,
  requireSameAnswers,
  rounds,
  spreadOf,
  streamsOf,
  timesOf,
  withPair,
} from "./compare.ts";
import { type Bench, onPlatform } from "./environment.ts";
import { type Load, load, type Stream } from "./load.ts";

/** What the other screens ask for, papers, and the poll that finds nothing new. */
export const screens = (bench: Bench): Promise<Figure[]> =>
  onPlatform(bench, async (environment) => {
    const calls = await recorded(environment, async (recorder) => ({
      newest: await newest(environment, recorder),
      ...(await screenCalls(environment, recorder)),
    }));
    return withPair(environment, calls, async (pair) => {
      await requireSameAnswers(pair);
      const figures: Figure[] = [];
      for (const name of Object.keys(calls).filter((one) => one !== "newest"))
        figures.push(...ratioFigures(name, await compare(pair, name, false)));
      return [...figures, await papers(pair), await unchanged(pair)];
    });
  });

async function papers({ environment, product }: Pair): Promise<Figure> {
  const { rounds: count, seconds } = environment.bench;
  // Few: a clinic may have ten papers waiting.
  const stream = { port: product.port, connections: 4, requests: await papersOf(environment) };
  const all: Load[] = [];
  for (let round = 0; round <= count; round += 1) all.push(...(await load([stream], seconds / 2)));
  const measured = all.slice(1);
  return info(`prescription PDF (${timesOf(measured)})`, perSecond(medianOf(measured, rate)));
}

/** A poll without changes against the newest 25, in the same rounds. */
async function unchanged(pair: Pair): Promise<Figure> {
  const { bench } = pair.environment;
  const list = streamsOf(pair, "newest").product;
  const requests = await unchangedPolls(pair.environment, pair.product.origin);
  const speedOf = async (stream: Stream) => {
    const [one] = (await load([stream], bench.seconds)) as [Load];
    return rate(one);
  };
  const poll = () => speedOf({ ...list, status: 304, requests });
  await poll();
  const all = await rounds(bench.rounds, { list: () => speedOf(list), poll });
  const ratios = all.map((round) => round.poll / round.list);
  const speeds = `${perSecond(median(all.map((round) => round.poll)))}; ${spreadOf(ratios)}`;
  return atLeast(`unchanged notifications (304), times the newest 25 (${speeds})`, median(ratios), 2);
}
