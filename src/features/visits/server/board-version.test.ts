import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { bookAppointment } from "#features/appointments/contract.ts";
import { addBill, takePayment, voidBill } from "#features/billing/contract.ts";
import { archivePatient, editPatient } from "#features/patients/contract.ts";
import { addPlace } from "#features/places/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aSession, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import {
  addVisit,
  callNext,
  changeVisit,
  listVisits,
  moveInQueue,
  moveVisit,
  type Visit,
} from "../contract.ts";

// The board's poll is answered with a version that is read before the board: everything that the board shows must
// change it.

let test: TestApp;
let clinic: TestClinic;
let token: string;
let visits: Visit[];

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const at = (time: string) => test.setNow(new Date(`2026-11-20T${time}:00Z`));

/** At 9:00 in Manila three patients wait. The first is the oldest, the last has an appointment at 10:00. */
beforeEach(async () => {
  clinic = await aClinic(test);
  at("01:00");
  token = await aSession(test, clinic.owner.id);
  visits = [];
  for (const age of [40, 41, 42]) {
    const patientId = await aPatient(test, clinic, { age });
    if (age === 42) await send(bookAppointment, { body: { patientId, startsAt: "2026-11-20T02:00:00Z" } });
    visits.push(await send(addVisit, { body: { patientId } }));
  }
});

type Sent = Parameters<TestApp["call"]>[2];
async function send(endpoint: Parameters<TestApp["call"]>[0], sent: Sent) {
  const answer = await test.call(endpoint, token, sent);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

const read = (etag?: unknown, query: Record<string, string> = {}, as = token) =>
  test.call(listVisits, as, {
    query,
    ...(etag !== undefined && { headers: { "if-none-match": String(etag) } }),
  });

const params = (visit: Visit | undefined) => ({ id: visit?.id ?? 0 });
const ofPatient = (visit: Visit | undefined) => ({ id: visit?.patientId ?? 0 });
const edit = (body: object) => () => send(editPatient, { params: ofPatient(visits[0]), body });
const addPhoto = async () => {
  await test.sql(
    `with scope as materialized (select set_config('app.event', 'patient.update', true))
     update patients set patient_photo = 1 from scope where id = $1`,
    [visits[0]?.patientId],
  );
};

it.each<[what: string, act: () => unknown]>([
  ["a new visit", async () => send(addVisit, { body: { patientId: await aPatient(test, clinic) } })],
  [
    "a visit that is moved on",
    () => send(moveVisit, { params: params(visits[0]), body: { state: "with_doctor" } }),
  ],
  ["a visit that is called", () => send(callNext, { body: {} })],
  ["a visit that is closed", () => send(moveVisit, { params: params(visits[0]), body: { state: "left" } })],
  [
    "a place in the queue",
    () => send(moveInQueue, { params: params(visits[1]), body: { before: visits[0]?.id } }),
  ],
  ["a reason", () => send(changeVisit, { params: params(visits[0]), body: { reason: "Fever" } })],
  ["a priority", () => send(changeVisit, { params: params(visits[0]), body: { priority: "pwd" } })],
  ["a name", edit({ patientName: "Reyes, Ana" })],
  ["a birthday", edit({ birthday: "1950-03-04" })],
  ["a sex", edit({ sex: "M" })],
  ["an admission number", edit({ admissionNo: "A-77" })],
  ["a photo", addPhoto],
  ["an archived patient", () => send(archivePatient, { params: ofPatient(visits[0]) })],
  [
    "a payment that closes the visit",
    async () => {
      const { id: visitId, patientId } = visits[0] as Visit;
      const lines = [{ description: "Consultation", quantity: 1, amount: "500" }];
      const { id } = await send(addBill, { body: { patientId, visitId, lines } });
      await send(moveVisit, { params: { id: visitId }, body: { state: "for_payment" } });
      await send(takePayment, { params: { id }, body: { method: "cash", amount: "500" } });
    },
  ],
  [
    "a bill, and its voiding, of a visit that was done",
    async () => {
      const { id: visitId, patientId } = visits[0] as Visit;
      await send(moveVisit, { params: { id: visitId }, body: { state: "done" } });
      const unbilled = await read();
      const lines = [{ description: "Consultation", quantity: 1, amount: "500" }];
      const { id } = await send(addBill, { body: { patientId, visitId, lines } });
      expect((await read(unbilled.headers.etag)).statusCode).toBe(200);
      await send(voidBill, { params: { id }, body: { reason: "Typed twice" } });
    },
  ],
  [
    "why there is no bill",
    () => send(changeVisit, { params: params(visits[0]), body: { noBillReason: "Free" } }),
  ],
  [
    "an appointment of today",
    async () =>
      send(bookAppointment, {
        body: { patientId: await aPatient(test, clinic), startsAt: "2026-11-20T06:00:00Z" },
      }),
  ],
  ["an appointment that becomes due", () => at("01:31")],
])("changes with %s", async (_, act) => {
  const before = await read();
  expect((await read(before.headers.etag)).statusCode).toBe(304);
  await act();
  const after = await read(before.headers.etag);
  expect(after.statusCode).toBe(200);
  expect(after.body).not.toBe(before.body);
  expect(after.headers.etag).not.toBe(before.headers.etag);
  expect((await read(after.headers.etag)).statusCode).toBe(304);
});

it("stays the same while nothing on the board changes", async () => {
  const before = await read();
  at("01:20");
  await send(editPatient, { params: { id: await aPatient(test, clinic) }, body: { remarks: "another's" } });
  const tomorrow = { patientId: await aPatient(test, clinic), startsAt: "2026-11-21T02:00:00Z" };
  await send(bookAppointment, { body: tomorrow });
  const again = await read(before.headers.etag);
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe("");
});

it("differs by day, place and clinic, and is useless without the right", async () => {
  const { id: annex } = await send(addPlace, { body: { name: "Annex" } });
  const { etag } = (await read()).headers;
  expect((await read(etag, { placeId: String(annex) })).statusCode).toBe(200);
  expect((await read(etag, { placeId: String(visits[0]?.placeId) })).statusCode).toBe(200);
  expect((await read(etag, { day: "2026-11-19" })).statusCode).toBe(200);
  expect((await read(etag, { day: "2026-11-20" })).statusCode).toBe(304);
  const other = await aClinic(test);
  expect((await read(etag, {}, await aSession(test, other.owner.id))).statusCode).toBe(200);
  const clerk = await aStaffMember(test, clinic, ["add_patients"]);
  expect((await read(etag, {}, clerk.token)).statusCode).toBe(403);
  expect((await test.call(listVisits, null, { headers: { "if-none-match": String(etag) } })).statusCode).toBe(
    401,
  );
  at("16:00");
  token = await aSession(test, clinic.owner.id);
  expect((await read(etag)).statusCode).toBe(200);
});

it("never answers 304 for a board that has changed, under concurrent changes", async () => {
  const states = ["arrived", "vitals_taken", "with_doctor", "for_payment", "done", "left"];
  let known = await read();
  const poll = async () => {
    const answer = await read(known.headers.etag);
    if (answer.statusCode === 200) known = answer;
  };
  for (let round = 0; round < 40; round++) {
    const acts = visits.map((visit, index) => async () => {
      const step = (round * 7 + index * 5) % 11;
      if (step < 6)
        await test.call(moveVisit, token, { params: params(visit), body: { state: states[step] } });
      else if (step < 9)
        await test.call(changeVisit, token, { params: params(visit), body: { reason: `Fever ${round}` } });
      else
        await test.call(editPatient, token, {
          params: ofPatient(visit),
          body: { patientName: `Reyes, Ana ${round} ${index}` },
        });
    });
    await Promise.all([poll(), ...acts.map((act) => act()), poll(), poll()]);
    await poll();
    expect(JSON.parse(known.body)).toEqual((await read()).json());
  }
});
