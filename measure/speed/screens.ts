import { notifications } from "#features/notifications/contract.ts";
import { atLeast, type Figure, info } from "#test/harness/figure.ts";
import { newest, papersOf, recorded, screenCalls } from "./calls.ts";
import {
  compare,
  medianOf,
  type Pair,
  perSecond,
  rate,
  ratioFigures,
  requireSameAnswers,
  timesOf,
  withPair,
} from "./compare.ts";
import { type Bench, onPlatform } from "./environment.ts";
import { type Load, load } from "./load.ts";
import { unchangedAgainst } from "./unchanged.ts";

/** Requests of the other screens, papers, and the poll that finds nothing new. */
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
      const { times, speeds } = await unchangedAgainst(pair, notifications, "newest");
      const poll = atLeast(`unchanged notifications (304), times the newest 25 (${speeds})`, times, 2);
      return [...figures, await papers(pair), poll];
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
