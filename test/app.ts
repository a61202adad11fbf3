import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyBaseLogger, InjectOptions, LightMyRequestResponse } from "fastify";
import { Client } from "pg";
import { inject, onTestFinished } from "vitest";
import { buildApp } from "#server/app.ts";
import type { App } from "#server/kit.ts";
import { readSettings } from "#server/settings.ts";
import { type Endpoint, pathOf } from "#shared/endpoint.ts";
import { databaseAt, onServer } from "./postgres.ts";

/** The instant tests begin at: a Friday, 10:42 in Manila. */
export const testNow = new Date("2026-11-20T02:42:00Z");

export type TestApp = {
  app: App;
  databaseUrl: string;
  /** Holds uploaded files; made when the first one comes. */
  dataDir: string;
  /** Moves the app's clock. */
  setNow(instant: Date): void;
  /** Calls an endpoint as somebody (a session token), or as nobody. */
  call(endpoint: Endpoint, as: string | null, sent?: Call): Promise<LightMyRequestResponse>;
  /** One statement as the database's own superuser, to see what was really stored. */
  sql<Row extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

export type Call = {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
};

/** A whole app on its own copy of the migrated template. Close it in afterAll. */
export async function startTestApp(
  env: Record<string, string> = {},
  logger?: FastifyBaseLogger,
): Promise<TestApp> {
  const url = inject("postgresUrl");
  const name = `klinika_${process.pid}_${randomBytes(4).toString("hex")}`;
  await onServer(url, `create database ${name} template ${inject("templateName")}`);
  const databaseUrl = databaseAt(url, name);
  let now = testNow;
  const dataDir = join(tmpdir(), name);
  const app = await buildApp({
    settings: readSettings({ DATA_DIR: dataDir, ...env }),
    databaseUrl,
    now: () => now,
    poolSize: 5,
    isQuiet: true,
    ...(logger && { logger }),
  });
  await app.ready();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  return {
    app,
    databaseUrl,
    dataDir,
    setNow(instant) {
      now = instant;
    },
    call: (endpoint, as, sent = {}) => app.inject(requestFor(endpoint, as, sent)),
    sql: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await client.query(text, values)).rows as Row[],
    async close() {
      await client.end();
      await app.close();
      await rm(dataDir, { recursive: true, force: true });
      await onServer(url, `drop database if exists ${name} with (force)`);
    },
  };
}

function requestFor(
  endpoint: Endpoint,
  as: string | null,
  { params, query, body, headers }: Call,
): InjectOptions {
  return {
    method: endpoint.method,
    url: pathOf(endpoint, params),
    ...(query && { query }),
    ...(body !== undefined && { payload: body as object }),
    headers: { ...(as && { authorization: `Bearer ${as}` }), ...headers },
  };
}

/** Sets the app's clock for one test. */
export function atInstant(testApp: TestApp, instant: Date): void {
  testApp.setNow(instant);
  onTestFinished(() => testApp.setNow(testNow));
}
