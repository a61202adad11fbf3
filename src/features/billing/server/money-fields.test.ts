import { afterAll, beforeAll, expect, it } from "vitest";
import {
  addBill,
  addPettyCash,
  addService,
  changeService,
  closeDayCount,
  dayCount,
  setOpeningFloat,
  takePayment,
} from "#features/billing/contract.ts";
import { addPatient, editPatient } from "#features/patients/contract.ts";
import { validate } from "#server/http/validate.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";

let test: TestApp;
let clinic: TestClinic;
let patientId: number;
let billId: number;
let serviceId: number;

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  patientId = await aPatient(test, clinic);
  billId = (await done(addBill, { body: billOf("500", { approved: "300" }) })).id;
  serviceId = (await done(addService, { body: { name: "Consultation", amount: "500" } })).id;
  await done(takePayment, { params: { id: billId }, body: { method: "cash", amount: "1" } });
});
afterAll(() => test.close());

type Sent = { params?: Record<string, number>; body?: object };
const send = (endpoint: Endpoint, sent: Sent) => test.call(endpoint, clinic.owner.token, sent);
const done = async (endpoint: Endpoint, sent: Sent = {}) => {
  const answer = await send(endpoint, sent);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const billOf = (
  amount: unknown,
  { approved = "1", quantity = 1 as unknown, percent = null as unknown } = {},
) => ({
  patientId,
  lines: [{ description: "Consultation", quantity, amount }],
  ...(percent !== null && { discount: { kind: "promo", percent } }),
  hmo: { company: "Maxicare", approved },
});

/** Every field of money, and other multiplied fields. */
const fields: [string, string, (typed: unknown) => [Endpoint, Sent]][] = [
  ["a service's price", "amount", (amount) => [addService, { body: { name: "X-ray", amount } }]],
  ["a changed price", "amount", (amount) => [changeService, { params: { id: serviceId }, body: { amount } }]],
  ["a line's amount", "lines.0.amount", (amount) => [addBill, { body: billOf(amount) }]],
  [
    "an approved amount",
    "hmo.approved",
    (approved) => [addBill, { body: billOf("1", { approved: approved as string }) }],
  ],
  [
    "a payment",
    "amount",
    (amount) => [takePayment, { params: { id: billId }, body: { method: "cash", amount } }],
  ],
  [
    "cash received",
    "tendered",
    (tendered) => [takePayment, { params: { id: billId }, body: { method: "cash", amount: "1", tendered } }],
  ],
  ["a count", "counted", (counted) => [closeDayCount, { body: { counted } }]],
  ["a float", "amount", (amount) => [setOpeningFloat, { body: { amount } }]],
  ["petty cash", "amount", (amount) => [addPettyCash, { body: { amount, note: "Water" } }]],
  [
    "the amount in a record",
    "amount",
    (amount) => [editPatient, { params: { id: patientId }, body: { amount } }],
  ],
  [
    "the amount of a new record",
    "amount",
    (amount) => [
      addPatient,
      { body: { patientName: "Cruz, Ben", admissionNo: "B-1", sex: "M", hospital: "Chong Hua", amount } },
    ],
  ],
  ["a quantity", "lines.0.quantity", (quantity) => [addBill, { body: billOf("1", { quantity }) }]],
  ["a percentage", "discount.percent", (percent) => [addBill, { body: billOf("1", { percent }) }]],
];

const noAmounts = [
  "10000000000",
  "9,999,999,999,999",
  "9".repeat(400),
  1e10,
  1e21,
  1e308,
  Number.MAX_SAFE_INTEGER,
  "1.005",
  "0.001",
  "9999999999.999",
  1.005,
  1e-7,
  0.1 + 0.2,
  "1e3",
  "1E3",
  "0x10",
  "1e-2",
  "NaN",
  "Infinity",
  "-Infinity",
  "-1",
  "-0.01",
  -1,
  -0.01,
  "−5",
  "(5)",
  "+5",
  "＋5",
  "１２",
  "١٢",
  "1 000",
  "1.2.3",
  "1,00",
  "5%",
  true,
  [],
  {},
  ["5"],
  { amount: "5" },
];

it.each(fields)("refuses %s, which is no amount, with its field", (_, field, request) => {
  for (const typed of noAmounts) {
    const [endpoint, { body }] = request(typed);
    const params = endpoint.path.includes(":id") ? { id: "7" } : {};
    expect(() => validate(endpoint, { params, query: {}, body }), JSON.stringify(typed)).toThrow(
      expect.objectContaining({
        code: "invalid",
        details: { fields: expect.objectContaining({ [field]: expect.stringMatching(/\w/) }) },
      }),
    );
  }
});

it("says that an amount is too large where it is one", async () => {
  const answer = await send(closeDayCount, { body: { counted: "₱10,000,000,000" } });
  expect(answer.json().fields).toEqual({ counted: "Enter at most ₱9,999,999,999.99" });
});

it("refuses lines whose product or sum exceeds a bill's limit", async () => {
  const line = (amount: string, quantity: number) => ({ description: "Consultation", amount, quantity });
  for (const lines of [
    [line("9999999999.99", 2)],
    [line("9999999999.99", 999)],
    [line("9999999999.99", 1), line("0.01", 1)],
  ]) {
    const answer = await send(addBill, { body: { patientId, lines } });
    expect(answer.statusCode, answer.body).toBe(400);
    expect(answer.json().fields).toEqual({ lines: "A bill can be ₱9,999,999,999.99 at most" });
  }
});

it("counts a day whose payments sum to more than one payment can be", async () => {
  for (const amount of ["9999999999.99", "9999999999.99", "9999999999.99"]) {
    const { id } = await done(addBill, {
      body: { patientId, lines: [{ description: "Stay", quantity: 1, amount }] },
    });
    await done(takePayment, { params: { id }, body: { method: "cash", amount } });
  }
  expect(await done(dayCount)).toMatchObject({ expectedCash: "30000000000.97" });
  expect(
    await done(closeDayCount, { body: { counted: "9999999999.99", note: "More than a drawer holds" } }),
  ).toMatchObject({
    expected: "30000000000.97",
    counted: "9999999999.99",
    difference: "-20000000000.98",
  });
});
