import { execFileSync } from "node:child_process";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { atMost, type Figure } from "#test/harness/figure.ts";
import { HttpClient } from "#test/harness/http-client.ts";
import { startServer } from "#test/harness/server.ts";
import { median } from "#test/harness/statistics.ts";
import type { Request } from "#test/request-for.ts";
import { newestOf } from "./calls.ts";
import { spreadOf } from "./compare.ts";
import { type Bench, openSpeedEnvironment } from "./environment.ts";

/**
 * From the start of the process, with the embedded database, to the first list on a screen; and the time that Node and
 * PostgreSQL alone take, in the same rounds.
 */
export async function start(bench: Bench): Promise<Figure[]> {
  const { owners, platform } = await openSpeedEnvironment(bench);
  const [request] = newestOf(owners);
  await platform.stop();
  const seconds: number[] = [];
  const ofNode: number[] = [];
  const ofPostgres: number[] = [];
  for (let round = 0; round <= bench.rounds; round += 1) {
    const begin = performance.now();
    const product = await startServer({ DATA_DIR: platform.dataDir });
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
    if (round === 0) continue;
    ofNode.push(secondsOfNode());
    ofPostgres.push(await secondsOfPostgres(platform.dataDir));
  }
  const what = `start to first answer on an existing folder (${spreadOf(seconds)} s)`;
  const beyond = seconds.map((all, round) => all - (ofNode[round] ?? 0) - (ofPostgres[round] ?? 0));
  const alone = `${median(ofNode).toFixed(2)} and ${median(ofPostgres).toFixed(2)} s; ${spreadOf(beyond)} s`;
  return [
    { ...atMost(what, median(seconds), 1, " s"), peer: "2.6 s" },
    atMost(`of it beyond \`node -e 0\` and PostgreSQL's own start (${alone})`, median(beyond), 0.4, " s"),
  ];
}

function secondsOfNode(): number {
  const begin = performance.now();
  execFileSync(process.execPath, ["-e", "0"]);
  return (performance.now() - begin) / 1000;
}

/** From its process to its first answer. */
async function secondsOfPostgres(dataDir: string): Promise<number> {
  let begin = Number.NaN;
  const meanwhile = () => {
    begin = performance.now();
  };
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, meanwhile });
  const seconds = (performance.now() - begin) / 1000;
  await postgres.stop();
  return seconds;
}
