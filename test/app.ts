import "./safety/undeclared-nulls.ts";
import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyBaseLogger, InjectOptions, LightMyRequestResponse } from "fastify";
import { Client } from "pg";
import { inject, onTestFinished } from "vitest";
import { buildApp } from "#app/server/app.ts";
import type { App, Kit } from "#server/kit.ts";
import { Papers } from "#server/pdf/papers.ts";
import { readSettings } from "#server/settings.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { type Call, requestFor } from "./request-for.ts";
import { withoutLimits } from "./servers/klinika-process.ts";
import { copyTemplate, databaseAt, dropOnEach } from "./servers/postgres.ts";
import { propagatingClient } from "./servers/propagating-client.ts";
import { startS3Store } from "./servers/s3-store.ts";

/** The instant at which tests begin: a Friday, 10:42 in Manila. */
export const testNow = new Date("2026-11-20T02:42:00Z");

/** A response, over a socket or injected. */
export type Answer = Pick<LightMyRequestResponse, "statusCode" | "headers" | "body" | "rawPayload" | "json">;

/** What factories need: an app in the test's process, or a Klinika in another process (measure/). */
export type Stage = {
  app: { kit: Pick<Kit, "databases" | "now"> & Partial<Pick<Kit, "views">> };
  databaseUrl: string;
  /** The address of its pages for a browser. */
  origin: string;
  /** Calls an endpoint with a session token, or without one. */
  call(endpoint: Endpoint, as: string | null, sent?: Call): Promise<Answer>;
  /** Runs one statement as the database's superuser, to see what was really stored. */
  sql<Row extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
};

export type TestApp = Omit<Stage, "app" | "call"> & {
  app: App;
  /** For uploaded files; created on first use. */
  dataDir: string;
  /** Moves the app's clock. */
  setNow(instant: Date): void;
  call(endpoint: Endpoint, as: string | null, sent?: Call): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
};

/** The app of this worker, by template: a worker may go on to tests on another server. */
const shared = new Map<string, Promise<TestApp>>();

/**
 * The app that the test files of a worker share, one after the other, with its database: a file makes clinics of its own
 * (`aClinic`) and asks about nothing else. Close it in afterAll, which sets its clock back. Files with settings of their
 * own, files that look at all clinics, change the schema or replace a part of the app, and tests of query plans take
 * `startOwnApp`.
 */
export async function startTestApp(): Promise<TestApp> {
  const template = inject("templateName");
  const opened = shared.get(template) ?? startOwnApp();
  shared.set(template, opened);
  const test = await opened;
  return {
    ...test,
    async close() {
      test.setNow(testNow);
      await test.app.kit.views.flush();
      await test.sql("reset all");
    },
  };
}

/** Its threads take a second to start, so all apps of a worker have the same. */
const papers = new Papers();

/**
 * An app on its own copy of the migrated template database. Close it in afterAll. With KLINIKA_TEST_INSTANCES=2 two
 * apps share that database and one S3 store, and answer alternately, as behind a load balancer.
 */
export async function startOwnApp(
  env: Record<string, string> = {},
  logger?: FastifyBaseLogger,
  instances = Number(process.env.KLINIKA_TEST_INSTANCES ?? 1),
  alsoServe?: (app: App) => void,
): Promise<TestApp> {
  const url = inject("postgresUrl");
  const machines = inject("machines");
  const name = await nextDatabase(machines);
  const databaseUrl = databaseAt(url, name);
  let now = testNow;
  const dataDir = join(tmpdir(), name);
  const store = instances > 1 && !env.S3_BUCKET ? await startS3Store() : null;
  const open = async (folder: string) => {
    const opened = await buildApp({
      settings: readSettings({ DATA_DIR: folder, ...withoutLimits, ...store?.env, ...env }),
      databaseUrl,
      now: () => now,
      poolSize: 5,
      isCluster: machines.length > 1,
      withoutBackgroundWork: true,
      // A test that reads views writes them first; what it sees never depends on a timer.
      flushViewsAfterMs: null,
      ...(logger && { logger }),
      ...(alsoServe && { alsoServe }),
    });
    await opened.ready();
    opened.kit.papers = papers;
    return opened;
  };
  const app = await open(dataDir);
  const others = await Promise.all(
    Array.from({ length: instances - 1 }, (_, n) => open(join(dataDir, `other-${n}`))),
  );
  inTurns(app, others);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const statements = machines.length > 1 ? propagatingClient(client) : client;
  return {
    app,
    databaseUrl,
    origin: "http://localhost",
    dataDir,
    setNow(instant) {
      now = instant;
    },
    call: (endpoint, as, sent = {}) => app.inject(requestFor(endpoint, as, sent)),
    sql: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await statements.query(text, values)).rows as Row[],
    async close() {
      await client.end();
      for (const one of [app, ...others]) await one.close();
      await store?.stop();
      await rm(dataDir, { recursive: true, force: true });
      // Nobody waits for it: the next test's database is there already.
      dropOnEach(machines, name).catch(() => undefined);
    },
  };
}

/** By template: a worker may go on to tests on another server. */
const spares = new Map<string, Promise<string>>();

/** A copy of the template. The next one is made while the tests work with this one. */
async function nextDatabase(machines: readonly string[]): Promise<string> {
  const template = inject("templateName");
  const copy = async () => {
    // It begins with the template's name, so that the end of the run finds copies that nobody used.
    const name = `${template}_${randomBytes(4).toString("hex")}`;
    await copyTemplate(machines, template, name);
    return name;
  };
  const name = await (spares.get(template) ?? copy());
  const next = copy();
  next.catch(() => undefined);
  spares.set(template, next);
  return name;
}

/** Alternates requests between apps, and makes all of them write their pending views. */
function inTurns(app: App, others: readonly App[]): void {
  if (others.length === 0) return;
  const all = [app, ...others];
  const injects = all.map((one) => one.inject.bind(one));
  const flushes = all.map(({ kit }) => kit.views.flush.bind(kit.views));
  let turn = 0;
  app.inject = ((request: InjectOptions) => injects[turn++ % all.length]?.(request)) as App["inject"];
  app.kit.views.flush = async () => {
    for (const flush of flushes) await flush();
  };
}

/** Sets the app's clock for one test. */
export function atInstant(testApp: TestApp, instant: Date): void {
  testApp.setNow(instant);
  onTestFinished(() => testApp.setNow(testNow));
}
