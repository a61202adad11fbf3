import { Writable } from "node:stream";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { currentUser, forgotPassword, login, resetPassword } from "#features/accounts/contract.ts";
import { workQueue } from "#server/jobs/job-queue.ts";
import { letterQueue } from "#server/mail/mail-links.ts";
import { startOwnApp, type TestApp, testNow } from "#test/app.ts";
import {
  aClinic,
  anAdmin,
  aPassword,
  aSession,
  aStaffMember,
  type TestClinic,
} from "#test/data/factories.ts";
import { type MailServer, startMailServer } from "#test/servers/mail-server.ts";

let test: TestApp;
let server: MailServer;
let clinic: TestClinic;
let lines: string[];
let isDown = false;
const newPassword = "sampaloc-at-dusk-9";

const start = (env: Record<string, string>) =>
  startOwnApp(
    env,
    pino(
      new Writable({
        write(chunk, _encoding, done) {
          lines.push(String(chunk));
          done();
        },
      }),
    ),
  );
beforeEach(async () => {
  lines = [];
  isDown = false;
  server = await startMailServer({
    onLetter: () => {
      if (isDown) throw new Error("Try later");
    },
  });
  test = await start({
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    SUPPORT_EMAIL: "support@klinika.test",
    PUBLIC_URL: "https://klinika.test",
    TRUST_PROXY: "1",
  });
  clinic = await aClinic(test);
});
afterEach(async () => {
  await test.close();
  await server.stop();
});

let networks = 0;
const aNetwork = () => `203.0.113.${++networks}`;
const ask = (email: string, from = aNetwork()) =>
  test.call(forgotPassword, null, {
    body: { email },
    headers: { "x-forwarded-for": from, host: "attacker.test" },
  });
const mailNow = () => workQueue(test.app, letterQueue);
const textOf = (raw = "") => raw.replace(/=\r\n/g, "").replace(/=3D/g, "=");
const tokenIn = (raw?: string) => /#token=([\w-]+)/.exec(textOf(raw))?.[1] ?? "";
async function aLink(email: string): Promise<string> {
  expect((await ask(email)).statusCode).toBe(200);
  await mailNow();
  return tokenIn(server.letters.at(-1)?.raw);
}
const reset = (token: string, password = newPassword) =>
  test.call(resetPassword, null, { body: { token, newPassword: password } });
const later = (minutes: number) => test.setNow(new Date(testNow.getTime() + minutes * 60_000));
const signIn = async (email: string, password: string) =>
  (await test.call(login, null, { body: { email, password } })).statusCode;

describe("requesting a link", () => {
  it("is refused where mail is off, and without PUBLIC_URL", async () => {
    for (const env of [
      {},
      { SMTP_URL: `smtp://127.0.0.1:${server.port}`, SUPPORT_EMAIL: "support@klinika.test" },
    ]) {
      const other = await start(env);
      const answer = await other.call(forgotPassword, null, { body: { email: "a@b.test" } });
      await other.close();
      expect(answer.statusCode).toBe(404);
    }
  });

  it("asks for an email", async () => {
    const answer = await ask("doctor@");
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({ email: "Please enter a valid email address" });
  });

  it("responds alike to known, unknown and deactivated addresses, and mails only the known one", async () => {
    const gone = await aStaffMember(test, clinic, ["view_patients"]);
    await test.sql("update users set is_active = false where id = $1", [gone.id]);
    const answers = [];
    for (const email of [clinic.owner.email, gone.email, "nobody@nowhere.test"])
      answers.push(await ask(email));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    await mailNow();
    expect(server.letters.map(({ to }) => to)).toEqual([[clinic.owner.email]]);
    expect(await test.sql("select * from letters_with_link")).toEqual([]);
  });

  it("is for staff and administrators too", async () => {
    const staff = await aStaffMember(test, clinic, ["view_patients"]);
    const admin = await anAdmin(test);
    for (const { email } of [staff, admin]) expect(await aLink(email)).toMatch(/^[\w-]{43}$/);
  });

  it.each([
    ["three of one account, known or not", 3, (_n: number, email: string) => [email, aNetwork()] as const],
    ["five from one network", 5, (n: number) => [`doctor${n}@nowhere.test`, "198.51.100.9"] as const],
  ])("takes %s an hour", async (_what, most, one) => {
    const words = new Set<string>();
    for (const email of [clinic.owner.email, "nobody@nowhere.test"]) {
      later(most === 5 && email === "nobody@nowhere.test" ? 61 : 0);
      for (let n = 0; n < most; n++) expect((await ask(...one(n, email))).statusCode).toBe(200);
      const answer = await ask(...one(most, email));
      expect(answer.statusCode).toBe(429);
      words.add(answer.json().message);
    }
    expect(words.size).toBe(1);
  });
});

describe("the mail", () => {
  it("links to PUBLIC_URL with the token in the fragment; only its hash is stored, and neither is logged", async () => {
    const token = await aLink(clinic.owner.email);
    expect(textOf(server.letters[0]?.raw)).toContain(`https://klinika.test/reset-password#token=${token}`);
    expect(server.letters[0]?.raw).not.toContain("attacker.test");
    const links = await test.sql("select encode(token_hash, 'hex') as hash, m.* from mailed_links m");
    expect(links).toMatchObject([
      {
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        expires_at: new Date(testNow.getTime() + 30 * 60_000),
      },
    ]);
    await reset(token);
    expect(lines.length).toBeGreaterThan(0);
    for (const secret of [token, clinic.owner.email]) expect(lines.join("")).not.toContain(secret);
  });

  it("is retried until it expires when the mail server is down", async () => {
    isDown = true;
    await ask(clinic.owner.email);
    await mailNow();
    expect(server.letters).toEqual([]);
    isDown = false;
    await mailNow();
    expect(server.letters).toEqual([]);
    later(1);
    await mailNow();
    expect((await reset(tokenIn(server.letters[0]?.raw))).statusCode).toBe(200);
    await ask(clinic.owner.email);
    later(40);
    await mailNow();
    expect(server.letters).toHaveLength(1);
  });
});

describe("the new password", () => {
  it("is refused with an invented token, or when it breaks the password rules", async () => {
    expect((await reset("x".repeat(43))).statusCode).toBe(404);
    const token = await aLink(clinic.owner.email);
    const short = await reset(token, "seven77");
    expect(short.statusCode).toBe(400);
    expect(short.json().fields).toEqual({ newPassword: "Password must be at least 8 characters" });
    expect((await reset(token)).statusCode).toBe(200);
  });

  it("signs in and the old one does not; every session ends and known devices stay known", async () => {
    const other = await aSession(test, clinic.owner.id);
    const devices = await test.sql("select * from known_devices where user_id = $1", [clinic.owner.id]);
    const token = await aLink(clinic.owner.email);
    expect((await reset(token)).statusCode).toBe(200);
    for (const session of [clinic.owner.token, other])
      expect((await test.call(currentUser, session)).statusCode).toBe(401);
    expect(await signIn(clinic.owner.email, aPassword)).toBe(401);
    expect(await signIn(clinic.owner.email, newPassword)).toBe(200);
    expect(
      await test.sql("select * from known_devices where user_id = $1 and device_hash = any ($2)", [
        clinic.owner.id,
        devices.map(({ device_hash }) => device_hash),
      ]),
    ).toHaveLength(devices.length);
  });

  it("is set once per link, by one of several simultaneous requests, and by no older link afterwards", async () => {
    const [older, token] = [await aLink(clinic.owner.email), await aLink(clinic.owner.email)];
    const answers = await Promise.all(["one-at-noon-11", "two-at-noon-22"].map((one) => reset(token, one)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
    for (const used of [older, token]) {
      const answer = await reset(used);
      expect(answer.statusCode).toBe(404);
      expect(answer.json().message).toBe("This link was already used or has expired. Request a new one.");
    }
  });

  it("is not set after 30 minutes, nor for an account that was deactivated", async () => {
    const token = await aLink(clinic.owner.email);
    later(30);
    expect((await reset(token)).statusCode).toBe(404);
    const second = await aLink(clinic.owner.email);
    await test.sql("update users set is_active = false where id = $1", [clinic.owner.id]);
    expect((await reset(second)).statusCode).toBe(404);
  });

  it("can be used at once after too many wrong guesses", async () => {
    for (let n = 0; n < 11; n++) await signIn(clinic.owner.email, "wrong-at-noon");
    expect(await signIn(clinic.owner.email, aPassword)).toBe(429);
    await reset(await aLink(clinic.owner.email));
    expect(await signIn(clinic.owner.email, newPassword)).toBe(200);
  });
});
