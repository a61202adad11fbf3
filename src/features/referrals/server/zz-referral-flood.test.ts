import { afterAll, beforeAll, expect, test as it } from "vitest";
import { notifications } from "#features/notifications/contract.ts";
import { sendReferral, sharedWithMe } from "#features/referrals/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, type TestClinic } from "#test/factories.ts";

let test: TestApp;
let attacker: TestClinic;
let victim: TestClinic;
beforeAll(async () => {
  test = await startTestApp();
  attacker = await aClinic(test);
  victim = await aClinic(test);
});
afterAll(() => test.close());

const refer = async (columns: Record<string, string> = {}) =>
  test.call(sendReferral, attacker.owner.token, {
    params: { id: await aPatient(test, attacker, columns) },
    body: { toClinicId: victim.id, referralReason: "Please see." },
  });

it("another clinic's referrals do not push out what a clinic was told", async () => {
  await test.sql(
    `insert into notifications (clinic_id, user_id, type, title, message, created_at)
     values ($1, $2, 'info', 'Prescription awaiting release', 'Juan', now())`,
    [victim.id, victim.owner.id],
  );
  for (let sent = 0; sent < 51; sent += 1) expect((await refer()).statusCode).toBe(200);
  const titles = (await test.call(notifications, victim.owner.token)).json().map(({ title }: { title: string }) => title);
  expect(titles).toContain("Prescription awaiting release");
});

it("long referrals of another clinic do not close a clinic's Shared with Me", async () => {
  const long = "x".repeat(199_000);
  for (let sent = 0; sent < 43; sent += 1) await refer({ preop_diagnosis: long, postop_diagnosis: long });
  // As the page asks: without a limit.
  expect((await test.call(sharedWithMe, victim.owner.token)).statusCode).toBe(200);
  expect((await test.call(sharedWithMe, victim.owner.token, { query: { limit: "100" } })).statusCode).toBe(200);
});
