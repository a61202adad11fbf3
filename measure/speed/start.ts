import { HttpClient } from "#measure/harness/http-client.ts";
import { startServer } from "#measure/harness/server.ts";
import { median } from "#measure/harness/statistics.ts";
import { atMost, type Figure } from "#measure/report/figure.ts";
import type { Request } from "#test/request-for.ts";
import { newestOf } from "./calls.ts";
import { spreadOf } from "./compare.ts";
import { type Bench, openSpeedEnvironment } from "./environment.ts";

/** From the start of the process, with the embedded database, to the first list on a screen. */
export async function start(bench: Bench): Promise<Figure[]> {
  const { owners, kept } = await openSpeedEnvironment(bench);
  const [request] = newestOf(owners);
  await kept.stop();
  const seconds: number[] = [];
  for (let round = 0; round <= bench.rounds; round += 1) {
    const begin = performance.now();
    const product = await startServer({ DATA_DIR: kept.dataDir });
    const client = new HttpClient(new URL(product.origin));
    try {
      const { statusCode, body } = await client.send(request as Request);
      if (statusCode !== 200) throw new Error(body);
      // The first fills the cache of compiled modules, as the first start on a machine does.
      if (round > 0) seconds.push((performance.now() - begin) / 1000);
    } finally {
      client.close();
      await product.stop();
    }
  }
  const what = `start to first answer on an existing folder (${spreadOf(seconds)} s)`;
  return [{ ...atMost(what, median(seconds), 1, " s"), peer: "2.6 s" }];
}
