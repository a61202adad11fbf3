import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test as it } from "vitest";
import { atInstant, startTestApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, anAdmin, aPassword, aStaffMember, type TestUser } from "#test/factories.ts";
import {
  adminLogin,
  answerSecondFactor,
  confirmSecondFactor,
  currentUser,
  login,
  removeSecondFactor,
  secondFactor,
  secretaryLogin,
  setUpSecondFactor,
  staffLogin,
  tokenLogin,
} from "../contract.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const later = (seconds: number) => new Date(testNow.getTime() + seconds * 1000);
const codeOf = (secret: string, at: Date) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

async function enrol(user: TestUser) {
  const { secret } = (await test.call(setUpSecondFactor, user.token)).json();
  const answer = await test.call(confirmSecondFactor, user.token, {
    body: { code: codeOf(secret, testNow) },
  });
  expect(answer.statusCode).toBe(200);
  return { secret: secret as string, recoveryCodes: answer.json().recoveryCodes as string[] };
}
const enter = (user: TestUser, door: Parameters<TestApp["call"]>[0] = login) =>
  test.call(door, null, { body: { email: user.email, password: aPassword } });
const answer = (body: object) => test.call(answerSecondFactor, null, { body });
const challengeFor = async (user: TestUser) => (await enter(user)).json().challenge as string;

it("asks who is not signed in to sign in first", async () => {
  for (const endpoint of [secondFactor, setUpSecondFactor, removeSecondFactor])
    expect((await test.call(endpoint, null)).statusCode).toBe(401);
  expect((await test.call(confirmSecondFactor, null, { body: { code: "123456" } })).statusCode).toBe(401);
});

it("asks for the code at each of the sign-ins, and opens no session before", async () => {
  const clinic = await aClinic(test);
  const staff = await aStaffMember(test, clinic, ["view_patients"]);
  const admin = await anAdmin(test);
  for (const user of [clinic.owner, staff, admin]) await enrol(user);
  const tried = [
    [login, clinic.owner],
    [tokenLogin, clinic.owner],
    [adminLogin, admin],
    [staffLogin, staff],
    [secretaryLogin, staff],
  ] as const;
  for (const [door, user] of tried) {
    const asked = await enter(user, door);
    expect(asked.statusCode).toBe(401);
    expect(asked.json()).toMatchObject({ code: "second_factor_required", methods: ["code", "recoveryCode"] });
    expect(asked.headers["set-cookie"]).toBeUndefined();
  }
});

it("signs in with a code once, by a challenge that works once", async () => {
  const { owner } = await aClinic(test);
  const { secret } = await enrol(owner);
  const [first, second] = [await challengeFor(owner), await challengeFor(owner)];
  expect((await answer({ challenge: first, code: codeOf(secret, testNow) })).statusCode).toBe(400);
  const code = codeOf(secret, later(30));
  const entered = await answer({ challenge: first, code });
  expect(entered.statusCode).toBe(200);
  expect(entered.json().user.email).toBe(owner.email);
  const me = await test.call(currentUser, null, {
    headers: { authorization: `Bearer ${entered.json().token}` },
  });
  expect(me.json().email).toBe(owner.email);
  expect((await answer({ challenge: second, code })).statusCode).toBe(400);
  atInstant(test, later(60));
  expect((await answer({ challenge: first, code: codeOf(secret, later(60)) })).statusCode).toBe(401);
});

it("ends a challenge after five minutes", async () => {
  const { owner } = await aClinic(test);
  const { secret } = await enrol(owner);
  const challenge = await challengeFor(owner);
  atInstant(test, later(301));
  const late = await answer({ challenge, code: codeOf(secret, later(301)) });
  expect(late.json()).toMatchObject({ code: "wrong_sign_in" });
});

it("takes each recovery code once", async () => {
  const { owner } = await aClinic(test);
  const { recoveryCodes } = await enrol(owner);
  const recoveryCode = recoveryCodes[0]?.toUpperCase();
  expect((await answer({ challenge: await challengeFor(owner), recoveryCode })).statusCode).toBe(200);
  expect((await answer({ challenge: await challengeFor(owner), recoveryCode })).statusCode).toBe(400);
  expect((await test.call(secondFactor, owner.token)).json()).toEqual({ isOn: true, recoveryCodesLeft: 9 });
});

it("limits wrong codes whichever challenge they are sent with", async () => {
  const { owner } = await aClinic(test);
  await enrol(owner);
  const statuses: number[] = [];
  for (let tries = 0; tries < 11; tries++)
    statuses.push((await answer({ challenge: await challengeFor(owner), code: "12345x" })).statusCode);
  expect(statuses).toEqual([...Array(10).fill(400), 429]);
});

it("is not on before a code confirms it, and shows its secret no more afterwards", async () => {
  const { owner } = await aClinic(test);
  await test.call(setUpSecondFactor, owner.token);
  expect((await test.call(confirmSecondFactor, owner.token, { body: { code: "abcdef" } })).statusCode).toBe(
    400,
  );
  expect((await enter(owner)).statusCode).toBe(200);
  await enrol(owner);
  expect((await test.call(setUpSecondFactor, owner.token)).statusCode).toBe(409);
});

it("signs in by password alone after it is removed", async () => {
  const { owner } = await aClinic(test);
  await enrol(owner);
  expect((await test.call(removeSecondFactor, owner.token)).statusCode).toBe(200);
  expect((await enter(owner)).statusCode).toBe(200);
  expect((await test.call(removeSecondFactor, owner.token)).statusCode).toBe(404);
});
