import { type Figure, info } from "#measure/report/figure.ts";
import { median } from "#measure/harness/median.ts";
import { create, createOnce, newest, onePatientOf, recordBytes, search } from "./calls.ts";
import { compare, figuresOf, medianOf, type Pair, perSecond, rate, withPair } from "./compare-to-baseline.ts";
import { Recorder } from "./recorder.ts";
import { requireSameAnswers } from "./same-answers.ts";
import { type Bench, openTestEnvironment } from "./environment.ts";

/** What a clinic asks for all day, beside the floor. */
export async function reads(bench: Bench): Promise<Figure[]> {
  const environment = await openTestEnvironment(bench);
  try {
    const recorder = new Recorder(environment.kept.databaseUrl);
    const calls = {
      newest: await newest(environment, recorder),
      search: await search(environment, recorder),
      one: await onePatientOf(environment, recorder),
      create: await create(environment, recorder),
      createOnce: await createOnce(environment, recorder),
    };
    await recorder.close();
    return await withPair(environment, calls, async (pair) => {
      await requireSameAnswers(pair);
      const one = await compare(pair, "one");
      return [
        ...figuresOf("newest 25", await compare(pair, "newest"), { goal: 0.7, peer: 0.147, tail: 4 }),
        ...figuresOf("search, eight terms", await compare(pair, "search"), { goal: 0.8, peer: 0.22 }),
        ...figuresOf("one patient", one, { goal: 0.55, peer: 0.19, tail: 4 }),
        await firstSeen(pair, medianOf(one.floors, rate)),
        ...figuresOf("create with history", await compare(pair, "create", false), {
          goal: 0.6,
          peer: 0.19,
          tail: 4,
        }),
        ...figuresOf(
          "create with history and a key, as screens do",
          await compare(pair, "createOnce", false),
          {
            goal: 0.6,
          },
        ),
      ];
    });
  } finally {
    await environment.close();
  }
}

/** Each record seen for the first time in a while, so that each view is a row of the record history. */
async function firstSeen({ environment, product }: Pair, floor: number): Promise<Figure> {
  const { bench, loader, owners } = environment;
  const requests = recordBytes(owners, 2500).slice(owners.length * 125);
  const share = Math.floor(requests.length / bench.rounds);
  const speeds: number[] = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    const own = requests.slice(round * share, (round + 1) * share);
    const stream = { port: product.port, connections: bench.connections, status: 200, requests: own };
    const [one] = await loader.run([stream], bench.seconds);
    if (one) speeds.push(rate(one));
  }
  const what = `one patient, each seen for the first time (${perSecond(median(speeds))})`;
  return info(`${what}, share of the floor before`, (median(speeds) / floor).toFixed(2));
}
