import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "pg";
import { stopWhenInterrupted } from "./interrupted.ts";
import { openDatabases } from "#server/database/db.ts";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import type { Answer, Stage } from "#test/app.ts";
import { KlinikaProcess, withoutLimits } from "#test/klinika-process.ts";
import { databaseAt, onServer } from "#test/postgres.ts";
import { type Request, requestFor } from "#test/request-for.ts";
import { HttpClient } from "./http-client.ts";
import { type Random, randomFrom } from "./random.ts";

/** What a family of proofs stands on. */
export type EmptyEnvironment = {
  stage: Stage;
  /** Any request at all, as it stands. */
  send(request: Request): Promise<Answer>;
  /** Numbers by the seed of the run. */
  random: Random;
  /** `whole` in a whole proof; the small run of `npm test` asks its share, but never none. */
  many(whole: number): number;
};

/** A Klinika in a process of its own, on a database of its own. */
export type OwnEnvironment = EmptyEnvironment & {
  /** The process and the line to it, which are others after a restart. */
  readonly klinika: KlinikaProcess;
  readonly wire: HttpClient;
  dataDir: string;
  /** Ends the process and starts the next on the same database and folder. */
  restart(signal?: NodeJS.Signals): Promise<void>;
  /** All that the processes so far have printed. */
  printed(): string;
  close(): Promise<void>;
};

type EnvironmentOptions = {
  env?: Record<string, string>;
  /** Modules that are loaded into the server before its own. */
  preloaded?: readonly string[];
};

/** An empty one. */
type OwnDatabase = { name: string; url: string; drop(): Promise<void> };

/** Where the environments of a run come from: one PostgreSQL, DATABASE_URL's or the embedded one in a folder of its own. */
export type EnvironmentSource = {
  seed: number;
  share: number;
  newDatabase(): Promise<OwnDatabase>;
  newEnvironment(options?: EnvironmentOptions): Promise<OwnEnvironment>;
};

export async function openEnvironmentSource(
  seed: number,
  share: number,
): Promise<EnvironmentSource & { database: string; close(): Promise<void> }> {
  const given = process.env.DATABASE_URL;
  const folder = given ? null : await mkdtemp(join(tmpdir(), "klinika-prove-"));
  const embedded = folder ? await startEmbeddedPostgres({ dataDir: folder, log: () => undefined }) : null;
  const url = given ?? embedded?.url ?? "";
  const close = async () => {
    await embedded?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  };
  const isClosed = stopWhenInterrupted(close);
  return {
    ...environmentsOn(url, { seed, share }),
    database: given ? "the one DATABASE_URL names" : "the one inside Klinika",
    async close() {
      isClosed();
      await close();
    },
  };
}

/** The same on any server, by its maintenance database. */
export const environmentsOn = (
  url: string,
  { seed, share }: { seed: number; share: number },
): EnvironmentSource => ({
  seed,
  share,
  newDatabase: () => createDatabase(url),
  newEnvironment: async (options) => openEnvironment(await createDatabase(url), { seed, share }, options),
});

async function createDatabase(url: string): Promise<OwnDatabase> {
  const name = `klinika_prove_${process.pid}_${randomBytes(4).toString("hex")}`;
  await onServer(url, `create database ${name} encoding 'UTF8' template template0`);
  const drop = () => onServer(url, `drop database if exists ${name} with (force)`);
  const isDropped = stopWhenInterrupted(drop);
  return {
    name,
    url: databaseAt(url, name),
    async drop() {
      isDropped();
      await drop();
    },
  };
}

/** Ways to a database beside the Klinika that serves it at the end of the line. */
export function openStage(
  databaseUrl: string,
  line: () => HttpClient,
): { stage: Stage; close(): Promise<void> } {
  const databases = openDatabases(databaseUrl, 4);
  const pool = new Pool({ connectionString: databaseUrl, max: 4 });
  pool.on("error", () => undefined);
  return {
    stage: {
      app: { kit: { databases, now: () => new Date() } },
      databaseUrl,
      get origin() {
        return line().address.origin;
      },
      call: (endpoint, as, sent) => line().send(requestFor(endpoint, as, sent)),
      sql: async <Row extends object>(text: string, values: unknown[] = []) =>
        (await pool.query(text, values)).rows as Row[],
    },
    async close() {
      await databases.close();
      await pool.end();
    },
  };
}

async function openEnvironment(
  database: OwnDatabase,
  { seed, share }: { seed: number; share: number },
  { env, preloaded }: EnvironmentOptions = {},
): Promise<OwnEnvironment> {
  const databaseUrl = database.url;
  const dataDir = await mkdtemp(join(tmpdir(), `${database.name}-`));
  const start = () =>
    new KlinikaProcess(dataDir, { ...withoutLimits, DATABASE_URL: databaseUrl, ...env }, preloaded);
  let klinika = start();
  const isStopped = stopWhenInterrupted(async () => {
    await klinika.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  let before = "";
  let wire = new HttpClient(await klinika.address());
  const { stage, close } = openStage(databaseUrl, () => wire);
  const send = (request: Request) => wire.send(request);
  return {
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
      before += klinika.output;
      klinika = start();
      wire = new HttpClient(await klinika.address());
    },
    printed: () => before + klinika.output,
    stage,
    send,
    random: randomFrom(seed),
    many: (whole) => Math.max(1, Math.round(whole * share)),
    async close() {
      isStopped();
      wire.close();
      await klinika.stop();
      await close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** One environment for the whole of the work, given back after it. */
export async function inEnvironment<T>(
  source: EnvironmentSource,
  work: (environment: OwnEnvironment) => Promise<T>,
  options?: EnvironmentOptions,
): Promise<T> {
  const environment = await source.newEnvironment(options);
  try {
    return await work(environment);
  } finally {
    await environment.close();
  }
}
