import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookAppointment, changeAppointment, patientAppointments } from "#features/appointments/contract.ts";
import { addBill, patientBills, takePayment } from "#features/billing/contract.ts";
import { summary, todaysVitals } from "#features/clinical-lists/summary-contract.ts";
import { addCustomField } from "#features/clinics/contract.ts";
import {
  addConsultation,
  completeConsultation,
  recordVitals,
  reopenConsultation,
  todaysConsultations,
} from "#features/consultations/contract.ts";
import {
  addPatient,
  archivePatient,
  editPatient,
  onePatient,
  retrievePatient,
} from "#features/patients/contract.ts";
import { addPlace, changePlace, listPlaces } from "#features/places/contract.ts";
import { addWalkIn } from "#features/registration/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { acceptedBodies } from "#test/data/accepted-bodies.ts";
import { aClinic, aPatient, aSession, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import {
  addVisit,
  callNext,
  changeVisit,
  listVisits,
  moveInQueue,
  moveVisit,
  patientVisits,
  unfinishedVisits,
  type Visit,
} from "../contract.ts";

let test: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const minute = 60_000;
let began: Date;
/** A clinic of its own at 9:00 in Manila. */
async function aMorning(): Promise<TestClinic> {
  clinic = await aClinic(test);
  began = new Date("2026-11-20T01:00:00Z");
  test.setNow(began);
  return clinic;
}
const minutesLater = (minutes: number) => test.setNow(new Date(began.getTime() + minutes * minute));

const queue = async (body: object, token = clinic.owner.token) =>
  test.call(addVisit, token, { body: { ...body } });
const aVisit = async (more: object = {}, patient: Parameters<typeof aPatient>[2] = {}): Promise<Visit> =>
  (await queue({ patientId: await aPatient(test, clinic, patient), ...more })).json();
const move = (id: number, state: string, more: object = {}) =>
  test.call(moveVisit, clinic.owner.token, { params: { id }, body: { state, ...more } });
const call = (body: object = {}) => test.call(callNext, clinic.owner.token, { body });
const list = async (query: Record<string, string> = {}): Promise<Visit[]> =>
  (await test.call(listVisits, clinic.owner.token, { query })).json();

it("numbers a day's visits from 1 by place", async () => {
  await aMorning();
  const { id: annex } = (await test.call(addPlace, clinic.owner.token, { body: { name: "Annex" } })).json();
  const first = await aVisit({ reason: " Fever,\nday 3 " });
  expect(first).toMatchObject({
    number: 1,
    state: "arrived",
    day: "2026-11-20",
    reason: "Fever, day 3",
    appointmentAt: null,
    arrivedAt: "2026-11-20T01:00:00Z",
  });
  expect(await aVisit()).toMatchObject({ number: 2 });
  expect(await aVisit({ placeId: annex })).toMatchObject({ number: 1, placeId: annex });
  minutesLater(24 * 60);
  clinic.owner.token = await aSession(test, clinic.owner.id);
  expect(await aVisit()).toMatchObject({ number: 1, day: "2026-11-21" });
});

it("flags the vital signs of the queue as the record does, today's only", async () => {
  await aMorning();
  const { patientId } = await aVisit({}, { birthday: "1950-01-01" });
  const measure = (vitalSigns: object) =>
    test.call(recordVitals, clinic.owner.token, { params: { id: patientId }, body: { vitalSigns } });
  await measure({ bloodPressure: "190/100" });
  minutesLater(10);
  await measure({ pulse: 78 });
  const read = async () => (await test.call(todaysVitals, clinic.owner.token)).json();
  const { vitals } = (await test.call(summary, clinic.owner.token, { params: { id: patientId } })).json();
  const asFlagged = ({ sign, flag }: Record<string, unknown>) => expect.objectContaining({ sign, flag });
  const today = await read();
  expect(today).toEqual([{ patientId, signs: vitals.map(asFlagged) }]);
  expect(today[0].signs[0]).toMatchObject({ words: "BP 190/100", flag: { level: "red" } });
  minutesLater(24 * 60);
  clinic.owner.token = await aSession(test, clinic.owner.id);
  await queue({ patientId });
  expect(await read()).toEqual([]);
});

it("answers who may be the patient when asked to check, and registers without being asked", async () => {
  await aMorning();
  const walkIn = { patientName: "Gonzaga, Teresita", sex: "F", birthday: "1959-03-04" };
  const full = { ...(acceptedBodies["POST /api/patients"] as object), ...walkIn };
  const register = (more: object) =>
    test.call(addPatient, clinic.owner.token, { body: { ...full, ...more } });
  const { id: known } = (await register({})).json();
  const send = (more: object) => test.call(addWalkIn, clinic.owner.token, { body: { ...walkIn, ...more } });
  const refused = await send({ checkDuplicates: true });
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    { code: "possible_duplicate", current: [{ id: known, matches: ["name", "birthday"] }] },
  ]);
  expect(await list()).toEqual([]);
  expect((await register({ checkDuplicates: true })).json()).toMatchObject({ code: "possible_duplicate" });
  expect((await send({})).json()).toMatchObject({ number: 1 });
});

it("calls nobody who only comes for results", async () => {
  await aMorning();
  const visitor = await aVisit({ purpose: "results" });
  expect((await call()).statusCode).toBe(404);
  const waiting = await aVisit();
  expect((await call()).json()).toMatchObject({ id: waiting.id, state: "with_doctor" });
  expect((await list()).find(({ id }) => id === visitor.id)?.state).toBe("arrived");
});

it("tells what is paid of a visit that waits for payment or is done, at every poll", async () => {
  await aMorning();
  const visit = await aVisit();
  const answer = () => test.call(listVisits, clinic.owner.token, { query: {} });
  const billed = async () => (await list())[0]?.billed;
  const lines = [{ description: "Consultation", quantity: 1, amount: "500" }];
  const hmo = { company: "Maxicare", loa: "88213", approved: "300" };
  await test.call(addBill, clinic.owner.token, {
    body: { patientId: visit.patientId, visitId: visit.id, lines, hmo },
  });
  expect(await billed()).toBeNull();
  await move(visit.id, "for_payment");
  expect(await billed()).toEqual({ paid: "0.00", patientBalance: "200.00", hmoBalance: "300.00" });
  const before = (await answer()).headers.etag;
  const [bill] = (
    await test.call(patientBills, clinic.owner.token, { params: { id: visit.patientId } })
  ).json().bills;
  await test.call(takePayment, clinic.owner.token, {
    params: { id: bill.id },
    body: { method: "cash", amount: "150" },
  });
  expect(await billed()).toEqual({ paid: "150.00", patientBalance: "50.00", hmoBalance: "300.00" });
  expect((await answer()).headers.etag).not.toBe(before);
});

it("names the later appointment of a patient whose missed one is taken back", async () => {
  await aMorning();
  const patientId = await aPatient(test, clinic);
  const book = (startsAt: string) =>
    test.call(bookAppointment, clinic.owner.token, { body: { patientId, startsAt } });
  await book("2026-11-20T03:00:00Z");
  const missed = (await list())[0]?.id ?? 0;
  await move(missed, "no_show");
  expect((await book("2026-11-20T08:00:00Z")).statusCode).toBe(200);
  const back = await move(missed, "booked");
  expect(back.statusCode).toBe(409);
  expect(back.json().message).toBe(
    "This patient has an appointment there on that day already. Move that one instead.",
  );
});

it("puts a patient in the queue once, and again after they were seen", async () => {
  await aMorning();
  const visit = await aVisit();
  const again = await queue({ patientId: visit.patientId });
  expect(again.statusCode).toBe(409);
  expect(again.json()).toMatchObject({
    message: "Already in the queue: number 1, Arrived.",
    current: { id: visit.id },
  });
  await move(visit.id, "done");
  const second = await queue({ patientId: visit.patientId });
  expect(second.json()).toMatchObject({ number: 2, state: "arrived" });
  const back = await move(visit.id, "with_doctor");
  expect(back.statusCode).toBe(409);
  expect(back.json().message).toBe("Already in the queue: number 2, Arrived.");
  expect((await list()).map(({ state }) => state)).toEqual(["arrived", "done"]);
});

it("refuses an archived patient and another clinic's, and queues nobody", async () => {
  await aMorning();
  const patientId = await aPatient(test, clinic);
  await test.call(archivePatient, clinic.owner.token, { params: { id: patientId } });
  expect((await queue({ patientId })).json()).toMatchObject({ code: "unusable" });
  const foreign = await aPatient(test, await aClinic(test));
  expect((await queue({ patientId: foreign })).statusCode).toBe(404);
  expect(await list()).toEqual([]);
});

it("proposes the priority from the age, unless another one is chosen", async () => {
  await aMorning();
  expect(await aVisit({}, { birthday: "1966-11-20" })).toMatchObject({ priority: "senior", age: 60 });
  expect(await aVisit({}, { birthday: "1966-11-21" })).toMatchObject({ priority: null, age: 59 });
  expect(await aVisit({ priority: null }, { birthday: "1950-01-01" })).toMatchObject({ priority: null });
  expect(await aVisit({ priority: "pregnant" })).toMatchObject({ priority: "pregnant" });
  expect((await queue({ patientId: 1, priority: "vip" })).json().fields).toEqual({
    priority: "Use senior, pwd or pregnant",
  });
});

it("calls priority first, then due appointments, then walk-ins by arrival", async () => {
  await aMorning();
  const appointed = async (at: string) => aVisit({}, { appointment_time: at });
  const walkIn = await aVisit();
  minutesLater(1);
  const afternoon = await appointed("2026-11-20T07:00:00Z");
  minutesLater(2);
  const second = await appointed("2026-11-20T01:20:00Z");
  const first = await appointed("2026-11-20T01:10:00Z");
  minutesLater(3);
  const pregnant = await aVisit({ priority: "pregnant" });
  minutesLater(4);
  const senior = await aVisit({}, { birthday: "1950-01-01" });
  const expected = [pregnant, senior, first, second, walkIn, afternoon].map(({ id }) => id);
  expect((await list()).map(({ id }) => id)).toEqual(expected);
  const called: number[] = [];
  for (const _ of expected) {
    const answer = (await call()).json();
    expect(answer).toMatchObject({ state: "with_doctor" });
    called.push(answer.id);
  }
  expect(called).toEqual(expected);
  const none = await call();
  expect(none.statusCode).toBe(404);
  expect(none.json().message).toBe("Nobody is waiting.");
});

it("never calls a patient twice under concurrent calls", async () => {
  await aMorning();
  const waiting = [];
  for (let count = 0; count < 24; count++) waiting.push((await aVisit()).id);
  const answers = await Promise.all(Array.from({ length: 40 }, () => call()));
  const called = answers.filter(({ statusCode }) => statusCode === 200).map((answer) => answer.json().id);
  while (called.length < waiting.length) called.push((await call()).json().id);
  expect(new Set(called)).toEqual(new Set(waiting));
  expect(called).toHaveLength(waiting.length);
});

it("numbers concurrent arrivals without a gap or a duplicate", async () => {
  await aMorning();
  const patients = await Promise.all(Array.from({ length: 20 }, () => aPatient(test, clinic)));
  const visits = await Promise.all(patients.map((patientId) => queue({ patientId })));
  const numbers = visits.map((visit) => visit.json().number).toSorted((one, other) => one - other);
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  const [patientId] = patients;
  await move(visits[0]?.json().id, "left");
  const twice = await Promise.all(Array.from({ length: 8 }, () => queue({ patientId })));
  expect(twice.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});

it("stores the time of each state, and restores it when a move is undone", async () => {
  await aMorning();
  const { id } = await aVisit();
  minutesLater(10);
  await move(id, "vitals_taken");
  minutesLater(25);
  await move(id, "with_doctor");
  minutesLater(40);
  expect((await move(id, "done")).json()).toMatchObject({
    arrivedAt: "2026-11-20T01:00:00Z",
    vitalsTakenAt: "2026-11-20T01:10:00Z",
    withDoctorAt: "2026-11-20T01:25:00Z",
    forPaymentAt: null,
    closedAt: "2026-11-20T01:40:00Z",
  });
  minutesLater(41);
  expect((await move(id, "with_doctor")).json()).toMatchObject({
    withDoctorAt: "2026-11-20T01:25:00Z",
    closedAt: null,
  });
  expect((await move(id, "arrived")).json()).toMatchObject({
    number: 1,
    arrivedAt: "2026-11-20T01:00:00Z",
    vitalsTakenAt: null,
    withDoctorAt: null,
  });
});

it("refuses to move a visit that someone else moved meanwhile", async () => {
  await aMorning();
  const { id } = await aVisit();
  await move(id, "left", { from: "arrived" });
  const late = await move(id, "with_doctor", { from: "arrived" });
  expect(late.statusCode).toBe(409);
  expect(late.json()).toMatchObject({ current: { id, state: "left" } });
  expect((await move(id, "left", { from: "arrived" })).statusCode).toBe(200);
  expect((await move(id, "gone")).statusCode).toBe(400);
  expect((await move(987_654_321, "done")).statusCode).toBe(404);
});

it("follows today's list and back: Done closes the visit, Undo reopens it", async () => {
  await aMorning();
  const { id, patientId } = await aVisit();
  const params = { id: patientId };
  const today = async () =>
    (await test.call(todaysConsultations, clinic.owner.token)).json().map((item: { id: number }) => item.id);
  const stateOf = async () => (await list()).find((visit) => visit.id === id)?.state;
  await move(id, "with_doctor");

  await test.call(completeConsultation, clinic.owner.token, { params });
  expect([await stateOf(), await today()]).toEqual(["done", []]);
  await test.call(reopenConsultation, clinic.owner.token, { params });
  expect([await stateOf(), await today()]).toEqual(["with_doctor", [patientId]]);

  await move(id, "done");
  expect(await today()).toEqual([]);
  await move(id, "with_doctor");
  expect([await stateOf(), await today()]).toEqual(["with_doctor", [patientId]]);

  // When the patient comes back it is another visit.
  await move(id, "done");
  await test.call(recordVitals, clinic.owner.token, { params, body: { vitalSigns: { pulse: 80 } } });
  expect([await stateOf(), await today()]).toEqual(["done", [patientId]]);
});

it("Done with a consultation closes the appointment of a patient who was marked No-show", async () => {
  await aMorning();
  const patientId = await aPatient(test, clinic);
  const params = { id: patientId };
  const startsAt = "2026-11-20T01:30:00Z";
  await test.call(bookAppointment, clinic.owner.token, { body: { patientId, startsAt } });
  const stateOf = async () => (await list()).map(({ state }) => state);
  await move((await list())[0]?.id ?? 0, "no_show");
  // Nobody was seen.
  await test.call(completeConsultation, clinic.owner.token, { params });
  expect(await stateOf()).toEqual(["no_show"]);
  minutesLater(40);
  const body = { patientId, chiefComplaint: "Cough", diagnosis: "URTI", treatment: "Rest" };
  expect((await test.call(addConsultation, clinic.owner.token, { body })).statusCode).toBe(200);
  await test.call(completeConsultation, clinic.owner.token, { params });
  expect(await list()).toMatchObject([{ state: "done", number: 1, appointmentAt: startsAt }]);
  await test.call(reopenConsultation, clinic.owner.token, { params });
  expect(await stateOf()).toEqual(["booked"]);
});

it("gives an appointment's time to its own visit alone", async () => {
  await aMorning();
  const patientId = await aPatient(test, clinic);
  const { id: annex } = (
    await test.call(addPlace, clinic.owner.token, { body: { name: "Annex" } })
  ).json() as Visit;
  const startsAt = "2026-11-20T01:30:00Z";
  await test.call(bookAppointment, clinic.owner.token, { body: { patientId, startsAt } });
  // Early, and at another place.
  expect((await queue({ patientId, placeId: annex })).json()).toMatchObject({ appointmentAt: null });
  const own = (await queue({ patientId })).json();
  expect(own).toMatchObject({ appointmentAt: startsAt });
  await move(own.id, "done");
  // Again later: called by the arrival, not before everybody else.
  minutesLater(100);
  expect((await queue({ patientId })).json()).toMatchObject({ appointmentAt: null, state: "arrived" });
});

it("moves an arrived patient on when vital signs are recorded", async () => {
  await aMorning();
  const { id, patientId } = await aVisit();
  minutesLater(7);
  const vitals = { params: { id: patientId }, body: { vitalSigns: { pulse: 80 } } };
  await test.call(recordVitals, clinic.owner.token, vitals);
  expect(await list()).toMatchObject([{ id, state: "vitals_taken", vitalsTakenAt: "2026-11-20T01:07:00Z" }]);
  await move(id, "with_doctor");
  await test.call(recordVitals, clinic.owner.token, vitals);
  expect(await list()).toMatchObject([{ state: "with_doctor" }]);
});

it("stops waiting once the doctor's consultation is saved, also in today's list", async () => {
  await aMorning();
  const { patientId } = await aVisit();
  const todays = async () => (await test.call(todaysConsultations, clinic.owner.token)).json();
  expect(await todays()).toMatchObject([
    { consultedAt: null, queue: { state: "arrived", since: "2026-11-20T01:00:00Z" } },
  ]);
  minutesLater(12);
  const body = { ...(acceptedBodies["POST /api/consultations"] as object), patientId };
  expect((await test.call(addConsultation, clinic.owner.token, { body })).statusCode).toBe(200);
  expect(await list()).toMatchObject([{ state: "with_doctor", withDoctorAt: "2026-11-20T01:12:00Z" }]);
  expect(await todays()).toMatchObject([
    { consultedAt: "2026-11-20T01:12:00Z", queue: { state: "with_doctor", since: "2026-11-20T01:12:00Z" } },
  ]);
});

it("puts who was registered long ago on today's list with the number, at the arrival, until Done", async () => {
  await aMorning();
  const todays = async () => (await test.call(todaysConsultations, clinic.owner.token)).json();
  const patientId = await aPatient(test, clinic, { created_at: "2026-10-01T02:00:00Z" });
  expect(await todays()).toEqual([]);
  const { id } = (await queue({ patientId })).json();
  expect(await todays()).toMatchObject([
    {
      id: patientId,
      visitAt: "2026-11-20T01:00:00Z",
      consultationCreatedAt: null,
      queue: { state: "arrived", since: "2026-11-20T01:00:00Z" },
    },
  ]);
  await move(id, "left");
  expect(await todays()).toEqual([]);
});

it("takes who left off today's list although they were registered today, until they return", async () => {
  await aMorning();
  const todays = async () =>
    (await test.call(todaysConsultations, clinic.owner.token)).json().map((item: { id: number }) => item.id);
  const ends: [Visit, string][] = [
    [await aVisit({}, { created_at: began.toISOString() }), "left"],
    [await aVisit({}, { created_at: began.toISOString() }), "no_show"],
    [await aVisit({}, { created_at: began.toISOString() }), "cancelled"],
  ];
  const all = ends.map(([{ patientId }]) => patientId);
  minutesLater(5);
  const vitals = { params: { id: all[0] as number }, body: { vitalSigns: { pulse: 80 } } };
  await test.call(recordVitals, clinic.owner.token, vitals);
  expect(await todays()).toEqual(all);
  minutesLater(20);
  for (const [{ id }, state] of ends) await move(id, state);
  // A cancelled number, as Undo leaves one.
  expect(await todays()).toEqual([all[2]]);
  // Undo, a new number, and vital signs taken after all.
  await move(ends[1]?.[0].id as number, "arrived");
  await queue({ patientId: all[2] });
  minutesLater(30);
  await test.call(recordVitals, clinic.owner.token, vitals);
  expect((await todays()).toSorted()).toEqual(all.toSorted());
});

it("tells today's list when a visit was marked Done, so that its patient does not wait again", async () => {
  await aMorning();
  const { id, patientId } = await aVisit();
  minutesLater(10);
  await move(id, "done");
  minutesLater(15);
  const vitals = { params: { id: patientId }, body: { vitalSigns: { pulse: 80 } } };
  await test.call(recordVitals, clinic.owner.token, vitals);
  expect((await test.call(todaysConsultations, clinic.owner.token)).json()).toMatchObject([
    { id: patientId, consultedAt: "2026-11-20T01:10:00Z", queue: null },
  ]);
});

it("starts when the patient is set to Waiting by hand, and only then", async () => {
  await aMorning();
  const patientId = await aPatient(test, clinic, {
    patient_status: "Seen",
    created_at: "2026-10-01T02:00:00Z",
  });
  const set = (patientStatus: string) =>
    test.call(editPatient, clinic.owner.token, { params: { id: patientId }, body: { patientStatus } });
  await set("Follow-up");
  expect(await list()).toEqual([]);
  expect((await set("Waiting")).json()).toMatchObject({
    patientStatus: "Waiting",
    consultationStatus: "pending",
  });
  expect(await list()).toMatchObject([{ patientId, state: "arrived", number: 1 }]);
  await set("Waiting");
  await set("Seen");
  await set("Waiting");
  expect(await list()).toHaveLength(1);
});

it("lists yesterday's open visits instead of losing them", async () => {
  await aMorning();
  const open = await aVisit();
  const closed = await aVisit();
  await move(closed.id, "done");
  const unfinished = async () => (await test.call(unfinishedVisits, clinic.owner.token)).json();
  expect(await unfinished()).toEqual([]);
  minutesLater(15 * 60 + 1);
  clinic.owner.token = await aSession(test, clinic.owner.id);
  expect(await list()).toEqual([]);
  expect(await unfinished()).toMatchObject([{ id: open.id, day: "2026-11-20", state: "arrived" }]);
  expect((await list({ day: "2026-11-20" })).map(({ id }) => id)).toEqual([open.id, closed.id]);
  await move(open.id, "left");
  expect(await unfinished()).toEqual([]);
});

it("calls who waits at a place that was deactivated meanwhile", async () => {
  await aMorning();
  const { id: annex } = (
    await test.call(addPlace, clinic.owner.token, { body: { name: "Annex" } })
  ).json() as Visit;
  const { id } = await aVisit({ placeId: annex });
  await test.call(changePlace, clinic.owner.token, { params: { id: annex }, body: { isActive: false } });
  expect((await call({ placeId: annex })).json()).toMatchObject({ id, state: "with_doctor" });
});

it("of another day has neither its position by hand nor its priority of the day before", async () => {
  await aMorning();
  const patientId = await aPatient(test, clinic, { birthday: "1966-11-21" });
  const booked = await test.call(bookAppointment, clinic.owner.token, {
    body: { patientId, startsAt: "2026-11-20T01:10:00Z" },
  });
  const { id, visitId } = booked.json();
  const other = await aVisit();
  await queue({ patientId });
  const moved = await test.call(moveInQueue, clinic.owner.token, {
    params: { id: visitId },
    body: { before: other.id },
  });
  expect(moved.json()).toMatchObject({ isMoved: true, priority: null });
  await move(visitId, "booked");
  await test.call(changeAppointment, clinic.owner.token, {
    params: { id },
    body: { startsAt: "2026-11-21T01:10:00Z" },
  });
  expect(await list({ day: "2026-11-21" })).toMatchObject([
    { id: visitId, isMoved: false, priority: "senior" },
  ]);
});

it("calls and moves at the same instant, each patient once and none in vain", async () => {
  await aMorning();
  const ids: number[] = [];
  for (const minutes of [10, 20, 30, 40, 50, 55]) {
    const patientId = await aPatient(test, clinic);
    const startsAt = `2026-11-20T01:${minutes}:00Z`;
    await test.call(bookAppointment, clinic.owner.token, { body: { patientId, startsAt } });
    ids.push((await queue({ patientId })).json().id);
  }
  const [moves, calls] = await Promise.all([
    Promise.all(ids.slice(0, 3).map((id) => move(id, "left"))),
    Promise.all([1, 2, 3].map(() => call())),
  ]);
  expect(moves.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const called = calls.map((answer) => [answer.statusCode, answer.json().id]);
  expect(called.map(([status]) => status)).toEqual([200, 200, 200]);
  expect(new Set(called.map(([, id]) => id)).size).toBe(3);
});

it("lists a patient's visits, and uses the reason as the complaint", async () => {
  await aMorning();
  const { id, patientId } = await aVisit({ reason: "Cough" }, { chief_complaint: "Fever in May" });
  await move(id, "done");
  const { id: second } = (await queue({ patientId })).json();
  const read = (params: { id: number }, query: Record<string, string> = {}) =>
    test.call(patientVisits, clinic.owner.token, { params, query });
  expect((await read({ id: patientId })).json()).toMatchObject([
    { id: second, state: "arrived", reason: null },
    { id, state: "done", reason: "Cough" },
  ]);
  await test.call(bookAppointment, clinic.owner.token, {
    body: { patientId, startsAt: "2026-11-24T01:00:00Z" },
  });
  const until = async (day: string) =>
    (await read({ id: patientId }, { until: day })).json().map((visit: Visit) => visit.state);
  expect([await until("2026-11-20"), await until("2026-11-24"), await until("2026-11-19")]).toEqual([
    ["arrived", "done"],
    ["booked", "arrived", "done"],
    [],
  ]);
  const patient = await test.call(onePatient, clinic.owner.token, { params: { id: patientId } });
  expect(patient.json()).toMatchObject({ chiefComplaint: "Cough" });
  expect((await read({ id: 987_654_321 })).statusCode).toBe(404);
});

it("is for users who add or edit patients, and shows names to users who view them", async () => {
  await aMorning();
  const desk = await aStaffMember(test, clinic, ["add_patients"]);
  const viewer = await aStaffMember(test, clinic, ["view_patients"]);
  const patientId = await aPatient(test, clinic);
  const added = await queue({ patientId }, desk.token);
  expect(added.json()).toEqual({
    id: expect.any(Number),
    patientId,
    clinicId: clinic.id,
    placeId: expect.any(Number),
    day: "2026-11-20",
    number: 1,
    state: "arrived",
  });
  expect((await queue({ patientId }, viewer.token)).statusCode).toBe(403);
  expect((await test.call(listVisits, desk.token)).statusCode).toBe(403);
  expect((await test.call(listVisits, viewer.token)).json()).toHaveLength(1);
  expect((await test.call(callNext, desk.token, { body: {} })).json()).not.toHaveProperty("patientName");
  const { id } = added.json();
  const neighbour = await aClinic(test);
  const foreign = { params: { id }, body: { state: "done" } };
  expect((await test.call(moveVisit, neighbour.owner.token, foreign)).statusCode).toBe(404);
  const places = (await test.call(listPlaces, viewer.token)).json();
  expect(places).toMatchObject([{ name: "Main clinic", isActive: true }]);
});

it("refuses an invalid day, or another clinic's place, with a message", async () => {
  await aMorning();
  const wrong = await test.call(listVisits, clinic.owner.token, { query: { day: "2026-02-30" } });
  expect(wrong.json().fields).toEqual({ day: "Enter a date that exists, as YYYY-MM-DD" });
  const patientId = await aPatient(test, clinic);
  expect((await queue({ patientId, placeId: 987_654_321 })).json().fields).toEqual({
    placeId: "Choose an active place of your clinic",
  });
  expect(await list()).toEqual([]);
});

it("registers a walk-in with number and visit in one transaction", async () => {
  await aMorning();
  const desk = await aStaffMember(test, clinic, ["add_patients", "view_patients"]);
  const register = (body: object) => test.call(addWalkIn, desk.token, { body });
  const person = { patientName: "Reyes, Ana", sex: "F", birthday: "1958-03-04" };
  const made = await register({ ...person, contactNumber: "09171234567", reason: "Cough" });
  expect(made.json()).toMatchObject({
    number: 1,
    reason: "Cough",
    priority: "senior",
    admissionNo: "20261120-001",
  });
  const patient = await test.call(onePatient, desk.token, { params: { id: made.json().patientId } });
  expect(patient.json()).toMatchObject({
    hospital: clinic.name,
    admissionStatus: "Outpatient",
    chiefComplaint: "Cough",
    contactNumber: "+639171234567",
  });
  const refused = await register({ ...person, placeId: 987_654_321 });
  expect(refused.json().fields).toEqual({ placeId: "Choose an active place of your clinic" });
  expect((await register({ patientName: " ", sex: "X" })).json().fields).toMatchObject({
    patientName: "Patient name is required",
    sex: expect.any(String),
  });
  expect(await test.sql("select from patients where clinic_id = $1", [clinic.id])).toHaveLength(1);
  const atOnce = await Promise.all(Array.from({ length: 12 }, () => register(person)));
  expect(atOnce.map(({ statusCode }) => statusCode)).toEqual(atOnce.map(() => 200));
  expect(new Set(atOnce.map((answer) => answer.json().admissionNo)).size).toBe(12);
  expect(new Set(atOnce.map((answer) => answer.json().number)).size).toBe(12);
});

it("requires the clinic's required fields of a walk-in too", async () => {
  await aMorning();
  const { owner } = clinic;
  await test.call(addCustomField, owner.token, {
    body: { fieldName: "Barangay", fieldType: "text", isRequired: true },
  });
  const person = { patientName: "Reyes, Ana", sex: "F" };
  const register = (body: object) => test.call(addWalkIn, owner.token, { body });
  expect((await register(person)).json().fields).toEqual({ "customFields.Barangay": "Barangay is required" });
  const made = await register({ ...person, customFields: { Barangay: "Zapatera" } });
  const patient = await test.call(onePatient, owner.token, { params: { id: made.json().patientId } });
  expect(patient.json().customFields).toEqual({ Barangay: "Zapatera" });
});

it("keeps the order of every manual move, for Call Next and later arrivals", async () => {
  await aMorning();
  const moveTo = (id: number, before: number | null) =>
    test.call(moveInQueue, clinic.owner.token, { params: { id }, body: { before } });
  const waiting: number[] = [];
  for (let count = 0; count < 7; count++) {
    minutesLater(count);
    waiting.push((await aVisit()).id);
  }
  const ids = async () => (await list()).map(({ id }) => id);
  expect(await ids()).toEqual(waiting);
  // Every visit to every place, one after the other.
  const everyVisit = waiting.slice();
  for (const id of everyVisit)
    for (let place = 0; place < 7; place++) {
      minutesLater(10 + place);
      waiting.splice(waiting.indexOf(id), 1);
      const before = waiting[place] ?? null;
      waiting.splice(place, 0, id);
      const answer = await moveTo(id, before);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.json()).toMatchObject({ id, isMoved: true });
      expect(await ids()).toEqual(waiting);
    }
  const senior = await aVisit({}, { birthday: "1950-01-01" });
  const last = await aVisit();
  expect((await ids()).at(-1)).toBe(last.id);
  expect((await call()).json()).toMatchObject({ id: (await ids())[0] });
  expect([waiting[0], senior.id]).toContain((await ids())[0]);
});

it("moves only waiting visits, and only before waiting ones", async () => {
  await aMorning();
  const [first, second] = [await aVisit(), await aVisit()];
  const moveTo = (id: number, before: number | null, token = clinic.owner.token) =>
    test.call(moveInQueue, token, { params: { id }, body: { before } });
  await move(first.id, "with_doctor");
  expect((await moveTo(first.id, null)).json()).toMatchObject({ code: "taken", current: { id: first.id } });
  expect((await moveTo(second.id, first.id)).statusCode).toBe(409);
  expect((await moveTo(second.id, second.id)).statusCode).toBe(409);
  expect((await moveTo(999_999, null)).statusCode).toBe(404);
  const viewer = await aStaffMember(test, clinic, ["view_patients"]);
  expect((await moveTo(second.id, null, viewer.token)).statusCode).toBe(403);
});

it("changes reason and priority, which changes the position in the queue", async () => {
  await aMorning();
  const first = await aVisit();
  const second = await aVisit({ reason: "Cough" });
  const change = (body: object) =>
    test.call(changeVisit, clinic.owner.token, { params: { id: second.id }, body });
  expect((await change({ priority: "pwd" })).json()).toMatchObject({ priority: "pwd", reason: "Cough" });
  expect((await list()).map(({ id }) => id)).toEqual([second.id, first.id]);
  expect((await change({ priority: null, reason: "" })).json()).toMatchObject({
    priority: null,
    reason: null,
  });
  expect((await change({ state: "done" })).statusCode).toBe(400);
});

describe("closing one visit", () => {
  const annexOf = async (): Promise<number> =>
    (await test.call(addPlace, clinic.owner.token, { body: { name: "Annex" } })).json().id;
  const record = async (id: number) =>
    (await test.call(onePatient, clinic.owner.token, { params: { id } })).json();
  const states = async (day = "2026-11-20") =>
    Object.fromEntries((await list({ day })).map(({ id, state }) => [id, state]));
  const book = async (patientId: number, startsAt: string, more: object = {}): Promise<number> =>
    (await test.call(bookAppointment, clinic.owner.token, { body: { patientId, startsAt, ...more } })).json()
      .visitId;

  it("leaves the patient's other visits of today open, and the record follows the last", async () => {
    await aMorning();
    const first = await aVisit();
    const { patientId } = first;
    const second: Visit = (await queue({ patientId, placeId: await annexOf() })).json();
    minutesLater(1);
    await move(first.id, "done");
    expect(await states()).toEqual({ [first.id]: "done", [second.id]: "arrived" });
    expect(await record(patientId)).toMatchObject({
      consultationStatus: "pending",
      patientStatus: "Waiting",
    });
    minutesLater(2);
    await move(second.id, "done");
    expect(await record(patientId)).toMatchObject({ consultationStatus: "completed", patientStatus: "Seen" });
    minutesLater(3);
    await move(first.id, "arrived");
    expect(await states()).toEqual({ [first.id]: "arrived", [second.id]: "done" });
    expect(await record(patientId)).toMatchObject({
      consultationStatus: "pending",
      patientStatus: "Waiting",
    });
    await move(first.id, "left");
    expect(await record(patientId)).toMatchObject({ consultationStatus: "completed" });
    const params = { id: patientId };
    await test.call(reopenConsultation, clinic.owner.token, { params });
    await move(first.id, "arrived");
    await move(second.id, "arrived");
    minutesLater(4);
    await test.call(completeConsultation, clinic.owner.token, { params });
    expect(await states()).toEqual({ [first.id]: "done", [second.id]: "done" });
    await test.call(reopenConsultation, clinic.owner.token, { params });
    expect(await states()).toEqual({ [first.id]: "arrived", [second.id]: "arrived" });
  });

  it.each([
    ["cancelled", []],
    ["no_show", []],
    ["left", ["arrived"]],
    ["cancelled", ["arrived", "booked"]],
    ["left", ["arrived", "vitals_taken", "with_doctor"]],
    ["cancelled", ["cancelled", "booked"]],
    ["left", ["arrived", "left", "arrived"]],
  ] as const)("%s after %j leaves a record completed as it was before the booking", async (end, moves) => {
    await aMorning();
    const patientId = await aPatient(test, clinic);
    const params = { id: patientId };
    await test.call(completeConsultation, clinic.owner.token, { params });
    const before = await record(patientId);
    minutesLater(24 * 60);
    clinic.owner.token = await aSession(test, clinic.owner.id);
    const id = await book(patientId, "2026-11-21T06:00:00Z");
    expect(await record(patientId)).toMatchObject({ consultationStatus: "pending" });
    for (const state of moves) expect((await move(id, state)).statusCode).toBe(200);
    expect((await move(id, end)).statusCode).toBe(200);
    const { consultationStatus, consultationCompletedAt, patientStatus } = before;
    expect(await record(patientId)).toMatchObject({
      consultationStatus,
      consultationCompletedAt,
      patientStatus,
    });
    // Booked again, it is pending; done, it is completed now.
    await move(id, "booked");
    expect(await record(patientId)).toMatchObject({ consultationStatus: "pending" });
    await move(id, "done");
    expect(await record(patientId)).toMatchObject({
      consultationStatus: "completed",
      consultationCompletedAt: "2026-11-21T01:00:00Z",
    });
  });

  it("leaves a record pending that was so before, has another appointment, or a new entry", async () => {
    await aMorning();
    const never = await aPatient(test, clinic);
    await move(await book(never, "2026-11-20T06:00:00Z"), "no_show");
    expect(await record(never)).toMatchObject({ consultationStatus: "pending" });
    const [twice, noted, moved] = await Promise.all(Array.from({ length: 3 }, () => aPatient(test, clinic)));
    for (const id of [twice, noted, moved])
      await test.call(completeConsultation, clinic.owner.token, { params: { id: id ?? 0 } });
    minutesLater(24 * 60);
    clinic.owner.token = await aSession(test, clinic.owner.id);
    const first = await book(twice ?? 0, "2026-11-21T06:00:00Z");
    const second = await book(twice ?? 0, "2026-11-28T06:00:00Z");
    await move(first, "cancelled");
    expect(await record(twice ?? 0)).toMatchObject({ consultationStatus: "pending" });
    await move(second, "cancelled");
    expect(await record(twice ?? 0)).toMatchObject({ consultationStatus: "completed" });
    const visit = await book(noted ?? 0, "2026-11-21T06:00:00Z");
    await move(visit, "arrived");
    await test.call(recordVitals, clinic.owner.token, {
      params: { id: noted ?? 0 },
      body: { vitalSigns: { pulse: 80 } },
    });
    await move(visit, "left");
    expect(await record(noted ?? 0)).toMatchObject({ consultationStatus: "pending" });
    // A second appointment of a day on which the patient was seen, moved to a later one.
    await test.call(completeConsultation, clinic.owner.token, { params: { id: moved ?? 0 } });
    await move((await queue({ patientId: moved })).json().id, "done");
    await book(moved ?? 0, "2026-11-21T07:00:00Z");
    const [appointment] = (
      await test.call(patientAppointments, clinic.owner.token, { params: { id: moved ?? 0 } })
    ).json();
    await test.call(changeAppointment, clinic.owner.token, {
      params: { id: appointment.id },
      body: { startsAt: "2026-11-28T06:00:00Z" },
    });
    expect(await record(moved ?? 0)).toMatchObject({ consultationStatus: "completed" });
  });

  it("of yesterday changes neither today's nor the record", async () => {
    await aMorning();
    const old = await aVisit();
    const { patientId } = old;
    minutesLater(24 * 60);
    clinic.owner.token = await aSession(test, clinic.owner.id);
    const today: Visit = (await queue({ patientId })).json();
    await move(old.id, "done");
    expect(await states("2026-11-21")).toEqual({ [today.id]: "arrived" });
    expect(await record(patientId)).toMatchObject({ consultationStatus: "pending" });
    await move(old.id, "arrived");
    await move(today.id, "done");
    expect(await states()).toEqual({ [old.id]: "arrived" });
    expect(await record(patientId)).toMatchObject({ consultationStatus: "completed" });
    await move(old.id, "done");
    await move(old.id, "arrived");
    expect(await record(patientId)).toMatchObject({ consultationStatus: "completed" });
  });

  it("refuses to start a visit of another day, and says which day", async () => {
    await aMorning();
    const patientId = await aPatient(test, clinic);
    const id = await book(patientId, "2026-12-20T01:00:00Z");
    for (const state of ["arrived", "with_doctor", "done", "left"]) {
      const answer = await move(id, state);
      expect(answer.statusCode, state).toBe(422);
      expect(answer.json().message).toMatch(/^This appointment is on December 20, 2026\. /);
    }
    expect(await states("2026-12-20")).toEqual({ [id]: "booked" });
    expect((await move(id, "cancelled")).statusCode).toBe(200);
    expect((await move(id, "booked")).statusCode).toBe(200);
    test.setNow(new Date("2026-12-21T01:00:00Z"));
    clinic.owner.token = await aSession(test, clinic.owner.id);
    expect((await move(id, "with_doctor")).json()).toMatchObject({
      code: "unusable",
      message: expect.stringMatching(/^This appointment was on December 20, 2026\. /),
    });
    for (const state of ["no_show", "booked", "done"]) expect((await move(id, state)).statusCode).toBe(200);
  });

  it("a visit without an appointment cannot become booked", async () => {
    await aMorning();
    const { id } = await aVisit();
    const answer = await move(id, "booked");
    expect(answer.statusCode).toBe(422);
    expect(answer.json().message).toMatch(/^This patient came without an appointment\. /);
    expect(await states()).toEqual({ [id]: "arrived" });
  });

  it("happens when the patient is archived, and Retrieve queues nobody", async () => {
    await aMorning();
    const { id, patientId } = await aVisit();
    const booked = await book(patientId, "2026-11-20T07:00:00Z", { placeId: await annexOf() });
    const later = await book(patientId, "2026-12-20T01:00:00Z");
    const params = { id: patientId };
    const archived = await test.call(archivePatient, clinic.owner.token, { params });
    expect(archived.statusCode).toBe(200);
    expect(await states()).toEqual({ [id]: "left", [booked]: "cancelled" });
    expect(await states("2026-12-20")).toEqual({ [later]: "booked" });
    expect((await call()).statusCode).toBe(404);
    // Neither is reopened, nor another day chosen, while the patient is archived.
    for (const closed of [id, booked]) expect((await move(closed, "with_doctor")).statusCode).toBe(422);
    expect((await move(booked, "booked")).statusCode).toBe(422);
    const [ahead] = (await test.call(patientAppointments, clinic.owner.token, { params })).json();
    const moved = await test.call(changeAppointment, clinic.owner.token, {
      params: { id: ahead.id },
      body: { startsAt: "2026-12-21T01:00:00Z" },
    });
    expect(moved.json().message).toBe("This patient is archived. Retrieve the patient first.");
    await test.call(retrievePatient, clinic.owner.token, { params });
    expect(await states()).toEqual({ [id]: "left", [booked]: "cancelled" });
  });

  it("of four concurrent arrivals for one appointment one is queued", async () => {
    await aMorning();
    const made = await test.call(bookAppointment, clinic.owner.token, {
      body: { personName: "Reyes, Ana", startsAt: "2026-11-20T02:00:00Z" },
    });
    const patientId = await aPatient(test, clinic);
    const appointmentId = made.json().id;
    const answers = await Promise.all(Array.from({ length: 4 }, () => queue({ patientId, appointmentId })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json().message).toMatch(/^Already in the queue/);
    expect(await list()).toMatchObject([{ patientId, number: 1, state: "arrived" }]);
  });
});
