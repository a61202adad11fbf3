import { afterAll, beforeAll, expect, it } from "vitest";
import { currentUser, leaveStaffMode } from "#features/accounts/contract.ts";
import {
  addPasskey,
  passkeyOptions,
  removeStaffModePin,
  secondFactor,
  setStaffModePin,
} from "#features/accounts/security-contract.ts";
import { sha256 } from "#server/auth/secrets.ts";
import { atInstant, startTestApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, aPassword, aSession, aStaffMember, type TestClinic } from "#test/data/factories.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const setPin = (token: string, pin: string) => test.call(setStaffModePin, token, { body: { pin } });
const pin = "402917";
const staffMode = async (clinic: TestClinic) => {
  const staff = await aStaffMember(test, clinic, []);
  await test.sql("insert into known_devices values ($1, $2, now())", [clinic.owner.id, sha256(device)]);
  return aSession(test, staff.id, { ownerToken: clinic.owner.token });
};
const device = "d".repeat(43);
/** On a device where the owner signed in before. */
const leave = (token: string, body: object) =>
  test.call(leaveStaffMode, token, {
    body,
    headers: { cookie: `klinika_device=${test.app.signCookie(device)}` },
  });

it("is set by the owner, of six digits that are not commonly guessed", async () => {
  const clinic = await aClinic(test);
  const { owner } = clinic;
  const staff = await aStaffMember(test, clinic, []);
  expect((await test.call(setStaffModePin, null, { body: { pin } })).statusCode).toBe(401);
  expect((await setPin(staff.token, pin)).statusCode).toBe(403);
  for (const wrong of ["40291", "4029171", "40291a", "４０２９１７", ""])
    expect((await setPin(owner.token, wrong)).json().fields).toEqual({ pin: "Enter six digits" });
  for (const obvious of ["000000", "123456", "654321", "345678", "567890", "121212"])
    expect((await setPin(owner.token, obvious)).json().fields).toEqual({
      pin: "This PIN is easy to guess. Choose another one.",
    });
  expect((await test.call(removeStaffModePin, owner.token)).statusCode).toBe(404);
  expect((await setPin(owner.token, pin)).statusCode).toBe(200);
  expect((await test.call(secondFactor, owner.token)).json().staffModePinSince).toBe(testNow.toISOString());
  const [stored] = await test.sql<{ pin_hash: string }>(
    "select pin_hash from staff_mode_pins where user_id = $1",
    [owner.id],
  );
  expect(stored?.pin_hash).toMatch(/^\$argon2id\$/);
  expect((await test.call(removeStaffModePin, owner.token)).statusCode).toBe(200);
  expect((await test.call(secondFactor, owner.token)).json().staffModePinSince).toBeNull();
});

it("leaves staff mode, and does not count as a recent password", async () => {
  const clinic = await aClinic(test);
  await setPin(clinic.owner.token, pin);
  const token = await staffMode(clinic);
  expect((await leave(token, {})).json().methods).toEqual(["password", "pin"]);
  expect((await leave(token, { pin: "402918" })).json().fields).toEqual({
    pin: "This is not the clinic owner's PIN",
  });
  atInstant(test, new Date(testNow.getTime() + 20 * 60_000));
  const left = await leave(token, { pin });
  expect(left.statusCode).toBe(200);
  const owner = left.json().token;
  expect((await test.call(currentUser, owner)).json().email).toBe(clinic.owner.email);
  expect((await test.call(passkeyOptions, owner)).json().code).toBe("password_required");
  expect((await test.call(addPasskey, owner, { body: {} })).statusCode).toBe(403);
});

it("works for its owner alone, and not before it is set", async () => {
  const [clinic, other] = [await aClinic(test), await aClinic(test)];
  await setPin(other.owner.token, pin);
  const token = await staffMode(clinic);
  expect((await leave(token, {})).json().methods).toEqual(["password"]);
  expect((await leave(token, { pin })).statusCode).toBe(400);
});

it("slows guesses down, while the password still leaves staff mode", async () => {
  const clinic = await aClinic(test);
  await setPin(clinic.owner.token, pin);
  const token = await staffMode(clinic);
  for (let guess = 0; guess < 10; guess++)
    expect((await leave(token, { pin: `11111${guess}` })).statusCode).toBe(400);
  expect((await leave(token, { pin })).statusCode).toBe(429);
  expect((await leave(token, { password: aPassword })).statusCode).toBe(200);
});
