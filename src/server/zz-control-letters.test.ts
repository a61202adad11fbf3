import { monitorEventLoopDelay } from "node:perf_hooks";
import { afterAll, beforeAll, expect, test as it } from "vitest";
import { listPatients } from "#features/patients/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient } from "#test/factories.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it("letters that JSON writes as six do not make a page hold the event loop", async () => {
  const clinic = await aClinic(test);
  const text = "\u0001".repeat(4000);
  for (let made = 0; made < 501; made += 1)
    await aPatient(test, clinic, {
      preop_diagnosis: text,
      surgical_procedure: text,
      postop_diagnosis: text,
      chief_complaint: text,
      remarks: text,
    });
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const answer = await test.call(listPatients, clinic.owner.token, { query: { limit: "500" } });
  delay.disable();
  console.log(`${answer.rawPayload.length} bytes, event loop held ${(delay.max / 1e6).toFixed(0)} ms`);
  expect(answer.statusCode).toBe(200);
  expect(answer.rawPayload.length).toBeLessThan(20_000_000);
  expect(delay.max / 1e6).toBeLessThan(250);
}, 60_000);
