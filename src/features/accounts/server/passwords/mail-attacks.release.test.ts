import { Secret, TOTP } from "otpauth";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  currentUser,
  forgotPassword,
  login,
  resendConfirmation,
  resetPassword,
  signUp,
} from "#features/accounts/contract.ts";
import { confirmSecondFactor, setUpSecondFactor } from "#features/accounts/security-contract.ts";
import { sendContactMessage } from "#features/contact/contract.ts";
import { addStaffAccount } from "#features/staff/contract.ts";
import { workQueue } from "#server/jobs/job-queue.ts";
import { letterQueue } from "#server/mail/mail-links.ts";
import { startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, aPassword, type TestClinic } from "#test/data/factories.ts";
import { type MailServer, startMailServer } from "#test/servers/mail-server.ts";

let test: TestApp;
let server: MailServer;
let clinic: TestClinic;
beforeEach(async () => {
  server = await startMailServer();
  test = await startOwnApp({
    CONTACT_MESSAGES_PER_HOUR: "5",
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    SUPPORT_EMAIL: "support@klinika.test",
    PUBLIC_URL: "https://klinika.test",
    TRUST_PROXY: "1",
    SIGN_UPS_PER_HOUR: "5",
  });
  clinic = await aClinic(test);
});
afterEach(async () => {
  await test.close();
  await server.stop();
});

type Sent = Parameters<typeof test.call>[2];
/** One of the 2^16 networks of a /48, which anyone gets for free. */
const network = (n: number) => `2001:db8:7:${n.toString(16)}::1`;
const from = (ip: string) => ({ "x-forwarded-for": ip });
const mailNow = () => workQueue(test.app, letterQueue);
const textOf = (raw = "") => raw.replace(/=\r\n/g, "").replace(/=3D/g, "=");
const tokenIn = (raw?: string) => /#token=([\w-]+)/.exec(textOf(raw))?.[1] ?? "";
const later = (seconds: number) => new Date(testNow.getTime() + seconds * 1000);
const join = (email: string, ip: string) =>
  test.call(signUp, null, {
    body: {
      clinicName: "Sunrise",
      doctorName: "Ana Reyes",
      email,
      phone: "0917 555 0100",
      licenseNumber: "0012345",
      password: aPassword,
      confirmPassword: aPassword,
    },
    headers: from(ip),
  } as Sent);

it("mail that can never be delivered does not delay other people's password links", async () => {
  for (let n = 0; n < 10; n += 1)
    expect((await join(`bad,${n}@nowhere.test`, network(Math.floor(n / 5)))).statusCode).toBe(200);
  expect(
    (
      await test.call(forgotPassword, null, {
        body: { email: clinic.owner.email },
        headers: from("203.0.113.1"),
      })
    ).statusCode,
  ).toBe(200);
  // The job runs every five seconds; a minute is plenty.
  for (let seconds = 0; seconds <= 60; seconds += 5) {
    test.setNow(later(seconds));
    await mailNow();
  }
  expect(server.letters.filter(({ to }) => to.includes(clinic.owner.email))).toHaveLength(1);
});

it("sixty sign-ups do not make a password link expire unsent (12 networks, 5 sign-ups each)", async () => {
  for (let n = 0; n < 60; n += 1)
    expect((await join(`bad,${n}@nowhere.test`, network(Math.floor(n / 5)))).statusCode).toBe(200);
  await test.call(forgotPassword, null, {
    body: { email: clinic.owner.email },
    headers: from("203.0.113.1"),
  });
  for (let seconds = 0; seconds <= 40 * 60; seconds += 5) {
    test.setNow(later(seconds));
    await mailNow();
  }
  expect(server.letters.filter(({ to }) => to.includes(clinic.owner.email))).toHaveLength(1);
}, 60_000);

it("strangers cannot mail an address more than a limited number of links a day", async () => {
  await join("victim@klinika.test", network(900));
  const token = (
    await test.call(login, null, { body: { email: "victim@klinika.test", password: aPassword } })
  ).json().token;
  void token;
  for (let hour = 0; hour < 24; hour += 1) {
    test.setNow(later(hour * 3605));
    const session = (
      await test.call(login, null, { body: { email: "victim@klinika.test", password: aPassword } })
    ).json().token;
    for (let n = 0; n < 4; n += 1) {
      await test.call(resendConfirmation, session);
      await test.call(forgotPassword, null, {
        body: { email: "victim@klinika.test" },
        headers: from(network(hour)),
      });
    }
    await mailNow();
  }
  const count = server.letters.filter(({ to }) => to.includes("victim@klinika.test")).length;
  expect(count).toBeLessThanOrEqual(20);
}, 60_000);

it("the contact form counts an IPv6 household, not each of its addresses", async () => {
  const answers: number[] = [];
  for (let n = 0; n < 30; n += 1) {
    const answer = await test.call(sendContactMessage, null, {
      body: { name: "A", email: "a@b.test", subject: "S", message: "M" },
      headers: from(`2001:db8:1:2::${(n + 1).toString(16)}`),
    } as Sent);
    answers.push(answer.statusCode);
  }
  expect(answers).toContain(429);
});

it("taking over a pre-registered address by a mailed link removes the stranger's staff", async () => {
  const joined = await join("doctor@hospital.test", network(901));
  const stranger = joined.json().token;
  const made = await test.call(addStaffAccount, stranger, {
    body: {
      email: "spy@evil.test",
      firstName: "Clinic",
      lastName: "Assistant",
      role: "staff",
      permissions: ["view_patients"],
    },
  } as Sent);
  expect(made.statusCode).toBeLessThan(300);
  const spy = (
    await test.call(login, null, { body: { email: "spy@evil.test", password: made.json().tempPassword } })
  ).json().token;
  expect((await test.call(currentUser, spy)).statusCode).toBe(200);
  server.letters.length = 0;
  await test.call(forgotPassword, null, {
    body: { email: "doctor@hospital.test" },
    headers: from("203.0.113.7"),
  });
  await mailNow();
  await mailNow();
  const token = tokenIn(server.letters.findLast(({ raw }) => /reset-password/.test(textOf(raw)))?.raw);
  expect(
    (await test.call(resetPassword, null, { body: { token, newPassword: "sampaloc-at-dusk-9" } })).statusCode,
  ).toBe(200);
  expect((await test.call(currentUser, stranger)).statusCode).toBe(401);
  expect((await test.call(currentUser, spy)).statusCode).toBe(401);
});

it("taking over a pre-registered address is not blocked by the stranger's second factor", async () => {
  const stranger = (await join("doctor2@hospital.test", network(904))).json().token;
  const { secret } = (await test.call(setUpSecondFactor, stranger)).json();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: test.app.kit.now().getTime(),
  });
  expect((await test.call(confirmSecondFactor, stranger, { body: { code } })).statusCode).toBe(200);
  await test.call(forgotPassword, null, {
    body: { email: "doctor2@hospital.test" },
    headers: from("203.0.113.8"),
  });
  await mailNow();
  const token = tokenIn(server.letters.findLast(({ raw }) => /reset-password/.test(textOf(raw)))?.raw);
  expect(
    (await test.call(resetPassword, null, { body: { token, newPassword: "sampaloc-at-dusk-9" } })).statusCode,
  ).toBe(200);
  const entered = await test.call(login, null, {
    body: { email: "doctor2@hospital.test", password: "sampaloc-at-dusk-9" },
  });
  expect(entered.json().code).toBeUndefined();
});

it("an unconfirmed sign-up can reserve only a limited number of other people's addresses as staff", async () => {
  const stranger = (await join("someone@nowhere.test", network(902))).json().token;
  const statuses: number[] = [];
  for (let n = 0; n < 30; n += 1)
    statuses.push(
      (
        await test.call(addStaffAccount, stranger, {
          body: {
            email: `doctor${n}@hospital.test`,
            firstName: "A",
            lastName: "B",
            role: "staff",
            permissions: ["view_patients"],
          },
        } as Sent)
      ).statusCode,
    );
  expect((await join("doctor3@hospital.test", network(903))).statusCode).toBe(200);
});

it("guesses from the networks of one /48 do not add up to hundreds a minute at one account", async () => {
  const email = clinic.owner.email;
  const guess = (n: number) =>
    test.call(login, null, { body: { email, password: `guess-${n}` }, headers: from(network(n)) });
  for (let n = 0; n < 10; n += 1) expect((await guess(n)).statusCode).toBe(401);
  // Each network tries once, and half a minute later each attempt is checked.
  for (let n = 100; n < 200; n += 1) expect((await guess(n)).statusCode).toBe(429);
  test.setNow(later(31));
  let heard = 0;
  for (let n = 100; n < 200; n += 1) if ((await guess(n)).statusCode === 401) heard += 1;
  expect(heard).toBeLessThanOrEqual(20);
});

it("an IPv4 address with a port counts as one network", async () => {
  const { networkOf } = await import("#server/http/network-address.ts");
  expect(networkOf("203.0.113.5:40001")).toBe(networkOf("203.0.113.5:40002"));
});

it("a network is one for the guess limit, whatever port the proxy writes", async () => {
  const small = await startOwnApp({ TRUST_PROXY: "1", FAILED_SIGN_INS_PER_ADDRESS: "10" });
  try {
    const answers: number[] = [];
    for (let n = 0; n < 15; n += 1)
      answers.push(
        (
          await small.call(login, null, {
            body: { email: `nobody${n}@clinic.test`, password: "x" },
            headers: from(`203.0.113.5:${40000 + n}`),
          })
        ).statusCode,
      );
    expect(answers).toContain(429);
  } finally {
    await small.close();
  }
});

it("changes by signed-out users are limited by network, like guesses", async () => {
  const small = await startOwnApp({ TRUST_PROXY: "1", CHANGES_PER_MINUTE: "20" });
  try {
    const { owner } = await aClinic(small);
    const answers: number[] = [];
    // Right passwords: each costs a hash of 19 MiB, two in parallel, and no other limit applies.
    for (let n = 0; n < 60; n += 1)
      answers.push(
        (
          await small.call(login, null, {
            body: { email: owner.email, password: aPassword },
            headers: from(`2001:db8:5:5::${(n + 1).toString(16)}`),
          })
        ).statusCode,
      );
    expect(answers).toContain(429);
  } finally {
    await small.close();
  }
});

it("no mail contains a stranger's words: a staff account's name would reach an unconfirmed address", async () => {
  const stranger = (await join("crook@nowhere.test", network(905))).json().token;
  const words = "URGENT: your bank card is blocked, call 0917 555 0199 or open http://evil.test";
  const made = await test.call(addStaffAccount, stranger, {
    body: {
      email: "anybody@elsewhere.test",
      firstName: words,
      lastName: "X",
      permissions: ["view_patients"],
    },
  } as Sent);
  expect(made.statusCode).toBe(200);
  await test.call(forgotPassword, null, {
    body: { email: "anybody@elsewhere.test" },
    headers: from("203.0.113.9"),
  });
  await mailNow();
  const letter = server.letters.find(({ to }) => to.includes("anybody@elsewhere.test"));
  expect(letter).toBeDefined();
  expect(textOf(letter?.raw)).not.toContain("evil.test");
});

it("mail to a domain that the server refuses does not delay other mail", async () => {
  const taken: string[] = [];
  const relay = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: true,
    logger: false,
    onRcptTo: ({ address }, _session, done) =>
      done(
        address.endsWith("@refused.test")
          ? Object.assign(new Error("No such domain"), { responseCode: 550 })
          : undefined,
      ),
    onData(stream, { envelope }, done) {
      stream.resume();
      stream.on("end", () => {
        taken.push(...envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  const port = await new Promise<number>((resolve) => {
    const listening = relay.listen(0, "127.0.0.1", () =>
      resolve((listening.address() as { port: number }).port),
    );
  });
  const own = await startOwnApp({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    SUPPORT_EMAIL: "support@klinika.test",
    PUBLIC_URL: "https://klinika.test",
    TRUST_PROXY: "1",
  });
  try {
    const { owner } = await aClinic(own);
    for (let n = 0; n < 10; n += 1)
      await own.app.kit.databases.functions.value("askLetterWithLink", {
        kind: "reset",
        email: `x${n}@refused.test`,
        at: testNow,
      });
    // Accounts of those addresses, as ten sign-ups make them.
    for (let n = 0; n < 10; n += 1)
      await own.sql("update users set email = $2 where id = $1", [
        (await aClinic(own)).owner.id,
        `x${n}@refused.test`,
      ]);
    await own.call(forgotPassword, null, { body: { email: owner.email }, headers: from("203.0.113.1") });
    for (let seconds = 0; seconds <= 60; seconds += 5) {
      own.setNow(later(seconds));
      await workQueue(own.app, letterQueue);
    }
    expect(taken).toContain(owner.email);
  } finally {
    await own.close();
    await new Promise<void>((done) => relay.close(() => done()));
  }
}, 60_000);
