import { afterAll, beforeAll, expect, it } from "vitest";
import { currentUser } from "#features/accounts/contract.ts";
import { confirmPassword, platformSignIns, saveProfile } from "#features/accounts/security-contract.ts";
import { addCalendarFeed } from "#features/appointments/contract.ts";
import { clinicSettings, saveClinicSettings } from "#features/clinics/contract.ts";
import { deletePatient, exportPatients, printPatients } from "#features/patients/contract.ts";
import {
  consoleLog,
  handleMessage,
  platformClinics,
  platformMessages,
  platformStats,
  platformUsers,
  setClinicSubscription,
} from "#features/platform/contract.ts";
import { copyRecord } from "#features/record-copy/contract.ts";
import { printAdmissions } from "#features/reports/contract.ts";
import { changePermissions, staffHistory } from "#features/staff/contract.ts";
import { addDisplayLink } from "#features/visits/contract.ts";
import { atInstant, startTestApp, type TestApp, testNow } from "#test/app.ts";
import {
  aClinic,
  anAdmin,
  aPassword,
  aSession,
  aStaffMember,
  type TestClinic,
} from "#test/data/factories.ts";
import { endpoints } from "#test/endpoints.ts";

let test: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
});
afterAll(() => test.close());

const minutes = (count: number) => new Date(testNow.getTime() + count * 60_000);
const confirm = (token: string | null, password: unknown) =>
  test.call(confirmPassword, token, { body: { password } as { password: string } });
const change = (token: string) =>
  test.call(handleMessage, token, { params: { id: 1 }, body: { isHandled: true } } as never);

it("is for people who are signed in", async () => {
  expect((await confirm(null, aPassword)).statusCode).toBe(401);
});

it("refuses a wrong password at its field, and changes nothing", async () => {
  const { token } = await anAdmin(test);
  atInstant(test, minutes(16));
  expect((await confirm(token, "")).json().fields).toEqual({ password: "Password is required" });
  const wrong = await confirm(token, "not-the-password");
  expect(wrong.statusCode).toBe(400);
  expect(wrong.json().fields).toEqual({ password: "This is not your password" });
  expect((await change(token)).statusCode).toBe(403);
});

it("limits guesses", async () => {
  const { token } = await aStaffMember(test, clinic, []);
  for (let time = 0; time < 10; time++) await confirm(token, `guess-${time}`);
  expect((await confirm(token, aPassword)).statusCode).toBe(429);
});

it("the console's reads never ask, and its changes do after fifteen minutes in this session", async () => {
  const { id, token } = await anAdmin(test);
  const other = await aSession(test, id);
  const suspend = (as: string) =>
    test.call(setClinicSubscription, as, {
      params: { id: 1 },
      body: { subscriptionStatus: "active" },
    } as never);
  atInstant(test, minutes(15));
  expect((await suspend(token)).statusCode).not.toBe(403);
  atInstant(test, minutes(16));
  for (const call of [
    platformStats,
    platformClinics,
    platformUsers,
    platformMessages,
    consoleLog,
    platformSignIns,
  ])
    expect((await test.call(call, token)).statusCode).toBe(200);
  const refused = await suspend(token);
  expect(refused.statusCode).toBe(403);
  expect(refused.json()).toMatchObject({
    code: "password_required",
    message: expect.stringContaining("POST /api/auth/confirm-password"),
  });
  expect((await test.call(currentUser, token)).statusCode).toBe(200);
  expect((await confirm(token, aPassword)).statusCode).toBe(200);
  expect((await suspend(token)).statusCode).not.toBe(403);
  expect((await suspend(other)).statusCode).toBe(403);
  atInstant(test, minutes(32));
  expect((await suspend(token)).statusCode).toBe(403);
});

it("no call by GET asks", () => {
  expect(endpoints.filter(({ method, recentPassword }) => method === "GET" && recentPassword)).toEqual([]);
});

it.each([
  ["deleting a patient", deletePatient, { params: { id: 1 } }, 404],
  ["printing the patient list", printPatients, {}, 200],
  ["printing the admissions", printAdmissions, {}, 200],
  ["a link for calendars", addCalendarFeed, { body: { placeId: 1 } }, 400],
  ["a link for the waiting room", addDisplayLink, { body: { placeId: 1 } }, 400],
  ["another subdomain", saveClinicSettings, { body: { subdomain: "mango-heart-clinic" } }, 200],
  ["another license number", saveProfile, { body: { licenseNumber: "0044117" } }, 200],
  ["another S2 number", saveProfile, { body: { s2Number: "S2-77" } }, 200],
] as const)("%s asks for it, and nothing is done before", async (_, call, sent, status) => {
  atInstant(test, testNow);
  const token = await aSession(test, clinic.owner.id);
  const ask = () => test.call(call, token, sent as never);
  atInstant(test, minutes(16));
  expect((await ask()).json()).toMatchObject({ code: "password_required" });
  await confirm(token, aPassword);
  expect((await ask()).statusCode).toBe(status);
});

it("settings and a profile that change neither address nor number need none", async () => {
  atInstant(test, testNow);
  const token = await aSession(test, clinic.owner.id);
  const { subdomain, name } = (await test.call(clinicSettings, token)).json();
  const { licenseNumber } = (await test.call(currentUser, token)).json();
  atInstant(test, minutes(16));
  const saved = await test.call(saveClinicSettings, token, {
    body: { name, subdomain, address: "1 Mango Ave" },
  });
  expect(saved.statusCode).toBe(200);
  const profile = await test.call(saveProfile, token, {
    body: { licenseNumber, specialization: "Cardiology" },
  });
  expect(profile.statusCode).toBe(200);
});

it("so do exports of a whole clinic and changes of rights; others get only the refusal of access", async () => {
  const member = await aStaffMember(test, clinic, []);
  const rights = { params: { id: member.id }, body: { permissions: ["view_patients"] } };
  atInstant(test, minutes(16));
  const { token } = clinic.owner;
  expect((await test.call(exportPatients, token)).json().code).toBe("password_required");
  expect((await test.call(changePermissions, token, rights as never)).json().code).toBe("password_required");
  expect((await test.call(exportPatients, member.token)).json().code).toBe("forbidden");
  await confirm(token, aPassword);
  expect((await test.call(exportPatients, token)).statusCode).toBe(200);
  expect((await test.call(changePermissions, token, rights as never)).statusCode).toBe(200);
});

it("so do a patient's copy and marking a message", async () => {
  atInstant(test, testNow);
  const owner = await aSession(test, clinic.owner.id);
  const { token: admin } = await anAdmin(test);
  const copy = () =>
    test.call(copyRecord, owner, { params: { id: 1 }, body: { format: "pdf", reason: "Moves" } } as never);
  const mark = () => test.call(handleMessage, admin, { params: { id: 1 }, body: { isHandled: true } });
  atInstant(test, minutes(16));
  expect((await copy()).json().code).toBe("password_required");
  expect((await mark()).json().code).toBe("password_required");
  await confirm(owner, aPassword);
  await confirm(admin, aPassword);
  expect((await copy()).statusCode).toBe(404);
  expect((await mark()).statusCode).toBe(404);
});

it("so does making two-step sign-in optional for staff, and no other setting", async () => {
  atInstant(test, testNow);
  const token = await aSession(test, clinic.owner.id);
  const save = (body: object) => test.call(saveClinicSettings, token, { body });
  atInstant(test, minutes(16));
  expect((await save({ requiresSecondFactor: false, phone: "0917 555 0148" })).statusCode).toBe(200);
  await test.sql("update clinics set requires_second_factor = true where id = $1", [clinic.id]);
  expect((await save({ requiresSecondFactor: true })).statusCode).toBe(200);
  const refused = await save({ requiresSecondFactor: false, address: "12 Mango Avenue" });
  expect(refused.statusCode).toBe(403);
  expect(refused.json().code).toBe("password_required");
  const [before] = await test.sql("select requires_second_factor, address from clinics where id = $1", [
    clinic.id,
  ]);
  expect(before).toMatchObject({ requires_second_factor: true });
  expect(before).not.toMatchObject({ address: "12 Mango Avenue" });
  await confirm(token, aPassword);
  const saved = await save({ requiresSecondFactor: false, address: "12 Mango Avenue" });
  expect(saved.json()).toMatchObject({ requiresSecondFactor: false, address: "12 Mango Avenue" });
  const [latest] = (await test.call(staffHistory, token)).json();
  expect(latest).toMatchObject({ event: "staff.secondFactorOptional" });
});
