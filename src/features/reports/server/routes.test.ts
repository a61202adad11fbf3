import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addBill, takePayment, voidPayment } from "#features/billing/contract.ts";
import { addConsultation, recordVitals } from "#features/consultations/contract.ts";
import { addVisit, moveVisit } from "#features/visits/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { atInstant, startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, anAdmin, aPatient, aSession, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { analytics, dashboardFigures } from "../contract.ts";

let test: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  test = await startTestApp();
});
beforeEach(async () => {
  clinic = await aClinic(test);
});
afterAll(() => test.close());

const figures = async () => (await test.call(dashboardFigures, clinic.owner.token)).json();
const patient = (columns: Parameters<typeof aPatient>[2] = {}) => aPatient(test, clinic, columns);

it("need the right to view patients", async () => {
  const blind = await aStaffMember(test, clinic, ["add_patients", "view_reports"]);
  expect((await test.call(dashboardFigures, blind.token)).statusCode).toBe(403);
  expect((await test.call(dashboardFigures, (await anAdmin(test)).token)).statusCode).toBe(403);
  const secretary = await aStaffMember(test, clinic, ["view_patients"]);
  expect((await test.call(dashboardFigures, secretary.token)).statusCode).toBe(200);
});

it("an empty clinic has zeros, and ₱0", async () => {
  expect(await figures()).toEqual({
    totalPatients: 0,
    admittedCount: 0,
    todayProcedures: 0,
    pendingPayments: "₱0",
    hmoReceivable: "₱0",
    seenToday: 0,
    collectedToday: "₱0",
    registeredThisWeek: 0,
    admittedHospitals: 0,
    pendingPaymentCount: 0,
    overduePaymentCount: 0,
  });
});

it("count the own clinic's patients that are not archived", async () => {
  const neighbour = await aClinic(test);
  const busy = {
    admission_status: "Admitted",
    date_of_admission: "2026-11-20",
    surgical_procedure: "Appendectomy",
    payment_status: "Overdue",
    amount: "9000",
  };
  await aPatient(test, neighbour, busy);
  await patient({ ...busy, is_archived: true });
  await patient({ payment_status: "Paid-Received", amount: "500" });
  expect(await figures()).toEqual({
    totalPatients: 1,
    admittedCount: 0,
    todayProcedures: 0,
    pendingPayments: "₱0",
    hmoReceivable: "₱0",
    seenToday: 0,
    collectedToday: "₱0",
    registeredThisWeek: 1,
    admittedHospitals: 0,
    pendingPaymentCount: 0,
    overduePaymentCount: 0,
  });
});

it("sum pending and overdue, with centavos only if there are any", async () => {
  await patient({ payment_status: "Pending", amount: "400000" });
  await patient({ payment_status: "Overdue", amount: "12860" });
  await patient({ payment_status: "Pending" });
  await patient({ payment_status: "Paid-Received", amount: "77" });
  expect(await figures()).toMatchObject({
    pendingPayments: "₱412,860",
    pendingPaymentCount: 2,
    overduePaymentCount: 1,
  });
  await patient({ payment_status: "Pending", amount: "0.1" });
  await patient({ payment_status: "Pending", amount: "0.2" });
  expect(await figures()).toMatchObject({ pendingPayments: "₱412,860.30" });
});

it("count as debtors only patients with an amount that is open", async () => {
  await patient({ payment_status: "Pending" });
  await patient({ payment_status: "Overdue", amount: "0" });
  await patient({ payment_status: "Pending", amount: "640" });
  const billed = await patient({ payment_status: "Pending" });
  const lines = [{ description: "Consultation", quantity: 1, amount: "1000" }];
  const body = { patientId: billed, lines };
  expect((await test.call(addBill, clinic.owner.token, { body })).statusCode).toBe(200);
  expect(await figures()).toMatchObject({
    pendingPayments: "₱1,640",
    pendingPaymentCount: 2,
    overduePaymentCount: 0,
  });
});

it("count the patients of the week as the reports do", async () => {
  await patient({ created_at: "2026-11-19T16:00:00Z" });
  await patient({ created_at: "2026-11-13T16:00:00Z" });
  await patient({ created_at: "2026-11-13T15:59:59Z" });
  // A record belongs to the day of its admission.
  await patient({ created_at: "2026-10-01T02:00:00Z", date_of_admission: "2026-11-18" });
  const report = await test.call(analytics, clinic.owner.token, { query: { period: "week" } });
  expect(report.json()).toMatchObject({ totalPatients: 3 });
  expect(await figures()).toMatchObject({ registeredThisWeek: 3 });
});

it("count as seen who was consulted or marked Done, not who waits or is with the doctor", async () => {
  const send = (endpoint: Endpoint, body: object, params: Record<string, number> = {}) =>
    test.call(endpoint, clinic.owner.token, { params, body });
  const words = { chiefComplaint: "Cough", diagnosis: "Acute bronchitis", treatment: "Rest" };
  const seen = async () => (await figures()).seenToday;
  const [measured, queued, unqueued, gone] = [
    await patient(),
    await patient(),
    await patient(),
    await patient(),
  ];
  // Vital signs alone, of a patient in the queue and of one who is not.
  await send(addVisit, { patientId: measured });
  for (const id of [measured, gone]) await send(recordVitals, { vitalSigns: { pulse: 80 } }, { id });
  expect(await seen()).toBe(0);
  await send(addConsultation, { patientId: unqueued, ...words });
  expect(await seen()).toBe(1);
  // With the doctor, as Consults says, until the visit is done.
  const visit = (await send(addVisit, { patientId: queued })).json();
  await send(addConsultation, { patientId: queued, ...words });
  expect(await seen()).toBe(1);
  await send(moveVisit, { state: "done" }, { id: visit.id });
  expect(await seen()).toBe(2);
  const left = (await send(addVisit, { patientId: gone })).json();
  await send(moveVisit, { state: "left" }, { id: left.id });
  expect(await seen()).toBe(2);
  const shown = (await send(addVisit, { patientId: await patient(), purpose: "results" })).json();
  await send(moveVisit, { state: "done" }, { id: shown.id });
  expect(await seen()).toBe(2);
});

it("count patients seen today, once each, and the collected amount", async () => {
  const send = (endpoint: Endpoint, body: object, params: Record<string, number> = {}) =>
    test.call(endpoint, clinic.owner.token, { params, body });
  const [queued, consulted, waiting] = [await patient(), await patient(), await patient()];
  const visit = (await send(addVisit, { patientId: queued })).json();
  await send(addVisit, { patientId: waiting });
  const words = { chiefComplaint: "Cough", diagnosis: "Acute bronchitis", treatment: "Rest" };
  for (const patientId of [queued, consulted]) await send(addConsultation, { patientId, ...words });
  await send(moveVisit, { state: "done" }, { id: visit.id });
  const lines = [{ description: "Consultation", quantity: 1, amount: "1450" }];
  const bill = (await send(addBill, { patientId: queued, lines })).json();
  await send(takePayment, { method: "cash", amount: "1000" }, { id: bill.id });
  const taken = (await send(takePayment, { method: "gcash", amount: "450" }, { id: bill.id })).json();
  expect(await figures()).toMatchObject({ seenToday: 2, collectedToday: "₱1,450" });
  await send(voidPayment, { reason: "Wrong patient" }, { id: taken.payments.at(-1).id });
  expect(await figures()).toMatchObject({ seenToday: 2, collectedToday: "₱1,000" });
});

it("show the collected amount only to users who see reports, not to those who take payments", async () => {
  const shownTo = async (rights: Parameters<typeof aStaffMember>[2]) => {
    const { token } = await aStaffMember(test, clinic, ["view_patients", ...rights]);
    return (await test.call(dashboardFigures, token)).json().collectedToday;
  };
  const others = ["add_patients", "edit_patients", "delete_patients", "manage_schedule"] as const;
  expect(await shownTo([])).toBeNull();
  expect(await shownTo([...others])).toBeNull();
  expect(await shownTo(["take_payments", ...others])).toBeNull();
  expect(await shownTo(["view_reports"])).toBe("₱0");
  expect(await figures()).toMatchObject({ collectedToday: "₱0" });
});

it("count the admitted and their hospitals", async () => {
  await patient({ admission_status: "Admitted", hospital: "Chong Hua Hospital - Fuente" });
  await patient({ admission_status: "Admitted", hospital: "Chong Hua Hospital - Fuente" });
  await patient({ admission_status: "Admitted", hospital: "Cebu Doctors' University Hospital" });
  await patient({ admission_status: "Discharged", hospital: "Perpetual Succour Hospital" });
  expect(await figures()).toMatchObject({ admittedCount: 3, admittedHospitals: 2 });
});

describe("use the Manila day", () => {
  const at = async (instant: string) => {
    atInstant(test, new Date(instant));
    const token = await aSession(test, clinic.owner.id);
    return (await test.call(dashboardFigures, token)).json();
  };

  it("a procedure is today's from midnight to midnight in Manila", async () => {
    await patient({ surgical_procedure: "Appendectomy", date_of_admission: "2026-11-21" });
    await patient({ surgical_procedure: null, date_of_admission: "2026-11-21" });
    await patient({ surgical_procedure: "", date_of_admission: "2026-11-21" });
    await patient({ surgical_procedure: "Appendectomy", date_of_admission: null });
    expect(await at("2026-11-20T15:59:59.999Z")).toMatchObject({ todayProcedures: 0 });
    expect(await at("2026-11-20T16:00:00.000Z")).toMatchObject({ todayProcedures: 1 });
    expect(await at("2026-11-21T15:59:59.999Z")).toMatchObject({ todayProcedures: 1 });
    expect(await at("2026-11-21T16:00:00.000Z")).toMatchObject({ todayProcedures: 0 });
  });

  it("the week is today and the six days before", async () => {
    await patient({ created_at: "2026-11-13T15:59:59.999Z" });
    await patient({ created_at: "2026-11-13T16:00:00.000Z" });
    await patient({ created_at: "2026-11-20T15:00:00.000Z" });
    expect(await at("2026-11-20T15:59:59.999Z")).toMatchObject({ registeredThisWeek: 2 });
    expect(await at("2026-11-20T16:00:00.000Z")).toMatchObject({ registeredThisWeek: 1 });
  });
});
