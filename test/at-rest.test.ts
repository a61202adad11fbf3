import pg from "pg";
import { pino } from "pino";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { buildApp } from "#app/server/app.ts";
import { readSettings } from "#server/settings.ts";
import { startOwnApp, testNow } from "./app.ts";
import { aClinic } from "./data/factories.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("a server at rest sends at most one statement every five seconds", async () => {
  const stage = await startOwnApp();
  onTestFinished(() => stage.close());
  await aClinic(stage);
  let now = testNow.getTime();
  // Jobs start by intervals. Connections and statements keep their real time.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const app = await buildApp({
    settings: readSettings({
      DATA_DIR: stage.dataDir,
      // So that every queue is open. Nothing is sent.
      SMTP_URL: "smtp://127.0.0.1:9",
      SUPPORT_EMAIL: "support@klinika.test",
      PUBLIC_URL: "https://klinika.test",
      TRUST_PROXY: "1",
      SMS_URL: "https://key@sms.test/api",
    }),
    databaseUrl: stage.databaseUrl,
    now: () => new Date(now),
    poolSize: 5,
    logger: pino({ level: "silent" }),
  });
  onTestFinished(() => app.close());
  /** Until no connection has been in use for some turns of the event loop. */
  const isQuiet = async () => {
    for (let turns = 0; turns < 20; turns += 1) {
      const { open, idle, waiting } = app.kit.databases.connections();
      if (open !== idle || waiting > 0) turns = -1;
      await new Promise(setImmediate);
    }
  };
  await isQuiet();
  const sent = vi.spyOn(pg.Client.prototype, "query");
  onTestFinished(() => sent.mockRestore());
  for (let fiveSeconds = 0; fiveSeconds < 120; fiveSeconds += 1) {
    now += 5000;
    await vi.advanceTimersByTimeAsync(5000);
    await isQuiet();
  }
  expect(sent.mock.calls.length).toBeLessThanOrEqual(120);
  // They run.
  expect(sent.mock.calls.length).toBeGreaterThan(60);
});
