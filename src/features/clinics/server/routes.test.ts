import { afterAll, beforeAll, expect, it } from "vitest";
import { atInstant, startTestApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, anAdmin, aSession, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { clinicSettings } from "../contract.ts";

let test: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test, { name: "Sunrise Clinic" });
  await aClinic(test, { name: "Another Clinic" });
});
afterAll(() => test.close());

it("are not for the platform admin, who has no clinic", async () => {
  const admin = await anAdmin(test);
  expect((await test.call(clinicSettings, admin.token)).statusCode).toBe(403);
});

it("every member reads their own clinic's, with its fees", async () => {
  const secretary = await aStaffMember(test, clinic, []);
  for (const { token } of [clinic.owner, secretary]) {
    const answer = await test.call(clinicSettings, token);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      id: clinic.id,
      name: "Sunrise Clinic",
      subdomain: expect.any(String),
      logoUrl: null,
      primaryColor: "#2B4D8C",
      address: null,
      phone: "+63 917 555 0100",
      email: clinic.owner.email,
      setupFee: "0.00",
      monthlyFee: "1000.00",
      isActive: true,
      subscriptionStatus: "trial",
      trialEndsAt: "2026-12-20T02:42:00Z",
      bedCapacity: 50,
      triplicateUntil: null,
      requiresSecondFactor: false,
      queueHasVitals: true,
      queueHasPayment: true,
      isVatRegistered: false,
      tin: null,
      adultRanges: null,
    });
  }
});

it("the trial lasts up to its last second", async () => {
  atInstant(test, new Date(testNow.getTime() + 30 * 24 * 3_600_000));
  const token = await aSession(test, clinic.owner.id);
  expect((await test.call(clinicSettings, token)).json().subscriptionStatus).toBe("trial");
});
