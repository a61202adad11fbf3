import { afterAll, beforeAll, expect, it } from "vitest";
import { answerSecondFactor, currentUser, leaveStaffMode, login } from "#features/accounts/contract.ts";
import {
  addPasskey,
  passkeyOptions,
  removePasskey,
  renewRecoveryCodes,
  secondFactor,
} from "#features/accounts/security-contract.ts";
import { atInstant, startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { Authenticator } from "#test/authenticator.ts";
import { aClinic, aPassword, aSession, aStaffMember, type TestUser } from "#test/data/factories.ts";

const origin = "https://klinika.test";
const rpId = "klinika.test";

let test: TestApp;
beforeAll(async () => {
  test = await startOwnApp({ PUBLIC_URL: origin, TRUST_PROXY: "1" });
});
afterAll(() => test.close());

const later = (seconds: number) => new Date(testNow.getTime() + seconds * 1000);

type Sent = Parameters<typeof test.call>[2];
const options = async (user: TestUser) => (await test.call(passkeyOptions, user.token)).json().options;
const add = (user: TestUser, passkey: object, name = "Clinic laptop") =>
  test.call(addPasskey, user.token, { body: { name, passkey } } as Sent);
async function enrol(user: TestUser, authenticator = new Authenticator()) {
  const { challenge } = await options(user);
  const added = await add(user, authenticator.attestation({ origin, rpId, challenge }));
  expect(added.statusCode).toBe(200);
  return { authenticator, recoveryCodes: added.json().recoveryCodes as string[] };
}
const enter = (user: TestUser) =>
  test.call(login, null, { body: { email: user.email, password: aPassword } });
const answer = (challenge: string, passkey: object) =>
  test.call(answerSecondFactor, null, { body: { challenge, passkey } } as Sent);
const state = async (user: TestUser) => (await test.call(secondFactor, user.token)).json();
const notAccepted = {
  code: "invalid",
  message: "This passkey was not accepted. Please try again.",
  fields: { passkey: "This passkey was not accepted. Please try again." },
};

it("adds a passkey, with recovery codes where it is the first factor", async () => {
  const { owner } = await aClinic(test);
  expect((await test.call(passkeyOptions, null)).statusCode).toBe(401);
  expect(await options(owner)).toMatchObject({
    rp: { id: rpId, name: "Klinika" },
    user: { name: owner.email },
  });
  const { recoveryCodes } = await enrol(owner);
  expect(new Set(recoveryCodes).size).toBe(10);
  expect((await enrol(owner)).recoveryCodes).toEqual([]);
  expect(await state(owner)).toMatchObject({
    isOn: true,
    authenticator: null,
    passkeys: [{ name: "Clinic laptop", addedAt: testNow.toISOString(), lastUsedAt: null }, {}],
    recoveryCodesLeft: 10,
  });
  const { secondFactor: shown } = (await test.call(currentUser, owner.token)).json();
  expect(shown.isOn).toBe(true);
});

it("signs in with the password and the passkey", async () => {
  const { owner } = await aClinic(test);
  const { authenticator } = await enrol(owner);
  const asked = (await enter(owner)).json();
  expect(asked).toMatchObject({
    code: "second_factor_required",
    message: "Confirm with your passkey.",
    methods: ["passkey", "recoveryCode"],
    passkeyOptions: { rpId, challenge: asked.challenge, allowCredentials: [{ id: authenticator.id }] },
  });
  const assertion = authenticator.assertion({ origin, rpId, challenge: asked.challenge });
  const answered = await answer(asked.challenge, assertion);
  expect(answered.statusCode).toBe(200);
  expect((await test.call(currentUser, answered.json().token)).statusCode).toBe(200);
  expect((await state(owner)).passkeys).toMatchObject([{ lastUsedAt: testNow.toISOString() }]);
  // A signature is worthless once sent, for the same challenge or the next.
  expect((await answer(asked.challenge, assertion)).statusCode).toBe(401);
  expect((await answer((await enter(owner)).json().challenge, assertion)).json()).toEqual(notAccepted);
});

it("signs in with any of the account's passkeys", async () => {
  const { owner } = await aClinic(test);
  for (const { authenticator } of [await enrol(owner), await enrol(owner)]) {
    const { challenge } = (await enter(owner)).json();
    const answered = await answer(challenge, authenticator.assertion({ origin, rpId, challenge }));
    expect(answered.statusCode, answered.body).toBe(200);
  }
});

it.each([
  ["another site", { origin: "https://klinika.evil.test" }],
  ["the plain http address", { origin: "http://klinika.test" }],
  ["a passkey of another site", { rpId: "evil.test" }],
  ["another challenge", { challenge: "YW5vdGhlcg" }],
])("refuses what was signed for %s", async (_, wrong) => {
  const { owner } = await aClinic(test);
  const { challenge } = await options(owner);
  const attested = new Authenticator().attestation({ origin, rpId, challenge, ...wrong });
  expect((await add(owner, attested)).json()).toEqual(notAccepted);
  const { authenticator } = await enrol(owner);
  const asked = (await enter(owner)).json();
  const signed = { origin, rpId, challenge: asked.challenge, ...wrong };
  expect((await answer(asked.challenge, authenticator.assertion(signed))).json()).toEqual(notAccepted);
});

it("refuses another user's passkey, an unknown one, and a broken signature", async () => {
  const { owner } = await aClinic(test);
  const { owner: other } = await aClinic(test);
  const [mine, others] = [await enrol(owner), await enrol(other)];
  const { challenge } = (await enter(owner)).json();
  const signed = { origin, rpId, challenge };
  for (const authenticator of [others.authenticator, new Authenticator()])
    expect((await answer(challenge, authenticator.assertion(signed))).json()).toEqual(notAccepted);
  const broken = mine.authenticator.assertion(signed);
  broken.response.signature = new Authenticator().assertion(signed).response.signature;
  expect((await answer(challenge, broken)).json()).toEqual(notAccepted);
  expect((await answer(challenge, mine.authenticator.assertion(signed))).statusCode).toBe(200);
});

it("accepts a challenge for a new passkey once, from its own user, within five minutes", async () => {
  const { owner } = await aClinic(test);
  const { owner: other } = await aClinic(test);
  const { challenge } = await options(owner);
  const attestation = () => new Authenticator().attestation({ origin, rpId, challenge });
  expect((await add(other, attestation())).json()).toEqual(notAccepted);
  expect((await add(owner, attestation())).statusCode).toBe(200);
  expect((await add(owner, attestation())).json()).toEqual(notAccepted);
  const late = (await options(owner)).challenge;
  atInstant(test, later(301));
  expect(
    (await add(owner, new Authenticator().attestation({ origin, rpId, challenge: late }))).json(),
  ).toEqual(notAccepted);
});

it("detects a copied authenticator by its counter", async () => {
  const { owner } = await aClinic(test);
  const authenticator = new Authenticator();
  authenticator.counter = 5;
  await enrol(owner, authenticator);
  const sign = async (counter: number) => {
    const { challenge } = (await enter(owner)).json();
    authenticator.counter = counter;
    return (await answer(challenge, authenticator.assertion({ origin, rpId, challenge }))).statusCode;
  };
  expect(await sign(7)).toBe(200);
  expect(await sign(7)).toBe(400);
  expect(await sign(6)).toBe(400);
  expect(await sign(8)).toBe(200);
});

it("stores a passkey for one account, and fetches no certificate", async () => {
  const { owner } = await aClinic(test);
  const { owner: other } = await aClinic(test);
  const { authenticator } = await enrol(owner);
  const signed = async (user: TestUser) => ({ origin, rpId, challenge: (await options(user)).challenge });
  expect((await add(other, authenticator.attestation(await signed(other)))).statusCode).toBe(422);
  const certified = new Authenticator().attestation(await signed(other), [
    ["alg", -7],
    ["sig", new Uint8Array(8)],
    ["x5c", [new Uint8Array(8)]],
  ]);
  expect((await add(other, certified)).json()).toEqual(notAccepted);
});

it.each([
  ["no CBOR", Buffer.from("not cbor")],
  ["arrays 30,000 deep", Buffer.alloc(29_000, 0x81)],
  ["an array that says to be endless", Buffer.from("9bffffffffffffffff", "hex")],
])("refuses an attestation that is %s", async (_, bytes) => {
  const { owner } = await aClinic(test);
  const { challenge } = await options(owner);
  const passkey = new Authenticator().attestation({ origin, rpId, challenge });
  passkey.response.attestationObject = bytes.toString("base64url");
  expect((await add(owner, passkey)).json()).toEqual(notAccepted);
});

it("ends two-step sign-in with the last passkey, and only with the last", async () => {
  const { owner } = await aClinic(test);
  const { owner: other } = await aClinic(test);
  await enrol(owner);
  await enrol(owner);
  const [first, second] = (await state(owner)).passkeys;
  const remove = (user: TestUser, id: number) => test.call(removePasskey, user.token, { params: { id } });
  expect((await remove(other, first.id)).statusCode).toBe(404);
  expect((await remove(owner, first.id)).statusCode).toBe(200);
  expect(await state(owner)).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
  expect((await remove(owner, second.id)).statusCode).toBe(200);
  expect(await state(owner)).toMatchObject({ isOn: false, passkeys: [], recoveryCodesLeft: 0 });
  expect((await enter(owner)).statusCode).toBe(200);
  expect((await test.call(renewRecoveryCodes, owner.token)).statusCode).toBe(404);
});

it("leaves staff mode with the owner's fingerprint, not with the key alone", async () => {
  const clinic = await aClinic(test);
  const { authenticator } = await enrol(clinic.owner);
  const staff = await aStaffMember(test, clinic, []);
  const ownerToken = clinic.owner.token;
  const token = await aSession(test, staff.id, { ownerToken });
  const leave = (passkey?: object) =>
    test.call(leaveStaffMode, token, { body: passkey ? { passkey } : {} } as Sent);
  const asked = (await leave()).json();
  expect(asked).toMatchObject({ code: "password_required", methods: ["password", "passkey"] });
  const { challenge } = asked.passkeyOptions;
  expect(asked.passkeyOptions).toMatchObject({ rpId, userVerification: "required" });

  authenticator.verifies = false;
  expect((await leave(authenticator.assertion({ origin, rpId, challenge }))).json()).toEqual(notAccepted);
  authenticator.verifies = true;
  // A challenge is valid for one attempt.
  expect((await leave(authenticator.assertion({ origin, rpId, challenge }))).json()).toEqual(notAccepted);
  const again = (await leave()).json().passkeyOptions.challenge;
  const left = await leave(authenticator.assertion({ origin, rpId, challenge: again }));
  expect(left.statusCode).toBe(200);
  expect((await test.call(currentUser, left.json().token)).json().email).toBe(clinic.owner.email);
});
