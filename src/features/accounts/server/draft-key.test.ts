import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/app.ts";
import {
  aClinic,
  anAdmin,
  aPassword,
  aSession,
  aStaffMember,
  type TestClinic,
} from "#test/data/factories.ts";
import { draftKey } from "../contract.ts";
import { changePassword } from "../security-contract.ts";

let test: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
});
afterAll(() => test.close());

const keyFor = async (token: string) => (await test.call(draftKey, token)).json().key as string;

it("is for people of a clinic", async () => {
  expect((await test.call(draftKey, null)).statusCode).toBe(401);
  expect((await test.call(draftKey, (await anAdmin(test)).token)).statusCode).toBe(403);
});

it("is the same at the next sign-in, so that drafts survive a power cut", async () => {
  const again = await aSession(test, clinic.owner.id);
  const key = await keyFor(clinic.owner.token);
  expect(Buffer.from(key, "base64")).toHaveLength(32);
  expect(await keyFor(again)).toBe(key);
});

it("differs between colleagues", async () => {
  const first = await aStaffMember(test, clinic, []);
  const second = await aStaffMember(test, clinic, []);
  const keys = await Promise.all([clinic.owner.token, first.token, second.token].map(keyFor));
  expect(new Set(keys).size).toBe(3);
});

it("changes with the password", async () => {
  const { token } = await aStaffMember(test, clinic, []);
  const before = await keyFor(token);
  const body = { currentPassword: aPassword, newPassword: "adobo-at-six" };
  expect((await test.call(changePassword, token, { body })).statusCode).toBe(200);
  expect(await keyFor(token)).not.toBe(before);
});

it("is never cached by the browser, where the drafts are stored", async () => {
  const { headers } = await test.call(draftKey, clinic.owner.token);
  expect(headers["cache-control"]).toBe("private, no-store");
});
