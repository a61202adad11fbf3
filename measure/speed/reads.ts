import { atMost, type Figure, info } from "#test/harness/figure.ts";
import { median } from "#test/harness/statistics.ts";
import {
  create,
  createOnce,
  lists,
  newest,
  onePatientOf,
  recorded,
  recordRequests,
  search,
} from "./calls.ts";
import {
  compare,
  medianOf,
  type Pair,
  perSecond,
  rate,
  ratioFigures,
  requireSameAnswers,
  spreadOf,
  withPair,
} from "./compare.ts";
import { type Bench, onPlatform } from "./environment.ts";
import { load } from "./load.ts";

/** The most frequent reads of a clinic, against the floor. */
export const reads = (bench: Bench): Promise<Figure[]> =>
  onPlatform(bench, async (environment) => {
    const calls = await recorded(environment, async (recorder) => ({
      newest: await newest(environment, recorder),
      search: await search(environment, recorder),
      one: await onePatientOf(environment, recorder),
      create: await create(environment, recorder),
      createOnce: await createOnce(environment, recorder),
    }));
    return withPair(environment, calls, async (pair) => {
      await requireSameAnswers(pair);
      const one = await compare(pair, "one");
      const once = "create with history and a key, as screens do";
      return [
        ...ratioFigures("newest 25", await compare(pair, "newest"), { goal: 0.7, peer: 0.147, tail: 4 }),
        ...ratioFigures("search, eight terms", await compare(pair, "search"), { goal: 0.8, peer: 0.22 }),
        ...ratioFigures("one patient", one, { goal: 0.55, peer: 0.19, tail: 4 }),
        await firstViews(pair, medianOf(one.floors, rate)),
        ...ratioFigures("create with history", await compare(pair, "create", false), {
          goal: 0.6,
          peer: 0.19,
          tail: 4,
        }),
        ...ratioFigures(once, await compare(pair, "createOnce", false), { goal: 0.6 }),
      ];
    });
  });

/** Each record is viewed for the first time in a while, so that each view inserts a row into the record history. */
async function firstViews({ environment, product }: Pair, floor: number): Promise<Figure> {
  const { bench, owners } = environment;
  const requests = recordRequests(owners, 2500).slice(owners.length * 125);
  const share = Math.floor(requests.length / bench.rounds);
  const speeds: number[] = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    const own = requests.slice(round * share, (round + 1) * share);
    const stream = { port: product.port, connections: bench.connections, requests: own };
    for (const one of await load([stream], bench.seconds)) speeds.push(rate(one));
  }
  const what = `one patient, each seen for the first time (${perSecond(median(speeds))})`;
  return info(`${what}, share of the floor before`, (median(speeds) / floor).toFixed(2));
}

/**
 * One user of the clinic with a tenth of all patients, searching a name that one patient has and one that no patient has.
 */
export const slowestSearch = (bench: Bench): Promise<Figure[]> =>
  onPlatform({ ...bench, connections: 1 }, async (environment) => {
    const { bigOwner: owner } = environment;
    const calls = await recorded(environment, async (recorder) => ({
      "rare name": await lists(recorder, [{ owner, search: "Quisumbing" }]),
      "no match": await lists(recorder, [{ owner, search: "Xyzzyq" }]),
    }));
    const size = owner.patientIds.length.toLocaleString("en");
    return withPair(environment, calls, async (pair) => {
      const figures: Figure[] = [];
      for (const name of Object.keys(calls)) {
        const { ours, floors } = await compare(pair, name, false);
        const ratios = ours.map((one, round) => one.p50 / (floors[round]?.p50 ?? Number.NaN));
        const times = `p50 ${medianOf(ours, (one) => one.p50).toFixed(1)} ms; ${spreadOf(ratios)}`;
        const what = `slowest search, ${name} among ${size}, times the floor's time (${times})`;
        figures.push(atMost(what, median(ratios), 1.5));
      }
      return figures;
    });
  });
