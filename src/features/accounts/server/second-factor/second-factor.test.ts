import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  adminLogin,
  answerSecondFactor,
  currentUser,
  login,
  secretaryLogin,
  staffLogin,
  tokenLogin,
} from "#features/accounts/contract.ts";
import {
  changePassword,
  confirmSecondFactor,
  ownSignIns,
  removeSecondFactor,
  renewRecoveryCodes,
  secondFactor,
  setUpSecondFactor,
} from "#features/accounts/security-contract.ts";
import { notifications } from "#features/notifications/contract.ts";
import { staffHistory } from "#features/staff/contract.ts";
import { jobs } from "#server/jobs/jobs.ts";
import { atInstant, startTestApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, anAdmin, aPassword, aStaffMember, type TestUser } from "#test/data/factories.ts";

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

it("needs a session", async () => {
  for (const endpoint of [secondFactor, setUpSecondFactor, removeSecondFactor, renewRecoveryCodes])
    expect((await test.call(endpoint, null)).statusCode).toBe(401);
  expect((await test.call(confirmSecondFactor, null, { body: { code: "123456" } })).statusCode).toBe(401);
});

it("asks for the code at every sign-in, and opens no session before it", async () => {
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

it("signs in with a code once, by a challenge that is valid once", async () => {
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
  expect((await test.call(secondFactor, owner.token)).json()).toMatchObject({
    isOn: true,
    recoveryCodesLeft: 9,
  });
});

it("limits wrong codes across challenges", async () => {
  const { owner } = await aClinic(test);
  await enrol(owner);
  const statuses: number[] = [];
  for (let tries = 0; tries < 11; tries++)
    statuses.push((await answer({ challenge: await challengeFor(owner), code: "12345x" })).statusCode);
  expect(statuses).toEqual([...Array(10).fill(400), 429]);
});

it("is off until a code confirms it, and never shows its secret again", async () => {
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

/** From a browser that signed in before. */
const headersOf = (device: string) => ({
  cookie: `klinika_device=${test.app.signCookie(device)}`,
  origin: "http://localhost",
  host: "localhost",
});
let headers: ReturnType<typeof headersOf>;
beforeAll(() => {
  headers = headersOf("d".repeat(43));
});
const enterFrom = (user: TestUser) =>
  test.call(login, null, { body: { email: user.email, password: aPassword }, headers });

async function remember(user: TestUser, secret: string, at: Date) {
  const { challenge } = (await enterFrom(user)).json();
  const body = { challenge, code: codeOf(secret, at), rememberDevice: true };
  const answered = await test.call(answerSecondFactor, null, { body, headers });
  expect(answered.statusCode).toBe(200);
  // A remembered device gets a new secret that nobody had before.
  const device = answered.cookies.find(({ name }) => name === "klinika_device");
  headers = { ...headers, cookie: `klinika_device=${encodeURIComponent(device?.value ?? "")}` };
}

it("does not ask a remembered device for 30 days, and still asks every other one", async () => {
  const { owner } = await aClinic(test);
  const { secret } = await enrol(owner);
  await remember(owner, secret, later(30));
  expect((await enterFrom(owner)).statusCode).toBe(200);
  expect((await enter(owner)).json().code).toBe("second_factor_required");
  const body = { email: owner.email, password: aPassword };
  expect((await test.call(login, null, { body, headers: headersOf("e".repeat(43)) })).statusCode).toBe(401);
  atInstant(test, later(30 * 24 * 3600 - 1));
  expect((await enterFrom(owner)).statusCode).toBe(200);
  atInstant(test, later(30 * 24 * 3600));
  expect((await enterFrom(owner)).statusCode).toBe(401);
});

it("remembers a device only when chosen, and only for that account", async () => {
  const { owner } = await aClinic(test);
  const { secret } = await enrol(owner);
  const { challenge } = (await enterFrom(owner)).json();
  await test.call(answerSecondFactor, null, {
    body: { challenge, code: codeOf(secret, later(30)) },
    headers,
  });
  expect((await enterFrom(owner)).statusCode).toBe(401);
  const { owner: other } = await aClinic(test);
  await remember(other, (await enrol(other)).secret, later(30));
  expect((await enterFrom(owner)).statusCode).toBe(401);
});

it("forgets remembered devices when the password changes or the factor is removed", async () => {
  const { owner } = await aClinic(test);
  const { secret } = await enrol(owner);
  await remember(owner, secret, later(30));
  const newPassword = "halo-halo-sa-hapon-9";
  const changed = await test.call(changePassword, owner.token, {
    body: { currentPassword: aPassword, newPassword },
  });
  expect(changed.statusCode).toBe(200);
  const body = { email: owner.email, password: newPassword };
  expect((await test.call(login, null, { body, headers })).json().code).toBe("second_factor_required");

  const { owner: second } = await aClinic(test);
  await remember(second, (await enrol(second)).secret, later(30));
  await test.call(removeSecondFactor, second.token);
  await enrol(second);
  expect((await enterFrom(second)).statusCode).toBe(401);
});

it("accepts the code only from the browser that sent the password", async () => {
  const { owner } = await aClinic(test);
  const { secret } = await enrol(owner);
  const { challenge } = (await enterFrom(owner)).json();
  const body = { challenge, code: codeOf(secret, later(30)) };
  expect((await answer(body)).json().code).toBe("wrong_sign_in");
  expect((await test.call(answerSecondFactor, null, { body, headers })).statusCode).toBe(200);
});

it("checks the clinic and the temporary password again when the code comes", async () => {
  const clinic = await aClinic(test);
  const staff = await aStaffMember(test, clinic, ["view_patients"]);
  const { secret } = await enrol(staff);
  const challenge = await challengeFor(staff);
  const body = { challenge, code: codeOf(secret, later(30)) };
  await test.sql("update clinics set subscription_status = 'suspended' where id = $1", [clinic.id]);
  expect((await answer(body)).json().code).toBe("clinic_suspended");
  await test.sql("update clinics set subscription_status = 'active' where id = $1", [clinic.id]);
  await test.sql("update credentials set temporary_until = $2 where user_id = $1", [staff.id, testNow]);
  expect((await answer(body)).json().code).toBe("wrong_sign_in");
  await test.sql("update credentials set temporary_until = null where user_id = $1", [staff.id]);
  expect((await answer(body)).statusCode).toBe(200);
});

it("new recovery codes replace the old ones", async () => {
  const { owner } = await aClinic(test);
  expect((await test.call(renewRecoveryCodes, owner.token)).statusCode).toBe(404);
  const { recoveryCodes: old } = await enrol(owner);
  const { recoveryCodes } = (await test.call(renewRecoveryCodes, owner.token)).json();
  expect(recoveryCodes).toHaveLength(10);
  const challenge = await challengeFor(owner);
  expect((await answer({ challenge, recoveryCode: old[0] })).statusCode).toBe(400);
  expect((await answer({ challenge, recoveryCode: recoveryCodes[0] })).statusCode).toBe(200);
});

it("notifies the user when the factor is added and when it is removed", async () => {
  const { owner } = await aClinic(test);
  await enrol(owner);
  await test.call(removeSecondFactor, owner.token);
  const notices = (await test.call(notifications, owner.token)).json() as { title: string }[];
  expect(notices.map(({ title }) => title)).toEqual(["Two-step sign-in is off", "Two-step sign-in is on"]);
});

it("deletes expired challenges and remembered devices", async () => {
  const { owner } = await aClinic(test);
  const { secret } = await enrol(owner);
  await remember(owner, secret, later(30));
  await challengeFor(owner);
  const sweep = jobs.find(({ name }) => name === "sweep second factors");
  const left = () =>
    test.sql(
      `select user_id from remembered_devices where user_id = $1
       union all select user_id from second_factor_challenges where user_id = $1`,
      [owner.id],
    );
  await sweep?.run(test.app, testNow);
  expect(await left()).toHaveLength(2);
  // By the database's clock, too.
  for (const table of ["remembered_devices", "second_factor_challenges"])
    await test.sql(`update ${table} set expires_at = expires_at - interval '31 days' where user_id = $1`, [
      owner.id,
    ]);
  await sweep?.run(test.app, testNow);
  expect(await left()).toEqual([]);
});

it("lists each step: a right password that waits for a code is not a sign-in, a wrong code is refused", async () => {
  const { owner } = await aClinic(test);
  const { recoveryCodes } = await enrol(owner);
  const challenge = await challengeFor(owner);
  await answer({ challenge, code: "000000" });
  await answer({ challenge, recoveryCode: "aaaaa-aaaaa" });
  await answer({ challenge, recoveryCode: recoveryCodes[0] });
  expect((await test.call(ownSignIns, owner.token)).json()).toMatchObject([
    { way: "recovery_code", isRight: true, waitsForCode: false },
    { way: "recovery_code", isRight: false, waitsForCode: false },
    { way: "totp", isRight: false, waitsForCode: false },
    { way: "password", isRight: false, waitsForCode: true },
  ]);
});

it("writes a line to the clinic's history, which the owner can read", async () => {
  const clinic = await aClinic(test);
  const staff = await aStaffMember(test, clinic, []);
  await enrol(staff);
  await test.call(renewRecoveryCodes, staff.token);
  await test.call(removeSecondFactor, staff.token);
  expect((await test.call(removeSecondFactor, staff.token)).statusCode).toBe(404);
  const read = await test.call(staffHistory, clinic.owner.token);
  const own = read.json().filter(({ event }: { event: string }) => event.startsWith("account."));
  expect(own.map(({ event }: { event: string }) => event)).toEqual([
    "account.authenticatorRemoved",
    "account.recoveryCodes",
    "account.authenticatorAdded",
  ]);
  expect(own[0].userName).toBe(own[0].accountName);
});
