import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { login } from "#features/accounts/contract.ts";
import { listPatients } from "#features/patients/contract.ts";
import { atMost, every, type Figure } from "#measure/report/figure.ts";
import { aClinic } from "#test/factories.ts";
import { requestFor } from "#test/request-for.ts";
import { type EnvironmentSource, inEnvironment, type OwnEnvironment } from "#measure/harness/environment.ts";

/** Addresses of this computer, so that the slow ones and the ordinary one are counted apart. */
const slowFrom = "127.0.0.2";
const ordinaryFrom = "127.0.0.3";

type Slow = {
  /** Those that were not refused and are still open. */
  open(): number;
  /** Resolves when none is open any more. */
  allClosed: Promise<void>;
  close(): void;
};

/** Connections that each send a request's head, or half of it, and then no more than a byte at each `trickle()`. */
export async function openSlow(
  address: URL,
  { from, count, head }: { from: string; count: number; head: string },
): Promise<Slow & { trickle(): void }> {
  const open = new Set<Socket>();
  const closed = Promise.withResolvers<void>();
  const tried = Array.from({ length: count }, async () => {
    const socket = connect({ host: address.hostname, port: Number(address.port), localAddress: from });
    socket.on("error", () => undefined).resume();
    const { promise, resolve } = Promise.withResolvers<void>();
    socket.once("connect", () => {
      open.add(socket);
      socket.write(head, () => resolve());
    });
    socket.once("close", () => {
      open.delete(socket);
      resolve();
      if (open.size === 0) closed.resolve();
    });
    await promise;
  });
  await Promise.all(tried);
  return {
    open: () => open.size,
    allClosed: closed.promise,
    trickle() {
      for (const socket of open) socket.write(" ");
    },
    close() {
      for (const socket of open) socket.destroy();
    },
  };
}

export const slowBody = (address: URL, bytes = 1000): string =>
  `POST ${login.path} HTTP/1.1\r\nHost: ${address.host}\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n{`;

/** Milliseconds that each of the requests took, sent one after the other until `end`. */
export async function pollFrom(
  address: URL,
  from: string,
  token: string,
  end: AbortSignal,
): Promise<{ took: number[]; failed: string[] }> {
  const agent = new Agent({ keepAlive: true, localAddress: from, maxSockets: 2 });
  const { url, headers } = requestFor(listPatients, token);
  const took: number[] = [];
  const failed: string[] = [];
  while (!end.aborted) {
    const began = performance.now();
    const status = await new Promise<number | string>((resolve) => {
      request(new URL(url, address), { agent, headers }, (answer) => {
        answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
      })
        .on("error", (error) => resolve(error.message))
        .end();
    });
    took.push(performance.now() - began);
    if (status !== 200) failed.push(`an ordinary request: ${status}`);
    await wait(20);
  }
  agent.destroy();
  return { took, failed };
}

export const p99 = (took: number[]): number =>
  [...took].sort((one, next) => one - next)[Math.floor((took.length - 1) * 0.99)] ?? 0;

/** Megabytes that the server still holds after its garbage is collected. */
async function heldBy({ klinika }: OwnEnvironment, times: number): Promise<number> {
  klinika.process.kill("SIGUSR2");
  const [, bytes] = await klinika.prints(new RegExp(`(?:heap: (\\d+) bytes[\\s\\S]*){${times}}`));
  return Number(bytes) / 1e6;
}

/** Holds the bodies open until the server closes the last one. */
async function wave(
  address: URL,
  count: number,
  poll: (end: AbortSignal) => ReturnType<typeof pollFrom>,
): Promise<{ held: number; seconds: number; took: number[]; failed: string[] }> {
  const during = new AbortController();
  const polled = poll(during.signal);
  const began = performance.now();
  const slow = await openSlow(address, { from: slowFrom, count, head: slowBody(address) });
  // What the server refuses is closed a moment after the system took it.
  for (let left = slow.open(), last = -1; left !== last; left = slow.open()) {
    last = left;
    await wait(500);
  }
  const held = slow.open();
  const end = setTimeout(() => slow.close(), 60_000);
  const trickle = setInterval(() => slow.trickle(), 2000);
  if (held > 0) await slow.allClosed;
  clearInterval(trickle);
  clearTimeout(end);
  const seconds = (performance.now() - began) / 1000;
  during.abort();
  return { held, seconds, ...(await polled) };
}

/** 5,000 bodies that never come, from one address, while another one works. */
export const proveSlowBodies = (source: EnvironmentSource): Promise<Figure[]> =>
  inEnvironment(
    source,
    async (environment) => {
      const { owner } = await aClinic(environment.stage);
      const { address } = environment.wire;
      const count = environment.many(5000);
      const poll = (end: AbortSignal) => pollFrom(address, ordinaryFrom, owner.token, end);

      const calm = await poll(AbortSignal.timeout(5000));
      // Twice: what only the first wave adds is what a process loads once.
      await wave(address, count, poll);
      const before = await heldBy(environment, 1);
      const { held, seconds, took, failed } = await wave(address, count, poll);
      const after = await heldBy(environment, 2);
      return [
        atMost(`${count} slow bodies from one address: that stay open`, held, 250, "", 0),
        atMost("slow bodies: seconds until the last is closed", seconds, 40, " s", 1),
        every("requests of an ordinary client meanwhile", took.length, failed),
        atMost(
          `p99 of an ordinary client meanwhile (before: ${p99(calm.took).toFixed(0)} ms)`,
          p99(took),
          150,
          " ms",
          0,
        ),
        atMost(
          `memory held after (${after.toFixed(1)} MB), of before (${before.toFixed(1)} MB)`,
          after / before,
          1.2,
          "×",
        ),
      ];
    },
    { env: { CONNECTIONS_PER_ADDRESS: "250" }, preloaded: ["./prove/preloaded/tell-heap.ts"] },
  );
