import { afterAll, beforeAll, beforeEach, expect, test as it } from "vitest";
import { permissions } from "#shared/permissions.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { dismissSetupSteps, setupSteps } from "../contract.ts";

let test: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  test = await startTestApp();
  const neighbour = await aClinic(test);
  await aPatient(test, neighbour);
  await aStaffMember(test, neighbour, permissions);
});
beforeEach(async () => {
  clinic = await aClinic(test);
  await test.sql("update clinics set address = null, phone = null where id = $1", [clinic.id]);
  await test.sql("update users set license_number = null, ptr_number = null where clinic_id = $1", [
    clinic.id,
  ]);
});
afterAll(() => test.close());

const nothing = {
  hasContact: false,
  hasLicense: false,
  hasPatients: false,
  hasStaff: false,
  isDismissed: false,
};
const read = async () => (await test.call(setupSteps, clinic.owner.token)).json();

it("a new clinic has no step done, whatever other clinics have", async () => {
  expect(await read()).toEqual(nothing);
});

it("address and phone are one step, license and PTR another", async () => {
  await test.sql("update clinics set address = 'Cebu City' where id = $1", [clinic.id]);
  await test.sql("update users set license_number = '0098412' where id = $1", [clinic.owner.id]);
  expect(await read()).toEqual(nothing);
  await test.sql("update clinics set phone = '+63325550148' where id = $1", [clinic.id]);
  await test.sql("update users set ptr_number = '1234567' where id = $1", [clinic.owner.id]);
  expect(await read()).toEqual({ ...nothing, hasContact: true, hasLicense: true });
});

it("the first patient and the first staff account are steps", async () => {
  await aPatient(test, clinic);
  expect(await read()).toEqual({ ...nothing, hasPatients: true });
  await aStaffMember(test, clinic, []);
  expect(await read()).toEqual({ ...nothing, hasPatients: true, hasStaff: true });
});

it("a dismissed list stays dismissed", async () => {
  const answer = await test.call(dismissSetupSteps, clinic.owner.token);
  expect(answer.json()).toEqual({ ...nothing, isDismissed: true });
  expect(await read()).toEqual({ ...nothing, isDismissed: true });
});
