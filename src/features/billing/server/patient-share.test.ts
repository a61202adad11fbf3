import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
  addBill,
  type Bill,
  exportBills,
  hmoReceivables,
  markClaimsPaid,
  printBill,
  takePayment,
  voidBill,
  voidPayment,
} from "#features/billing/contract.ts";
import { editPatient, exportPatients, listPatients, onePatient } from "#features/patients/contract.ts";
import { copyRecord } from "#features/record-copy/contract.ts";
import { analytics, dashboardFigures, exportAnalytics } from "#features/reports/contract.ts";
import { centavos, fromCentavos } from "#shared/formats/money.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";
import { wordsOf } from "#test/pdf-text.ts";
import { readCsv } from "#test/read-csv.ts";

// What an HMO approved is the clinic's receivable and no debt of the patient.

let app: TestApp;
let clinic: TestClinic;
let patientId: number;

beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  clinic = await aClinic(app);
  patientId = await aPatient(app, clinic);
});
afterAll(() => app.close());

const maxicare = { company: "Maxicare", approved: "1000" };
const aBill = async (amount: string, hmo: object | null = null): Promise<Bill> => {
  const body = { patientId, lines: [{ description: "Consultation", quantity: 1, amount }], hmo };
  const answer = await app.call(addBill, clinic.owner.token, { body });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const pay = async (id: number, amount: string, method = "cash"): Promise<Bill> => {
  const answer = await app.call(takePayment, clinic.owner.token, {
    params: { id },
    body: { method, amount },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const record = async () => {
  const answer = await app.call(onePatient, clinic.owner.token, { params: { id: patientId } });
  const { amount, paymentStatus } = answer.json();
  return [amount, paymentStatus];
};
const type = (body: object) => app.call(editPatient, clinic.owner.token, { params: { id: patientId }, body });
const dashboard = async () => {
  const figures = (await app.call(dashboardFigures, clinic.owner.token)).json();
  return [figures.pendingPayments, figures.pendingPaymentCount, figures.hmoReceivable];
};
const report = async () => {
  const { totalRevenue, payments } = (await app.call(analytics, clinic.owner.token)).json();
  const { paid, outstanding, hmo } = payments;
  const parts = [paid.revenue, outstanding.revenue, hmo.revenue];
  expect(fromCentavos(parts.reduce((sum, part) => sum + centavos(part), 0n))).toBe(totalRevenue);
  return parts;
};
const debtors = async () => {
  const listed = await app.call(listPatients, clinic.owner.token, { query: { payment: "Pending" } });
  const exported = await app.call(exportPatients, clinic.owner.token, { query: { payment: "Pending" } });
  expect(readCsv(exported.body).slice(1)).toHaveLength(listed.json().length);
  return listed.json().map(({ id }: { id: number }) => id);
};

it("says what the patient owes, and beside it what the HMO does", async () => {
  const { id } = await aBill("2500.50", maxicare);
  expect(await record()).toEqual(["1500.50", "Pending"]);
  expect(await dashboard()).toEqual(["₱1,500.50", 1, "₱1,000"]);
  expect(await report()).toEqual(["0.00", "1500.50", "1000.00"]);
  const [headings = [], row = []] = readCsv((await app.call(exportBills, clinic.owner.token)).body);
  expect(row[headings.indexOf("HMO receivable")]).toBe("1000.00");
  await pay(id, "500");
  expect(await dashboard()).toEqual(["₱1,000.50", 1, "₱1,000"]);
  expect(await debtors()).toEqual([patientId]);
});

it("is paid once the patient's share is, and the HMO pays later", async () => {
  const { id } = await aBill("2500.50", maxicare);
  await pay(id, "1500.50");
  expect(await record()).toEqual(["1500.50", "Paid-Received"]);
  expect(await debtors()).toEqual([]);
  expect(await dashboard()).toEqual(["₱0", 0, "₱1,000"]);
  expect(await report()).toEqual(["1500.50", "0.00", "1000.00"]);
  const csv = readCsv((await app.call(exportAnalytics, clinic.owner.token)).body);
  expect(csv.find(([, item]) => item === "HMO Receivable")).toEqual([
    "Payment Overview",
    "HMO Receivable",
    "",
    "1000.00",
    "",
    "40.0",
  ]);
  const body = { billIds: [id], reference: "CHK-1" };
  expect((await app.call(markClaimsPaid, clinic.owner.token, { body })).statusCode).toBe(200);
  expect(await record()).toEqual(["1500.50", "Paid-Received"]);
  expect(await dashboard()).toEqual(["₱0", 0, "₱0"]);
  expect(await report()).toEqual(["2500.50", "0.00", "0.00"]);
});

it("is open again when the patient's payment is voided, also after the HMO paid", async () => {
  const { id } = await aBill("2500.50", maxicare);
  const paid = await pay(id, "1500.50");
  await pay(id, "1000", "hmo");
  await app.call(voidPayment, clinic.owner.token, {
    params: { id: paid.payments[0]?.id ?? 0 },
    body: { reason: "Wrong patient" },
  });
  expect(await record()).toEqual(["1500.50", "Pending"]);
  expect(await debtors()).toEqual([patientId]);
  expect(await dashboard()).toEqual(["₱1,500.50", 1, "₱0"]);
  expect(await report()).toEqual(["1000.00", "1500.50", "0.00"]);
});

it("follows the bill on which the patient owes something, not a newer one that only an HMO owes", async () => {
  const first = await aBill("300");
  const covered = await aBill("2500.50", { company: "Maxicare" });
  expect(await record()).toEqual(["300.00", "Pending"]);
  expect(await dashboard()).toEqual(["₱300", 1, "₱2,500.50"]);
  await pay(first.id, "300");
  expect(await record()).toEqual(["0.00", "Paid-Received"]);
  const params = { id: covered.id };
  await app.call(voidBill, clinic.owner.token, { params, body: { reason: "Not covered" } });
  expect(await record()).toEqual(["300.00", "Paid-Received"]);
  expect(await dashboard()).toEqual(["₱0", 0, "₱0"]);
});

it("accepts the shown amount and status of a covered bill, and no others", async () => {
  const { id } = await aBill("2500.50", maxicare);
  expect((await type({ amount: "1500.50", paymentStatus: "Pending" })).statusCode).toBe(200);
  for (const body of [{ amount: "2500.50" }, { paymentStatus: "Paid-Received" }])
    expect((await type(body)).json()).toMatchObject({ code: "billed" });
  const owed = (await app.call(hmoReceivables, clinic.owner.token)).json();
  expect(owed).toMatchObject([{ company: "Maxicare", amount: "1000.00", claims: [{ billId: id }] }]);
  expect(await record()).toEqual(["1500.50", "Pending"]);
});

it("counts each peso once with patients, HMOs and typed amounts together", async () => {
  await aPatient(app, clinic, { amount: "500", payment_status: "Overdue" });
  const first = await aBill("2500.50", maxicare);
  await pay(first.id, "600");
  await pay(first.id, "400.25", "hmo");
  // More than the share: the rest is no longer the HMO's.
  const second = await aBill("1000", { company: "Maxicare", approved: "700" });
  await pay(second.id, "450");
  // More than is due.
  await aBill("80", { company: "Maxicare", approved: "100" });
  expect(await report()).toEqual(["1450.25", "1400.50", "1229.75"]);
  expect(await dashboard()).toEqual(["₱1,400.50", 2, "₱1,229.75"]);
  const owed = (await app.call(hmoReceivables, clinic.owner.token)).json();
  expect(owed).toMatchObject([{ amount: "1229.75" }]);
});

it("prints the patient's balance, and what the HMO still owes beside it", async () => {
  const { id } = await aBill("1000", { company: "MediCard", approved: "700" });
  await pay(id, "300");
  const printed = async () =>
    wordsOf((await app.call(printBill, clinic.owner.token, { params: { id } })).rawPayload);
  expect(await printed()).toContain("Total paid ₱300.00 Balance ₱0.00 Owed by MediCard 700.00");
  // The HMO refused, and the patient paid its part.
  await pay(id, "700");
  const words = await printed();
  expect(words).toContain("Total paid ₱1,000.00 Balance ₱0.00");
  expect(words).not.toContain("MediCard");
});

it("gives the patient a copy that says both", async () => {
  const { id } = await aBill("2500.50", maxicare);
  await pay(id, "600");
  const params = { id: patientId };
  const copied = await app.call(copyRecord, clinic.owner.token, {
    params,
    body: { format: "pdf", reason: "Requested" },
  });
  expect(copied.statusCode, copied.body).toBe(200);
  const words = await wordsOf(copied.rawPayload);
  expect(words).toContain("Balance ₱900.50");
  expect(words).toContain("HMO owes ₱1,000.00");
});
