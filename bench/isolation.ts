import { Client } from "pg";
import { atLeast, type Figure } from "#figures/figure.ts";
import { median } from "#figures/median.ts";
import { byProcessor, medianOf, perSecond, rate, streamsOf, withPair } from "./beside-floor.ts";
import { newest, onePatientOf, search } from "./calls.ts";
import { type Bench, openGround } from "./ground.ts";
import type { Told } from "./load/client.ts";
import { Processor } from "./processor.ts";
import { Recorder } from "./recorder.ts";
import { rounds, spreadOf } from "./rounds.ts";

/**
 * What row security costs: one process of the product, asked in turn with the policies of every table in force and
 * with row security of those tables disabled, which makes PostgreSQL plan every statement anew without them.
 */
export async function isolation(bench: Bench): Promise<Figure[]> {
  const ground = await openGround(bench);
  const processor = new Processor(ground.kept.dataDir);
  const client = new Client({ connectionString: ground.kept.databaseUrl });
  await client.connect();
  try {
    const recorder = new Recorder(ground.kept.databaseUrl);
    const calls = {
      "newest 25": await newest(ground, recorder),
      "search, eight terms": await search(ground, recorder),
      "one patient": await onePatientOf(ground, recorder, 25),
    };
    await recorder.close();
    const { rows: tables } = await client.query<{ name: string }>(
      "select oid::regclass::text as name from pg_class where relrowsecurity",
    );
    const setPolicies = async (word: "enable" | "disable") => {
      for (const { name } of tables) await client.query(`alter table ${name} ${word} row level security`);
    };
    return await withPair(ground, calls, async (pair) => {
      const figures: Figure[] = [];
      for (const name of Object.keys(calls)) {
        const stream = streamsOf(pair, name).product;
        const spent = { enable: 0, disable: 0 };
        const answered = { enable: 0, disable: 0 };
        const run = async (word: "enable" | "disable"): Promise<Told> => {
          await setPolicies(word);
          await ground.loader.run([stream], bench.seconds / 4);
          const before = processor.secondsOf(pair.product.process.pid);
          const [one] = (await ground.loader.run([stream], bench.seconds)) as [Told];
          spent[word] += processor.secondsOf(pair.product.process.pid) - before;
          answered[word] += one.answered;
          return one;
        };
        await run("enable");
        spent.enable = answered.enable = 0;
        const all = await rounds(bench.rounds, { on: () => run("enable"), off: () => run("disable") });
        const ratios = all.map(({ on, off }) => rate(on) / rate(off));
        const speeds = all.map(({ on }) => on);
        const ofProcessor = spent.disable / answered.disable / (spent.enable / answered.enable);
        const speed = `${perSecond(medianOf(speeds, rate))}; ${spreadOf(ratios)}${byProcessor(ofProcessor)}`;
        const what = `${name}, on / off (${speed})`;
        figures.push(atLeast(what, median(ratios), 0.95));
      }
      return figures;
    });
  } finally {
    await client.end();
    // Which puts the policies in force again.
    await ground.close();
  }
}
