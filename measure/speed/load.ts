import autocannon, { type Request as Sent } from "autocannon";
import { percentile } from "#test/harness/statistics.ts";
import type { Request } from "#test/request-for.ts";

/** Connections that each send the next request as soon as the last is answered. */
export type Stream = {
  port: number;
  connections: number;
  requests: readonly Request[];
  /** Any other status aborts the run. */
  status?: number;
};

/** The result; times in milliseconds. */
export type Load = { answered: number; seconds: number; p50: number; p95: number; p99: number };

/** Placeholder of a unique value in a request. */
export const uniqueId = "[<id>]";

/** Runs all streams at the same time, for this duration. */
export const load = (streams: readonly Stream[], seconds: number): Promise<Load[]> =>
  Promise.all(streams.map((stream) => run(stream, seconds)));

/** autocannon's percentiles are whole milliseconds, too coarse for responses within one, so each time is recorded. */
async function run({ port, connections, requests, status = 200 }: Stream, seconds: number): Promise<Load> {
  const times: number[] = [];
  const failures: string[] = [];
  const all = requests.map(asSent);
  let client = 0;
  let end = 0;
  const running = autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: seconds,
    sampleInt: 20,
    idReplacement: all.some((request) => JSON.stringify(request).includes(uniqueId)),
    // Each connection takes a share of the requests, so that together they send them in turn.
    setupClient(one) {
      const own = all.filter((_, at) => at % connections === client % connections);
      const rest = all[client++ % all.length];
      one.setRequests(own.length > 0 || !rest ? own : [rest]);
    },
  });
  const start = performance.now();
  running.on("reqError", (error) => failures.push(String(error)));
  running.on("response", (_, answered, __, ms) => {
    end = performance.now();
    times.push(ms);
    if (answered !== status) failures.push(`status ${answered}`);
  });
  await running;
  if (failures.length > 0) throw new Error(`${failures.length} unexpected responses, such as ${failures[0]}`);
  return {
    answered: times.length,
    seconds: ((end || performance.now()) - start) / 1000,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
  };
}

const asSent = ({ method, url, headers, payload }: Request): Sent => ({
  method,
  path: url,
  headers: { ...(payload !== undefined && { "content-type": "application/json" }), ...headers },
  ...(payload !== undefined && { body: JSON.stringify(payload) }),
});
