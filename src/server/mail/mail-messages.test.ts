import { Writable } from "node:stream";
import { pino } from "pino";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { buildApp } from "#app/server/app.ts";
import { requestUpgrade } from "#features/clinics/contract.ts";
import { sendContactMessage } from "#features/contact/contract.ts";
import { startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic } from "#test/data/factories.ts";
import { type MailServer, startMailServer } from "#test/servers/mail-server.ts";
import { workQueue } from "../jobs/job-queue.ts";
import type { App } from "../kit.ts";
import { loggerOptions } from "../monitoring/logger.ts";
import { readSettings } from "../settings.ts";
import { messageQueue } from "./mail-messages.ts";

const message = {
  name: "Dr. Begoña Peñaflor",
  email: "begona@penaflor.test",
  phone: "0917 555 0100",
  clinic: "Peñaflor Clinic",
  subject: "Paano lumipat mula sa papel? ₱1,000",
  message: "Magkano, ₱1,000 ba?\n.\nSalamat, Begoña",
};
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const mailSettings = ({ port }: { port: number }, login = "") => ({
  SMTP_URL: `smtp://${login}127.0.0.1:${port}`,
  SUPPORT_EMAIL: "support@klinika.test",
});

async function started(env: Record<string, string>) {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const app = await startOwnApp(env, pino(typeof loggerOptions === "object" ? loggerOptions : {}, stream));
  closers.push(() => app.close());
  return { app, lines };
}

async function aMailServer(behaviour?: Parameters<typeof startMailServer>[0]): Promise<MailServer> {
  const server = await startMailServer(behaviour);
  closers.push(() => server.stop());
  return server;
}

const mailNow = (app: App) => workQueue(app, messageQueue);
const minutes = (count: number) => new Date(testNow.getTime() + count * 60_000);
const send = (app: TestApp, changes: Partial<typeof message> = {}) =>
  app.call(sendContactMessage, null, { body: { ...message, ...changes } });
const state = (app: TestApp) =>
  app.sql("select mailed_at, mail_attempts, mail_next_at from contact_messages order by id");

/** The headers of a letter by name, and its text. */
function opened(raw: string) {
  const [head = "", ...body] = raw.split("\r\n\r\n");
  const headers = new Map(
    head
      .replace(/\r\n[ \t]+/g, " ")
      .split("\r\n")
      .map((line) => [
        line.slice(0, line.indexOf(":")).toLowerCase(),
        decodedWords(line.slice(line.indexOf(":") + 2)),
      ]),
  );
  const coding = headers.get("content-transfer-encoding");
  const text = body.join("\r\n\r\n");
  const bytes = coding === "base64" ? Buffer.from(text, "base64") : quotedBytes(text.replace(/=\r\n/g, ""));
  return { headers, text: bytes.toString("utf8").replace(/\r\n/g, "\n").trimEnd() };
}

const quotedBytes = (text: string) =>
  Buffer.from(
    text.replace(/=([\dA-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );
const decodedWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_all, coding: string, coded: string) =>
      (coding.toUpperCase() === "B"
        ? Buffer.from(coded, "base64")
        : quotedBytes(coded.replace(/_/g, " "))
      ).toString("latin1"),
    )
    .replace(/[\x80-\xff]+/g, (bytes) => Buffer.from(bytes, "latin1").toString("utf8"));

test("a contact message is mailed once to the support address, with ñ and ₱ and its sender as Reply-To", async () => {
  const server = await aMailServer({ login: { user: "klinika", password: "p@ss" } });
  const { app } = await started({
    ...mailSettings(server, "klinika:p%40ss@"),
    SMTP_FROM: "no-reply@klinika.test",
    PUBLIC_URL: "https://klinika.test",
    TRUST_PROXY: "1",
  });
  expect((await send(app)).statusCode).toBe(200);
  await mailNow(app.app);
  await mailNow(app.app);
  expect(server.letters).toHaveLength(1);
  const [letter] = server.letters;
  expect(letter).toMatchObject({ from: "no-reply@klinika.test", to: ["support@klinika.test"] });
  const { headers, text } = opened(letter?.raw ?? "");
  expect(headers.get("subject")).toBe("[Klinika] Paano lumipat mula sa papel? ₱1,000");
  expect(headers.get("reply-to")).toContain("Dr. Begoña Peñaflor");
  expect(headers.get("reply-to")).toContain("<begona@penaflor.test>");
  expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(text).toBe(
    [
      "Name: Dr. Begoña Peñaflor",
      "Email: begona@penaflor.test",
      "Phone: 0917 555 0100",
      "Clinic: Peñaflor Clinic",
      "Sent with the contact form on Nov 20, 2026, 10:42 AM (Manila)",
      "In the console: https://klinika.test/admin?tab=requests",
      "",
      message.message,
    ].join("\n"),
  );
  expect(await state(app)).toMatchObject([{ mailed_at: testNow, mail_attempts: 1, mail_next_at: null }]);
});

test("an upgrade request is mailed with the clinic's name", async () => {
  const server = await aMailServer();
  const { app } = await started(mailSettings(server));
  const clinic = await aClinic(app);
  expect((await app.call(requestUpgrade, clinic.owner.token)).statusCode).toBe(200);
  await mailNow(app.app);
  const { headers, text } = opened(server.letters[0]?.raw ?? "");
  expect(headers.get("subject")).toMatch(/^\[Klinika\] Upgrade to Full Plan: /);
  expect(text).toContain("requested the full plan");
  expect(text).toContain("Sent from the clinic's settings");
});

test("typed text cannot add a header, a recipient or a MIME part", async () => {
  const server = await aMailServer();
  const { app } = await started(mailSettings(server));
  const evil = "x\r\nBcc: evil@test.test\r\n\r\nEvil body\u2028\u0085\u0007";
  const answer = await send(app, {
    name: `Ana" <evil@test.test>, "${evil}`,
    subject: evil,
    message: `${evil}\r\n.\r\nMAIL FROM:<a@b.cd>`,
  });
  expect(answer.statusCode).toBe(200);
  await send(app, { email: "a,evil;b@test.test", subject: "Two addresses" });
  await mailNow(app.app);
  expect(server.letters.map(({ to }) => to)).toEqual([["support@klinika.test"], ["support@klinika.test"]]);
  const [first, second] = server.letters.map(({ raw }) => opened(raw));
  expect(first?.headers.has("bcc")).toBe(false);
  expect(first?.headers.get("subject")).toBe("[Klinika] x Bcc: evil@test.test Evil body");
  expect(first?.headers.get("to")).toBe("support@klinika.test");
  expect(second?.headers.has("reply-to")).toBe(false);
  expect(second?.text).toContain("Email: a,evil;b@test.test");
});

test("while the mail server is down it is retried with backoff, across a restart, and delivered once", async () => {
  const gone = await startMailServer();
  await gone.stop();
  const { app, lines } = await started(mailSettings(gone));
  expect((await send(app)).statusCode).toBe(200);
  await mailNow(app.app);
  expect(await state(app)).toEqual([{ mailed_at: null, mail_attempts: 1, mail_next_at: minutes(1) }]);
  app.setNow(minutes(0.9));
  await mailNow(app.app);
  expect(await state(app)).toMatchObject([{ mail_attempts: 1 }]);
  app.setNow(minutes(1));
  await mailNow(app.app);
  expect(await state(app)).toMatchObject([{ mail_attempts: 2, mail_next_at: minutes(3) }]);
  const line = lines.map((text) => JSON.parse(text)).find(({ attempt }) => attempt === 2);
  expect(line).toMatchObject({
    msg: "contact message not mailed; it is in the console",
    reason: "The mail server in SMTP_URL does not answer.",
  });
  for (const told of Object.values(message)) expect(lines.join("")).not.toContain(told.split("\n")[0]);

  const server = await aMailServer({ port: gone.port });
  const again = await buildApp({
    settings: readSettings({ DATA_DIR: app.dataDir, ...mailSettings(server) }),
    databaseUrl: app.databaseUrl,
    now: () => minutes(4),
    poolSize: 2,
    withoutBackgroundWork: true,
  });
  onTestFinished(() => again.close());
  await Promise.all([mailNow(again), mailNow(again)]);
  await mailNow(app.app);
  expect(server.letters).toHaveLength(1);
  expect(await state(app)).toMatchObject([{ mailed_at: minutes(4), mail_attempts: 3 }]);
});

test("two servers mail a message once; a refused one waits, the rest is mailed", async () => {
  let refused = 1;
  const server = await aMailServer({
    onLetter: () => {
      if (refused-- > 0) throw Object.assign(new Error("No"), { responseCode: 552 });
    },
  });
  const { app, lines } = await started(mailSettings(server));
  await send(app, { subject: "First" });
  await send(app, { subject: "Second" });
  await mailNow(app.app);
  expect(lines.join("")).toContain("The mail server refused the message (it answered 552).");
  app.setNow(minutes(1));
  await Promise.all([mailNow(app.app), mailNow(app.app), mailNow(app.app)]);
  const subjects = server.letters.map(({ raw }) => opened(raw).headers.get("subject"));
  expect(subjects.toSorted()).toEqual(["[Klinika] First", "[Klinika] Second"]);
});

test("a refused login is logged with a clear message, without the password", async () => {
  const server = await aMailServer({ login: { user: "klinika", password: "right" } });
  const { app, lines } = await started(mailSettings(server, "klinika:wrong-hunter2@"));
  await send(app);
  await mailNow(app.app);
  expect(server.signIns).toEqual(["klinika"]);
  expect(lines.join("")).toContain(
    "The mail server refused the user or password in SMTP_URL (it answered 535). Correct them and start again.",
  );
  expect(lines.join("")).not.toContain("hunter2");
});

test("a password never leaves this computer unencrypted", async () => {
  const server = await aMailServer({ login: { user: "klinika", password: "right" } });
  const { app, lines } = await started({
    SMTP_URL: `smtp://klinika:right@0.0.0.0:${server.port}`,
    SUPPORT_EMAIL: "support@klinika.test",
  });
  await send(app);
  await mailNow(app.app);
  expect(server.signIns).toEqual([]);
  expect(lines.join("")).toContain("offers no encryption that can be trusted");
});

test("old and handled messages are not mailed, and without the setting none is", async () => {
  const server = await aMailServer();
  const { app } = await started(mailSettings(server));
  await send(app, { subject: "Old" });
  await send(app, { subject: "Dealt with" });
  await app.sql("update contact_messages set created_at = $1 where subject = 'Old'", [minutes(-60 * 24 * 3)]);
  await app.sql("update contact_messages set handled_at = $1 where subject = 'Dealt with'", [testNow]);
  await mailNow(app.app);
  const { app: without } = await started({});
  await send(without);
  await mailNow(without.app);
  expect(await state(without)).toEqual([{ mailed_at: null, mail_attempts: 0, mail_next_at: null }]);
  expect(server.letters).toEqual([]);
});
