import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { EventLoopWatch } from "./watch-event-loop.ts";

const token = "a-secret-for-prometheus";
let test: TestApp;
beforeAll(async () => {
  test = await startOwnApp({ METRICS: token }, undefined, 1);
});
afterAll(() => test.close());

/** Like a long computation. */
function block(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

const health = (headers = {}) => test.app.inject({ url: "/api/health", headers });
const warnings = async () =>
  ((await health({ authorization: `Bearer ${token}` })).json().warnings ?? []).map(
    ({ code }: { code: string }) => code,
  );
const maxSeconds = async () => {
  const { body } = await test.app.inject({ url: "/metrics", headers: { authorization: `Bearer ${token}` } });
  return Number(/^klinika_event_loop_delay_seconds\{state="max"\} (\S+)$/m.exec(body)?.[1]);
};

it("warns of a blocked event loop immediately, reports its delay, and clears the warning later", async () => {
  const watch = new EventLoopWatch(test.app, 1000);
  test.app.kit.eventLoop = watch;
  // One check before and one after: the delay is between them.
  await wait(50);
  block(600);
  await wait(50);
  expect(await warnings()).toEqual(["event_loop_slow"]);
  for (const headers of [{}, { authorization: "Bearer " }, { authorization: "Bearer wrong" }])
    expect((await health(headers)).json()).toEqual({ status: "ok" });
  const max = await maxSeconds();
  expect(max).toBeGreaterThan(0.5);
  expect(max).toBeLessThan(3);

  await expect.poll(warnings, { timeout: 15_000, interval: 200 }).toEqual([]);
  expect(await maxSeconds()).toBeLessThan(0.25);
  watch.close();
  test.app.kit.eventLoop = null;
});
