import type { Endpoint } from "#shared/endpoint.ts";
import { median } from "#test/harness/statistics.ts";
import { unchangedPolls } from "./calls.ts";
import { type Pair, perSecond, rate, rounds, spreadOf, streamsOf } from "./compare.ts";
import { type Load, load, type Stream } from "./load.ts";

/** Polls with nothing new (304), against a call that is answered whole, in the same rounds. */
export async function unchangedAgainst(
  pair: Pair,
  endpoint: Endpoint,
  call: string,
): Promise<{ times: number; speeds: string }> {
  const { bench } = pair.environment;
  const whole = streamsOf(pair, call).product;
  const requests = await unchangedPolls(pair.environment, pair.product.origin, endpoint);
  const speedOf = async (stream: Stream) => {
    const [one] = (await load([stream], bench.seconds)) as [Load];
    return rate(one);
  };
  const poll = () => speedOf({ ...whole, status: 304, requests });
  await poll();
  const all = await rounds(bench.rounds, { whole: () => speedOf(whole), poll });
  const ratios = all.map((round) => round.poll / round.whole);
  const speed = perSecond(median(all.map((round) => round.poll)));
  return { times: median(ratios), speeds: `${speed}; ${spreadOf(ratios)}` };
}
