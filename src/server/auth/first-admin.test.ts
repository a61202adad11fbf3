import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { adminLogin, login, signUp } from "#features/accounts/contract.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { StartProblem } from "../start-problem.ts";
import { ensureFirstAdmin } from "./first-admin.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startOwnApp();
});
afterEach(() =>
  test.sql(
    `truncate credentials, sessions, known_devices; delete from sign_ins; delete from users where role = 'admin'`,
  ),
);
afterAll(() => test.close());

const notSet = { adminEmail: null, adminPassword: null };
const enter = (body: { email: string; password: string }) => test.call(adminLogin, null, { body });

it("generates one at the first start, who can sign in, and none at the second", async () => {
  const made = await ensureFirstAdmin(test.databaseUrl, notSet);
  expect(made?.email).toBe("admin@klinika.local");
  expect(made?.password).toMatch(/^(?:[2-9a-hjkmnp-z]{5}-){3}[2-9a-hjkmnp-z]{5}$/);
  expect((await enter(made ?? { email: "", password: "" })).statusCode).toBe(200);
  expect(await ensureFirstAdmin(test.databaseUrl, notSet)).toBeNull();
});

it("never generates the same password twice", async () => {
  const first = await ensureFirstAdmin(test.databaseUrl, notSet);
  await test.sql(
    "truncate credentials, sessions, known_devices; delete from sign_ins; delete from users where role = 'admin'",
  );
  const second = await ensureFirstAdmin(test.databaseUrl, notSet);
  expect(second?.password).not.toBe(first?.password);
});

it("uses the operator's email and password", async () => {
  const chosen = { adminEmail: "ops@klinika.test", adminPassword: "sinigang-1" };
  expect(await ensureFirstAdmin(test.databaseUrl, chosen)).toEqual({
    email: "ops@klinika.test",
    password: "sinigang-1",
  });
  const answer = await enter({ email: "ops@klinika.test", password: "sinigang-1" });
  expect(answer.json()).toMatchObject({ user: { role: "admin" } });
});

it("two servers that start together create one", async () => {
  const made = await Promise.all([1, 2, 3].map(() => ensureFirstAdmin(test.databaseUrl, notSet)));
  expect(made.filter((one) => one !== null)).toHaveLength(1);
});

it("reports that the email belongs to another account, and does not change that account", async () => {
  const owner = { email: "doctor@clinic.test", password: "tinola-at-noon" };
  await test.call(signUp, null, {
    body: {
      ...owner,
      confirmPassword: owner.password,
      clinicName: "Sunrise",
      doctorName: "Dr. Reyes",
      phone: "09175550100",
      licenseNumber: "1",
    },
  });
  const start = ensureFirstAdmin(test.databaseUrl, { adminEmail: owner.email, adminPassword: "sinigang-1" });
  await expect(start).rejects.toThrow(StartProblem);
  expect((await test.call(login, null, { body: owner })).statusCode).toBe(200);
});
