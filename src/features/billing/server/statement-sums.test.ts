import { afterAll, beforeAll, it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import { expectStatementsToAddUp } from "./testing-statement-sums.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it(
  "adds up on every day of generated bills, payments, voids, shares and closings",
  () => expectStatementsToAddUp(app, 40),
  60_000,
);
