import { atMost, type Figure } from "#measure/report/figure.ts";
import { median } from "#measure/harness/median.ts";
import { newestOf } from "./calls.ts";
import { Line } from "./load/client.ts";
import { spreadOf } from "./rounds.ts";
import { Served } from "./served.ts";
import { type Bench, openTestEnvironment } from "./environment.ts";

/** From the start of the process, with the database that comes with it, to the first list on somebody's screen. */
export async function start(bench: Bench): Promise<Figure[]> {
  const environment = await openTestEnvironment(bench);
  const [request] = newestOf(environment.owners);
  environment.loader.close();
  await environment.kept.stop();
  const seconds: number[] = [];
  for (let round = 0; round <= bench.rounds; round += 1) {
    const begin = performance.now();
    const product = await Served.start({ DATA_DIR: environment.kept.dataDir });
    try {
      const line = await Line.open(product.port);
      const status = await line.ask(request as Buffer);
      if (status !== 200) throw new Error(line.lastAnswer());
      // The first fills the cache of compiled modules, as the first start on a machine does.
      if (round > 0) seconds.push((performance.now() - begin) / 1000);
      line.close();
    } finally {
      await product.stop();
    }
  }
  const what = `start to first answer on an existing folder (${spreadOf(seconds)} s)`;
  return [{ ...atMost(what, median(seconds), 1, " s"), peer: "2.6 s" }];
}
