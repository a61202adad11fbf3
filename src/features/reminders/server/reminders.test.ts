import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { signUp } from "#features/accounts/contract.ts";
import {
  addDayOff,
  bookAppointment,
  changeAppointment,
  deleteDayOff,
} from "#features/appointments/contract.ts";
import { saveClinicSettings } from "#features/clinics/contract.ts";
import { archivePatient, editPatient, patientHistory } from "#features/patients/contract.ts";
import { addPlace, changePlace } from "#features/places/contract.ts";
import { workQueue } from "#server/jobs/job-queue.ts";
import { jobs } from "#server/jobs/jobs.ts";
import { reminderQueues } from "#server/reminders/send-reminders.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aSession, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { type MailServer, startMailServer } from "#test/servers/mail-server.ts";
import { startTextGateway, type TextGatewayServer } from "#test/servers/text-gateway.ts";
import {
  noteReminderConsent,
  type PatientReminders,
  patientReminders,
  receiveText,
  stopReminders,
} from "../contract.ts";

const secret = "replies-of-the-gateway";
let test: TestApp;
let mail: MailServer;
let gateway: TextGatewayServer;
let clinic: TestClinic;
beforeAll(async () => {
  mail = await startMailServer();
  gateway = await startTextGateway();
  test = await startOwnApp({
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    SUPPORT_EMAIL: "support@klinika.test",
    PUBLIC_URL: "https://klinika.test",
    TRUST_PROXY: "1",
    SMS_URL: gateway.url,
    SMS_INBOUND_SECRET: secret,
    TEXTS_PER_CLINIC: "3",
    TEXTS_PER_NUMBER: "4",
    TEXTS_PER_DAY: "5",
  });
});
afterAll(async () => {
  await test.close();
  await mail.stop();
  await gateway.stop();
});
/** A clinic of its own on Friday, November 20, at 9:00 in Manila, and nothing planned elsewhere. */
beforeEach(async () => {
  await test.sql("delete from reminders");
  await test.sql("delete from reminder_consents");
  mail.letters.length = 0;
  gateway.texts.length = 0;
  gateway.behave({});
  test.setNow(new Date("2026-11-20T01:00:00Z"));
  clinic = await aClinic(test);
});

const owner = () => clinic.owner.token;
const ana = {
  patient_name: "Reyes, Ana Maria",
  contact_number: "+639175550144",
  email: "ana@patient.test",
};
const at = async (instant: string) => {
  test.setNow(new Date(instant));
  clinic.owner.token = await aSession(test, clinic.owner.id);
};
const consent = (id: number, channel: "email" | "text", isGiven = true) =>
  test.call(noteReminderConsent, owner(), { params: { id }, body: { channel, isGiven } });
const book = async (patientId: number, startsAt = "2026-11-21T01:00:00Z") => {
  const answer = await test.call(bookAppointment, owner(), {
    body: { patientId, startsAt, reason: "Hypertension", note: "Fasting" },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().id as number;
};
/** A patient with an appointment tomorrow, who consents to these channels. */
async function expected(channels: readonly ("email" | "text")[], more: object = {}) {
  const id = await aPatient(test, clinic, { ...ana, ...more });
  for (const channel of channels) expect((await consent(id, channel)).statusCode).toBe(200);
  return { id, appointment: await book(id) };
}
const plan = () => jobs.find(({ name }) => name === "plan reminders")?.run(test.app, test.app.kit.now());
const send = async () => {
  for (const queue of reminderQueues) await workQueue(test.app, queue);
};
async function remind(at?: string): Promise<void> {
  if (at) test.setNow(new Date(at));
  await plan();
  await send();
}
const read = async (id: number): Promise<PatientReminders> => {
  const token = await aSession(test, clinic.owner.id);
  return (await test.call(patientReminders, token, { params: { id } })).json();
};
const states = async (id: number) =>
  (await read(id)).reminders.map(({ channel, state }) => `${channel} ${state}`);
const textOf = (raw = "") => raw.replace(/=\r\n/g, "").replace(/=3D/g, "=").replace(/\r\n/g, "\n");

describe("the day before", () => {
  it("is sent by mail and text to a consenting patient, once, with time and place and nothing clinical", async () => {
    const { id, appointment } = await expected(["email", "text"]);
    await Promise.all([remind(), remind()]);
    await remind("2026-11-20T02:00:00Z");
    expect(gateway.texts).toEqual([
      {
        number: "639175550144",
        message: expect.stringMatching(
          /^Reminder: appointment at .*, Sat Nov 21, 9:00 AM\. Reply STOP to stop reminders\.$/,
        ),
        sendername: "KLINIKA",
      },
    ]);
    expect(gateway.texts[0]?.message.length).toBeLessThanOrEqual(160);
    expect(mail.letters).toHaveLength(1);
    expect(mail.letters[0]?.to).toEqual([ana.email]);
    const letter = textOf(mail.letters[0]?.raw);
    expect(letter).toContain("Saturday, November 21, 2026, 9:00 AM");
    expect(`${letter}${gateway.texts[0]?.message}`).not.toMatch(/hypertension|fasting|reyes/i);
    const { reminders, consents } = await read(id);
    expect(reminders).toMatchObject([
      { appointmentId: appointment, state: "sent", sentAt: "2026-11-20T01:00:00Z" },
      { appointmentId: appointment, state: "sent", sentAt: "2026-11-20T01:00:00Z" },
    ]);
    expect(consents).toMatchObject([
      { channel: "email", address: ana.email, isGiven: true, since: "2026-11-20T01:00:00Z" },
      { channel: "text", address: ana.contact_number, isGiven: true },
    ]);
  });

  it("is not sent without consent or address, or for another day", async () => {
    await expected([]);
    const both = ["email", "text"] as const;
    await expected(both, { email: null, contact_number: "+63322550142" });
    const later = await aPatient(test, clinic, ana);
    for (const channel of both) await consent(later, channel);
    await book(later, "2026-11-22T01:00:00Z");
    await book(later, "2026-11-20T07:00:00Z");
    const gone = await expected(["email"]);
    await test.call(archivePatient, owner(), { params: { id: gone.id } });
    await remind();
    expect([...gateway.texts, ...mail.letters]).toEqual([]);
  });

  it("is not sent for an appointment at a deactivated place, planned or not", async () => {
    const { id: placeId } = (await test.call(addPlace, owner(), { body: { name: "Annex" } })).json();
    const there = async () => {
      const id = await aPatient(test, clinic, ana);
      await consent(id, "text");
      const body = { patientId: id, placeId, startsAt: "2026-11-21T01:00:00Z" };
      expect((await test.call(bookAppointment, owner(), { body })).statusCode).toBe(200);
      return { id };
    };
    const planned = await there();
    await plan();
    const unplanned = await there();
    await test.call(changePlace, owner(), { params: { id: placeId }, body: { isActive: false } });
    await remind();
    expect(gateway.texts).toEqual([]);
    expect(await states(planned.id)).toEqual(["text dropped"]);
    expect(await states(unplanned.id)).toEqual([]);
  });

  it("is not sent for a day that was closed since, planned or not, unless it is opened again", async () => {
    const planned = await expected(["text"]);
    await plan();
    const day = { firstDay: "2026-11-21", lastDay: "2026-11-21" };
    const closed = await test.call(addDayOff, owner(), { body: { ...day, note: "Congress" } });
    const unplanned = await expected(["text"]);
    await remind();
    expect(gateway.texts).toEqual([]);
    expect(await states(planned.id)).toEqual(["text dropped"]);
    expect(await states(unplanned.id)).toEqual([]);
    await test.call(deleteDayOff, owner(), { params: { id: closed.json().id } });
    await remind();
    expect(gateway.texts).toHaveLength(2);
    for (const { id } of [planned, unplanned]) expect(await states(id)).toEqual(["text sent"]);
  });

  it("is not sent for a national holiday, unless the clinic is open then", async () => {
    const id = await aPatient(test, clinic, ana);
    await consent(id, "text");
    // Bonifacio Day is the Monday.
    await book(id, "2026-11-30T01:00:00Z");
    await at("2026-11-29T01:00:00Z");
    await remind();
    expect(gateway.texts).toEqual([]);
    const day = { firstDay: "2026-11-30", lastDay: "2026-11-30", isOpen: true };
    expect((await test.call(addDayOff, owner(), { body: day })).statusCode).toBe(200);
    await remind();
    expect(gateway.texts).toHaveLength(1);
  });

  it("is sent after all for an appointment that is booked again at its time", async () => {
    const { id, appointment } = await expected(["text"]);
    await plan();
    const become = (state: string) =>
      test.call(changeAppointment, owner(), { params: { id: appointment }, body: { state } });
    await become("cancelled");
    await send();
    expect(await states(id)).toEqual(["text dropped"]);
    await become("booked");
    await remind();
    expect(await states(id)).toEqual(["text sent"]);
  });

  it("goes to the number as it was corrected, and to nobody once the patient is archived", async () => {
    const { id } = await expected(["text"]);
    const archived = await expected(["text"]);
    await plan();
    const body = { contactNumber: "+639175550999" };
    expect((await test.call(editPatient, owner(), { params: { id }, body })).statusCode).toBe(200);
    await test.call(archivePatient, owner(), { params: { id: archived.id } });
    await send();
    expect(gateway.texts.map(({ number }) => number)).toEqual(["639175550999"]);
    expect((await read(id)).reminders).toMatchObject([{ state: "sent" }]);
    expect(await states(archived.id)).toEqual(["text dropped"]);
  });

  it("is dropped when the appointment is moved or cancelled, or consent withdrawn, before it is sent", async () => {
    const moved = await expected(["text"]);
    const cancelled = await expected(["text"]);
    const withdrawn = await expected(["text"]);
    await plan();
    const change = (id: number, body: object) =>
      test.call(changeAppointment, owner(), { params: { id }, body });
    await change(moved.appointment, { startsAt: "2026-11-21T03:00:00Z" });
    await change(cancelled.appointment, { state: "cancelled" });
    await consent(withdrawn.id, "text", false);
    await send();
    expect(gateway.texts).toEqual([]);
    for (const { id } of [moved, cancelled, withdrawn]) expect(await states(id)).toEqual(["text dropped"]);
    await remind();
    expect(gateway.texts.map(({ message }) => message)).toEqual([
      expect.stringContaining("Sat Nov 21, 11:00 AM"),
    ]);
  });

  it("is not sent from 20:00 to 08:00", async () => {
    const { id } = await expected(["text"]);
    await plan();
    test.setNow(new Date("2026-11-20T12:00:00Z"));
    await send();
    test.setNow(new Date("2026-11-20T23:59:00Z"));
    await send();
    expect(gateway.texts).toEqual([]);
    test.setNow(new Date("2026-11-21T00:00:00Z"));
    await send();
    expect(gateway.texts).toHaveLength(1);
    expect(await states(id)).toEqual(["text sent"]);
  });

  it("stops at TEXTS_PER_CLINIC texts a day", async () => {
    for (const last of [1, 2, 3, 4, 5]) await expected(["text"], { contact_number: `+63917555020${last}` });
    await remind();
    await remind();
    expect(gateway.texts).toHaveLength(3);
  });

  it("reaches a patient once a day, however often the appointment is moved", async () => {
    const { appointment } = await expected(["text", "email"]);
    for (const hour of ["01", "02", "03"]) {
      const params = { id: appointment };
      const body = { startsAt: `2026-11-21T${hour}:30:00Z` };
      expect((await test.call(changeAppointment, owner(), { params, body })).statusCode).toBe(200);
      await remind();
    }
    expect([gateway.texts.length, mail.letters.length]).toEqual([1, 1]);
  });

  it("counts what was sent for appointments that were moved to another day", async () => {
    for (const last of [1, 2, 3, 4, 5]) {
      const { appointment } = await expected(["text"], { contact_number: `+63917555030${last}` });
      await remind();
      const body = { startsAt: "2026-11-24T01:00:00Z" };
      const moved = await test.call(changeAppointment, owner(), { params: { id: appointment }, body });
      expect(moved.statusCode, moved.body).toBe(200);
    }
    expect(gateway.texts).toHaveLength(3);
  });

  it("stops at TEXTS_PER_NUMBER to a number and an address, from whatever clinics", async () => {
    for (const _ of [1, 2, 3, 4, 5]) {
      await expected(["text", "email"]);
      await remind();
      clinic = await aClinic(test);
    }
    expect([gateway.texts.length, mail.letters.length]).toEqual([4, 4]);
  });

  it("stops at TEXTS_PER_DAY of all clinics, which take turns", async () => {
    const first = clinic;
    for (const last of [1, 2, 3]) await expected(["text"], { contact_number: `+63917555040${last}` });
    const second = await aClinic(test);
    clinic = second;
    for (const last of [4, 5, 6]) await expected(["text"], { contact_number: `+63917555040${last}` });
    await remind();
    await remind();
    expect(gateway.texts).toHaveLength(5);
    const rows = await test.sql(
      "select count(*)::int as sent from reminders where clinic_id = any ($1) group by clinic_id order by 1",
      [[first.id, second.id]],
    );
    expect(rows).toEqual([{ sent: 2 }, { sent: 3 }]);
  });

  const standings = [
    [
      "a trial that ended",
      "update clinics set subscription_status = 'trial', trial_ends_at = '2026-11-19' where id = $1",
    ],
    ["a suspension", "update clinics set subscription_status = 'suspended' where id = $1"],
    [
      "an email that is not confirmed",
      "update users set email_unconfirmed_since = '2026-11-19' where clinic_id = $1 and role = 'owner'",
    ],
  ] as const;
  it.each(standings)("is neither planned nor sent with %s", async (_, change) => {
    await expected(["text", "email"]);
    await plan();
    await test.sql(change, [clinic.id]);
    await test.sql("update reminders set next_at = next_at - interval '1 day'");
    await send();
    const rows = await test.sql("select distinct state from reminders where clinic_id = $1", [clinic.id]);
    expect(rows).toEqual([{ state: "dropped" }]);
    await test.sql("delete from reminders");
    await remind();
    expect([gateway.texts, mail.letters]).toEqual([[], []]);
  });

  it("cannot name an authority as clinic or place", async () => {
    const called = { name: "Department of Health" };
    const refusals = [
      await test.call(addPlace, owner(), { body: called }),
      await test.call(saveClinicSettings, owner(), { body: called }),
      await test.call(signUp, null, {
        body: {
          clinicName: called.name,
          doctorName: "Dr. Ana Cruz",
          email: "ana.cruz@elsewhere.test",
          phone: "09175550123",
          licenseNumber: "0123456",
          password: "a-long-password-1",
          confirmPassword: "a-long-password-1",
        },
      }),
    ];
    for (const refusal of refusals) {
      expect(refusal.statusCode, refusal.body).toBe(400);
      expect(refusal.body).toContain("government office");
    }
  });

  it("is cut to one text, however long the clinic's name", async () => {
    await test.sql("update clinics set name = $1 where id = $2", [
      `Señor Santo Niño “Heart” Clinic ${"and Diagnostics ".repeat(12)}`,
      clinic.id,
    ]);
    await expected(["text"]);
    await remind();
    const [text] = gateway.texts;
    expect(text?.message).toHaveLength(160);
    expect(text?.message).toMatch(
      /^Reminder: appointment at Senor Santo Nino Heart Clinic and.*, Sat Nov 21/,
    );
  });
});

describe("a failing gateway or mail server", () => {
  it("is retried with growing delays, and given up after five attempts", async () => {
    const { id } = await expected(["text", "email"]);
    gateway.behave({ status: 503 });
    await remind();
    expect(mail.letters).toHaveLength(1);
    const clock = (minutes: number) => new Date(Date.parse("2026-11-20T01:00:00Z") + minutes * 60_000);
    const problemOf = async () => (await read(id)).reminders.find(({ channel }) => channel === "text");
    for (const minutes of [5, 15, 35]) {
      test.setNow(clock(minutes - 1));
      await send();
      test.setNow(clock(minutes));
      await send();
    }
    expect(await problemOf()).toMatchObject({
      state: "waiting",
      problem: "The text gateway did not accept the message (it answered 503).",
    });
    test.setNow(clock(75));
    await send();
    expect(await problemOf()).toMatchObject({ state: "failed" });
    gateway.behave({});
    test.setNow(clock(300));
    await send();
    expect(gateway.texts).toEqual([]);
  });

  it("recovers, and the same reminder is sent once", async () => {
    await expected(["text"]);
    gateway.behave({ status: 429 });
    await remind();
    gateway.behave({});
    await remind("2026-11-20T01:05:00Z");
    await remind("2026-11-20T01:30:00Z");
    expect(gateway.texts).toHaveLength(1);
  });

  it("gives up on a refused number, and continues with the others", async () => {
    const wrong = await expected(["text"], { contact_number: "+639175550199" });
    await expected(["text"]);
    gateway.behave({ refused: ["639175550199"] });
    await remind();
    expect(await states(wrong.id)).toEqual(["text failed"]);
    expect(gateway.texts.map(({ number }) => number)).toEqual(["639175550144"]);
  });
});

describe("stopping", () => {
  const reply = (from: string, message: string, by = secret) =>
    test.call(receiveText, null, { params: { secret: by }, body: { from, message } });

  it("a patient replies with the stop word, in every clinic that texted the number", async () => {
    const first = await expected(["text"]);
    await remind();
    const other = clinic;
    clinic = await aClinic(test);
    const second = await expected(["text"]);
    await remind();
    expect((await reply("639175550144", "salamat po")).json()).toEqual({ stopped: 0 });
    expect((await reply("0917 555 0144", " Stop na po")).json()).toEqual({ stopped: 2 });
    expect((await reply("+639175550144", "TIGIL")).json()).toEqual({ stopped: 0 });
    expect((await read(second.id)).consents[1]).toMatchObject({ isGiven: false, notedBy: null });
    clinic = other;
    expect((await read(first.id)).consents[1]).toMatchObject({ isGiven: false, notedBy: null });
    // The desk records it again when the patient asks for it.
    await consent(first.id, "text");
    expect((await read(first.id)).consents[1]).toMatchObject({ isGiven: true });
  });

  it("a patient replies before the first text is sent", async () => {
    const { id } = await expected(["text"]);
    expect((await reply("639175550144", "please stop")).json()).toEqual({ stopped: 1 });
    await remind();
    expect(gateway.texts).toEqual([]);
    expect((await read(id)).consents[1]).toMatchObject({ isGiven: false, notedBy: null });
    await consent(id, "text");
    expect((await reply("639175550144", "Stop by at 3pm?")).json()).toEqual({ stopped: 0 });
    await remind();
    expect(gateway.texts).toHaveLength(1);
  });

  it("a reply counts only with the gateway's secret", async () => {
    await expected(["text"]);
    await remind();
    expect((await reply("+639175550144", "STOP", "replies-of-another-one")).statusCode).toBe(404);
    expect((await reply("+639175550144", "STOP")).json()).toEqual({ stopped: 1 });
  });

  it("a patient opens the link of the mail", async () => {
    const { id } = await expected(["email"]);
    await remind();
    const [, token = ""] = /stop-reminders#token=([\w-]+)/.exec(textOf(mail.letters[0]?.raw)) ?? [];
    const stop = (sent: string) => test.call(stopReminders, null, { body: { token: sent } });
    expect((await stop(`${token.slice(0, -4)}zzzz`)).statusCode).toBe(404);
    expect((await stop("a-b")).statusCode).toBe(400);
    const answer = await stop(token);
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await stop(token)).statusCode).toBe(200);
    expect((await read(id)).consents[0]).toMatchObject({ isGiven: false, notedBy: null });
    await book(id, "2026-11-22T01:00:00Z");
    await remind("2026-11-21T02:00:00Z");
    expect(mail.letters).toHaveLength(1);
  });
});

describe("consent", () => {
  it("is recorded by the desk, with author and time, in the record history", async () => {
    const id = await aPatient(test, clinic, ana);
    const viewer = await aStaffMember(test, clinic, ["view_patients"]);
    const desk = await aStaffMember(test, clinic, ["view_patients", "manage_schedule"]);
    const note = (token: string) =>
      test.call(noteReminderConsent, token, { params: { id }, body: { channel: "text", isGiven: true } });
    expect((await note(viewer.token)).statusCode).toBe(403);
    expect((await note(desk.token)).statusCode).toBe(200);
    expect((await note(desk.token)).statusCode).toBe(200);
    const { consents } = await read(id);
    expect(consents[1]).toMatchObject({ isGiven: true, notedBy: expect.stringMatching(/\w/) });
    const history = (
      await test.call(patientHistory, await aSession(test, clinic.owner.id), { params: { id } })
    ).json();
    expect(JSON.stringify(history).match(/reminder\.consent/g)).toHaveLength(1);
    const elsewhere = await aClinic(test);
    const answer = await test.call(patientReminders, elsewhere.owner.token, { params: { id } });
    expect(answer.statusCode).toBe(404);
  });
});
