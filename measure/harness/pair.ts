import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stopWhenInterrupted } from "./interrupted.ts";
import { KlinikaProcess, withoutLimits } from "#test/klinika-process.ts";
import { startS3Store } from "#test/s3-store.ts";
import { Balancer } from "./balancer.ts";
import { HttpClient } from "./http-client.ts";
import { randomFrom } from "./random.ts";
import { type EmptyEnvironment, type EnvironmentSource, openStage } from "./environment.ts";

/** Two Klinikas in processes of their own behind a balancer, on one database and one S3 store. */
export type Pair = EmptyEnvironment & {
  readonly wire: HttpClient;
  readonly balancer: Balancer;
  readonly processes: readonly KlinikaProcess[];
  /** Asks one to stop, waits for its end, and starts the next at its address; `folder`: of another Klinika. */
  restart(which: number, signal?: NodeJS.Signals, folder?: string): Promise<void>;
};

/** A Klinika that stops waits for its balancer to send nothing more for so long. */
const drainSeconds = "2";

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => new Promise((resolve) => server.once("listening", resolve))));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** The pair for the whole of the work, given back after it. */
export async function onPair<T>(
  source: EnvironmentSource,
  work: (pair: Pair) => Promise<T>,
  env: Record<string, string> = {},
): Promise<T> {
  const database = await source.newDatabase();
  const store = await startS3Store();
  const dataDir = await mkdtemp(join(tmpdir(), `${database.name}-`));
  const ports = await freePorts(2);
  const start = (which: number, folder?: string) =>
    new KlinikaProcess(
      join(dataDir, `process-${which}`),
      {
        ...withoutLimits,
        ...store.env,
        DATABASE_URL: database.url,
        TRUST_PROXY: "1",
        DRAIN_SECONDS: drainSeconds,
        PORT: String(ports[which]),
        ...env,
      },
      [],
      folder,
    );
  // Both at once on an empty database, as an orchestrator starts them.
  const processes = ports.map((_, which) => start(which));
  let balancer: Balancer | undefined;
  let wire: HttpClient | undefined;
  let closeStage = async (): Promise<void> => undefined;
  const stopAll = async () => {
    await Promise.all(processes.map((process) => process.stop()));
    await store.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const isOver = stopWhenInterrupted(stopAll);
  try {
    const addresses = await Promise.all(processes.map((process) => process.address()));
    const opened = await Balancer.open(addresses);
    balancer = opened;
    const line = new HttpClient(opened.address, 64);
    wire = line;
    const { stage, close } = openStage(database.url, () => line);
    closeStage = close;
    return await work({
      stage,
      wire: line,
      balancer: opened,
      processes,
      send: (request) => line.send(request),
      random: randomFrom(source.seed),
      many: (whole) => Math.max(1, Math.round(whole * source.share)),
      async restart(which, signal, folder) {
        await processes[which]?.stop(signal);
        const next = start(which, folder);
        processes[which] = next;
        await next.address();
      },
    });
  } finally {
    wire?.close();
    await balancer?.close();
    isOver();
    await closeStage();
    await stopAll();
    await database.drop();
  }
}
