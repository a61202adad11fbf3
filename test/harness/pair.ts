import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Random } from "#scripts/demo/random.ts";
import type { Answer } from "../app.ts";
import type { Request } from "../request-for.ts";
import { KlinikaProcess, withoutLimits } from "../servers/klinika-process.ts";
import { startS3Store } from "../servers/s3-store.ts";
import { type EmptyEnvironment, type EnvironmentSource, openStage } from "./environment.ts";
import { freePort } from "./free-port.ts";
import { type Cut, HttpClient } from "./http-client.ts";
import { stopWhenInterrupted } from "./interrupted.ts";

/** Interval and timeout of the health check. */
export const healthEveryMs = 250;
const healthTimeoutMs = 1000;

/** A Klinika that was started somewhere. */
export type ServedProcess = { address(): Promise<URL>; stop(signal?: NodeJS.Signals): Promise<unknown> };
/** Starts the first or the second with these settings; `release`: another version, by its folder or image. */
export type StartOne = (which: number, env: Record<string, string>, release?: string) => ServedProcess;

/** Two Klinikas behind a load balancer, on one database and one S3 store. */
export type Pair = Omit<EmptyEnvironment, "send"> & {
  send(request: Request, cut?: Cut): Promise<Answer>;
  /** Number of responses by process. */
  readonly answered: readonly number[];
  /** Stops one, waits until it ended, and starts another at its address; `release`: another version of Klinika. */
  restart(which: number, signal?: NodeJS.Signals, release?: string): Promise<void>;
};

/**
 * A minimal load balancer: each request goes to the next healthy process; if that one refuses the connection, nothing was
 * sent, so the other gets it. Nothing else is retried.
 */
class Balancer {
  readonly answered: number[];
  readonly origin: string;
  private readonly clients: HttpClient[];
  private readonly isHealthy: boolean[];
  private readonly timer: NodeJS.Timeout;
  private turn = 0;
  private checks = 0;
  /** The newest completed health check of each. */
  private readonly newest: number[] = [];

  constructor(addresses: readonly URL[]) {
    this.clients = addresses.map((address) => new HttpClient(address, 64));
    this.origin = this.clients[0]?.origin ?? "";
    this.answered = addresses.map(() => 0);
    this.isHealthy = addresses.map(() => true);
    this.timer = setInterval(
      () => this.clients.map(({ origin }, at) => this.check(origin, at)),
      healthEveryMs,
    );
  }

  private async check(origin: string, at: number): Promise<void> {
    const check = ++this.checks;
    const signal = AbortSignal.timeout(healthTimeoutMs);
    const answer = await fetch(`${origin}/api/health`, { signal }).catch(() => null);
    await answer?.body?.cancel();
    // A later check may complete first.
    if (check < (this.newest[at] ?? 0)) return;
    this.newest[at] = check;
    this.isHealthy[at] = answer?.ok === true;
  }

  async send(request: Request, cut?: Cut): Promise<Answer> {
    const from = this.turn++;
    const all = this.clients.map((_, n) => (from + n) % this.clients.length);
    const inTurn = all.toSorted((one, other) => Number(this.isHealthy[other]) - Number(this.isHealthy[one]));
    for (const at of inTurn)
      try {
        const answer = await (this.clients[at] as HttpClient).send(request, cut);
        this.answered[at] = (this.answered[at] ?? 0) + 1;
        return answer;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ECONNREFUSED") throw error;
        this.isHealthy[at] = false;
      }
    throw new Error("Both processes refuse connections.");
  }

  close(): void {
    clearInterval(this.timer);
    for (const client of this.clients) client.close();
  }
}

/** Starts the pair for the work, and stops it afterwards; by default as two processes. */
export async function onPair<T>(
  source: EnvironmentSource,
  work: (pair: Pair) => Promise<T>,
  startOne?: StartOne,
): Promise<T> {
  await using toClose = new AsyncDisposableStack();
  const isOver = stopWhenInterrupted(() => toClose.disposeAsync());
  toClose.defer(async () => isOver());
  const database = await source.newDatabase();
  toClose.defer(() => database.drop());
  const dataDir = await mkdtemp(join(tmpdir(), `${database.name}-`));
  toClose.defer(() => rm(dataDir, { recursive: true, force: true }));
  const store = await startS3Store();
  toClose.defer(async () => void (await store.stop()));
  const ports = [await freePort(), await freePort()];
  const asProcess: StartOne = (which, env, folder) =>
    new KlinikaProcess(join(dataDir, `process-${which}`), env, [], folder);
  const start = (which: number, release?: string): ServedProcess => {
    const env = {
      ...withoutLimits,
      ...store.env,
      DATABASE_URL: database.url,
      DRAIN_SECONDS: "2",
      PORT: String(ports[which]),
    };
    return (startOne ?? asProcess)(which, env, release);
  };
  // Both at the same time on an empty database, as an orchestrator starts them.
  const processes = ports.map((_, which) => start(which));
  toClose.defer(async () => void (await Promise.all(processes.map((process) => process.stop()))));
  const balancer = new Balancer(await Promise.all(processes.map((process) => process.address())));
  toClose.defer(async () => balancer.close());
  const { stage, close } = openStage(database.url, () => balancer);
  toClose.defer(close);
  return await work({
    stage,
    answered: balancer.answered,
    send: (request, cut) => balancer.send(request, cut),
    random: new Random(source.seed),
    many: source.many,
    async restart(which, signal, release) {
      await processes[which]?.stop(signal);
      const next = start(which, release);
      processes[which] = next;
      await next.address();
    },
  });
}
