import { setTimeout as wait } from "node:timers/promises";
import { type EnvironmentSource, inEnvironment, type OwnEnvironment } from "#measure/harness/environment.ts";
import { type Poll, startPolls } from "#measure/harness/polls.ts";
import { percentile } from "#measure/harness/statistics.ts";
import { atMost, every, type Figure } from "#measure/report/figure.ts";
import { aClinic } from "#test/data/factories.ts";
import { openSlow, slowBody } from "#test/safety/slow-bodies.ts";

const p99 = (polls: readonly Poll[]): number =>
  percentile(
    polls.map(({ took }) => took),
    0.99,
  );

/** Megabytes of the server's heap after garbage collection; `times` counts the calls. */
async function heapOf({ klinika }: OwnEnvironment, times: number): Promise<number> {
  klinika.process.kill("SIGUSR2");
  const [, bytes] = await klinika.prints(new RegExp(`(?:heap: (\\d+) bytes[\\s\\S]*){${times}}`));
  return Number(bytes) / 1e6;
}

/** Keeps the bodies open until the server closes the last one. */
async function wave(address: URL, count: number): Promise<{ left: number; seconds: number }> {
  const began = performance.now();
  const slow = await openSlow(address, { from: "127.0.0.2", count, head: slowBody(address) });
  // The system accepts a connection a moment before the server refuses it.
  for (let left = slow.open(), last = -1; left !== last; left = slow.open()) {
    last = left;
    await wait(500);
  }
  const left = slow.open();
  const end = setTimeout(() => slow.close(), 60_000);
  const trickle = setInterval(() => slow.trickle(), 2000);
  if (left > 0) await slow.allClosed;
  clearInterval(trickle);
  clearTimeout(end);
  return { left, seconds: (performance.now() - began) / 1000 };
}

/** 5,000 bodies that never arrive, from one address, while another one works. */
export const slowBodies = (source: EnvironmentSource): Promise<Figure[]> =>
  inEnvironment(
    source,
    async (environment) => {
      const { owner } = await aClinic(environment.stage);
      const { origin } = environment.wire;
      const address = new URL(origin);
      const count = environment.many(5000);
      const polls = () => startPolls({ origin, token: owner.token, from: "127.0.0.3" });
      const stopCalm = polls();
      await wait(5000);
      const calm = await stopCalm();
      // Twice: memory that only the first wave adds is what a process loads once.
      await wave(address, count);
      const before = await heapOf(environment, 1);
      const stop = polls();
      const { left, seconds } = await wave(address, count);
      const meanwhile = await stop();
      const after = await heapOf(environment, 2);
      const failed = meanwhile.filter(({ status }) => status !== 200);
      const mb = (value: number) => `(${value.toFixed(1)} MB)`;
      return [
        atMost(`${count} slow bodies from one address: left open`, left, 250, "", 0),
        atMost("slow bodies: seconds until the last is closed", seconds, 40, " s", 1),
        every(
          "requests of an ordinary client meanwhile",
          meanwhile.length,
          failed.map(({ path, status }) => `${path}: ${status}`),
        ),
        atMost(
          `p99 of an ordinary client meanwhile (before: ${p99(calm).toFixed(0)} ms)`,
          p99(meanwhile),
          150,
          " ms",
          0,
        ),
        atMost(`heap after ${mb(after)}, relative to before ${mb(before)}`, after / before, 1.2, "×"),
      ];
    },
    { env: { CONNECTIONS_PER_ADDRESS: "250" }, preloaded: ["report-heap"] },
  );
