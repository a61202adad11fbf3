import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loggerOptions } from "#server/monitoring/logger.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { reportBrowserError, reportsPerHour } from "../contract.ts";

const lines: string[] = [];
const log = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk));
    done();
  },
});

let test: TestApp;
beforeAll(async () => {
  test = await startOwnApp(
    { TRUST_PROXY: "1" },
    pino(typeof loggerOptions === "object" ? loggerOptions : {}, log),
  );
});
afterAll(() => test.close());

const error = {
  message: 'TypeError: no row named "Reyes, Ana"',
  stack: "assets/RecordPage-x7.js:1:2345",
  component: "assets/RecordPage-x7.js:1:99",
  release: "index-x7.js",
};
const send = (body: unknown, from: string) =>
  test.call(reportBrowserError, null, { body: body as never, headers: { "x-forwarded-for": from } });

it("refuses what is too long or has other fields", async () => {
  for (const body of [{}, { ...error, message: "x".repeat(301) }, { ...error, patient: "Ana" }])
    expect((await send(body, "203.0.113.1")).statusCode).toBe(400);
});

it("logs a report without values, also without a session", async () => {
  expect((await send(error, "203.0.113.2")).statusCode).toBe(200);
  const line = lines.find((text) => text.includes("browserError")) ?? "{}";
  expect(JSON.parse(line)).toMatchObject({
    level: 40,
    browserError: { ...error, message: 'TypeError: no row named "…"' },
  });
});

it("limits reports per network", async () => {
  for (let n = 0; n < reportsPerHour; n += 1) expect((await send(error, "203.0.113.3")).statusCode).toBe(200);
  const refused = await send(error, "203.0.113.3");
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await send(error, "203.0.113.4")).statusCode).toBe(200);
});
