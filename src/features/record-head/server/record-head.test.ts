import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { bookAppointment } from "#features/appointments/contract.ts";
import { addBill } from "#features/billing/contract.ts";
import { addConsultation, recordVitals } from "#features/consultations/contract.ts";
import { markEntry } from "#features/consultations/entries-in-error-contract.ts";
import { changeContacts } from "#features/households/contract.ts";
import { addPlace } from "#features/places/contract.ts";
import { savePrescription, withdrawPrescription } from "#features/prescriptions/contract.ts";
import { recordHead } from "#features/record-head/contract.ts";
import { addResult } from "#features/results/contract.ts";
import { visitTimeline } from "#features/timeline/contract.ts";
import { addVisit, moveVisit } from "#features/visits/contract.ts";
import { visitStates } from "#shared/clinical/visit-states.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { acceptedBodies } from "#test/data/accepted-bodies.ts";
import { aClinic, aPatient, aSession, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { nameOf } from "#test/endpoints.ts";
import { aRecordHead } from "#web/testing-record-head.ts";

let test: TestApp;
let clinic: TestClinic;
let token: string;
let id: number;

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  token = clinic.owner.token;
});
afterAll(() => test.close());
beforeEach(async () => {
  await atTime("2026-11-20T01:00:00Z");
  id = await aPatient(test, clinic, { birthday: "1955-03-04" });
});

/** With a session of that time. */
const atTime = async (at: string) => {
  test.setNow(new Date(at));
  token = await aSession(test, clinic.owner.id);
};
const head = async () => (await test.call(recordHead, token, { params: { id } })).json();
const consult = async (treatment: string) =>
  (
    await test.call(addConsultation, token, {
      body: { patientId: id, chiefComplaint: "Headache", diagnosis: "Hypertension", treatment },
    })
  ).json();
const prescribe = async () =>
  (
    await test.call(savePrescription, token, {
      params: { id },
      body: {
        physicianName: "Rafael Peñaflor",
        physicianLicense: "0098412",
        medications: [{ name: "losartan", dosage: "1 tab", frequency: "OD", duration: "30 days" }],
      },
    })
  ).json();
const accepted = (endpoint: Endpoint): object => acceptedBodies[nameOf(endpoint)] as object;

it("needs the right to view patients, and a patient of the clinic", async () => {
  const staff = await aStaffMember(test, clinic, ["add_patients"]);
  expect((await test.call(recordHead, null, { params: { id } })).statusCode).toBe(401);
  expect((await test.call(recordHead, staff.token, { params: { id } })).statusCode).toBe(403);
  expect((await test.call(recordHead, token, { params: { id: 99_999_999 } })).statusCode).toBe(404);
});

it("of a new record has no visit, and nothing in its tabs", async () => {
  expect(await head()).toEqual(aRecordHead());
});

it("has today's visit, the open one before one that ended", async () => {
  const first = (await test.call(addVisit, token, { body: { patientId: id } })).json();
  await test.call(moveVisit, token, { params: { id: first.id }, body: { state: "left" } });
  expect((await head()).visit).toMatchObject({ id: first.id, state: "left" });
  const second = (await test.call(addVisit, token, { body: { patientId: id } })).json();
  expect((await head()).visit).toMatchObject({ id: second.id, number: second.number, state: "arrived" });
  await atTime("2026-11-21T01:00:00Z");
  expect((await head()).visit).toBeNull();
});

it("has the visit that is going on, not an appointment later that day at another place", async () => {
  const { id: annex } = (await test.call(addPlace, token, { body: { name: "Annex" } })).json();
  const visit = (await test.call(addVisit, token, { body: { patientId: id } })).json();
  const startsAt = "2026-11-20T07:00:00Z";
  await test.call(bookAppointment, token, { body: { patientId: id, placeId: annex, startsAt } });
  for (const state of ["vitals_taken", "with_doctor", "for_payment"] as const) {
    await test.call(moveVisit, token, { params: { id: visit.id }, body: { state } });
    expect((await head()).visit).toMatchObject({ id: visit.id, state });
  }
  await test.call(moveVisit, token, { params: { id: visit.id }, body: { state: "done" } });
  expect((await head()).visit).toMatchObject({ state: "booked", placeId: annex, appointmentAt: startsAt });
});

it("counts a day once, whatever was recorded on it, and nothing that was entered in error", async () => {
  const wrong = await consult("Rest");
  await test.call(markEntry, token, {
    params: { id },
    body: {
      entry: "consultation",
      entryId: wrong.id,
      state: "entered_in_error",
      reason: "Another patient's visit",
    },
  });
  expect(await head()).toMatchObject({ visits: 0, firstVisit: null, isWritten: false });
  await test.call(recordVitals, token, { params: { id }, body: { vitalSigns: { pulse: 80 } } });
  await consult("Rest");
  await atTime("2026-11-25T01:00:00Z");
  await test.call(addVisit, token, { body: { patientId: id } });
  expect(await head()).toMatchObject({ visits: 2, firstVisit: "2026-11-20", isWritten: false });
});

it("counts the days that the timeline has", async () => {
  const timeline = async () =>
    (await test.call(visitTimeline, token, { params: { id } })).headers["x-total-count"];
  for (const [day, state] of visitStates.entries()) {
    await atTime(`2026-11-${10 + day}T01:00:00Z`);
    const { id: visitId } = (await test.call(addVisit, token, { body: { patientId: id } })).json();
    await test.call(moveVisit, token, { params: { id: visitId }, body: { state } });
    expect((await head()).visits, state).toBe(Number(await timeline()));
  }
  expect(await head()).toMatchObject({ visits: 7, firstVisit: "2026-11-10" });
});

it("says what today's plan still owes: the prescription, then the request", async () => {
  await consult("losartan 50 mg od 30 days\ncreatinine, potassium");
  expect(await head()).toMatchObject({ isWritten: true, owed: ["prescription", "laboratory_request"] });
  const { id: rxId } = await prescribe();
  expect((await head()).owed).toEqual(["laboratory_request"]);
  await test.call(withdrawPrescription, token, { params: { id, rxId }, body: { reason: "Wrong dose" } });
  expect((await head()).owed).toEqual(["prescription", "laboratory_request"]);
});

it("counts what the tabs hold, with results since the last consultation as new", async () => {
  await consult("Rest");
  test.setNow(new Date("2026-11-20T02:00:00Z"));
  await test.call(addResult, token, { params: { id }, body: accepted(addResult) });
  await prescribe();
  await test.call(bookAppointment, token, {
    body: { ...accepted(bookAppointment), patientId: id, startsAt: "2026-11-27T02:00:00Z" },
  });
  await test.call(changeContacts, token, { params: { id }, body: accepted(changeContacts) });
  expect(await head()).toMatchObject({ results: 1, newResults: 1, files: 1, appointments: 1, family: 1 });
  test.setNow(new Date("2026-11-20T03:00:00Z"));
  await consult("Rest");
  expect((await head()).newResults).toBe(0);
});

it("has the guardian, with the name and phone of the guardian's own record", async () => {
  const mother = await aPatient(test, clinic, {
    patient_name: "Reyes, Ana",
    birthday: "1995-04-02",
    contact_number: "+639175550101",
  });
  const child = await aPatient(test, clinic, { birthday: "2020-04-02" });
  const guardian = { patientId: mother, relation: "mother" };
  await test.call(changeContacts, token, { params: { id: child }, body: { guardian } });
  const { guardian: shown } = (await test.call(recordHead, token, { params: { id: child } })).json();
  expect(shown).toEqual({ name: "Reyes, Ana", relation: "mother", phone: "+639175550101" });
});

it("has the latest legal discount and HMO of the bills", async () => {
  const bill = await test.call(addBill, token, {
    body: {
      patientId: id,
      lines: [{ description: "Consultation", quantity: 1, amount: "800.00" }],
      discount: { kind: "senior", idNumber: "OSCA 06-12345" },
      hmo: { company: "Maxicare", validUntil: "2027-03-31" },
    },
  });
  expect(bill.statusCode).toBe(200);
  expect(await head()).toMatchObject({
    bills: 1,
    discount: { kind: "senior", idNumber: "OSCA 06-12345" },
    hmo: { company: "Maxicare", validUntil: "2027-03-31" },
  });
});
