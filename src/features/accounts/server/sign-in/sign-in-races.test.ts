import { setTimeout as wait } from "node:timers/promises";
import { hash } from "@node-rs/argon2";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { currentUser, login } from "#features/accounts/contract.ts";
import {
  changePassword,
  confirmSecondFactor,
  setUpSecondFactor,
} from "#features/accounts/security-contract.ts";
import { deactivateStaffAccount, renewTemporaryPassword } from "#features/staff/contract.ts";
import { verifyPassword } from "#server/auth/password.ts";
import { sha256 } from "#server/auth/secrets.ts";
import { startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, aPassword, aSession, aStaffMember, type TestUser } from "#test/data/factories.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startOwnApp({ TRUST_PROXY: "1" });
});
afterAll(() => test.close());

const newPassword = "sampaloc-at-dusk-9";
const codeOf = (secret: string, at: Date) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

/** Blocks every attempt on a key where it is counted: after the account is read, before the password is verified. */
async function whileHeld<T>(
  key: string,
  start: () => Promise<T>,
  meanwhile: () => Promise<unknown>,
): Promise<T> {
  const args = [sha256(key)];
  await test.sql("select pg_advisory_lock(hashtextextended(encode($1, 'hex'), 4203))", args);
  const started = start();
  await vi.waitFor(async () =>
    expect(await test.sql("select from pg_locks where locktype = 'advisory' and not granted")).toHaveLength(
      1,
    ),
  );
  await meanwhile();
  await test.sql("select pg_advisory_unlock(hashtextextended(encode($1, 'hex'), 4203))", args);
  return started;
}
const signIn = (user: { email: string }, password = aPassword) =>
  test.call(login, null, { body: { email: user.email, password } });
const change = (token: string) =>
  test.call(changePassword, token, { body: { currentPassword: aPassword, newPassword } });

it("a sign-in in progress with the old password opens no session after the password was changed", async () => {
  const { owner } = await aClinic(test);
  const thief = await whileHeld(
    `account:${owner.email}`,
    () => signIn(owner),
    async () => expect((await change(owner.token)).statusCode).toBe(200),
  );
  const token = thief.statusCode === 200 ? thief.json().token : "none";
  expect((await test.call(currentUser, token)).statusCode).toBe(401);
});

it("a sign-in in progress opens no session after the owner gave a staff account a new temporary password", async () => {
  const clinic = await aClinic(test);
  const staff = await aStaffMember(test, clinic, ["view_patients"]);
  const thief = await whileHeld(
    `account:${staff.email}`,
    () => signIn(staff),
    async () =>
      expect(
        (await test.call(renewTemporaryPassword, clinic.owner.token, { params: { id: staff.id } }))
          .statusCode,
      ).toBeLessThan(300),
  );
  const token = thief.statusCode === 200 ? thief.json().token : "none";
  expect((await test.call(currentUser, token)).statusCode).toBe(401);
});

it("a password change in progress with the old one does not undo a newer password", async () => {
  const { owner } = await aClinic(test);
  const stolen = await aSession(test, owner.id);
  const newHash = await hash(newPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  // A queue of password checks, two in parallel, as wrong guesses cause.
  const queue = Array.from({ length: 60 }, () => verifyPassword(null, "x"));
  const thief = test.call(changePassword, stolen, {
    body: { currentPassword: aPassword, newPassword: "the-thief-chose-this-1" },
  });
  // By then the thief's request has read the password that it replaces.
  await wait(150);
  // The rightful owner's mailed link does this, and ends every session.
  await test.app.kit.databases.functions.value("changePassword", {
    user: owner.id,
    oldHash: null,
    hash: newHash,
    at: testNow,
    keptSession: null,
  });
  await Promise.all([...queue, thief]);
  expect((await signIn(owner, "the-thief-chose-this-1")).statusCode).toBe(401);
  expect((await signIn(owner, newPassword)).statusCode).toBe(200);
});

it("a temporary password's session that was ended meanwhile sets no password", async () => {
  const clinic = await aClinic(test);
  const staff = await aStaffMember(test, clinic, [], { passwordChanged: false });
  const { functions } = test.app.kit.databases;
  const read = vi.spyOn(functions, "value");
  onTestFinished(() => read.mockRestore());
  read.mockImplementationOnce(async (...args) => {
    // Between looking up the session and reading the password that is replaced.
    await test.call(renewTemporaryPassword, clinic.owner.token, { params: { id: staff.id } });
    return functions.value(...args);
  });
  const late = await test.call(changePassword, staff.token, { body: { newPassword: "adobo-at-six" } });
  expect(late.statusCode).toBe(401);
  expect((await signIn(staff, "adobo-at-six")).statusCode).toBe(401);
});

it("a sign-in that renews an outdated hash does not restore the old password", async () => {
  const { owner } = await aClinic(test);
  const outdated = await hash(aPassword, { memoryCost: 19_456, timeCost: 1, parallelism: 1 });
  await test.sql("update credentials set password_hash = $2 where user_id = $1", [owner.id, outdated]);
  await whileHeld(
    `account:${owner.email}`,
    () => signIn(owner),
    () => change(owner.token),
  );
  expect((await signIn(owner)).statusCode).toBe(401);
  expect((await signIn(owner, newPassword)).statusCode).toBe(200);
});

it("a sign-in in progress of a deactivated staff account opens no session", async () => {
  const clinic = await aClinic(test);
  const staff = await aStaffMember(test, clinic, ["view_patients"]);
  const got = await whileHeld(
    `account:${staff.email}`,
    () => signIn(staff),
    () => test.call(deactivateStaffAccount, clinic.owner.token, { params: { id: staff.id } }),
  );
  const token = got.statusCode === 200 ? got.json().token : "none";
  expect((await test.call(currentUser, token)).statusCode).toBe(401);
});

async function enrol(user: TestUser) {
  const { secret } = (await test.call(setUpSecondFactor, user.token)).json();
  const answer = await test.call(confirmSecondFactor, user.token, {
    body: { code: codeOf(secret, testNow) },
  });
  return { secret: secret as string, recoveryCodes: answer.json().recoveryCodes as string[] };
}
it("a sign-in in progress by password alone opens no session once a second factor was added", async () => {
  const { owner } = await aClinic(test);
  const got = await whileHeld(
    `account:${owner.email}`,
    () => signIn(owner),
    () => enrol(owner),
  );
  expect(got.statusCode).toBe(401);
});
