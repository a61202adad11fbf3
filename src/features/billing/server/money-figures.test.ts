import { afterAll, beforeAll, expect, it } from "vitest";
import {
  addBill,
  dayBills,
  dayCount,
  exportPayments,
  takePayment,
  voidPayment,
} from "#features/billing/contract.ts";
import {
  addPatient,
  editPatient,
  exportPatients,
  listPatients,
  patientCounts,
} from "#features/patients/contract.ts";
import { analytics, dashboardFigures, exportAnalytics } from "#features/reports/contract.ts";
import { centavos, fromCentavos } from "#shared/formats/money.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aSession, type TestClinic } from "#test/data/factories.ts";
import { readCsv } from "#test/read-csv.ts";

// A figure is the same wherever it is shown.

let app: TestApp;
let clinic: TestClinic;

beforeAll(async () => {
  app = await startTestApp();
  app.setNow(new Date("2026-11-19T01:00:00Z"));
  clinic = await aClinic(app);
  await plant();
});
afterAll(() => app.close());

const get = async (endpoint: Parameters<TestApp["call"]>[0], query: Record<string, string> = {}) => {
  const answer = await app.call(endpoint, clinic.owner.token, { query });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer;
};
const bill = async (patientId: number, amount: string, more: object = {}): Promise<number> => {
  const lines = [{ description: "Consultation", quantity: 1, amount }];
  const answer = await app.call(addBill, clinic.owner.token, { body: { patientId, lines, ...more } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().id;
};
/** Returns the payment's id. */
const pay = async (id: number, amount: string, method = "cash"): Promise<number> => {
  const body = { method, amount };
  const answer = await app.call(takePayment, clinic.owner.token, { params: { id }, body });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().payments.at(-1).id;
};
const voidIt = (id: number) =>
  app.call(voidPayment, clinic.owner.token, { params: { id }, body: { reason: "Typed twice" } });

/** Yesterday, then today: typed amounts and bills, paid, half paid, voided, covered, archived, never charged. */
async function plant(): Promise<void> {
  const yesterday = await aPatient(app, clinic);
  const late = await pay(await bill(yesterday, "500"), "500");
  app.setNow(new Date("2026-11-20T01:00:00Z"));
  clinic.owner.token = await aSession(app, clinic.owner.id);
  await voidIt(late);
  for (const status of ["Pending", "Overdue", "Paid-Received"] as const)
    for (const amount of [null, "0", "300.25"])
      await aPatient(app, clinic, { amount, payment_status: status });
  await aPatient(app, clinic, { amount: "900", payment_status: "Pending", is_archived: true });
  await pay(await bill(await aPatient(app, clinic), "1000"), "400", "gcash");
  await pay(await bill(await aPatient(app, clinic), "700"), "700");
  const covered = await bill(await aPatient(app, clinic), "800", {
    hmo: { company: "Maxicare", approved: "600" },
  });
  await pay(covered, "200");
  await voidIt(await pay(await bill(await aPatient(app, clinic), "50"), "50"));
  // Billed although the amount in the record was paid.
  await bill(await aPatient(app, clinic, { amount: "80", payment_status: "Paid-Received" }), "60");
}

it("says who is pending and overdue alike on the dashboard, in the list, the report and their exports", async () => {
  // 300.25 typed, 500 voided, 600 of 1,000, 50 voided, 60; and 300.25 overdue.
  const expected = { pending: 5, overdue: 1, amount: "1810.50" };
  const dashboard = (await get(dashboardFigures)).json();
  expect(dashboard).toMatchObject({
    pendingPaymentCount: expected.pending + expected.overdue,
    overduePaymentCount: expected.overdue,
    pendingPayments: "₱1,810.50",
  });
  expect((await get(patientCounts)).json().paymentPending).toBe(expected.pending);
  for (const [payment, patients] of [
    ["Pending", expected.pending],
    ["Overdue", expected.overdue],
  ] as const) {
    expect((await get(listPatients, { payment })).json()).toHaveLength(patients);
    expect((await get(listPatients, { payment, limit: "50" })).json()).toHaveLength(patients);
    expect(readCsv((await get(exportPatients, { payment })).body).slice(1)).toHaveLength(patients);
  }
  const { payments } = (await get(analytics)).json();
  expect(payments.outstanding).toMatchObject({
    patients: expected.pending + expected.overdue,
    revenue: expected.amount,
  });
  expect(payments.overdue).toMatchObject({ patients: expected.overdue, revenue: "300.25" });
  const csv = readCsv((await get(exportAnalytics)).body);
  expect(csv.find(([, item]) => item === "Pending (with Overdue)")?.slice(2, 4)).toEqual(["6", "1810.50"]);
  expect(csv.find(([, item]) => item === "of which Overdue")?.slice(2, 4)).toEqual(["1", "300.25"]);
});

it("says what was collected alike on the dashboard, in the day's count, its list and the exported payments", async () => {
  // 400, 700 and 200, and 50 less 50; less the 500 of yesterday.
  expect((await get(dashboardFigures)).json().collectedToday).toBe("₱800");
  const today = "2026-11-20";
  const count = (await get(dayCount, { day: today })).json();
  expect(count).toMatchObject({ collected: "800.00", notStated: "380.25", hmoDue: "600.00" });
  const [of = [], ...rows] = readCsv((await get(exportPayments, { from: today, to: today })).body);
  const sum = (isStated: boolean) =>
    fromCentavos(
      rows
        .filter((cells) => (cells[of.indexOf("Method")] === "Not stated") !== isStated)
        .reduce((total, cells) => total + centavos(cells[of.indexOf("Amount")] ?? ""), 0n),
    );
  expect([sum(true), sum(false)]).toEqual([count.collected, count.notStated]);
  // The bill of yesterday, voided today, is in the list of both days.
  for (const day of ["2026-11-19", today])
    expect((await get(dayBills, { day })).json().bills).toContainEqual(
      expect.objectContaining({
        due: "500.00",
        payments: [expect.objectContaining({ voidReason: "Typed twice" })],
      }),
    );
});

it("counts an amount that is marked paid in a record at once, and on the same day once it is a bill", async () => {
  const notStated = async () => (await get(dayCount)).json().notStated;
  const before = centavos(await notStated());
  const draft = { patientName: "Cruz, Ben", admissionNo: "B-1", sex: "M", hospital: "Chong Hua Hospital" };
  const { id } = (await app.call(addPatient, clinic.owner.token, { body: draft })).json();
  const body = { amount: "1500", paymentStatus: "Paid-Received" };
  await app.call(editPatient, clinic.owner.token, { params: { id }, body });
  expect(centavos(await notStated()) - before).toBe(1_500_00n);
  await bill(id, "100");
  expect(centavos(await notStated()) - before).toBe(1_500_00n);
});
