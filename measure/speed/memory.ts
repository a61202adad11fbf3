import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { atMost, type Figure } from "#measure/report/figure.ts";
import { median } from "#measure/harness/median.ts";
import { newestOf, newPatientsOf, recordBytes, searchesOf } from "./calls.ts";
import type { Stream } from "./load/client.ts";
import { papersOf } from "./papers.ts";
import { unchangedPolls } from "./screen-calls.ts";
import { Served } from "./served.ts";
import { type Bench, openTestEnvironment } from "./environment.ts";

/** What 300 signed-in people ask in an hour: three polls every half minute each, and their work. */
const requestsOfAnHour = 300 * (3 * 120 + 120);

/** What the process holds of the machine's memory, shared pages by share. */
export async function memory(bench: Bench): Promise<Figure[]> {
  const environment = await openTestEnvironment(bench);
  const product = await Served.start({ DATABASE_URL: environment.kept.databaseUrl });
  try {
    const stream = (requests: Buffer[], connections: number, status = 200): Stream => ({
      port: product.port,
      requests,
      connections,
      status,
    });
    const streams = [
      stream(newestOf(environment.owners), 4),
      stream(searchesOf(environment.owners), 2),
      stream(recordBytes(environment.owners, 125), 4),
      stream(newPatientsOf(environment.owners), 1),
      stream(await papersOf(environment), 1),
      stream(await unchangedPolls(environment, product.port), 20, 304),
    ];
    await environment.loader.run(
      streams.map((one) => ({ ...one, connections: 1, requests: one.requests.slice(0, 5) })),
      0.2,
    );
    await wait(bench.seconds * 1000);
    const atRest = heldBy(product.process.pid);
    const hour = (requestsOfAnHour * bench.seconds) / 3;
    const seen: number[] = [];
    let answered = 0;
    while (answered < hour) {
      const told = await environment.loader.run(streams, bench.seconds);
      for (const one of told) answered += one.answered;
      seen.push(heldBy(product.process.pid));
    }
    const third = Math.max(1, Math.floor(seen.length / 3));
    // The first third fills caches and lets the heap find its size.
    const [middle, last] = [seen.slice(third, 2 * third), seen.slice(-third)];
    const growth = median(last) / median(middle.length > 0 ? middle : last);
    const count = answered.toLocaleString("en");
    const [from, to] = [median(middle.length > 0 ? middle : last), median(last)].map((mb) => mb.toFixed(0));
    return [
      { ...atMost("memory at rest, without the database", atRest, 150, " MB", 0), peer: "360 MB" },
      atMost(
        `memory after an hour's worth of requests (${count}), last third / second third (${from} MB, ${to} MB)`,
        growth,
        1.1,
      ),
    ];
  } finally {
    await product.stop();
    await environment.close();
  }
}

/** Megabytes: the proportional share where Linux tells it, elsewhere all that is resident. */
function heldBy(pid: number | undefined): number {
  const file = `/proc/${pid}/smaps_rollup`;
  const kilobytes = existsSync(file)
    ? /^Pss:\s+(\d+)/m.exec(readFileSync(file, "utf8"))?.[1]
    : execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Number(kilobytes) / 1024;
}
