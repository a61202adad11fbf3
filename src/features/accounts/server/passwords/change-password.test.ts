import { afterAll, beforeAll, expect, it } from "vitest";
import { currentUser, login } from "#features/accounts/contract.ts";
import { changePassword } from "#features/accounts/security-contract.ts";
import { atInstant, startTestApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, aPassword, aSession, aStaffMember, type TestClinic } from "#test/data/factories.ts";

let test: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
});
afterAll(() => test.close());

const aSecretary = () => aStaffMember(test, clinic, ["view_patients"]);
const change = (token: string | null, currentPassword: unknown, newPassword: unknown) =>
  test.call(changePassword, token, { body: { currentPassword, newPassword } });
const enter = (email: string, password: string) => test.call(login, null, { body: { email, password } });

it("is for people who are signed in", async () => {
  expect((await change(null, aPassword, "adobo-at-six")).statusCode).toBe(401);
});

it.each([
  ["a current password", undefined, "adobo-at-six", { currentPassword: "Current password is required" }],
  ["eight characters", aPassword, "seven77", { newPassword: "Password must be at least 8 characters" }],
  ["at most 128", aPassword, "x".repeat(129), { newPassword: "Use at most 128 characters" }],
  [
    "the right current one",
    "not-the-password",
    "adobo-at-six",
    { currentPassword: "Current password is incorrect" },
  ],
  ["another one", aPassword, aPassword, { newPassword: "Choose a password that is not the current one" }],
])("asks for %s", async (_, current, next, fields) => {
  const { token } = await aSecretary();
  const answer = await change(token, current, next);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ code: "invalid", fields });
});

it("the new password signs in and the old one does not", async () => {
  const { token, email } = await aSecretary();
  expect((await change(token, aPassword, "adobo-at-six")).json()).toEqual({ message: "Password changed" });
  expect((await enter(email, aPassword)).statusCode).toBe(401);
  expect((await enter(email, "adobo-at-six")).statusCode).toBe(200);
});

it("ends the account's other sessions, and keeps this one and other accounts' sessions", async () => {
  const { id, token } = await aSecretary();
  const elsewhere = await aSession(test, id);
  const colleague = await aSecretary();
  await change(token, aPassword, "adobo-at-six");
  const statuses = await Promise.all(
    [token, elsewhere, colleague.token].map(async (each) => (await test.call(currentUser, each)).statusCode),
  );
  expect(statuses).toEqual([200, 401, 200]);
});

it("a temporary password becomes permanent", async () => {
  const fresh = await aStaffMember(test, clinic, [], { passwordChanged: false });
  await test.sql("update credentials set temporary_until = $2 where user_id = $1", [
    fresh.id,
    new Date(testNow.getTime() + 3_600_000),
  ]);
  await change(fresh.token, aPassword, "adobo-at-six");
  expect((await test.call(currentUser, fresh.token)).json().passwordChanged).toBe(true);
  atInstant(test, new Date(testNow.getTime() + 2 * 3_600_000));
  expect((await enter(fresh.email, "adobo-at-six")).statusCode).toBe(200);
});

it("a temporary password is not asked for again, and cannot be kept", async () => {
  const fresh = await aStaffMember(test, clinic, [], { passwordChanged: false });
  const answer = await change(fresh.token, undefined, aPassword);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().fields).toEqual({ newPassword: "Choose a password that is not the current one" });
  expect((await change(fresh.token, undefined, "adobo-at-six")).statusCode).toBe(200);
  const again = await change(fresh.token, undefined, "sinigang-at-six");
  expect(again.json().fields).toEqual({ currentPassword: "Current password is required" });
});

it("the current password cannot be guessed in a session left open", async () => {
  const { token } = await aSecretary();
  for (let time = 0; time < 10; time++) await change(token, `guess-${time}`, "adobo-at-six");
  const answer = await change(token, aPassword, "adobo-at-six");
  expect(answer.statusCode).toBe(429);
  expect(answer.headers["retry-after"]).toBe("30");
});
