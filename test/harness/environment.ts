import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, Pool } from "pg";
import { Random } from "#scripts/demo/random.ts";
import { openDatabases } from "#server/database/db.ts";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import type { Answer, Stage } from "../app.ts";
import { type Request, requestFor } from "../request-for.ts";
import { KlinikaProcess, withoutLimits } from "../servers/klinika-process.ts";
import { databaseAt, dropOnEach, machinesOf, onEach } from "../servers/postgres.ts";
import { propagatingClient } from "../servers/propagating-client.ts";
import { distributeNew } from "./citus-cluster.ts";
import { HttpClient } from "./http-client.ts";
import { stopWhenInterrupted } from "./interrupted.ts";

/** What the safety families work with. */
export type EmptyEnvironment = {
  stage: Stage;
  /** Sends any request, unchanged. */
  send(request: Request): Promise<Answer>;
  /** Random numbers from the seed of the run. */
  random: Random;
  /** `whole` in a full run; in a small run a share of it, at least one. */
  many(whole: number): number;
};

/** A Klinika in its own process and database. */
export type OwnEnvironment = EmptyEnvironment & {
  /** The process and the client, which change with a restart. */
  readonly klinika: KlinikaProcess;
  readonly wire: HttpClient;
  dataDir: string;
  /** Stops the process and starts another on the same database and folder. */
  restart(signal?: NodeJS.Signals): Promise<void>;
};

type EnvironmentOptions = {
  env?: Record<string, string>;
  /** Modules of harness/preloaded that are loaded into the server before its own. */
  preloaded?: readonly string[];
};

/**
 * The source of a run's environments: one PostgreSQL, that of DATABASE_URL or the embedded one in a new folder; or the
 * cluster whose coordinator DATABASE_URL names.
 */
export type EnvironmentSource = {
  /** Its maintenance database. */
  url: string;
  /** More than one on a cluster. */
  machines: readonly string[];
  seed: number;
  share: number;
  many: EmptyEnvironment["many"];
  newDatabase(): Promise<{ name: string; url: string; drop(): Promise<void> }>;
};

export async function openEnvironmentSource(
  seed: number,
  share: number,
): Promise<EnvironmentSource & { close(): Promise<void> }> {
  const given = process.env.DATABASE_URL;
  const folder = given ? null : await mkdtemp(join(tmpdir(), "klinika-measure-"));
  const embedded = folder ? await startEmbeddedPostgres({ dataDir: folder, log: () => undefined }) : null;
  const url = given ?? embedded?.url ?? "";
  return {
    ...environmentsOn(url, { seed, share }, await machinesOf(url)),
    async close() {
      await embedded?.stop();
      if (folder) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The same on any server. */
export const environmentsOn = (
  url: string,
  { seed, share }: { seed: number; share: number },
  machines: readonly string[] = [url],
): EnvironmentSource => ({
  url,
  machines,
  seed,
  share,
  many: (whole) => Math.max(1, Math.round(whole * share)),
  async newDatabase() {
    const name = `klinika_measure_${process.pid}_${randomBytes(4).toString("hex")}`;
    await onEach(machines, `create database ${name} encoding 'UTF8' template template0`);
    const drop = () => dropOnEach(machines, name);
    const isDropped = stopWhenInterrupted(drop);
    if (machines.length > 1) await distributeNew(machines, name);
    return {
      name,
      url: databaseAt(url, name),
      async drop() {
        isDropped();
        await drop();
      },
    };
  },
});

/** Direct access to the database of a running Klinika. */
export function openStage(
  databaseUrl: string,
  client: () => { origin: string; send(request: Request): Promise<Answer> },
  isOnCluster = false,
): { stage: Stage; close(): Promise<void> } {
  const databases = openDatabases(databaseUrl, 4);
  const statements = isOnCluster ? connectedToCluster(databaseUrl) : pooled(databaseUrl);
  return {
    stage: {
      app: { kit: { databases, now: () => new Date() } },
      databaseUrl,
      get origin() {
        return client().origin;
      },
      call: (endpoint, as, sent) => client().send(requestFor(endpoint, as, sent)),
      sql: async <Row extends object>(text: string, values: unknown[] = []) =>
        (await statements.query(text, values)).rows as Row[],
    },
    async close() {
      await databases.close();
      await statements.end();
    },
  };
}

function pooled(databaseUrl: string): Pool {
  const pool = new Pool({ connectionString: databaseUrl, max: 4 });
  pool.on("error", () => undefined);
  return pool;
}

/** Statements wait until it is connected. */
function connectedToCluster(databaseUrl: string): Pick<Client, "query" | "end"> {
  const client = new Client({ connectionString: databaseUrl });
  client.on("error", () => undefined);
  // The first waiting statement rejects.
  client.connect().catch(() => undefined);
  return { query: propagatingClient(client).query, end: () => client.end() };
}

/** Opens an environment for the work, and closes it afterwards. */
export async function inEnvironment<T>(
  source: EnvironmentSource,
  work: (environment: OwnEnvironment) => Promise<T>,
  { env, preloaded = [] }: EnvironmentOptions = {},
): Promise<T> {
  await using toClose = new AsyncDisposableStack();
  const isOver = stopWhenInterrupted(() => toClose.disposeAsync());
  toClose.defer(async () => isOver());
  const database = await source.newDatabase();
  toClose.defer(() => database.drop());
  const dataDir = await mkdtemp(join(tmpdir(), `${database.name}-`));
  toClose.defer(() => rm(dataDir, { recursive: true, force: true }));
  const modules = preloaded.map((name) => new URL(`preloaded/${name}.ts`, import.meta.url).href);
  const start = () =>
    new KlinikaProcess(dataDir, { ...withoutLimits, DATABASE_URL: database.url, ...env }, modules);
  let klinika = start();
  toClose.defer(async () => void (await klinika.stop()));
  let wire = new HttpClient(await klinika.address());
  toClose.defer(async () => wire.close());
  const { stage, close } = openStage(database.url, () => wire, source.machines.length > 1);
  toClose.defer(close);
  return await work({
    get klinika() {
      return klinika;
    },
    get wire() {
      return wire;
    },
    dataDir,
    async restart(signal) {
      wire.close();
      await klinika.stop(signal);
      klinika = start();
      wire = new HttpClient(await klinika.address());
    },
    stage,
    send: (request) => wire.send(request),
    random: new Random(source.seed),
    many: source.many,
  });
}
