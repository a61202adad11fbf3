import { afterAll, beforeAll, expect, it } from "vitest";
import { atInstant, startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, anAdmin, type TestClinic, type TestUser } from "#test/data/factories.ts";
import { clinicStandingChanges, setClinicStatus, setClinicSubscription } from "../contract.ts";

let test: TestApp;
let admin: TestUser;
let clinic: TestClinic;
beforeAll(async () => {
  test = await startOwnApp();
  admin = await anAdmin(test);
  clinic = await aClinic(test);
});
afterAll(() => test.close());

const read = (token: string | null, of = clinic, query: Record<string, string> = {}) =>
  test.call(clinicStandingChanges, token, { params: { id: of.id }, query });
const subscribe = (subscriptionStatus: string) =>
  test.call(setClinicSubscription, admin.token, { params: { id: clinic.id }, body: { subscriptionStatus } });
const activate = (isActive: boolean) =>
  test.call(setClinicStatus, admin.token, { params: { id: clinic.id }, body: { isActive } });

it("records who changed what and when, with old and new value; an unchanged value is not recorded", async () => {
  await activate(false);
  await activate(false);
  await activate(true);
  // The administrator sees a trial past its end as expired.
  atInstant(test, new Date(testNow.getTime() + 31 * 24 * 3_600_000));
  admin = await anAdmin(test);
  await subscribe("active");
  await subscribe("active");

  const whole = (await read(admin.token)).json();
  expect(whole).toMatchObject([
    { what: "subscriptionStatus", was: "expired", isNow: "active" },
    { what: "isActive", was: "inactive", isNow: "active" },
    { what: "isActive", was: "active", isNow: "inactive" },
  ]);
  expect(whole[0].adminName).not.toBe("");
  expect(Date.parse(whole[2].changedAt)).toBe(testNow.getTime());
  const first = await read(admin.token, clinic, { limit: "2" });
  const rest = await read(admin.token, clinic, {
    limit: "2",
    cursor: String(first.headers["x-next-cursor"]),
  });
  expect([...first.json(), ...rest.json()]).toEqual(whole);
  expect((await read(admin.token, await aClinic(test))).json()).toEqual([]);
});

it("cannot be changed or deleted, not even by the owner of the tables", async () => {
  for (const change of [
    "update clinic_standing_changes set was = 'trial'",
    "delete from clinic_standing_changes",
  ])
    await expect(test.sql(change)).rejects.toThrow(/append-only/);
});
