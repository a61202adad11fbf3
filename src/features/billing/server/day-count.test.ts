import { afterAll, beforeAll, expect, it } from "vitest";
import {
  addBill,
  addPettyCash,
  addService,
  changeService,
  closeDayCount,
  dayBills,
  dayCount,
  exportPayments,
  hmoReceivables,
  listServices,
  markClaimsBilled,
  markClaimsPaid,
  oneBill,
  setOpeningFloat,
  takePayment,
  voidBill,
  voidPayment,
  voidPettyCash,
} from "#features/billing/contract.ts";
import { saveClinicSettings } from "#features/clinics/contract.ts";
import { notifications } from "#features/notifications/contract.ts";
import { deletePatient, editPatient } from "#features/patients/contract.ts";
import { addVisit, changeVisit, listVisits, moveVisit, type Visit } from "#features/visits/contract.ts";
import { moneyInvariants } from "#operations/check-data/money.ts";
import type { VisitPurpose } from "#shared/clinical/visit-states.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aSession, aStaffMember, type TestClinic } from "#test/data/factories.ts";

let app: TestApp;
let clinic: TestClinic;
let patientId: number;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function aDesk(): Promise<void> {
  app.setNow(new Date("2026-11-20T01:00:00Z"));
  clinic = await aClinic(app);
  patientId = await aPatient(app, clinic);
}

const aBill = async (amount: string, more: object = {}): Promise<number> =>
  (
    await app.call(addBill, clinic.owner.token, {
      body: { patientId, lines: [{ description: "Consultation", quantity: 1, amount }], ...more },
    })
  ).json().id;
/** Pays a bill of its own; returns the payment's id. */
const take = async (method: string, amount: string, token = clinic.owner.token): Promise<number> => {
  const params = { id: await aBill(amount) };
  await app.call(takePayment, token, { params, body: { method, amount } });
  const { payments } = (await app.call(oneBill, clinic.owner.token, { params })).json();
  return payments[0].id;
};
const voidIt = (id: number, token = clinic.owner.token) =>
  app.call(voidPayment, token, { params: { id }, body: { reason: "Mistake" } });
const count = async (query: Record<string, string> = {}, token = clinic.owner.token) =>
  (await app.call(dayCount, token, { query })).json();
const close = (counted: string, token = clinic.owner.token, note: string | null = "As counted") =>
  app.call(closeDayCount, token, { body: { counted, note } });

it("sums by method and person, and the cash expected in the drawer", async () => {
  await aDesk();
  const desk = await aStaffMember(app, clinic, ["take_payments"]);
  await take("cash", "500", desk.token);
  await take("cash", "250.50");
  await take("gcash", "1000", desk.token);
  await voidIt(await take("cash", "99", desk.token), desk.token);
  const day = await count();
  expect(day).toMatchObject({
    day: "2026-11-20",
    billed: "1849.50",
    collected: "1750.50",
    expectedCash: "750.50",
    methods: [
      { method: "cash", payments: 2, amount: "750.50" },
      { method: "gcash", payments: 1, amount: "1000.00" },
    ],
    uncounted: { since: "2026-11-20", payments: 3 },
    closings: [],
  });
  expect(day.people.map(({ amount }: { amount: string }) => amount).toSorted()).toEqual([
    "1500.00",
    "250.50",
  ]);
  const own = await count({}, desk.token);
  expect(own).toMatchObject({ collected: "1500.00", expectedCash: "500.00", billed: "0.00" });
  expect(own.people).toHaveLength(1);
});

it("closes finally: later payments belong to the next count", async () => {
  await aDesk();
  const counted = await take("cash", "500");
  const closed = await close("480");
  expect(closed.json()).toMatchObject({
    expected: "500.00",
    counted: "480.00",
    difference: "-20.00",
    payments: 1,
    userName: null,
  });
  expect((await close("0")).json()).toMatchObject({
    code: "already_done",
    message: "There is nothing to count: no payment since the last count.",
  });
  await take("cash", "70");
  // Taken before the count, voided after it: the money leaves the drawer now.
  await voidIt(counted);
  expect(await count()).toMatchObject({ collected: "70.00", expectedCash: "-430.00" });
  expect((await close("0")).json()).toMatchObject({ expected: "-430.00", difference: "430.00" });
  const { closings, uncounted } = await count();
  expect(closings).toMatchObject([{ expected: "500.00" }, { expected: "-430.00" }]);
  expect(uncounted).toMatchObject({ since: null, payments: 0 });
});

it("includes yesterday's uncounted payments in today's count", async () => {
  await aDesk();
  await take("cash", "500");
  app.setNow(new Date("2026-11-21T01:00:00Z"));
  clinic.owner.token = await aSession(app, clinic.owner.id);
  expect(await count()).toMatchObject({
    collected: "0.00",
    expectedCash: "500.00",
    uncounted: { since: "2026-11-20" },
  });
  expect(await count({ day: "2026-11-20" })).toMatchObject({ collected: "500.00" });
  expect((await close("500")).json()).toMatchObject({ day: "2026-11-21", difference: "0.00" });
});

it("counts staff's own payments, and does not count them again for the owner", async () => {
  await aDesk();
  const desk = await aStaffMember(app, clinic, ["take_payments"]);
  await take("cash", "500", desk.token);
  await take("cash", "100");
  expect((await close("500", desk.token)).json()).toMatchObject({
    expected: "500.00",
    userName: expect.any(String),
  });
  expect((await close("100")).json()).toMatchObject({ expected: "100.00" });
  expect((await count()).closings).toHaveLength(2);
  expect((await count({}, desk.token)).closings).toHaveLength(1);
});

it("counts each payment once under concurrent payments and closings", async () => {
  await aDesk();
  const [billId] = [await aBill("100000")];
  const pay = () =>
    app.call(takePayment, clinic.owner.token, {
      params: { id: billId },
      body: { method: "cash", amount: "1" },
    });
  await pay();
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => (index % 6 === 5 ? close("0") : pay())),
  );
  const last = await close("0");
  const closings = [...answers, last].flatMap((answer) =>
    answer.statusCode === 200 && answer.json().expected !== undefined ? [answer.json()] : [],
  );
  const counted = closings.reduce((sum, { expected }) => sum + Number(expected), 0);
  // A busy machine may ask some to try again.
  const taken = 1 + answers.filter((answer, index) => index % 6 !== 5 && answer.statusCode === 200).length;
  expect(taken).toBeGreaterThan(10);
  expect(counted).toBe(taken);
  expect(await count()).toMatchObject({ collected: `${taken}.00`, expectedCash: "0.00" });
});

it("wants a reason when counted and expected cash differ, and closes nothing without one", async () => {
  await aDesk();
  await take("cash", "500");
  for (const note of [null, "", "  "]) {
    const refused = await close("480", clinic.owner.token, note);
    expect(refused.statusCode, refused.body).toBe(400);
    expect(refused.json().fields).toEqual({ note: "Say why the cash is ₱20.00 short: ₱500.00 is expected" });
  }
  expect(await count()).toMatchObject({ expectedCash: "500.00", closings: [] });
  expect((await close("480", clinic.owner.token, "Change given twice")).json()).toMatchObject({
    difference: "-20.00",
    note: "Change given twice",
  });
  await take("cash", "70");
  expect((await close("70", clinic.owner.token, null)).json()).toMatchObject({ difference: "0.00" });
});

it("expects the opening float and the cash payments, less petty cash, in the drawer", async () => {
  await aDesk();
  const desk = await aStaffMember(app, clinic, ["take_payments"]);
  const { token } = desk;
  const float = (amount: string) => app.call(setOpeningFloat, token, { body: { amount } });
  const petty = async (amount: string, note: string) =>
    (await app.call(addPettyCash, token, { body: { amount, note } })).json();
  await float("800");
  await float("1000");
  await take("cash", "1900", token);
  await petty("150", "Messenger to the laboratory");
  await petty("80", "Drinking water");
  const wrong = await petty("800", "Drinking water");
  const voidWrong = (by = token) =>
    app.call(voidPettyCash, by, { params: { id: wrong.id }, body: { reason: "Typed wrong" } });
  const other = await aStaffMember(app, clinic, ["take_payments"]);
  expect((await voidWrong(other.token)).statusCode).toBe(404);
  expect((await voidWrong()).json()).toMatchObject({ voidReason: "Typed wrong" });
  expect((await voidWrong()).statusCode).toBe(409);
  expect(await count({}, token)).toMatchObject({
    expectedCash: "2670.00",
    drawerLines: [
      { kind: "float", amount: "1000.00" },
      { kind: "petty_cash", amount: "150.00", note: "Messenger to the laboratory" },
      { amount: "80.00" },
      { amount: "800.00", voidReason: "Typed wrong" },
    ],
  });
  expect(await count({}, other.token)).toMatchObject({ expectedCash: "0.00", drawerLines: [] });
  expect((await close("2650", token, "Change given twice")).json()).toMatchObject({
    openingFloat: "1000.00",
    pettyCash: "230.00",
    expected: "2670.00",
    difference: "-20.00",
  });
  expect(await count({}, token)).toMatchObject({ expectedCash: "0.00", drawerLines: [] });
  expect((await close("0", token)).statusCode).toBe(409);
  // The next drawer has a float of its own.
  await float("500");
  expect(await count({}, token)).toMatchObject({ expectedCash: "500.00" });
});

it("refuses petty cash beyond what is in the drawer, and a float below what was paid out of it", async () => {
  await aDesk();
  const { token } = await aStaffMember(app, clinic, ["take_payments"]);
  const petty = (amount: string, by = token) =>
    app.call(addPettyCash, by, { body: { amount, note: "Drinking water" } });
  const float = (amount: string) => app.call(setOpeningFloat, token, { body: { amount } });
  expect((await petty("80")).json().fields).toEqual({
    amount: "There is no cash in the drawer. Enter the opening float first.",
  });
  await float("100");
  expect((await petty("100.01")).json().fields.amount).toMatch(/^There is ₱100\.00 in the drawer\. /);
  expect((await petty("80")).statusCode).toBe(200);
  expect((await float("79.99")).json().fields.amount).toContain("₱80.00 or more");
  const other = await aStaffMember(app, clinic, ["take_payments"]);
  expect((await petty("20", other.token)).statusCode).toBe(400);
  // Owners count everybody's cash.
  expect((await petty("20", clinic.owner.token)).statusCode).toBe(200);
  expect(await count({}, token)).toMatchObject({ expectedCash: "20.00" });
});

it("closes a drawer whose float was all paid out, without a sale", async () => {
  await aDesk();
  const { token } = await aStaffMember(app, clinic, ["take_payments"]);
  await app.call(setOpeningFloat, token, { body: { amount: "500" } });
  await app.call(addPettyCash, token, { body: { amount: "500", note: "Drinking water" } });
  expect((await close("0", token)).json()).toMatchObject({ openingFloat: "500.00", pettyCash: "500.00" });
  expect(await count({}, token)).toMatchObject({ drawerLines: [] });
});

it("keeps in the counts what a deleted patient paid, as amounts without a name", async () => {
  await aDesk();
  const desk = await aStaffMember(app, clinic, ["take_payments", "view_patients", "delete_patients"]);
  const { token } = desk;
  const paid = async () => {
    patientId = await aPatient(app, clinic);
    return take("cash", "500", token);
  };
  await paid();
  const kept = patientId;
  await voidIt(await paid(), token);
  const notices = async () => (await app.call(notifications, clinic.owner.token)).json();
  expect(await notices()).toEqual([]);
  for (const id of [kept, patientId])
    expect((await app.call(deletePatient, token, { params: { id } })).statusCode).toBe(200);
  // Newest first: the voided payment is told, too.
  expect((await notices()).map(({ message }: { message: string }) => message)).toEqual([
    expect.stringContaining("with ₱0.00 in payments, and ₱500.00 voided in the last 30 days."),
    expect.stringContaining("with ₱500.00 in payments. The reports no longer have them"),
  ]);
  expect(await count({}, token)).toMatchObject({ collected: "500.00", expectedCash: "500.00" });
  const listed = (await app.call(dayBills, token)).json();
  expect(listed).toMatchObject({
    bills: [],
    ofDeleted: [
      { method: "cash", amount: "500.00", voidedAt: null },
      { method: "cash", amount: "500.00", voidedAt: expect.any(String) },
    ],
  });
  const file = await app.call(exportPayments, clinic.owner.token);
  expect(file.body.match(/Patient deleted/g)).toHaveLength(3);
  expect((await close("500", token, null)).json()).toMatchObject({ difference: "0.00", payments: 1 });
  for (const { description, violations } of moneyInvariants)
    expect(await app.sql(violations), description).toEqual([]);
});

it("tells the owner of each void of another's or a counted payment, and of another's bill", async () => {
  await aDesk();
  const desk = await aStaffMember(app, clinic, ["take_payments"]);
  const titles = async () =>
    (await app.call(notifications, clinic.owner.token)).json().map(({ title }: { title: string }) => title);
  await voidIt(await take("cash", "10", desk.token), desk.token);
  await voidIt(await take("cash", "20"));
  expect(await titles()).toEqual([]);
  await voidIt(await take("cash", "30"), desk.token);
  expect(await titles()).toEqual(["Payment voided"]);
  const counted = await take("cash", "40", desk.token);
  await close("40", desk.token);
  await voidIt(counted, desk.token);
  const [notice] = (await app.call(notifications, clinic.owner.token)).json();
  expect(notice).toMatchObject({
    title: "Payment voided",
    message: expect.stringMatching(
      /voided a payment of ₱40\.00, Cash, on bill 2026-\d{5}, which .+ took and which was counted already\.$/,
    ),
    actionType: "patient",
  });
  const params = { id: await aBill("50") };
  await app.call(voidBill, desk.token, { params, body: { reason: "Mistake" } });
  expect((await titles())[0]).toBe("Bill voided");
});

it("says of a visit that was done without a bill so, in the queue and in the count, until it is billed or explained", async () => {
  await aDesk();
  const { token } = clinic.owner;
  const done = async (amount: string | null = null, purpose: VisitPurpose = "consultation") => {
    const id = await aPatient(app, clinic, { amount });
    const visit = (await app.call(addVisit, token, { body: { patientId: id, purpose } })).json();
    const params = { id: visit.id };
    await app.call(moveVisit, token, { params, body: { state: "done" } });
    return { visitId: visit.id as number, patientId: id };
  };
  const unbilled = async (): Promise<[number, string | null][]> =>
    (await app.call(listVisits, token, { query: {} }))
      .json()
      .filter((visit: Visit) => visit.isUnbilled)
      .map((visit: Visit) => [visit.id, visit.noBillReason]);
  const lines = [{ description: "Consultation", quantity: 1, amount: "500" }];
  const [free, forgotten, later, byDay] = [await done(), await done(), await done(), await done()];
  // The amount was typed in the record.
  await done("300");
  await done(null, "results");
  await app.call(addBill, token, { body: { ...byDay, visitId: null, lines } });
  const params = { id: free.visitId };
  await app.call(changeVisit, token, { params, body: { noBillReason: "No charge" } });
  expect(new Map(await unbilled())).toEqual(
    new Map([
      [free.visitId, "No charge"],
      [forgotten.visitId, null],
      [later.visitId, null],
    ]),
  );
  expect((await count()).withoutBill).toEqual([
    { reason: null, visits: 2 },
    { reason: "No charge", visits: 1 },
  ]);
  const listed = async () =>
    (await app.call(dayBills, token))
      .json()
      .withoutBill.map(({ id, noBillReason }: Visit) => [id, noBillReason]);
  expect(await listed()).toEqual([
    [free.visitId, "No charge"],
    [forgotten.visitId, null],
    [later.visitId, null],
  ]);
  const bill = (await app.call(addBill, token, { body: { ...later, lines } })).json();
  expect((await listed()).length).toBe(2);
  expect((await count()).withoutBill[0]).toEqual({ reason: null, visits: 1 });
  await app.call(voidBill, token, { params: { id: bill.id }, body: { reason: "Typed twice" } });
  expect((await count()).withoutBill[0]).toEqual({ reason: null, visits: 2 });
  await app.call(saveClinicSettings, token, { body: { queueHasPayment: false } });
  expect(await unbilled()).toEqual([]);
  expect((await count()).withoutBill).toEqual([]);
});

it("lists the day's bills with their payments, for staff their own", async () => {
  await aDesk();
  const desk = await aStaffMember(app, clinic, ["take_payments", "view_patients"]);
  const first = await take("cash", "100", desk.token);
  await aBill("300");
  app.setNow(new Date("2026-11-21T01:00:00Z"));
  clinic.owner.token = await aSession(app, clinic.owner.id);
  await voidIt(first);
  const amounts = async (day: string, token = clinic.owner.token) =>
    (await app.call(dayBills, token, { query: { day } })).json().bills.map(({ due }: { due: string }) => due);
  expect(await amounts("2026-11-20")).toEqual(["100.00", "300.00"]);
  // Voided a day later: a line of that day, too.
  expect(await amounts("2026-11-21")).toEqual(["100.00"]);
  expect(await amounts("2026-11-22")).toEqual([]);
  const token = await aSession(app, desk.id);
  expect(await amounts("2026-11-20", token)).toEqual(["100.00"]);
  expect(await amounts("2026-11-21", token)).toEqual([]);
});

it("omits what the record calls paid without a method", async () => {
  await aDesk();
  await app.call(editPatient, clinic.owner.token, {
    params: { id: patientId },
    body: { amount: "500", paymentStatus: "Paid-Received" },
  });
  await take("gcash", "10");
  expect(await count()).toMatchObject({ collected: "10.00" });
  expect((await close("0")).json()).toMatchObject({ payments: 1, expected: "0.00" });
});

it("refuses an invalid day and an invalid amount, with messages", async () => {
  await aDesk();
  const wrong = await app.call(dayCount, clinic.owner.token, { query: { day: "2026-02-30" } });
  expect(wrong.json().fields).toEqual({ day: "Enter a date that exists, as YYYY-MM-DD" });
  expect((await close("a lot")).json().fields).toEqual({
    counted: "Enter an amount in pesos, like 1,200.00",
  });
});

it("tells what was marked paid in records beside what was collected, for both are in the exported payments", async () => {
  await aDesk();
  await take("cash", "3600");
  patientId = await aPatient(app, clinic, { amount: "1300", payment_status: "Paid-Received" });
  await take("gcash", "50");
  expect(await count()).toMatchObject({
    collected: "3650.00",
    notStated: "1300.00",
    expectedCash: "3600.00",
  });
  const file = await app.call(exportPayments, clinic.owner.token, {
    query: { from: "2026-11-20", to: "2026-11-20" },
  });
  expect(file.body).toContain("Not stated,1300.00");
  expect((await close("3600")).json()).toMatchObject({ payments: 2, difference: "0.00" });
});

it("sums all that an HMO owes, beyond the claims that are listed and however its name was typed", async () => {
  await aDesk();
  const claim = (company: string) => aBill("1000", { hmo: { company, approved: "700" } });
  const id = await claim("MAXICARE");
  await app.sql(
    `with event as materialized (select set_config('app.event', 'bill.create', true))
     insert into bills (clinic_id, number, patient_id, day, lines, charges, due, is_vat_registered, hmo_company, hmo_approved, patient_share, patient_balance, created_by_id, created_at, updated_at)
     select clinic_id, 'C-' || n, patient_id, day - 40, lines, charges, due, is_vat_registered, 'maxi care', hmo_approved, patient_share, patient_balance, created_by_id, created_at, updated_at
     from event, bills, generate_series(1, 1001) n where id = $1`,
    [id],
  );
  await claim("Maxicare");
  const [maxicare, ...others] = (await app.call(hmoReceivables, clinic.owner.token)).json();
  expect(others).toEqual([]);
  expect(maxicare).toMatchObject({
    company: "Maxicare",
    amount: "702100.00",
    byAge: { to30: "1400.00", to60: "700700.00", to90: "0.00", older: "0.00" },
    more: 3,
  });
  expect(maxicare.claims).toHaveLength(1000);
});

it("lists what HMOs owe by company and age, bills it and takes it in batches", async () => {
  await aDesk();
  const claim = (company: string, approved: string) =>
    aBill("1000", { hmo: { company, approved, loa: "L-1" } });
  app.setNow(new Date("2026-09-01T01:00:00Z"));
  clinic.owner.token = await aSession(app, clinic.owner.id);
  const old = await claim("Maxicare", "700");
  app.setNow(new Date("2026-11-20T01:00:00Z"));
  clinic.owner.token = await aSession(app, clinic.owner.id);
  const recent = await claim("Maxicare", "1000");
  const other = await claim("Intellicare", "500");
  const list = async () => (await app.call(hmoReceivables, clinic.owner.token)).json();
  expect(await list()).toMatchObject([
    { company: "Intellicare", amount: "500.00" },
    {
      company: "Maxicare",
      amount: "1700.00",
      byAge: { to30: "1000.00", to60: "0.00", to90: "700.00", older: "0.00" },
      claims: [
        { billId: old, age: 80, hmoBalance: "700.00" },
        { billId: recent, age: 0 },
      ],
    },
  ]);
  const batch = (
    endpoint: typeof markClaimsBilled | typeof markClaimsPaid,
    billIds: number[],
    reference = "SOA-7",
  ) => app.call(endpoint, clinic.owner.token, { body: { billIds, reference } });
  expect((await batch(markClaimsBilled, [old, recent])).json()).toEqual({ bills: 2, amount: "1700.00" });
  expect((await list())[1].claims).toMatchObject([
    { reference: "SOA-7", billedAt: "2026-11-20T01:00:00Z" },
    {},
  ]);
  expect((await batch(markClaimsPaid, [old, old, recent], "CHQ 12")).json()).toEqual({
    bills: 2,
    amount: "1700.00",
  });
  expect(await list()).toMatchObject([{ company: "Intellicare" }]);
  // All or none.
  const mixed = await batch(markClaimsPaid, [other, old]);
  expect(mixed.json().message).toMatch(/^The HMO owes nothing on bill 2026-\d{5}\. Nothing was changed\.$/);
  expect(await list()).toMatchObject([{ company: "Intellicare", amount: "500.00" }]);
  expect((await batch(markClaimsPaid, [987_654_321])).statusCode).toBe(404);
  expect((await batch(markClaimsPaid, [other], " ")).json().fields).toEqual({
    reference: "Enter the reference",
  });
  expect((await app.call(oneBill, clinic.owner.token, { params: { id: recent } })).json()).toMatchObject({
    state: "paid",
    payments: [{ method: "hmo", amount: "1000.00", reference: "CHQ 12" }],
  });
});

it("keeps a price list: unique names, in alphabetical order, changed by the owner", async () => {
  await aDesk();
  const desk = await aStaffMember(app, clinic, ["take_payments"]);
  const add = (name: string, amount: string, token = clinic.owner.token) =>
    app.call(addService, token, { body: { name, amount } });
  expect((await add("Consultation", "1,000")).json()).toMatchObject({ amount: "1000.00", isActive: true });
  const { id } = (await add("12-lead ECG", "450")).json();
  expect((await add("consultation", "900")).json().fields).toEqual({ name: "Another service has this name" });
  expect((await add("Certificate", "free")).json().fields).toEqual({
    amount: "Enter an amount in pesos, like 1,200.00",
  });
  expect((await add("Certificate", "100", desk.token)).statusCode).toBe(403);
  await app.call(changeService, clinic.owner.token, {
    params: { id },
    body: { amount: "500", isActive: false },
  });
  const services = (await app.call(listServices, desk.token)).json();
  expect(services).toMatchObject([
    { name: "Consultation" },
    { name: "12-lead ECG", amount: "500.00", isActive: false },
  ]);
});
