import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, it } from "vitest";
import { currentUser, logout } from "#features/accounts/contract.ts";
import {
  changePassword,
  confirmPassword,
  confirmSecondFactor,
  secondFactor,
  setUpSecondFactor,
} from "#features/accounts/security-contract.ts";
import { clinicSettings, saveClinicSettings } from "#features/clinics/contract.ts";
import { listPatients } from "#features/patients/contract.ts";
import { platformStats } from "#features/platform/contract.ts";
import { startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, anAdmin, aPassword, aStaffMember, type TestUser } from "#test/data/factories.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startOwnApp({ ADMIN_SECOND_FACTOR: "required" });
});
afterAll(() => test.close());

async function enrol({ token }: TestUser) {
  const { secret } = (await test.call(setUpSecondFactor, token)).json();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: testNow.getTime() });
  expect((await test.call(confirmSecondFactor, token, { body: { code } })).statusCode).toBe(200);
}
const factorOf = async ({ token }: TestUser) => (await test.call(currentUser, token)).json().secondFactor;

it("an admin without a second factor can only set one up", async () => {
  const admin = await anAdmin(test);
  const refused = await test.call(platformStats, admin.token);
  expect(refused.statusCode).toBe(403);
  expect(refused.json().code).toBe("second_factor_setup_required");
  expect(await factorOf(admin)).toEqual({ isOn: false, isRequired: true });
  expect((await test.call(secondFactor, admin.token)).statusCode).toBe(200);
  const password = { password: aPassword };
  expect((await test.call(confirmPassword, admin.token, { body: password })).statusCode).toBe(200);
  const changed = { currentPassword: aPassword, newPassword: "bagong-susi-ng-admin-7" };
  expect((await test.call(changePassword, admin.token, { body: changed })).statusCode).toBe(200);
  await enrol(admin);
  expect((await test.call(platformStats, admin.token)).statusCode).toBe(200);
  expect(await factorOf(admin)).toEqual({ isOn: true, isRequired: true });
});

it("an admin without one can sign out", async () => {
  const admin = await anAdmin(test);
  expect((await test.call(logout, admin.token)).statusCode).toBe(200);
});

it("requires one of the staff when the clinic's owner says so, and not of the owner", async () => {
  const clinic = await aClinic(test);
  const [staff, other] = [await aStaffMember(test, clinic, ["view_patients"]), await aClinic(test)];
  const elsewhere = await aStaffMember(test, other, ["view_patients"]);
  expect((await test.call(listPatients, staff.token)).statusCode).toBe(200);
  const body = { requiresSecondFactor: true };
  expect((await test.call(saveClinicSettings, staff.token, { body })).statusCode).toBe(403);
  const saved = await test.call(saveClinicSettings, clinic.owner.token, { body });
  expect(saved.json()).toMatchObject(body);

  const refused = await test.call(listPatients, staff.token);
  expect(refused.json().code).toBe("second_factor_setup_required");
  expect(await factorOf(staff)).toEqual({ isOn: false, isRequired: true });
  expect((await test.call(listPatients, clinic.owner.token)).statusCode).toBe(200);
  expect((await test.call(listPatients, elsewhere.token)).statusCode).toBe(200);
  await enrol(staff);
  expect((await test.call(clinicSettings, staff.token)).statusCode).toBe(200);
});
