import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyBaseLogger, LightMyRequestResponse } from "fastify";
import { Client } from "pg";
import { inject, onTestFinished } from "vitest";
import { buildApp } from "#server/app.ts";
import type { App, Kit } from "#server/kit.ts";
import { readSettings } from "#server/settings.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { databaseAt, onServer } from "./postgres.ts";
import { type Call, requestFor } from "./request-for.ts";

/** The instant tests begin at: a Friday, 10:42 in Manila. */
export const testNow = new Date("2026-11-20T02:42:00Z");

/** What came back, over a socket or not. */
export type Answer = Pick<LightMyRequestResponse, "statusCode" | "headers" | "body" | "json">;

/** What factories stand on: a test's own app, or a Klinika in a process of its own (prove/). */
export type Stage = {
  app: { kit: Pick<Kit, "databases" | "now"> };
  databaseUrl: string;
  /** The address its pages have for a browser. */
  origin: string;
  /** Calls an endpoint as somebody (a session token), or as nobody. */
  call(endpoint: Endpoint, as: string | null, sent?: Call): Promise<Answer>;
  /** One statement as the database's own superuser, to see what was really stored. */
  sql<Row extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
};

export type TestApp = Omit<Stage, "app" | "call"> & {
  app: App;
  /** Holds uploaded files; made when the first one comes. */
  dataDir: string;
  /** Moves the app's clock. */
  setNow(instant: Date): void;
  call(endpoint: Endpoint, as: string | null, sent?: Call): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
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
    origin: "http://localhost",
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

/** Sets the app's clock for one test. */
export function atInstant(testApp: TestApp, instant: Date): void {
  testApp.setNow(instant);
  onTestFinished(() => testApp.setNow(testNow));
}
