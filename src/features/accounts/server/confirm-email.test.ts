import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { setClinicVerified } from "#features/platform/contract.ts";
import { availableClinics, sendReferral, writeReferralLetter } from "#features/referrals/contract.ts";
import { workQueue } from "#server/jobs/job-queue.ts";
import { letterQueue, textOf } from "#server/mail/mail-links.ts";
import { startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, anAdmin, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { type MailServer, startMailServer } from "#test/servers/mail-server.ts";
import {
  confirmEmail,
  currentUser,
  forgotPassword,
  resendConfirmation,
  resetPassword,
  signUp,
} from "../contract.ts";

let test: TestApp;
let server: MailServer;
/** Signed up on the screen, with an email that is not confirmed. */
let clinic: TestClinic;
/** An older account, which was never asked to confirm. */
let other: TestClinic;

const email = "maria@santos.test";
const aSignUp = {
  clinicName: "Santos Clinic",
  doctorName: "Maria Santos",
  email,
  phone: "0917 555 0100",
  licenseNumber: "0098412",
  password: "tinola-at-noon-42",
  confirmPassword: "tinola-at-noon-42",
};
async function signUpAt(stage: TestApp): Promise<TestClinic> {
  const answer = await stage.call(signUp, null, { body: aSignUp });
  expect(answer.statusCode).toBe(200);
  const { token } = answer.json();
  const user = (await stage.call(currentUser, token)).json();
  return { id: user.clinicId, name: user.clinic.name, owner: { id: user.id, email, token } };
}

beforeEach(async () => {
  server = await startMailServer();
  test = await startOwnApp({
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    SUPPORT_EMAIL: "support@klinika.test",
    PUBLIC_URL: "https://klinika.test",
    TRUST_PROXY: "1",
  });
  clinic = await signUpAt(test);
  other = await aClinic(test);
});
afterEach(async () => {
  await test.close();
  await server.stop();
});

const mailNow = () => workQueue(test.app, letterQueue);
async function lastToken(): Promise<string> {
  await mailNow();
  const text = (server.letters.at(-1)?.raw ?? "").replace(/=\r\n/g, "").replace(/=3D/g, "=");
  return /\/confirm-email#token=([\w-]+)/.exec(text)?.[1] ?? "";
}
const confirm = (token: string) => test.call(confirmEmail, null, { body: { token } });
const resend = (token: string | null = clinic.owner.token) => test.call(resendConfirmation, token);
const isConfirmed = async () =>
  (await test.call(currentUser, clinic.owner.token)).json().emailConfirmed as boolean;
const refer = async (from: TestClinic, to: TestClinic, token = from.owner.token) =>
  test.call(sendReferral, token, {
    params: { id: await aPatient(test, from) },
    body: { toClinicId: to.id, referralReason: "Echocardiography" },
  });
const isListed = async () =>
  (await test.call(availableClinics, other.owner.token))
    .json()
    .some(({ id }: { id: number }) => id === clinic.id);
const later = (days: number) => test.setNow(new Date(testNow.getTime() + days * 86_400_000));

describe("the link that is mailed at sign-up", () => {
  it("confirms once; opened again, it says that the email is confirmed", async () => {
    expect(await isConfirmed()).toBe(false);
    const token = await lastToken();
    expect(server.letters.map(({ to }) => to)).toEqual([[email]]);
    expect((await confirm("x".repeat(43))).statusCode).toBe(404);
    expect((await test.call(confirmEmail, null, { body: {} })).statusCode).toBe(400);
    expect(await isConfirmed()).toBe(false);
    const first = await confirm(token);
    expect([first.statusCode, first.json().message]).toEqual([200, "Your email is confirmed"]);
    expect(await isConfirmed()).toBe(true);
    const second = await confirm(token);
    expect([second.statusCode, second.json().message]).toEqual([200, "This email is already confirmed"]);
  });

  it("works for 7 days, and sets no password", async () => {
    const token = await lastToken();
    later(7);
    expect((await confirm(token)).statusCode).toBe(404);
    later(6.9);
    const reset = await test.call(resetPassword, null, {
      body: { token, newPassword: "sampaloc-at-dusk-9" },
    });
    expect(reset.statusCode).toBe(404);
    expect((await confirm(token)).statusCode).toBe(200);
  });

  it("is mailed without the name, which could be a message to another person's address", async () => {
    await mailNow();
    expect(server.letters[0]?.raw).toContain("Hello,");
    expect(server.letters[0]?.raw).not.toContain("Hello Maria");
    await test.call(forgotPassword, null, { body: { email } });
    await mailNow();
    expect(server.letters[1]?.raw).not.toContain("Hello Maria");
  });

  it("is plain text", () => {
    const { subject, lines } = textOf.confirm("Hello,", {
      publicUrl: "https://klinika.test",
      fragment: "#token=abc",
      until: "2026-11-30T02:31:00Z",
    });
    expect(subject).toBe("Confirm your email for Klinika");
    expect(lines).toContain("https://klinika.test/confirm-email#token=abc");
    expect(lines).toContain("It works until Nov 30, 2026, 10:31 AM (Manila).");
  });

  it("is not needed after a password reset by mail", async () => {
    await mailNow();
    await test.call(forgotPassword, null, { body: { email } });
    await mailNow();
    const text = (server.letters.at(-1)?.raw ?? "").replace(/=\r\n/g, "").replace(/=3D/g, "=");
    const token = /\/reset-password#token=([\w-]+)/.exec(text)?.[1] ?? "";
    const reset = await test.call(resetPassword, null, {
      body: { token, newPassword: "sampaloc-at-dusk-9" },
    });
    expect(reset.statusCode).toBe(200);
    expect(await test.sql("select 1 from users where email_unconfirmed_since is not null")).toEqual([]);
  });

  it("is the only way: the application role cannot confirm", async () => {
    const { db } = test.app.kit.databases.openClinic({
      clinicId: clinic.id,
      userId: clinic.owner.id,
      ownerUserId: null,
      event: "patient.update",
    });
    await expect(
      db
        .updateTable("users")
        .set({ emailUnconfirmedSince: null })
        .where("clinicId", "=", clinic.id)
        .where("id", "=", clinic.owner.id)
        .execute(),
    ).rejects.toThrow(/permission denied/);
  });
});

describe("sending the link again", () => {
  it("needs a session with an unconfirmed email, three times an hour", async () => {
    expect((await resend(null)).statusCode).toBe(401);
    const staff = await aStaffMember(test, clinic, ["view_patients"]);
    for (const token of [staff.token, other.owner.token]) expect((await resend(token)).statusCode).toBe(409);
    const older = await lastToken();
    for (let n = 0; n < 3; n++) expect((await resend()).statusCode).toBe(200);
    const refused = await resend();
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "3600"]);
    const token = await lastToken();
    expect(server.letters).toHaveLength(4);
    expect(token).not.toBe(older);
    for (const good of [token, older]) expect((await confirm(good)).statusCode).toBe(200);
    expect((await resend()).statusCode).toBe(409);
  });

  it("mails nothing once the email is confirmed", async () => {
    const token = await lastToken();
    await resend();
    await confirm(token);
    await mailNow();
    expect(server.letters).toHaveLength(1);
  });
});

describe("an unconfirmed email", () => {
  it("cannot send referrals, with a message for the owner and for staff, and can write letters", async () => {
    const staff = await aStaffMember(test, clinic, ["view_patients"]);
    const answer = await refer(clinic, other);
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      {
        code: "email_unconfirmed",
        message: "Confirm your email before you refer patients to other clinics.",
      },
    ]);
    expect((await refer(clinic, other, staff.token)).json().message).toContain("The clinic's owner");
    const letter = await test.call(writeReferralLetter, clinic.owner.token, {
      params: { id: await aPatient(test, clinic) },
      body: { toClinicName: "Dr. Reyes", referralReason: "Echocardiography" },
    });
    expect(letter.statusCode).toBe(200);
    await confirm(await lastToken());
    expect((await refer(clinic, other)).statusCode).toBe(200);
  });

  it("cannot receive referrals, even where the clinic is verified", async () => {
    const admin = await anAdmin(test);
    await test.call(setClinicVerified, admin.token, {
      params: { id: clinic.id },
      body: { isVerified: true },
    });
    expect(await isListed()).toBe(false);
    expect((await refer(other, clinic)).statusCode).toBe(400);
    await confirm(await lastToken());
    expect(await isListed()).toBe(true);
    expect((await refer(other, clinic)).statusCode).toBe(200);
  });

  it("does not exist where no mail is sent, nor after the mail server was removed", async () => {
    const plain = await startOwnApp();
    try {
      const { id, owner } = await signUpAt(plain);
      expect((await plain.call(currentUser, owner.token)).json().emailConfirmed).toBe(true);
      expect(await plain.sql("select 1 from letters_with_link")).toEqual([]);
      const [row] = await plain.sql("select email_unconfirmed_since from users where email = $1", [email]);
      expect(row).toEqual({ email_unconfirmed_since: null });
      await plain.sql("update users set email_unconfirmed_since = now() where clinic_id = $1", [id]);
      expect((await plain.call(currentUser, owner.token)).json().emailConfirmed).toBe(true);
      expect((await plain.call(resendConfirmation, owner.token)).statusCode).toBe(404);
      const neighbour = await aClinic(plain);
      const list = (await plain.call(availableClinics, neighbour.owner.token)).json();
      expect(list.map((each: { id: number }) => each.id)).toContain(id);
      const sent = await plain.call(sendReferral, owner.token, {
        params: { id: await aPatient(plain, { id }) },
        body: { toClinicId: neighbour.id, referralReason: "Echocardiography" },
      });
      expect(sent.statusCode).toBe(200);
    } finally {
      await plain.close();
    }
  });
});
