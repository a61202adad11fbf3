import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { addService } from "#features/billing/contract.ts";
import { listPlaces, setPlaceHours } from "#features/places/contract.ts";
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
  await test.sql("update practitioners set license_number = null, ptr_number = null where clinic_id = $1", [
    clinic.id,
  ]);
});
afterAll(() => test.close());

const nothing = {
  hasContact: false,
  hasLicense: false,
  hasHours: false,
  hasPrices: false,
  hasPatients: false,
  hasStaff: false,
  hasImport: false,
  hasLogo: false,
  hasSecondFactor: false,
  isShown: true,
};
const read = async () => (await test.call(setupSteps, clinic.owner.token)).json();

it("a new clinic has no step done, whatever other clinics have", async () => {
  expect(await read()).toEqual(nothing);
});

it("address and phone are one step, license and PTR another", async () => {
  await test.sql("update clinics set address = 'Cebu City' where id = $1", [clinic.id]);
  await test.sql("update practitioners set license_number = '0098412' where user_id = $1", [clinic.owner.id]);
  expect(await read()).toEqual(nothing);
  await test.sql("update clinics set phone = '+63325550148' where id = $1", [clinic.id]);
  await test.sql("update practitioners set ptr_number = '1234567' where user_id = $1", [clinic.owner.id]);
  expect(await read()).toEqual({ ...nothing, hasContact: true, hasLicense: true });
});

it("each step is ticked by what is stored, and the list goes without the optional ones", async () => {
  await test.sql("update clinics set address = 'Cebu City', phone = '+63325550148' where id = $1", [
    clinic.id,
  ]);
  await test.sql(
    "update practitioners set license_number = '0098412', ptr_number = '1234567' where user_id = $1",
    [clinic.owner.id],
  );
  await aPatient(test, clinic);
  await aStaffMember(test, clinic, []);
  const [place] = (await test.call(listPlaces, clinic.owner.token)).json();
  const hours = { hours: [{ weekday: 1, from: "08:00", to: "12:00" }], slotMinutes: 15 };
  await test.call(setPlaceHours, clinic.owner.token, { params: { id: place.id }, body: hours });
  const done = {
    ...nothing,
    hasContact: true,
    hasLicense: true,
    hasPatients: true,
    hasStaff: true,
    hasHours: true,
  };
  expect(await read()).toEqual(done);
  await test.call(addService, clinic.owner.token, { body: { name: "Consultation", amount: "600" } });
  expect(await read()).toEqual({ ...done, hasPrices: true, isShown: false });
  await test.sql("update clinics set logo_url = '/logo' where id = $1", [clinic.id]);
  expect(await read()).toMatchObject({ hasLogo: true });
});

it("a dismissed list stays dismissed", async () => {
  const answer = await test.call(dismissSetupSteps, clinic.owner.token);
  expect(answer.json()).toEqual({ ...nothing, isShown: false });
  expect(await read()).toEqual({ ...nothing, isShown: false });
});
