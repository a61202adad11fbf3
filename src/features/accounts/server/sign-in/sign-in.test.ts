import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adminLogin, currentUser, login, tokenLogin } from "#features/accounts/contract.ts";
import { atInstant, startTestApp, type TestApp, testNow } from "#test/app.ts";
import {
  aClinic,
  anAdmin,
  aPassword,
  aStaffMember,
  type TestClinic,
  type TestUser,
} from "#test/data/factories.ts";

let test: TestApp;
let clinic: TestClinic;
let secretary: TestUser;
let admin: TestUser;
beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test, { name: "Sunrise Clinic" });
  secretary = await aStaffMember(test, clinic, ["view_patients"]);
  admin = await anAdmin(test);
});
afterAll(() => test.close());

const doors = [
  ["login", login, "Invalid email or password"],
  ["token login", tokenLogin, "Invalid email or password"],
  ["admin login", adminLogin, "Invalid credentials"],
] as const;

describe.each(doors)("%s", (_, endpoint, refusal) => {
  const enter = (email: string, password: string) => test.call(endpoint, null, { body: { email, password } });

  it("gives the same response to a wrong password and to an unknown email", async () => {
    const wrong = await enter(admin.email, "not-the-password");
    const unknown = await enter("nobody@nowhere.test", "not-the-password");
    expect(wrong.statusCode).toBe(401);
    expect(wrong.json()).toEqual({ code: "wrong_sign_in", message: refusal });
    expect(unknown.statusCode).toBe(401);
    expect(unknown.body).toBe(wrong.body);
    expect(wrong.headers["set-cookie"]).toBeUndefined();
  });

  it("names the missing fields", async () => {
    const answer = await test.call(endpoint, null, { body: { email: "no address", password: "" } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({
      email: "Please enter a valid email address",
      password: "Password is required",
    });
  });

  it("signs the platform admin in", async () => {
    const answer = await enter(admin.email.toUpperCase(), aPassword);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().user).toEqual({
      email: admin.email,
      firstName: "System",
      lastName: "Admin",
      role: "admin",
    });
    const me = await test.call(currentUser, answer.json().token);
    expect(me.json()).toMatchObject({ role: "admin", clinicId: null, clinic: null, permissions: [] });
  });
});

describe("who may enter where", () => {
  it.each([login, tokenLogin])("$path lets owners and secretaries in", async (endpoint) => {
    for (const [user, role] of [
      [clinic.owner, "owner"],
      [secretary, "secretary"],
    ] as const) {
      const answer = await test.call(endpoint, null, { body: { email: user.email, password: aPassword } });
      expect(answer.json()).toMatchObject({ token: expect.any(String), user: { role } });
    }
  });

  it("the admin's sign-in refuses anyone else's right password like a wrong one", async () => {
    const answer = await test.call(adminLogin, null, {
      body: { email: clinic.owner.email, password: aPassword },
    });
    expect(answer.statusCode).toBe(401);
    expect(answer.json().message).toBe("Invalid credentials");
  });

  it("a deactivated account is refused like a wrong password", async () => {
    const gone = await aStaffMember(test, clinic, ["view_patients"]);
    await test.sql("update users set is_active = false where id = $1", [gone.id]);
    const answer = await test.call(login, null, { body: { email: gone.email, password: aPassword } });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({ code: "wrong_sign_in", message: "Invalid email or password" });
    expect((await test.call(currentUser, gone.token)).statusCode).toBe(401);
  });

  it("a temporary password works for 72 hours and not after", async () => {
    const fresh = await aStaffMember(test, clinic, ["view_patients"], { passwordChanged: false });
    await test.sql("update credentials set temporary_until = $2 where user_id = $1", [
      fresh.id,
      new Date(testNow.getTime() + 72 * 3_600_000),
    ]);
    const body = { email: fresh.email, password: aPassword };
    atInstant(test, new Date("2026-11-23T02:41:59Z"));
    expect((await test.call(login, null, { body })).statusCode).toBe(200);
    atInstant(test, new Date("2026-11-23T02:42:00Z"));
    const late = await test.call(login, null, { body });
    expect(late.json()).toEqual({ code: "wrong_sign_in", message: "Invalid email or password" });
  });
});

describe("a suspended clinic", () => {
  const standings = [
    ["deactivated", "is_active = false", { isActive: false, subscriptionStatus: "trial" }, "deactivated"],
    [
      "suspended",
      "subscription_status = 'suspended'",
      { isActive: true, subscriptionStatus: "suspended" },
      "suspended due to payment issues",
    ],
    [
      "expired",
      "subscription_status = 'expired'",
      { isActive: true, subscriptionStatus: "expired" },
      "subscription has expired",
    ],
    [
      "past its trial",
      "trial_ends_at = '2026-11-20T02:41:59Z'",
      { isActive: true, subscriptionStatus: "expired" },
      "subscription has expired",
    ],
  ] as const;

  it.each(standings)("%s: only the right password learns of it, and no session is made", async (...row) => {
    const [, change, standing, words] = row;
    const shut = await aClinic(test);
    await test.sql(`update clinics set ${change} where id = $1`, [shut.id]);
    const enter = (password: string) =>
      test.call(login, null, { body: { email: shut.owner.email, password } });

    expect((await enter("not-the-password")).json()).toEqual({
      code: "wrong_sign_in",
      message: "Invalid email or password",
    });
    const answer = await enter(aPassword);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({
      code: "clinic_suspended",
      message: expect.stringContaining(words),
      suspended: true,
      clinic: { name: shut.name, ...standing },
    });
    expect(answer.headers["set-cookie"]).toBeUndefined();
    const sessions = await test.sql("select 1 from sessions where user_id = $1", [shut.owner.id]);
    expect(sessions).toHaveLength(1);
  });

  it("a trial that ends this second still signs in", async () => {
    const edge = await aClinic(test);
    await test.sql("update clinics set trial_ends_at = $2 where id = $1", [edge.id, testNow]);
    const answer = await test.call(login, null, { body: { email: edge.owner.email, password: aPassword } });
    expect(answer.statusCode).toBe(200);
  });
});

it("a hash of another cost is renewed at the next right password", async () => {
  const user = await aStaffMember(test, clinic, []);
  const old = await hash(aPassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  await test.sql("update credentials set password_hash = $2 where user_id = $1", [user.id, old]);
  const body = { email: user.email, password: aPassword };
  expect((await test.call(login, null, { body })).statusCode).toBe(200);
  const [stored] = await test.sql<{ password_hash: string }>(
    "select password_hash from credentials where user_id = $1",
    [user.id],
  );
  expect(stored?.password_hash).toContain("m=19456,t=2,p=1");
  expect((await test.call(login, null, { body })).statusCode).toBe(200);
});

it("never issues the same token twice, nor accepts one that the browser sent along", async () => {
  const body = { email: secretary.email, password: aPassword };
  const planted = "p".repeat(43);
  const answer = await test.call(login, null, {
    body,
    headers: {
      host: "klinika.test",
      origin: "http://klinika.test",
      cookie: `klinika_session=${planted}; klinika_device=${planted}`,
    },
  });
  expect(answer.json().token).toMatch(/^[\w-]{43}$/);
  expect(answer.json().token).not.toBe(planted);
  const stored = (token: string) =>
    test.sql("select 1 from sessions where token_hash = sha256(convert_to($1, 'UTF8'))", [token]);
  expect(await stored(answer.json().token)).toHaveLength(1);
  expect(await stored(planted)).toEqual([]);
});
