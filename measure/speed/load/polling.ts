import { Line, type Told, toldOf } from "./client.ts";

/** Screens that are left open: each asks again and again, as its browser does, with the tag of what it has. */
export type PollingClient = { polls: { request: string; everyMs: number }[] };

/**
 * All clients for so long, their first polls spread over their times. A poll's time counts from when it was due, so
 * that one that waits for another is seen as slow.
 */
export async function keepPolling(
  port: number,
  clients: readonly PollingClient[],
  seconds: number,
): Promise<Told & { unchanged: number }> {
  const start = performance.now();
  const until = start + seconds * 1000;
  const latencies: number[] = [];
  const counts = { unchanged: 0, unexpected: 0 };
  const examples: string[] = [];
  await Promise.all(clients.map((client, n) => keepOpen(client, n / clients.length)));
  return { ...toldOf(latencies, start), ...counts, ...(examples[0] && { example: examples[0] }) };

  async function keepOpen({ polls }: PollingClient, phase: number): Promise<void> {
    const line = await Line.open(port);
    let turn = Promise.resolve();
    try {
      await Promise.all(
        polls.map(async ({ request, everyMs }, which) => {
          let tag = "";
          const offset = ((phase + which / polls.length) % 1) * everyMs;
          for (let due = start + offset; due < until; due += everyMs) {
            await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
            const sent = tag ? request.replace("\r\n\r\n", `\r\nif-none-match: ${tag}\r\n\r\n`) : request;
            turn = turn.then(async () => {
              const status = await line.ask(Buffer.from(sent));
              latencies.push(performance.now() - due);
              if (status === 304) counts.unchanged += 1;
              else if (status === 200) tag = /\r\netag: (.+)\r\n/i.exec(line.lastAnswer())?.[1] ?? "";
              else {
                counts.unexpected += 1;
                examples.push(line.lastAnswer());
              }
            });
            await turn;
          }
        }),
      );
    } finally {
      line.close();
    }
  }
}
