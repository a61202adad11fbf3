import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { currentUser, login, logout } from "#features/accounts/contract.ts";
import {
  changePassword,
  confirmPassword,
  devices,
  passkeyOptions,
  setUpSecondFactor,
} from "#features/accounts/security-contract.ts";
import { clinicSettings } from "#features/clinics/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { atInstant, startOwnApp, type TestApp, testNow } from "#test/app.ts";
import {
  aClinic,
  anAdmin,
  aPassword,
  aSession,
  aStaffMember,
  type TestClinic,
} from "#test/data/factories.ts";

let test: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  test = await startOwnApp();
  clinic = await aClinic(test);
  await test.sql("update clinics set trial_ends_at = null");
});
afterAll(() => test.close());

const minutes = (count: number) => new Date(testNow.getTime() + count * 60_000);
const host = "klinika.test";
const own = { host, origin: `http://${host}` };

/** Signs in like a browser. Returns the cookie it would send back, and the session's Set-Cookie line. */
async function browserSignIn(email: string, rememberMe = false) {
  const answer = await test.call(login, null, {
    body: { email, password: aPassword, rememberMe },
    headers: own,
  });
  const token: string = answer.json().token;
  const line = [answer.headers["set-cookie"]].flat().find((text) => text?.startsWith("klinika_session="));
  return { token, cookie: `klinika_session=${token}`, line: line ?? "" };
}

const withCookie = (
  endpoint: Endpoint,
  cookie: string,
  headers: Record<string, string> = {},
  body?: object,
) => test.call(endpoint, null, { headers: { host, cookie, ...headers }, ...(body && { body }) });

const isAlive = async (token: string) => (await test.call(currentUser, token)).statusCode === 200;

describe("the current user", () => {
  it("is null without a session, and with an invented token or cookie", async () => {
    for (const answer of [
      await test.call(currentUser, null),
      await test.call(currentUser, "made-up"),
      await withCookie(currentUser, "klinika_session=made-up"),
    ]) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({ code: "not_signed_in", message: "Please log in to continue." });
    }
  });

  it("follows the bearer token when a request carries both", async () => {
    const secretary = await aStaffMember(test, clinic, ["view_patients"]);
    const { cookie } = await browserSignIn(clinic.owner.email);
    const answer = await test.call(currentUser, secretary.token, { headers: { host, cookie } });
    expect(answer.json()).toMatchObject({ email: secretary.email, permissions: ["view_patients"] });
  });

  it("says how long a browser may show it while offline", async () => {
    const timeOf = async (isRemembered: boolean) => {
      const { token } = await browserSignIn(clinic.owner.email, isRemembered);
      return (await test.call(currentUser, token)).headers["x-session-time"];
    };
    expect(await timeOf(false)).toBe("7200/43200");
    expect(await timeOf(true)).toBe("86400/604800");
  });

  it("says when a staff session runs beside an owner's", async () => {
    const secretary = await aStaffMember(test, clinic, []);
    const token = await aSession(test, secretary.id, { ownerToken: clinic.owner.token });
    expect((await test.call(currentUser, token)).json()).toMatchObject({
      role: "secretary",
      isStaffMode: true,
    });
  });

  it("loses a revoked right on the next request", async () => {
    const secretary = await aStaffMember(test, clinic, ["view_patients", "edit_patients"]);
    await test.sql("update users set permissions = '{view_patients}' where id = $1", [secretary.id]);
    expect((await test.call(currentUser, secretary.token)).json().permissions).toEqual(["view_patients"]);
  });
});

describe("a suspension", () => {
  it("refuses every call until it is lifted; then the session works again", async () => {
    const shut = await aClinic(test);
    const { token } = shut.owner;
    await test.sql("update clinics set subscription_status = 'suspended' where id = $1", [shut.id]);
    for (const endpoint of [currentUser, clinicSettings, changePassword]) {
      const answer = await test.call(endpoint, token, {
        ...(endpoint.method === "POST" && {
          body: { currentPassword: aPassword, newPassword: "adobo-at-six" },
        }),
      });
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({
        code: "clinic_suspended",
        suspended: true,
        clinic: { name: shut.name, subscriptionStatus: "suspended", isActive: true },
      });
    }
    await test.sql("update clinics set subscription_status = 'active' where id = $1", [shut.id]);
    expect(await isAlive(token)).toBe(true);
  });

  it("still allows signing out", async () => {
    const shut = await aClinic(test);
    await test.sql("update clinics set is_active = false where id = $1", [shut.id]);
    expect((await test.call(logout, shut.owner.token)).statusCode).toBe(200);
    await test.sql("update clinics set is_active = true where id = $1", [shut.id]);
    expect(await isAlive(shut.owner.token)).toBe(false);
  });

  it("starts when the trial ends", async () => {
    const trial = await aClinic(test);
    const days = 30 * 24 * 60;
    atInstant(test, minutes(days));
    const token = await aSession(test, trial.owner.id);
    expect(await isAlive(token)).toBe(true);
    atInstant(test, minutes(days + 1));
    expect((await test.call(currentUser, token)).json()).toMatchObject({
      clinic: { subscriptionStatus: "expired" },
    });
  });
});

describe("lifetime", () => {
  it("twelve hours at most, however busy", async () => {
    const { token, line } = await browserSignIn(clinic.owner.email);
    expect(line).not.toMatch(/Max-Age|Expires/);
    for (let hour = 1; hour < 12; hour++) {
      atInstant(test, minutes(hour * 60));
      expect(await isAlive(token)).toBe(true);
    }
    atInstant(test, minutes(12 * 60 - 1));
    expect(await isAlive(token)).toBe(true);
    atInstant(test, minutes(12 * 60));
    expect(await isAlive(token)).toBe(false);
  });

  it("two hours without use", async () => {
    const { token } = await browserSignIn(clinic.owner.email);
    atInstant(test, minutes(119));
    expect(await isAlive(token)).toBe(true);
    atInstant(test, minutes(119 + 120));
    expect(await isAlive(token)).toBe(false);
  });

  it("a poll does not keep an unattended session alive", async () => {
    const { token } = await browserSignIn(clinic.owner.email);
    const poll = { "x-klinika-poll": "1" };
    atInstant(test, minutes(90));
    expect((await test.call(currentUser, token, { headers: poll })).statusCode).toBe(200);
    atInstant(test, minutes(121));
    expect((await test.call(currentUser, token, { headers: poll })).statusCode).toBe(401);
  });

  it("remembered: seven days, a day without use, and a cookie that outlives the browser", async () => {
    const { token, line } = await browserSignIn(clinic.owner.email, true);
    expect(line).toContain("Max-Age=604800");
    for (let hours = 23; hours < 168; hours += 23) {
      atInstant(test, minutes(hours * 60));
      expect(await isAlive(token)).toBe(true);
    }
    atInstant(test, minutes(168 * 60));
    expect(await isAlive(token)).toBe(false);

    test.setNow(testNow);
    const idle = await browserSignIn(clinic.owner.email, true);
    atInstant(test, minutes(24 * 60 - 1));
    expect(await isAlive(idle.token)).toBe(true);
    atInstant(test, minutes(48 * 60));
    expect(await isAlive(idle.token)).toBe(false);
  });
});

describe("a request that another site makes the browser send", () => {
  const body = { currentPassword: "not-the-password", newPassword: "adobo-at-six" };

  it.each([
    ["says cross-site", { "sec-fetch-site": "cross-site" }],
    ["says same-site", { "sec-fetch-site": "same-site" }],
  ])("a read by cookie that %s is refused", async (_, headers) => {
    const { cookie } = await browserSignIn(clinic.owner.email);
    const answer = await withCookie(clinicSettings, cookie, headers);
    expect(answer.statusCode).toBe(403);
    expect(answer.json().code).toBe("forbidden");
  });

  it.each([
    ["says same-origin", { "sec-fetch-site": "same-origin" }],
    ["says that it was typed", { "sec-fetch-site": "none" }],
    ["says nothing", {}],
  ])("a read by cookie that %s is answered", async (_, headers) => {
    const { cookie } = await browserSignIn(clinic.owner.email);
    expect((await withCookie(clinicSettings, cookie, headers)).statusCode).toBe(200);
  });

  it.each([
    ["no Origin", {}],
    ["another Origin", { origin: "https://evil.test" }],
    ["a null Origin", { origin: "null" }],
    ["another Referer", { referer: "https://evil.test/klinika.test" }],
    ["the own host at another port", { origin: `http://${host}:8080` }],
  ])("a change by cookie with %s is refused", async (_, headers) => {
    const { token, cookie } = await browserSignIn(clinic.owner.email);
    expect((await withCookie(changePassword, cookie, headers, body)).statusCode).toBe(403);
    expect((await withCookie(logout, cookie, headers)).statusCode).toBe(403);
    expect(await isAlive(token)).toBe(true);
  });

  it.each([
    ["the own Origin", { origin: `http://${host}` }],
    ["the own Referer", { referer: `http://${host}/settings` }],
  ])("a change by cookie with %s is heard", async (_, headers) => {
    const { cookie } = await browserSignIn(clinic.owner.email);
    const answer = await withCookie(changePassword, cookie, headers, body);
    expect(answer.json().fields).toEqual({ currentPassword: "Current password is incorrect" });
  });

  it("a change by bearer token needs no Origin", async () => {
    const token = await aSession(test, clinic.owner.id);
    const answer = await test.call(changePassword, token, { body });
    expect(answer.json().code).toBe("invalid");
  });

  it("another site cannot sign a visitor in to a different account", async () => {
    const answer = await test.call(login, null, {
      body: { email: clinic.owner.email, password: aPassword },
      headers: { host, origin: "https://evil.test" },
    });
    expect(answer.statusCode).toBe(403);
    expect(answer.headers["set-cookie"]).toBeUndefined();
  });
});

it("behind TLS the cookies are Secure; at a clinic's plain http address they still work", async () => {
  const proxied = await startOwnApp({ TRUST_PROXY: "1" });
  onTestFinished(() => proxied.close());
  const { owner } = await aClinic(proxied);
  const cookiesBy = async (protocol: string) => {
    const answer = await proxied.call(login, null, {
      body: { email: owner.email, password: aPassword },
      headers: { "x-forwarded-proto": protocol },
    });
    return answer.cookies.map(({ name, secure, httpOnly }) => ({ name, secure: secure === true, httpOnly }));
  };
  expect(await cookiesBy("https")).toEqual([
    { name: "klinika_session", secure: true, httpOnly: true },
    { name: "klinika_device", secure: true, httpOnly: true },
  ]);
  expect(await cookiesBy("http")).toMatchObject([{ secure: false }, { secure: false }]);
});

it("over https the cookies have the __Host- prefix, and no other name opens a session", async () => {
  const secure = await startOwnApp({ PUBLIC_URL: "https://klinika.test", TRUST_PROXY: "1" });
  onTestFinished(() => secure.close());
  const { owner } = await aClinic(secure);
  const body = { email: owner.email, password: aPassword };
  const { cookies } = await secure.call(login, null, { body });
  expect(cookies).toMatchObject([
    { name: "__Host-klinika_session", secure: true, httpOnly: true, path: "/" },
    { name: "__Host-klinika_device", secure: true, httpOnly: true, path: "/" },
  ]);
  expect(cookies.some(({ domain }) => domain !== undefined)).toBe(false);
  const by = async (name: string) =>
    (await secure.call(currentUser, null, { headers: { cookie: `${name}=${cookies[0]?.value}` } }))
      .statusCode;
  expect(await by("__Host-klinika_session")).toBe(200);
  expect(await by("klinika_session")).toBe(401);
});

describe("signing out", () => {
  const leave = (cookie: string, headers: Record<string, string> = {}) =>
    test.app.inject({ url: "/api/auth/logout", headers: { host, cookie, ...headers } });

  it("by call ends the session and clears the cookie", async () => {
    const { token, cookie } = await browserSignIn(clinic.owner.email);
    const answer = await withCookie(logout, cookie, own);
    expect(answer.statusCode).toBe(200);
    expect(String(answer.headers["set-cookie"])).toMatch(/^klinika_session=; .*Expires=Thu, 01 Jan 1970/);
    expect(await isAlive(token)).toBe(false);
  });

  it("by typed address clears the browser's data; the product's own pages have done so before", async () => {
    const [typed, led] = await Promise.all(
      ["none", "same-origin"].map(async (site) => {
        const { cookie } = await browserSignIn(clinic.owner.email);
        return leave(cookie, { "sec-fetch-site": site });
      }),
    );
    expect(typed?.statusCode).toBe(303);
    expect(typed?.headers["clear-site-data"]).toBe('"storage"');
    expect(led?.statusCode).toBe(303);
    expect(led?.headers).not.toHaveProperty("clear-site-data");
  });

  it("by call without a session is no failure", async () => {
    expect((await test.call(logout, null)).statusCode).toBe(200);
    expect((await test.call(logout, "made-up")).statusCode).toBe(200);
  });

  it("by call ends both the token's and the cookie's session", async () => {
    const other = await aStaffMember(test, clinic, []);
    const { token, cookie } = await browserSignIn(clinic.owner.email);
    await test.call(logout, other.token, { headers: { ...own, cookie } });
    expect(await isAlive(other.token)).toBe(false);
    expect(await isAlive(token)).toBe(false);
  });

  it.each([
    ["from this site's own page", { "sec-fetch-site": "same-origin" }],
    ["typed into the address bar", { "sec-fetch-site": "none" }],
    ["on a plain http address, from the own page", { referer: `http://${host}/dashboard` }],
    ["on a plain http address, typed", {}],
  ])("by navigation %s ends the session and leads to the landing page", async (_, headers) => {
    const { token, cookie } = await browserSignIn(clinic.owner.email);
    const answer = await leave(cookie, headers);
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe("/");
    expect(String(answer.headers["set-cookie"])).toMatch(/^klinika_session=;/);
    expect(await isAlive(token)).toBe(false);
  });

  it.each([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["a sister site", { "sec-fetch-site": "same-site" }],
    ["another site on plain http", { referer: "http://evil.test/" }],
  ])("by navigation from %s leaves the session alive", async (_, headers) => {
    const { token, cookie } = await browserSignIn(clinic.owner.email);
    const answer = await leave(cookie, headers);
    expect(answer.statusCode).toBe(403);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(await isAlive(token)).toBe(true);
  });

  it("the owner's sign-out also ends the staff session beside it", async () => {
    const secretary = await aStaffMember(test, clinic, []);
    const { token } = await browserSignIn(clinic.owner.email);
    const beside = await aSession(test, secretary.id, { ownerToken: token });
    await test.call(logout, token);
    expect(await isAlive(beside)).toBe(false);
  });
});

describe("a session that must change its password", () => {
  it("may read the current user, change the password and sign out, and nothing else", async () => {
    const fresh = await aStaffMember(test, clinic, ["view_patients"], { passwordChanged: false });
    expect((await test.call(currentUser, fresh.token)).json()).toMatchObject({ passwordChanged: false });
    const refused = await test.call(clinicSettings, fresh.token);
    expect(refused.statusCode).toBe(403);
    expect(refused.json().code).toBe("password_change_required");
    for (const kept of [setUpSecondFactor, passkeyOptions, devices, confirmPassword]) {
      const answer = await test.call(kept as Endpoint, fresh.token, { body: { password: aPassword } });
      expect([kept.path, answer.json().code]).toEqual([kept.path, "password_change_required"]);
    }
    const body = { currentPassword: aPassword, newPassword: "adobo-at-six" };
    expect((await test.call(changePassword, fresh.token, { body })).statusCode).toBe(200);
    expect((await test.call(clinicSettings, fresh.token)).statusCode).toBe(200);
    expect((await test.call(logout, fresh.token)).statusCode).toBe(200);
  });
});

it("the platform admin cannot sign in to a clinic's work", async () => {
  const admin = await anAdmin(test);
  expect((await test.call(clinicSettings, admin.token)).statusCode).toBe(403);
});
