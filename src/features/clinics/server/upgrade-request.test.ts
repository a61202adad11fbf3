import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { permissions } from "#shared/permissions.ts";
import { startTestApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, anAdmin, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { requestUpgrade, upgradeRequest } from "../contract.ts";

let test: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  clinic = await aClinic(test, { name: "Sunrise Clinic" });
});
afterAll(() => test.close());

const ask = (as: string | null = clinic.owner.token) => test.call(requestUpgrade, as, {});
const open = (as: string | null = clinic.owner.token) => test.call(upgradeRequest, as);
const filed = () =>
  test.sql("select kind, email, clinic, subject, message from contact_messages where clinic_id = $1", [
    clinic.id,
  ]);

it("is for the owner only", async () => {
  const secretary = await aStaffMember(test, clinic, permissions);
  const admin = await anAdmin(test);
  for (const { token } of [secretary, admin]) {
    expect((await ask(token)).statusCode).toBe(403);
    expect((await open(token)).statusCode).toBe(403);
  }
  expect(await filed()).toEqual([]);
});

it("does not exist for a clinic on the full plan", async () => {
  await test.sql("update clinics set subscription_status = 'active' where id = $1", [clinic.id]);
  const answer = await ask();
  expect(answer.statusCode).toBe(400);
  expect(answer.json().message).toBe("Only a clinic on trial can ask for the full plan.");
  expect(await filed()).toEqual([]);
});

it("files a message marked as an upgrade, once while it is open, for this clinic only", async () => {
  expect((await open()).json()).toEqual({ requestedAt: null });
  const requestedAt = testNow.toISOString().replace(".000Z", "Z");
  expect((await ask()).json()).toEqual({ requestedAt });
  expect((await ask()).json()).toEqual({ requestedAt });
  expect((await open()).json()).toEqual({ requestedAt });
  expect(await filed()).toEqual([
    {
      kind: "upgrade",
      email: clinic.owner.email,
      clinic: "Sunrise Clinic",
      subject: "Upgrade to Full Plan",
      message: "Sunrise Clinic requested the full plan. Its trial ends on December 20, 2026.",
    },
  ]);
  const neighbour = await aClinic(test);
  expect((await open(neighbour.owner.token)).json()).toEqual({ requestedAt: null });
});

it("can be filed again after the previous one was handled", async () => {
  await ask();
  await test.sql("update contact_messages set handled_at = $2 where clinic_id = $1", [clinic.id, testNow]);
  expect((await open()).json()).toEqual({ requestedAt: null });
  await ask();
  expect(await filed()).toHaveLength(2);
});
