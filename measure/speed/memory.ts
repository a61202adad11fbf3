import { setTimeout as wait } from "node:timers/promises";
import { atMost, type Figure, info } from "#test/harness/figure.ts";
import { megabytesOf } from "#test/harness/process-memory.ts";
import { startServer } from "#test/harness/server.ts";
import { median } from "#test/harness/statistics.ts";
import type { Request } from "#test/request-for.ts";
import { newestOf, newPatientsOf, papersOf, recordRequests, searchesOf, unchangedPolls } from "./calls.ts";
import { type Bench, onPlatform } from "./environment.ts";
import { load } from "./load.ts";

/** The requests of 300 signed-in people in an hour: three polls every half minute each, and their work. */
const requestsOfAnHour = 300 * (3 * 120 + 120);

/** The memory of the process, with its share of shared pages. */
export const memory = (bench: Bench): Promise<Figure[]> =>
  onPlatform(bench, async (environment) => {
    const { owners, platform } = environment;
    const product = await startServer({ DATABASE_URL: platform.databaseUrl });
    try {
      const stream = (requests: Request[], connections: number, status = 200) => ({
        port: product.port,
        requests,
        connections,
        status,
      });
      const papers = stream(await papersOf(environment), 1);
      const others = [
        stream(newestOf(owners), 4),
        stream(searchesOf(owners), 2),
        stream(recordRequests(owners, 125), 4),
        stream(newPatientsOf(owners), 1),
        stream(await unchangedPolls(environment, product.origin), 20, 304),
      ];
      const afterFew = async (of: typeof others) => {
        await load(
          of.map((one) => ({ ...one, connections: 1, requests: one.requests.slice(0, 5) })),
          0.2,
        );
        await wait(bench.seconds * 1000);
        return megabytesOf(product.pid);
      };
      const atRest = await afterFew(others);
      const withPapers = await afterFew([papers]);
      const streams = [...others, papers];
      const hour = (requestsOfAnHour * bench.seconds) / 3;
      const seen: number[] = [];
      let answered = 0;
      while (answered < hour) {
        for (const one of await load(streams, bench.seconds)) answered += one.answered;
        seen.push(megabytesOf(product.pid));
      }
      // The first third fills caches, and the heap finds its size.
      const third = Math.max(1, Math.floor(seen.length / 3));
      const to = median(seen.slice(-third));
      const from = median(seen.length > third ? seen.slice(third, 2 * third) : seen.slice(-third));
      const what = `memory after an hour's worth of requests (${answered.toLocaleString("en")}), last third / second third (${from.toFixed(0)} MB, ${to.toFixed(0)} MB)`;
      return [
        { ...atMost("memory at rest, without the database", atRest, 150, " MB", 0), peer: "360 MB" },
        info("… in the minute after a paper, whose threads end then", `${withPapers.toFixed(0)} MB`),
        atMost(what, to / from, 1.1),
      ];
    } finally {
      await product.stop();
    }
  });
