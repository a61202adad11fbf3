import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  answerSecondFactor,
  currentUser,
  leaveStaffMode,
  login,
  staffLogin,
} from "#features/accounts/contract.ts";
import {
  addPasskey,
  changePassword,
  confirmPassword,
  confirmSecondFactor,
  devices,
  endDevice,
  endOtherDevices,
  passkeyOptions,
  setStaffModePin,
  setUpSecondFactor,
} from "#features/accounts/security-contract.ts";
import { printPatients } from "#features/patients/contract.ts";
import { platformUsers } from "#features/platform/contract.ts";
import {
  addStaffAccount,
  deactivateStaffAccount,
  renewTemporaryPassword,
  resetStaffSecondFactor,
  staffHistory,
} from "#features/staff/contract.ts";
import { jobs } from "#server/jobs/jobs.ts";
import { atInstant, startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { Authenticator } from "#test/authenticator.ts";
import { aClinic, anAdmin, aPassword, aPatient, aStaffMember, type TestUser } from "#test/data/factories.ts";

const origin = "https://klinika.test";
const rpId = "klinika.test";
let test: TestApp;
beforeAll(async () => {
  test = await startOwnApp({ PUBLIC_URL: origin, TRUST_PROXY: "1" });
});
afterAll(() => test.close());

const later = (seconds: number) => new Date(testNow.getTime() + seconds * 1000);
const codeOf = (secret: string, at: Date) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });
type Sent = Parameters<typeof test.call>[2];
const from = (ip: string) => ({ "x-forwarded-for": ip });

async function enrol(user: TestUser) {
  const { secret } = (await test.call(setUpSecondFactor, user.token)).json();
  const answer = await test.call(confirmSecondFactor, user.token, {
    body: { code: codeOf(secret, testNow) },
  });
  expect(answer.statusCode).toBe(200);
  return { secret: secret as string, recoveryCodes: answer.json().recoveryCodes as string[] };
}
async function enrolPasskey(user: TestUser, authenticator = new Authenticator()) {
  const { challenge } = (await test.call(passkeyOptions, user.token)).json().options;
  const added = await test.call(addPasskey, user.token, {
    body: { name: "Laptop", passkey: authenticator.attestation({ origin, rpId, challenge }) },
  } as Sent);
  expect(added.statusCode).toBe(200);
  return authenticator;
}
const signIn = (user: { email: string }, more: object = {}, headers: Record<string, string> = {}) =>
  test.call(login, null, { body: { email: user.email, password: aPassword, ...more }, headers });

/** An owner signs in, and hands the device over to a secretary. */
async function aDesk(more: object = {}) {
  const clinic = await aClinic(test);
  const secretary = await aStaffMember(test, clinic, ["view_patients"]);
  const owner = (await signIn(clinic.owner, more)).json().token as string;
  const staff = (
    await test.call(staffLogin, owner, { body: { email: secretary.email, password: aPassword } })
  ).json().token as string;
  expect((await test.call(currentUser, owner)).json().code).toBe("resting");
  expect((await test.call(currentUser, staff)).json().isStaffMode).toBe(true);
  return { clinic, secretary, owner, staff };
}
/** The owner's earlier token must do nothing. */
const expectRests = async (owner: string) => {
  const answer = await test.call(currentUser, owner);
  expect([401, 403]).toContain(answer.statusCode);
  expect(answer.json().email).toBeUndefined();
};

it("the owner's token stays inactive after the staff account ended its own staff mode session", async () => {
  const { owner, staff } = await aDesk();
  const own = (await test.call(devices, staff)).json() as { id: number; isThis: boolean }[];
  const id = own.find(({ isThis }) => isThis)?.id ?? 0;
  expect((await test.call(endDevice, staff, { params: { id } })).statusCode).toBe(200);
  await expectRests(owner);
});

it("the owner's token stays inactive after the staff account changed its password from another browser", async () => {
  const { owner, secretary } = await aDesk();
  const changed = await test.call(changePassword, secretary.token, {
    body: { currentPassword: aPassword, newPassword: "sampaloc-at-dusk-9" },
  });
  expect(changed.statusCode).toBe(200);
  await expectRests(owner);
});

it("the owner's token stays inactive after the owner gave the staff account a new temporary password from another browser", async () => {
  const { owner, secretary, clinic } = await aDesk();
  const done = await test.call(renewTemporaryPassword, clinic.owner.token, { params: { id: secretary.id } });
  expect(done.statusCode).toBeLessThan(300);
  await expectRests(owner);
});

it("the owner's token stays inactive after the owner reset the staff account's second factor from another browser", async () => {
  const { owner, secretary, clinic } = await aDesk();
  await enrol(secretary);
  const done = await test.call(resetStaffSecondFactor, clinic.owner.token, { params: { id: secretary.id } });
  expect(done.statusCode).toBe(200);
  await expectRests(owner);
});

it("the owner's token stays inactive after twelve hours, when the staff session was swept (remembered owner)", async () => {
  const { owner } = await aDesk({ rememberMe: true });
  const at = later(12 * 3600 + 60);
  atInstant(test, at);
  for (const job of jobs) if (/sweep|expired/i.test(job.name)) await job.run(test.app, at);
  await expectRests(owner);
});

it("the owner's token stays inactive after twelve hours, when the staff account signed in anywhere (no sweep needed)", async () => {
  const { owner, secretary } = await aDesk({ rememberMe: true });
  atInstant(test, later(12 * 3600 + 60));
  expect((await signIn(secretary)).statusCode).toBe(200);
  await expectRests(owner);
});

it("the owner can still return after the staff account's password was renewed", async () => {
  const { staff, secretary, clinic } = await aDesk();
  await test.call(renewTemporaryPassword, clinic.owner.token, { params: { id: secretary.id } });
  expect((await test.call(leaveStaffMode, staff, { body: { password: aPassword } })).statusCode).toBe(200);
});

it("a PIN does not restore an owner's session that was unused for more than two hours", async () => {
  const { staff, clinic } = await aDesk();
  const pin = "193746";
  expect((await test.call(setStaffModePin, clinic.owner.token, { body: { pin } })).statusCode).toBe(200);
  atInstant(test, later(11 * 3600));
  expect((await test.call(currentUser, staff)).statusCode).toBe(401);
  const left = await test.call(leaveStaffMode, staff, { body: { pin } });
  const me = left.statusCode === 200 ? (await test.call(currentUser, left.json().token)).statusCode : 401;
  expect(me).toBe(401);
});

it("a password alone does not restore an expired owner's session past the second factor", async () => {
  const { staff, clinic } = await aDesk();
  await enrol(clinic.owner);
  atInstant(test, later(12 * 3600 + 120));
  const left = await test.call(leaveStaffMode, staff, { body: { password: aPassword } });
  const me = left.statusCode === 200 ? (await test.call(currentUser, left.json().token)).statusCode : 401;
  expect(me).toBe(401);
});

it("staff cannot block the owner from confirming or changing the password elsewhere", async () => {
  const { staff, clinic } = await aDesk();
  for (let n = 0; n < 12; n += 1)
    await test.call(leaveStaffMode, staff, { body: { password: `wrong-${n}` } });
  const confirmed = await test.call(confirmPassword, clinic.owner.token, { body: { password: aPassword } });
  const changed = await test.call(changePassword, clinic.owner.token, {
    body: { currentPassword: aPassword, newPassword: "sampaloc-at-dusk-9" },
  });
  expect([confirmed.statusCode, changed.statusCode]).toEqual([200, 200]);
});

it("wrong codes of a password thief do not block the owner's passkey", async () => {
  const { owner } = await aClinic(test);
  await enrol(owner);
  const authenticator = await enrolPasskey(owner);
  const stolen = (await signIn(owner, {}, from("198.51.100.9"))).json().challenge;
  for (let n = 0; n < 12; n += 1)
    await test.call(answerSecondFactor, null, {
      body: { challenge: stolen, code: "000000" },
      headers: from("198.51.100.9"),
    });
  const { challenge } = (await signIn(owner, {}, from("203.0.113.9"))).json();
  const passkey = authenticator.assertion({ origin, rpId, challenge });
  const answer = await test.call(answerSecondFactor, null, {
    body: { challenge, passkey },
    headers: from("203.0.113.9"),
  } as Sent);
  expect(answer.statusCode).toBe(200);
});

it("a password typed 'in the future', after the clock was set back, does not count as recent for hours", async () => {
  const clinic = await aClinic(test);
  const ahead = later(6 * 3600);
  test.setNow(ahead);
  const token = (await signIn(clinic.owner)).json().token;
  test.setNow(testNow);
  atInstant(test, later(3600));
  const answer = await test.call(setUpSecondFactor, token);
  expect(answer.json().code).toBe("password_required");
});

it("the device secret that is remembered for 30 days is not one that someone knew before", async () => {
  const clinic = await aClinic(test);
  const secretary = await aStaffMember(test, clinic, ["view_patients"]);
  const { secret } = await enrol(clinic.owner);
  // The secretary signs in at the shared desk and reads the browser's device cookie.
  const first = await signIn(secretary);
  const cookie =
    first.cookies
      .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
      .find((c) => c.includes("device")) ?? "";
  expect(cookie).not.toBe("");
  const headers = { cookie, origin, host: "klinika.test" };
  // The owner signs in later in the same browser, and has it remembered.
  const { challenge } = (await signIn(clinic.owner, {}, headers)).json();
  atInstant(test, later(30));
  const entered = await test.call(answerSecondFactor, null, {
    body: { challenge, code: codeOf(secret, later(30)), rememberDevice: true },
    headers,
  });
  expect(entered.statusCode).toBe(200);
  // At home the secretary would then need only the password.
  const stolen = await signIn(clinic.owner, {}, { ...headers, ...from("198.51.100.44") });
  expect(stolen.json().code).toBe("second_factor_required");
});

it("signing out all other devices also forgets them", async () => {
  const { owner } = await aClinic(test);
  const { secret } = await enrol(owner);
  const asked = await signIn(owner);
  atInstant(test, later(30));
  const entered = await test.call(answerSecondFactor, null, {
    body: { challenge: asked.json().challenge, code: codeOf(secret, later(30)), rememberDevice: true },
  });
  const cookie =
    entered.cookies
      .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
      .find((c) => c.includes("device")) ?? "";
  expect((await test.call(endOtherDevices, owner.token)).statusCode).toBe(200);
  const again = await signIn(owner, {}, { cookie, origin, host: "klinika.test" });
  expect(again.json().code).toBe("second_factor_required");
});

it("wrong guesses at the password inside a session are logged", async () => {
  const clinic = await aClinic(test);
  const rows = async () =>
    Number(
      (
        await test.sql<{ n: string }>(
          "select (select count(*) from sign_ins where user_id = $1) + (select count(*) from record_history where user_id = $1) as n",
          [clinic.owner.id],
        )
      )[0]?.n,
    );
  const before = await rows();
  for (let n = 0; n < 5; n += 1)
    await test.call(confirmPassword, clinic.owner.token, { body: { password: `wrong-${n}` } });
  expect(await rows()).toBeGreaterThan(before);
});

it("a changed password is logged: an administrator's in the console log", async () => {
  const admin = await anAdmin(test);
  await test.call(changePassword, admin.token, {
    body: { currentPassword: aPassword, newPassword: "sampaloc-at-dusk-9" },
  });
  const [row] = await test.sql<{ n: string }>(
    "select (select count(*) from console_log where admin_id = $1) + (select count(*) from sign_ins where user_id = $1) as n",
    [admin.id],
  );
  expect(Number(row?.n)).toBeGreaterThan(0);
});

it("a staff member's changed password is in the account history that the owner reads", async () => {
  const clinic = await aClinic(test);
  const staff = await aStaffMember(test, clinic, []);
  await test.call(changePassword, staff.token, {
    body: { currentPassword: aPassword, newPassword: "sampaloc-at-dusk-9" },
  });
  const read = (await test.call(staffHistory, clinic.owner.token)).json() as unknown[];
  const [row] = await test.sql<{ n: string }>("select count(*) as n from sign_ins where user_id = $1", [
    staff.id,
  ]);
  expect(read.length + Number(row?.n)).toBeGreaterThan(0);
});

it("printing the whole list of patients needs a recent password, like an export", async () => {
  const clinic = await aClinic(test);
  for (let n = 0; n < 3; n += 1) await aPatient(test, clinic);
  atInstant(test, later(3600));
  await test.call(currentUser, clinic.owner.token);
  const printed = await test.call(printPatients, clinic.owner.token);
  expect(printed.json().code).toBe("password_required");
});

it("adding staff does not reveal without limit which addresses have an account", async () => {
  const victim = (await aClinic(test)).owner;
  const clinic = await aClinic(test);
  const answers: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    const answer = await test.call(addStaffAccount, clinic.owner.token, {
      body: {
        email: victim.email,
        firstName: "A",
        lastName: "B",
        role: "staff",
        permissions: ["view_patients"],
      },
    } as Sent);
    answers.push(answer.statusCode);
  }
  expect(answers).toContain(429);
});

it("a new password removes the staff mode PIN set under the old one", async () => {
  const { clinic } = await aDesk();
  const pin = "193746";
  const stolen = (await signIn(clinic.owner)).json().token;
  expect((await test.call(setStaffModePin, stolen, { body: { pin } })).statusCode).toBe(200);
  const changed = await test.call(changePassword, clinic.owner.token, {
    body: { currentPassword: aPassword, newPassword: "sampaloc-at-dusk-9" },
  });
  expect(changed.statusCode).toBe(200);
  const secretary = await aStaffMember(test, clinic, ["view_patients"]);
  const owner = (await signIn(clinic.owner, { password: "sampaloc-at-dusk-9" })).json().token as string;
  const staff = (
    await test.call(staffLogin, owner, { body: { email: secretary.email, password: aPassword } })
  ).json().token;
  expect((await test.call(leaveStaffMode, staff, { body: { pin } })).statusCode).not.toBe(200);
});

it("the console log has a line for each different search of all clinics' users", async () => {
  const admin = await anAdmin(test);
  for (const search of ["reyes", "santos", "cruz"])
    expect((await test.call(platformUsers, admin.token, { query: { search } })).statusCode).toBe(200);
  const [row] = await test.sql<{ n: string }>("select count(*) as n from console_log where admin_id = $1", [
    admin.id,
  ]);
  expect(Number(row?.n)).toBeGreaterThanOrEqual(3);
});

it("the list of sign-ins marks as right only what signed in", async () => {
  const clinic = await aClinic(test);
  const secretary = await aStaffMember(test, clinic, ["view_patients"]);
  const { recoveryCodes } = await enrol(secretary);
  const owner = (await signIn(clinic.owner)).json().token as string;
  const asked = await test.call(staffLogin, owner, { body: { email: secretary.email, password: aPassword } });
  const answer = await test.call(answerSecondFactor, null, {
    body: { challenge: asked.json().challenge, recoveryCode: recoveryCodes[0] },
  });
  expect(answer.statusCode).toBe(401);
  const rows = await test.sql("select way from sign_ins where user_id = $1 and is_right", [secretary.id]);
  expect(rows).toEqual([]);
});

it("a clock that was set back does not lock the owner's own device out for as long as it was ahead", async () => {
  const clinic = await aClinic(test);
  const desk = await signIn(clinic.owner);
  const cookie =
    desk.cookies
      .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
      .find((c) => c.includes("device")) ?? "";
  const headers = { cookie, origin, host: "klinika.test" };
  test.setNow(later(6 * 3600));
  for (let n = 0; n < 10; n += 1) await signIn(clinic.owner, { password: `w${n}` }, headers);
  test.setNow(testNow);
  const first = await signIn(clinic.owner, {}, headers);
  expect(first.statusCode).toBe(429);
  // The message says 30 seconds; it must not still say so two hours later.
  atInstant(test, later(2 * 3600));
  expect((await signIn(clinic.owner, {}, headers)).statusCode).toBe(200);
});

const deviceOf = (answer: { cookies: { name: string; value: string }[] }) =>
  answer.cookies
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
    .find((c) => c.includes("device")) ?? "";

it("six digits leave staff mode only on the device itself, not with the token copied to another computer", async () => {
  const clinic = await aClinic(test);
  const secretary = await aStaffMember(test, clinic, ["view_patients"]);
  const pin = "193746";
  await enrol(clinic.owner);
  expect((await test.call(setStaffModePin, clinic.owner.token, { body: { pin } })).statusCode).toBe(200);
  // The desk: a browser with a device cookie.
  const cookie = deviceOf(await signIn(secretary));
  const entered = await test.call(staffLogin, clinic.owner.token, {
    body: { email: secretary.email, password: aPassword },
    headers: { cookie, origin, host: "klinika.test", ...from("203.0.113.20") },
  });
  const { token } = entered.json();
  // At home: no cookie, another network, and neither the owner's password nor the second factor.
  const left = await test.call(leaveStaffMode, token, { body: { pin }, headers: from("198.51.100.20") });
  expect(left.statusCode).not.toBe(200);
});

it("six digits do not leave staff mode for a deactivated account", async () => {
  const { clinic, secretary, staff } = await aDesk();
  const pin = "193746";
  await test.call(setStaffModePin, clinic.owner.token, { body: { pin } });
  await test.call(deactivateStaffAccount, clinic.owner.token, { params: { id: secretary.id } });
  const left = await test.call(leaveStaffMode, staff, { body: { pin }, headers: from("198.51.100.21") });
  expect(left.statusCode).not.toBe(200);
});
