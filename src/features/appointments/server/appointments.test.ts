import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  addConsultation,
  completeConsultation,
  recordVitals,
  todaysConsultations,
} from "#features/consultations/contract.ts";
import { markVitalSigns } from "#features/consultations/entries-in-error-contract.ts";
import { archivePatient, editPatient, onePatient } from "#features/patients/contract.ts";
import { addPlace, changePlace, listPlaces, setPlaceHours } from "#features/places/contract.ts";
import { addWalkIn } from "#features/registration/contract.ts";
import { addVisit, listVisits, moveVisit } from "#features/visits/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { acceptedBodies } from "#test/data/accepted-bodies.ts";
import { aClinic, aPatient, aSession, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import {
  type Appointment,
  addDayOff,
  bookAppointment,
  changeAppointment,
  deleteDayOff,
  freeTimes,
  listAppointments,
  listRecalls,
  noteRecall,
  patientAppointments,
} from "../contract.ts";

let test: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

/** A clinic of its own on Friday, November 20, at 9:00 in Manila. */
async function aMorning(): Promise<TestClinic> {
  test.setNow(new Date("2026-11-20T01:00:00Z"));
  clinic = await aClinic(test);
  return clinic;
}
/** The clinic's owner at another time. */
async function at(instant: string): Promise<void> {
  test.setNow(new Date(instant));
  clinic.owner.token = await aSession(test, clinic.owner.id);
}
const owner = () => clinic.owner.token;
const book = (body: object, token = owner()) => test.call(bookAppointment, token, { body });
const change = (id: number, body: object) => test.call(changeAppointment, owner(), { params: { id }, body });
const patient = (more: Parameters<typeof aPatient>[2] = {}) => aPatient(test, clinic, more);
const booked = async (more: object = {}): Promise<Appointment> => {
  const answer = await book({
    ...("personName" in more || "patientId" in more ? {} : { patientId: await patient() }),
    startsAt: "2026-11-24T01:00:00Z",
    ...more,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const list = async (from: string, to = from): Promise<Appointment[]> =>
  (await test.call(listAppointments, owner(), { query: { from, to } })).json();
const record = async (id: number) => (await test.call(onePatient, owner(), { params: { id } })).json();
const queueOf = async (day: string) =>
  (await test.call(listVisits, owner(), { query: { day } })).json() as { id: number; state: string }[];

describe("an appointment", () => {
  it("is a booked visit of its day, as long as the place's slots, and the record's next one", async () => {
    await aMorning();
    const patientId = await patient({ patient_name: "Peñaranda, Rosario", birthday: "1954-02-03" });
    const made = await booked({ patientId, reason: " BP check,\ncreatinine " });
    expect(made).toMatchObject({
      patientId,
      personName: "Peñaranda, Rosario",
      minutes: 30,
      reason: "BP check, creatinine",
      state: "booked",
      number: null,
      overlaps: 0,
      closed: null,
      age: 72,
    });
    expect(await queueOf("2026-11-24")).toMatchObject([
      {
        state: "booked",
        appointmentAt: "2026-11-24T01:00:00Z",
        priority: "senior",
        reason: "BP check, creatinine",
      },
    ]);
    expect(await record(patientId)).toMatchObject({ appointmentTime: "2026-11-24T01:00:00Z" });
    await booked({ patientId, startsAt: "2026-11-23T02:00:00Z" });
    expect(await record(patientId)).toMatchObject({ appointmentTime: "2026-11-23T02:00:00Z" });
    expect(
      (await test.call(patientAppointments, owner(), { params: { id: patientId } })).json(),
    ).toMatchObject([{ startsAt: "2026-11-24T01:00:00Z" }, { startsAt: "2026-11-23T02:00:00Z" }]);
  });

  it("reports overlaps, and that the place is closed", async () => {
    await aMorning();
    const { id } = await booked({ minutes: 60 });
    const second = await booked({ startsAt: "2026-11-24T01:45:00Z", minutes: 20 });
    expect(second.overlaps).toBe(1);
    expect((await booked({ startsAt: "2026-11-24T02:05:00Z" })).overlaps).toBe(0);
    expect(await list("2026-11-24")).toMatchObject([{ id, overlaps: 1 }, { overlaps: 1 }, { overlaps: 0 }]);
    await change(second.id, { state: "cancelled" });
    expect((await list("2026-11-24"))[0]).toMatchObject({ id, overlaps: 0 });
    const { id: annex } = (await test.call(addPlace, owner(), { body: { name: "Annex" } })).json();
    const there = await booked({ startsAt: "2026-11-25T01:00:00Z", placeId: annex });
    await test.call(changePlace, owner(), { params: { id: annex }, body: { isActive: false } });
    expect(await list("2026-11-25")).toMatchObject([{ id: there.id, closed: "Annex is no longer used" }]);
    // Lunch, a Sunday, and Bonifacio Day.
    expect((await booked({ startsAt: "2026-11-24T04:00:00Z" })).closed).toBe("Outside clinic hours");
    expect((await booked({ startsAt: "2026-11-22T01:00:00Z" })).closed).toBe("Outside clinic hours");
    expect((await booked({ startsAt: "2026-11-30T01:00:00Z" })).closed).toBe("Bonifacio Day");
  });

  it("keeps the doctor from every other place", async () => {
    await aMorning();
    const { id: annex } = (await test.call(addPlace, owner(), { body: { name: "Annex" } })).json();
    const [main] = (await test.call(listPlaces, owner())).json();
    const hours = [{ weekday: 2, from: "08:00", to: "17:00" }];
    for (const { id } of [main, { id: annex }])
      await test.call(setPlaceHours, owner(), { params: { id }, body: { hours, slotMinutes: 30 } });
    // Tuesday, 9:00 to 10:00.
    const there = await booked({ minutes: 60, placeId: annex });
    const freeAt = async (placeId: number) => {
      const query = { from: "2026-11-24", placeId: String(placeId) };
      const slots = (await test.call(freeTimes, owner(), { query })).json() as { startsAt: string }[];
      return slots.slice(0, 3).map(({ startsAt }) => startsAt.slice(11, 16));
    };
    expect(await freeAt(main.id)).toEqual(["00:00", "00:30", "02:00"]);
    expect(await freeAt(annex)).toEqual(["00:00", "00:30", "02:00"]);

    const refused = { statusCode: 409, code: "taken" };
    const said = (answer: { statusCode: number; json: () => object }) => ({
      statusCode: answer.statusCode,
      ...answer.json(),
    });
    const late = { personName: "Reyes, Ana", startsAt: "2026-11-24T01:45:00Z", placeId: main.id };
    expect(said(await book(late))).toMatchObject({
      ...refused,
      message: "The doctor is booked at Annex then, 9:00 AM to 10:00 AM. Choose another time.",
    });
    // One at the same place stays possible, and so does one directly before or after.
    expect((await booked({ placeId: annex })).overlaps).toBe(1);
    const before = await booked({ startsAt: "2026-11-24T00:30:00Z", placeId: main.id, minutes: 30 });
    const after = await booked({ startsAt: "2026-11-24T02:00:00Z", placeId: main.id });
    expect(said(await change(before.id, { minutes: 45 }))).toMatchObject(refused);
    expect(said(await change(after.id, { startsAt: "2026-11-24T01:30:00Z" }))).toMatchObject(refused);
    expect(said(await change(there.id, { startsAt: "2026-11-24T02:00:00Z" }))).toMatchObject(refused);
    expect(said(await change(before.id, { note: "Bring results" }))).toMatchObject({ statusCode: 200 });
    // What was given up is free for the other place, and is not taken back meanwhile.
    const [first, second] = await list("2026-11-24").then((all) =>
      all.filter((each) => each.placeId === annex),
    );
    for (const each of [first, second]) await change(each?.id ?? 0, { state: "cancelled" });
    await booked({ ...late, startsAt: "2026-11-24T01:00:00Z" });
    expect(said(await change(there.id, { state: "booked" }))).toMatchObject(refused);
  });

  it("in the list of one place is told to overlap those that are booked elsewhere", async () => {
    await aMorning();
    const { id: annex } = (await test.call(addPlace, owner(), { body: { name: "Annex" } })).json();
    const { id } = await booked();
    // As an import of a whole clinic may bring it.
    await test.sql(
      `insert into appointments (clinic_id, place_id, person_name, starts_at, minutes, created_by_id, created_at, updated_at)
       values ($1, $2, 'Reyes, Ana', '2026-11-24T01:15:00Z', 30, $3, now(), now())`,
      [clinic.id, annex, clinic.owner.id],
    );
    const query = { from: "2026-11-24", to: "2026-11-24", placeId: String(annex) };
    expect((await test.call(listAppointments, owner(), { query })).json()).toMatchObject([{ overlaps: 1 }]);
    expect(await list("2026-11-24")).toMatchObject([{ id, overlaps: 1 }, { overlaps: 1 }]);
  });

  it("over midnight is listed on both days, and occupies the early times", async () => {
    await aMorning();
    const [place] = (await test.call(listPlaces, owner())).json();
    const early = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: "00:00", to: "08:00" }));
    await test.call(setPlaceHours, owner(), {
      params: { id: place.id },
      body: { hours: early, slotMinutes: 30 },
    });
    // November 24 at 22:00 to November 25 at 2:00.
    const late = await booked({ startsAt: "2026-11-24T14:00:00Z", minutes: 240 });
    const next = await booked({ startsAt: "2026-11-24T17:30:00Z" });
    expect(next.overlaps).toBe(1);
    expect(await list("2026-11-25")).toMatchObject([{ id: next.id, overlaps: 1 }]);
    expect(await list("2026-11-24")).toMatchObject([{ id: late.id, overlaps: 1 }]);
    expect((await change(late.id, { note: "Night clinic" })).json()).toMatchObject({ overlaps: 1 });
    const free = await test.call(freeTimes, owner(), { query: { from: "2026-11-25" } });
    expect(free.json()[0].startsAt).toBe("2026-11-24T18:00:00.000Z");
  });

  it("of a patient who left overlaps nothing", async () => {
    await aMorning();
    const left = await booked({ startsAt: "2026-11-20T03:00:00Z" });
    await test.call(moveVisit, owner(), { params: { id: left.visitId ?? 0 }, body: { state: "left" } });
    expect((await booked({ startsAt: "2026-11-20T03:00:00Z" })).overlaps).toBe(0);
  });

  it("in a patient's own list does not report other patients", async () => {
    await aMorning();
    const { patientId } = await booked();
    await booked();
    const own = await test.call(patientAppointments, owner(), { params: { id: patientId ?? 0 } });
    expect(own.json()).toHaveLength(1);
    expect(own.json()[0]).not.toHaveProperty("overlaps");
  });

  it("is limited to one a day per patient and place", async () => {
    await aMorning();
    const first = await booked();
    const again = await book({ patientId: first.patientId, startsAt: "2026-11-24T06:00:00Z" });
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({
      message: "This patient has an appointment there on that day already. Move that one instead.",
      current: { id: first.id },
    });
    await test.call(addVisit, owner(), { body: { patientId: first.patientId } });
    const here = await book({ patientId: first.patientId, startsAt: "2026-11-20T06:00:00Z" });
    expect(here.json().message).toBe("This patient is in the queue there on that day already.");
  });

  it("moves, with its visit and the record's time", async () => {
    await aMorning();
    const { id: annex } = (await test.call(addPlace, owner(), { body: { name: "Annex" } })).json();
    const made = await booked();
    const moved = await change(made.id, { startsAt: "2026-11-25T05:30:00Z", placeId: annex, minutes: 15 });
    expect(moved.json()).toMatchObject({ startsAt: "2026-11-25T05:30:00Z", placeId: annex, minutes: 15 });
    expect(await queueOf("2026-11-24")).toEqual([]);
    expect(await queueOf("2026-11-25")).toMatchObject([
      { id: made.visitId, placeId: annex, appointmentAt: "2026-11-25T05:30:00Z" },
    ]);
    expect(await record(made.patientId ?? 0)).toMatchObject({ appointmentTime: "2026-11-25T05:30:00Z" });
    await change(made.id, { state: "cancelled" });
    expect(await record(made.patientId ?? 0)).toMatchObject({ appointmentTime: null });
    expect((await change(made.id, { startsAt: "2026-11-26T05:30:00Z" })).json()).toMatchObject({
      state: "booked",
      startsAt: "2026-11-26T05:30:00Z",
    });
    expect(await record(made.patientId ?? 0)).toMatchObject({ appointmentTime: "2026-11-26T05:30:00Z" });
  });

  it.each([
    [{ startsAt: "2026-11-19T15:59:00Z" }, "startsAt", "Enter today or a later date"],
    [{ startsAt: "2028-11-20T16:00:00Z" }, "startsAt", "Enter a date up to Nov 20, 2028"],
    [{ startsAt: "2026-11-24T09:00" }, "startsAt", "Choose a day and time"],
    [{ startsAt: "2026-11-31T10:00:00+08:00" }, "startsAt", "Choose a day and time"],
    [{ startsAt: "2026-11-24T10:00:00+23:00" }, "startsAt", "Choose a day and time"],
    [{ startsAt: "2026-11-24T01:00:00Z", minutes: 4 }, "minutes", "Enter from 5 to 480 minutes"],
    [
      { startsAt: "2026-11-24T01:00:00Z", placeId: 999_999 },
      "placeId",
      "Choose an active place of your clinic",
    ],
    [
      { startsAt: "2026-11-24T01:00:00Z", patientId: null },
      "personName",
      "Choose a patient, or enter a name",
    ],
    [
      { startsAt: "2026-11-24T01:00:00Z", personName: "Reyes" },
      "personName",
      "Choose a patient, or enter a name",
    ],
  ])("refuses %o", async (body, field, message) => {
    await aMorning();
    const answer = await book({ patientId: await patient(), ...body });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({ [field]: message });
  });

  it("stay booked when the patient is archived, and the answer says how many are later", async () => {
    await aMorning();
    const id = await patient();
    for (const day of ["20", "24", "25"]) await book({ patientId: id, startsAt: `2026-11-${day}T06:00:00Z` });
    const archived = await test.call(archivePatient, owner(), { params: { id } });
    expect(archived.json()).toMatchObject({ isArchived: true, laterAppointments: 2 });
    expect(await list("2026-11-24")).toMatchObject([{ state: "booked" }]);
  });

  it("needs an active patient of the clinic, and the permission", async () => {
    await aMorning();
    const mine = clinic;
    const id = await patient();
    await test.call(archivePatient, owner(), { params: { id } });
    expect((await book({ patientId: id, startsAt: "2026-11-24T01:00:00Z" })).json().message).toBe(
      "This patient is archived. Retrieve the patient first.",
    );
    const made = await booked();
    const secretary = await aStaffMember(test, clinic, ["view_patients", "add_patients", "edit_patients"]);
    expect(
      (await book({ personName: "Reyes", startsAt: "2026-11-24T01:00:00Z" }, secretary.token)).statusCode,
    ).toBe(403);
    const desk = await aStaffMember(test, clinic, ["manage_schedule"]);
    const blind = await book(
      { patientId: await patient(), startsAt: "2026-11-24T01:00:00Z", reason: "Cough" },
      desk.token,
    );
    expect(blind.json()).toMatchObject({ state: "booked", overlaps: 1, reason: "Cough" });
    expect(blind.json()).not.toHaveProperty("personName");
    clinic = await aClinic(test);
    expect((await change(made.id, { state: "cancelled" })).statusCode).toBe(404);
    expect(await list("2026-11-24")).toEqual([]);
    clinic = mine;
  });
});

describe("on its day", () => {
  it("on arrival the patient gets a number, and is on today's list again", async () => {
    await aMorning();
    const made = await booked();
    const id = made.patientId ?? 0;
    await test.call(completeConsultation, owner(), { params: { id } });
    await at("2026-11-24T00:50:00Z");
    const moved = await test.call(moveVisit, owner(), {
      params: { id: made.visitId ?? 0 },
      body: { state: "arrived" },
    });
    expect(moved.json()).toMatchObject({
      number: 1,
      state: "arrived",
      appointmentAt: "2026-11-24T01:00:00Z",
    });
    expect((await list("2026-11-24"))[0]).toMatchObject({ state: "arrived", number: 1 });
    expect((await test.call(todaysConsultations, owner())).json()).toMatchObject([{ id }]);
    const late = await change(made.id, { startsAt: "2026-11-25T01:00:00Z" });
    expect(late.statusCode).toBe(409);
    await test.call(moveVisit, owner(), { params: { id: made.visitId ?? 0 }, body: { state: "done" } });
    expect((await list("2026-11-24"))[0]).toMatchObject({ state: "done" });
  });

  it("a future booking made after Done leaves the patient off today's list", async () => {
    await aMorning();
    const id = await patient();
    await test.call(completeConsultation, owner(), { params: { id } });
    await booked({ patientId: id });
    expect((await test.call(todaysConsultations, owner())).json()).toEqual([]);
    expect(await record(id)).toMatchObject({
      consultationStatus: "completed",
      appointmentTime: "2026-11-24T01:00:00Z",
    });
  });

  it("POST /api/visits with the appointment is the arrival", async () => {
    await aMorning();
    const { id: annex } = (await test.call(addPlace, owner(), { body: { name: "Annex" } })).json();
    const made = await booked({ startsAt: "2026-11-20T03:00:00Z", placeId: annex });
    const visit = await test.call(addVisit, owner(), {
      body: { patientId: made.patientId, appointmentId: made.id },
    });
    expect(visit.json()).toMatchObject({ id: made.visitId, placeId: annex, number: 1, state: "arrived" });
    const other = await test.call(addVisit, owner(), {
      body: { patientId: await patient(), appointmentId: made.id },
    });
    expect(other.json().fields).toEqual({ appointmentId: "This appointment is another patient's" });
    const later = await booked();
    const early = await test.call(addVisit, owner(), {
      body: { patientId: later.patientId, appointmentId: later.id },
    });
    expect(early.json().fields).toEqual({ appointmentId: "This appointment is not of today" });
  });

  it("who was marked No-show and comes after all comes for the appointment", async () => {
    await aMorning();
    const made = await booked({ startsAt: "2026-11-20T03:00:00Z" });
    expect((await change(made.id, { state: "no_show" })).json()).toMatchObject({ state: "no_show" });
    await at("2026-11-20T04:00:00Z");
    const visit = await test.call(addVisit, owner(), { body: { patientId: made.patientId } });
    expect(visit.json()).toMatchObject({
      id: made.visitId,
      number: 1,
      state: "arrived",
      appointmentAt: "2026-11-20T03:00:00Z",
      arrivedAt: "2026-11-20T04:00:00Z",
      closedAt: null,
    });
    expect(await list("2026-11-20")).toMatchObject([{ id: made.id, state: "arrived", number: 1 }]);
    expect(await queueOf("2026-11-20")).toHaveLength(1);
    expect(await record(made.patientId ?? 0)).toMatchObject({
      consultationStatus: "pending",
      appointmentTime: "2026-11-20T03:00:00Z",
    });
  });

  it("who cancelled and comes after all has no appointment, nor has who missed one at another place", async () => {
    await aMorning();
    const cancelled = await booked({ startsAt: "2026-11-20T03:00:00Z" });
    await change(cancelled.id, { state: "cancelled" });
    const { id: annex } = (await test.call(addPlace, owner(), { body: { name: "Annex" } })).json();
    const missed = await booked({ startsAt: "2026-11-20T05:00:00Z", placeId: annex });
    await change(missed.id, { state: "no_show" });
    for (const { patientId, visitId } of [cancelled, missed]) {
      const visit = (await test.call(addVisit, owner(), { body: { patientId } })).json();
      expect(visit).toMatchObject({ state: "arrived", appointmentAt: null });
      expect(visit.id).not.toBe(visitId);
    }
  });

  it("a person who is not registered becomes a patient and keeps the time", async () => {
    await aMorning();
    const made = await booked({
      personName: "Bañez, Corazon",
      contactNumber: "0917 555 0144",
      startsAt: "2026-11-20T03:00:00Z",
    });
    expect(made).toMatchObject({ patientId: null, visitId: null, personName: "Bañez, Corazon", sex: null });
    expect(await queueOf("2026-11-20")).toEqual([]);
    const visit = (
      await test.call(addWalkIn, owner(), {
        body: { patientName: "Bañez, Corazon", sex: "F", appointmentId: made.id },
      })
    ).json();
    expect(visit).toMatchObject({ number: 1, state: "arrived", appointmentAt: "2026-11-20T03:00:00Z" });
    expect(await list("2026-11-20")).toMatchObject([
      { id: made.id, patientId: visit.patientId, visitId: visit.id, state: "arrived" },
    ]);
  });

  it("not coming is a no-show, in the calendar and in the queue", async () => {
    await aMorning();
    const made = await booked({ startsAt: "2026-11-20T03:00:00Z" });
    await test.call(moveVisit, owner(), { params: { id: made.visitId ?? 0 }, body: { state: "no_show" } });
    expect(await list("2026-11-20")).toMatchObject([{ state: "no_show" }]);
    const unregistered = await booked({ personName: "Reyes, Ana", startsAt: "2026-11-20T04:00:00Z" });
    expect((await change(unregistered.id, { state: "no_show" })).json()).toMatchObject({ state: "no_show" });
    expect((await change(unregistered.id, { state: "booked" })).json()).toMatchObject({ state: "booked" });
  });
});

describe("the appointment typed in the record", () => {
  const type = (id: number, appointmentTime: string | null) =>
    test.call(editPatient, owner(), { params: { id }, body: { appointmentTime } });

  it("books, moves and cancels", async () => {
    await aMorning();
    const id = await patient();
    expect((await type(id, "2026-11-24T01:00:00Z")).json()).toMatchObject({
      appointmentTime: "2026-11-24T01:00:00Z",
    });
    const [made] = await list("2026-11-24");
    expect(made).toMatchObject({ patientId: id, state: "booked", minutes: 30 });
    await type(id, "2026-11-25T01:00:00Z");
    expect(await list("2026-11-24", "2026-11-25")).toMatchObject([
      { id: made?.id, startsAt: "2026-11-25T01:00:00Z" },
    ]);
    expect((await type(id, null)).json()).toMatchObject({ appointmentTime: null });
    expect(await list("2026-11-25")).toMatchObject([{ state: "cancelled" }]);
  });

  it("refuses a past day and one far ahead, but takes a stored one back as it is", async () => {
    await aMorning();
    const id = await patient();
    for (const appointmentTime of ["2026-11-01T01:00:00Z", "2042-11-01T01:00:00Z"]) {
      const answer = await type(id, appointmentTime);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().fields).toHaveProperty("appointmentTime");
      expect((await test.call(patientAppointments, owner(), { params: { id } })).json()).toEqual([]);
    }
    const seenBefore = await patient({ appointment_time: "2026-11-01T01:00:00Z" });
    expect((await type(seenBefore, "2026-11-01T09:00:00+08:00")).statusCode).toBe(200);
    const edited = await test.call(editPatient, owner(), {
      params: { id: seenBefore },
      body: { appointmentTime: "2026-11-01T01:00:00Z", remarks: "Sent back by a form" },
    });
    expect(edited.statusCode).toBe(200);
  });

  it("refuses a day that does not exist", async () => {
    await aMorning();
    const answer = await type(await patient(), "2026-11-31T10:00:00+08:00");
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({ appointmentTime: "Enter a date and time" });
  });

  it("for today books nothing when the patient is in the queue", async () => {
    await aMorning();
    const id = await patient();
    await test.call(addVisit, owner(), { body: { patientId: id } });
    expect((await type(id, "2026-11-20T06:00:00Z")).json()).toMatchObject({
      appointmentTime: "2026-11-20T06:00:00Z",
    });
    expect(await queueOf("2026-11-20")).toHaveLength(1);
  });
});

describe("free times", () => {
  const free = async (query: Record<string, string> = {}): Promise<string[]> =>
    (await test.call(freeTimes, owner(), { query }))
      .json()
      .map((slot: { startsAt: string }) => slot.startsAt);

  it("are within hours, not booked, not on days off, three a day", async () => {
    await aMorning();
    // Friday 9:00 in Manila is now; 9:00 is still free.
    expect(await free()).toEqual([
      "2026-11-20T01:00:00.000Z",
      "2026-11-20T01:30:00.000Z",
      "2026-11-20T02:00:00.000Z",
      "2026-11-21T00:00:00.000Z",
      "2026-11-21T00:30:00.000Z",
      "2026-11-21T01:00:00.000Z",
      "2026-11-23T00:00:00.000Z",
      "2026-11-23T00:30:00.000Z",
      "2026-11-23T01:00:00.000Z",
      "2026-11-24T00:00:00.000Z",
      "2026-11-24T00:30:00.000Z",
      "2026-11-24T01:00:00.000Z",
    ]);
    await booked({ startsAt: "2026-11-20T01:10:00Z", minutes: 30 });
    expect((await free()).slice(0, 2)).toEqual(["2026-11-20T02:00:00.000Z", "2026-11-20T02:30:00.000Z"]);
    // Bonifacio Day is a Monday; the clinic opens on it anyway.
    expect((await free({ from: "2026-11-30" }))[0]).toBe("2026-12-01T00:00:00.000Z");
    const { id } = (
      await test.call(addDayOff, owner(), {
        body: { firstDay: "2026-11-30", lastDay: "2026-11-30", isOpen: true },
      })
    ).json();
    expect((await free({ from: "2026-11-30" }))[0]).toBe("2026-11-30T00:00:00.000Z");
    await test.call(deleteDayOff, owner(), { params: { id } });
    await test.call(addDayOff, owner(), {
      body: { firstDay: "2026-11-20", lastDay: "2026-11-24", note: "Congress" },
    });
    expect((await free())[0]).toBe("2026-11-25T00:00:00.000Z");
    expect((await booked({ startsAt: "2026-11-23T01:00:00Z" })).closed).toBe("Congress");
  });

  it("an invalid day is named, whatever the other one is", async () => {
    const { owner } = clinic;
    const wrong = "Enter a date that exists, as YYYY-MM-DD";
    const dayOff = await test.call(addDayOff, owner.token, { body: { firstDay: "+63 917", lastDay: ">4" } });
    expect(dayOff.json().fields).toEqual({ firstDay: wrong, lastDay: wrong });
    const listed = await test.call(listAppointments, owner.token, { query: { from: "+63", to: ">4" } });
    expect(listed.json().fields).toEqual({ from: wrong, to: wrong });
    const far = { query: { from: "9999-12-31" } };
    for (const answer of [
      await test.call(listAppointments, owner.token, far),
      await test.call(freeTimes, owner.token, far),
    ])
      expect(answer.json().fields).toEqual({ from: "Enter a date from 1900 to 2199" });
  });

  it("follow the hours of the place", async () => {
    await aMorning();
    const [place] = (await test.call(listPlaces, owner())).json();
    const hours = [{ weekday: 6, from: "13:00", to: "14:00" }];
    const saved = await test.call(setPlaceHours, owner(), {
      params: { id: place.id },
      body: { hours, slotMinutes: 20 },
    });
    expect(saved.json()).toMatchObject({ hours, slotMinutes: 20 });
    expect((await free()).slice(0, 4)).toEqual([
      "2026-11-21T05:00:00.000Z",
      "2026-11-21T05:20:00.000Z",
      "2026-11-21T05:40:00.000Z",
      "2026-11-28T05:00:00.000Z",
    ]);
    const wrong = await test.call(setPlaceHours, owner(), {
      params: { id: place.id },
      body: { hours: [{ weekday: 1, from: "14:00", to: "13:00" }], slotMinutes: 20 },
    });
    expect(wrong.json().fields).toEqual({ "hours.0.to": "The end must be after the start" });
    const sunday = { weekday: 7, from: "09:00", to: "10:00" };
    const oneDay = await test.call(setPlaceHours, owner(), {
      params: { id: place.id },
      body: { hours: [{ weekday: 6, from: "08:00", to: "09:00" }, sunday], weekdays: [7] },
    });
    expect(oneDay.json()).toMatchObject({ hours: [...hours, sunday], slotMinutes: 20 });
  });
});

describe("the recall list", () => {
  const recalls = async () =>
    (await test.call(listRecalls, owner())).json() as { patientId: number; dueDay: string; tries: number }[];
  const consult = (patientId: number, followUpDate: string) =>
    test.call(addConsultation, owner(), {
      body: { ...(acceptedBodies["POST /api/consultations"] as object), patientId, followUpDate },
    });

  it("lists patients who were due or missed, without those who came or are booked", async () => {
    await aMorning();
    const due = await patient();
    const returned = await patient();
    const rebooked = await patient();
    const far = await patient();
    await consult(due, "2026-11-27");
    await consult(returned, "2026-11-27");
    await consult(rebooked, "2026-11-27");
    await consult(far, "2027-02-01");
    const missed = await booked({ startsAt: "2026-11-20T03:00:00Z" });
    await test.call(moveVisit, owner(), { params: { id: missed.visitId ?? 0 }, body: { state: "no_show" } });
    await at("2026-11-28T01:00:00Z");
    await consult(returned, "2027-05-01");
    await booked({ patientId: rebooked, startsAt: "2026-12-02T01:00:00Z" });
    expect(await recalls()).toMatchObject([
      { patientId: due, dueDay: "2026-11-27", kind: "follow_up", tries: 0, lastOutcome: null },
      { patientId: missed.patientId, dueDay: "2026-11-20", kind: "missed" },
    ]);
    const params = { id: missed.patientId ?? 0 };
    const measured = await test.call(recordVitals, owner(), { params, body: { vitalSigns: { pulse: 80 } } });
    expect(await recalls()).toMatchObject([{ patientId: due }]);
    // Of another patient.
    await test.call(markVitalSigns, owner(), {
      params: { ...params, readingId: measured.json().id },
      body: { state: "entered_in_error", reason: "Wrong record" },
    });
    expect(await recalls()).toHaveLength(2);
  });

  it("lists who was seen in the morning and missed the afternoon at another place", async () => {
    await aMorning();
    const { id: annex } = (await test.call(addPlace, owner(), { body: { name: "Annex" } })).json();
    const patientId = await patient();
    const seen = (await test.call(addVisit, owner(), { body: { patientId } })).json();
    await test.call(moveVisit, owner(), { params: { id: seen.id }, body: { state: "done" } });
    const missed = await booked({ patientId, placeId: annex, startsAt: "2026-11-20T07:00:00Z" });
    await at("2026-11-20T08:00:00Z");
    await change(missed.id, { state: "no_show" });
    await at("2026-11-21T01:00:00Z");
    expect(await recalls()).toMatchObject([{ patientId, dueDay: "2026-11-20", kind: "missed" }]);
  });

  it("drops a patient who missed the time and came later that day", async () => {
    await aMorning();
    const missed = await booked({ startsAt: "2026-11-20T03:00:00Z" });
    const params = { id: missed.visitId ?? 0 };
    await test.call(moveVisit, owner(), { params, body: { state: "no_show" } });
    const patientId = missed.patientId ?? 0;
    const visit = (await test.call(addVisit, owner(), { body: { patientId } })).json();
    await test.call(moveVisit, owner(), { params: { id: visit.id }, body: { state: "done" } });
    await at("2026-11-21T01:00:00Z");
    expect(await recalls()).toEqual([]);
  });

  it("drops a patient who arrived, and Undo brings them back", async () => {
    await aMorning();
    const due = await patient();
    await consult(due, "2026-11-27");
    const askedBack = async () =>
      (await test.call(onePatient, owner(), { params: { id: due } })).json().followUpDate;
    await test.call(recordVitals, owner(), { params: { id: due }, body: { vitalSigns: { pulse: 80 } } });
    expect(await askedBack()).toBe("2026-11-27");
    await at("2026-11-28T01:00:00Z");
    const visit = (await test.call(addVisit, owner(), { body: { patientId: due } })).json();
    expect(await askedBack()).toBeNull();
    expect(await recalls()).toEqual([]);
    await test.call(moveVisit, owner(), { params: { id: visit.id }, body: { state: "cancelled" } });
    expect(await askedBack()).toBe("2026-11-27");
    expect(await recalls()).toMatchObject([{ patientId: due }]);
    await test.call(recordVitals, owner(), { params: { id: due }, body: { vitalSigns: { pulse: 80 } } });
    expect(await askedBack()).toBeNull();
  });

  it("counts attempts, and drops patients marked done", async () => {
    await aMorning();
    const due = await patient();
    await consult(due, "2026-11-21");
    const note = (outcome: string) =>
      test.call(noteRecall, owner(), {
        body: { patientId: due, dueDay: "2026-11-21", outcome, note: "Busy" },
      });
    await note("no_answer");
    await note("called");
    expect(await recalls()).toMatchObject([{ tries: 2, lastOutcome: "called", lastNote: "Busy" }]);
    await note("done");
    expect(await recalls()).toEqual([]);
    await note("open");
    expect(await recalls()).toMatchObject([{ tries: 2 }]);
  });
});
