import { afterAll, beforeAll, expect, it } from "vitest";
import { moneyByDoctor, statement } from "#features/billing/statements-contract.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aClinic, aDoctor } from "#test/data/factories.ts";
import { expectStatementsToAddUp } from "./testing-statement-sums.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startOwnApp();
});
afterAll(() => app.close());

it("adds up on every day of 400 generated bills", () => expectStatementsToAddUp(app, 400), 300_000);

it("reads a month of a clinic with ten years of 40 bills a day without reading the years", async () => {
  const clinic = await aClinic(app);
  const { practitionerId } = await aDoctor(app, clinic);
  await app.sql(
    `insert into statement_entries (clinic_id, practitioner_id, day, bill_id, line, charged, full_share)
     select $1, $2, '2026-11-20'::date - n / 80, n, 0, 1000, 600
     from generate_series(1, 292000) n`,
    [clinic.id, practitionerId],
  );
  await app.sql("analyze statement_entries");
  const query = { from: "2026-11-01", to: "2026-11-20" };
  for (const [endpoint, sent] of [
    [statement, { practitionerId: String(practitionerId), ...query }],
    [moneyByDoctor, query],
  ] as const) {
    const began = performance.now();
    expect((await app.call(endpoint, clinic.owner.token, { query: sent })).statusCode).toBe(200);
    expect(performance.now() - began).toBeLessThan(500);
  }
});
