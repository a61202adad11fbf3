import { afterAll, beforeAll, expect, it, test } from "vitest";
import {
  addBill,
  type Bill,
  billRecordAmount,
  exportBills,
  exportPayments,
  markClaimsPaid,
  oneBill,
  patientBills,
  printBill,
  takePayment,
  voidBill,
  voidPayment,
} from "#features/billing/contract.ts";
import { saveClinicSettings } from "#features/clinics/contract.ts";
import { archivePatient, editPatient, onePatient, patientHistory } from "#features/patients/contract.ts";
import { prescriptionPdf, savePrescription } from "#features/prescriptions/contract.ts";
import { analytics, dashboardFigures } from "#features/reports/contract.ts";
import { addVisit, listVisits, moveVisit } from "#features/visits/contract.ts";
import type { Answered } from "#shared/endpoint.ts";
import { centavos, fromCentavos } from "#shared/formats/money.ts";
import { atInstant, startTestApp, type TestApp, testNow } from "#test/app.ts";
import { acceptedBodies } from "#test/data/accepted-bodies.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { pagesOf, wordsOf } from "#test/pdf-text.ts";
import { readCsv } from "#test/read-csv.ts";

let app: TestApp;
let clinic: TestClinic;
let patientId: number;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function aDesk(patient: Parameters<typeof aPatient>[2] = {}): Promise<void> {
  clinic = await aClinic(app);
  patientId = await aPatient(app, clinic, patient);
}

const lines = (...amounts: string[]) =>
  amounts.map((amount) => ({ description: "Consultation", quantity: 1, amount }));
const bill = (body: object) => app.call(addBill, clinic.owner.token, { body: { patientId, ...body } });
const aBill = async (body: object = {}): Promise<Bill> => {
  const answer = await bill({ lines: lines("1000"), ...body });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const pay = (id: number, body: object, token = clinic.owner.token) =>
  app.call(takePayment, token, { params: { id }, body: { method: "cash", ...body } });
const record = async () => {
  const { amount, paymentStatus } = (
    await app.call(onePatient, clinic.owner.token, { params: { id: patientId } })
  ).json();
  return { amount, paymentStatus };
};
const type = (body: object) => app.call(editPatient, clinic.owner.token, { params: { id: patientId }, body });
const revenue = async () => {
  const { totalRevenue, payments, trend } = (await app.call(analytics, clinic.owner.token)).json();
  const inTrend = trend.reduce(
    (sum: bigint, month: { revenue: string }) => sum + centavos(month.revenue),
    0n,
  );
  expect(fromCentavos(inTrend)).toBe(totalRevenue);
  const { paid, outstanding, hmo } = payments;
  return { total: totalRevenue, paid: paid.revenue, outstanding: outstanding.revenue, hmo: hmo.revenue };
};

it("bills a senior citizen, half paid by GCash, half in cash", async () => {
  await aDesk({ birthday: "1950-03-04" });
  const made = await aBill({
    lines: [
      { description: "Follow-up consultation", quantity: 1, amount: "800" },
      { description: "12-lead ECG with reading", quantity: 1, amount: 450 },
    ],
    discount: { kind: "senior", idNumber: "2214-88" },
  });
  expect(made).toMatchObject({
    number: "2026-00001",
    charges: "1250.00",
    discount: "250.00",
    due: "1000.00",
    paid: "0.00",
    balance: "1000.00",
    state: "open",
    discountName: made.patientName,
    discountPercent: 20,
  });
  expect(await record()).toEqual({ amount: "1000.00", paymentStatus: "Pending" });
  await pay(made.id, { method: "gcash", amount: "500", reference: "8012 334 556 781" });
  const paid = await pay(made.id, { amount: "500.00", tendered: "1,000" });
  expect(paid.json()).toMatchObject({
    paid: "1000.00",
    balance: "0.00",
    state: "paid",
    payments: [
      { method: "gcash", amount: "500.00", reference: "8012 334 556 781" },
      { method: "cash", amount: "500.00", tendered: "1000.00" },
    ],
  });
  expect(await record()).toEqual({ amount: "1000.00", paymentStatus: "Paid-Received" });
});

it("refuses the senior discount to a patient known to be under 60 on the bill's day", async () => {
  const senior = { lines: lines("1000"), discount: { kind: "senior", idNumber: "2214-88" } };
  const refused = async (patient: Parameters<typeof aPatient>[2]) => {
    await aDesk(patient);
    const answer = await bill(senior);
    return answer.statusCode === 200 ? null : answer.json().fields;
  };
  const words = (age: string, what: string) => ({
    "discount.kind": `The senior discount is for patients aged 60 and older; this patient is ${age}. Choose PWD or another discount, or correct the ${what}.`,
  });
  expect(await refused({ age: 33 })).toEqual(words("33 years old", "age"));
  expect(await refused({ birthday: "1966-11-21", age: 70 })).toEqual(words("59 years old", "birthday"));
  expect((await bill({ ...senior, discount: { kind: "pwd", idNumber: "P-1" } })).statusCode).toBe(200);
  expect(await refused({ birthday: "1966-11-20" })).toBeNull();
  expect(await refused({ age: 60 })).toBeNull();
  expect(await refused({ age: null })).toBeNull();
  await aDesk({ age: 33 });
  const { token } = await aStaffMember(app, clinic, ["take_payments"]);
  const answer = await app.call(addBill, token, { body: { patientId, ...senior } });
  expect(answer.json().fields).toEqual(words("younger", "age"));
});

it("takes VAT off before the 20 % in a clinic that is registered for it", async () => {
  await aDesk({ age: 67 });
  await app.call(saveClinicSettings, clinic.owner.token, {
    body: { isVatRegistered: true, tin: "123-456-789-000" },
  });
  const senior = { lines: lines("7579.00"), discount: { kind: "senior", idNumber: "2214-88" } };
  expect(await aBill(senior)).toMatchObject({
    charges: "7579.00",
    vatExemption: "812.04",
    discountAmount: "1353.39",
    discount: "2165.43",
    due: "5413.57",
  });
  expect(await aBill({ ...senior, isVatRegistered: false })).toMatchObject({ due: "6063.20" });
});

test.each([
  [{ lines: [] }, { lines: "Add what is charged" }],
  [
    { lines: [{ description: " ", quantity: 0, amount: "abc" }] },
    {
      "lines.0.description": "Describe what is charged",
      "lines.0.amount": "Enter an amount in pesos, like 1,200.00",
      "lines.0.quantity": "Enter a whole number from 1 to 999",
    },
  ],
  [{ lines: lines("-5") }, { "lines.0.amount": "Enter an amount in pesos, like 1,200.00" }],
  [{ lines: lines("9999999999", "1") }, { lines: "A bill can be ₱9,999,999,999.99 at most" }],
  [
    { lines: lines("1"), discount: { kind: "promo" } },
    { "discount.percent": "Enter the percentage of the discount" },
  ],
  ...[101, 0.001, 99.999, 1.005, "0x10", "1e1", -1].map((percent): [object, object] => [
    { lines: lines("1"), discount: { kind: "promo", percent } },
    { "discount.percent": "Enter a percentage from 0 to 100, like 12.5" },
  ]),
  [
    { lines: lines("1"), hmo: { company: "Maxicare", validUntil: "2026-11-19" } },
    { "hmo.validUntil": "This letter of authorization has expired" },
  ],
])("refuses %o with words, and stores nothing", async (body, fields) => {
  await aDesk();
  const refused = await bill(body);
  expect(refused.statusCode).toBe(400);
  expect(refused.json().fields).toMatchObject(fields);
  expect(await app.sql("select from bills where clinic_id = $1", [clinic.id])).toEqual([]);
  expect(await app.sql("select from bill_counters where clinic_id = $1", [clinic.id])).toEqual([]);
});

it("refuses payments that do not fit a bill", async () => {
  await aDesk();
  const { id } = await aBill();
  const refusals: [object, string][] = [
    [{ amount: "1000.01" }, "The balance is ₱1,000.00"],
    [{ amount: "0" }, "Enter more than ₱0.00"],
    [{ amount: "100", tendered: "99.99" }, "Less than ₱100.00"],
    [{ amount: "100", tendered: "100100.01" }, "That is ₱100,000.01 in change. Check the cash received"],
    [{ amount: "100", method: "gcash", tendered: "100" }, "Only cash has cash received and change"],
    [{ amount: "100", method: "hmo" }, "This bill has no HMO"],
    [{ amount: "100", method: "unstated" }, "Choose how it was paid"],
  ];
  for (const [body, words] of refusals)
    expect(Object.values((await pay(id, body)).json().fields)).toEqual([words]);
  expect((await app.call(oneBill, clinic.owner.token, { params: { id } })).json()).toMatchObject({
    paid: "0.00",
  });
  await pay(id, { amount: "1000" });
  expect((await pay(id, { amount: "1" })).json()).toMatchObject({ code: "already_done" });
});

it("records a payment that is sent twice once, and of many concurrent ones no more than is due", async () => {
  await aDesk();
  const { id } = await aBill();
  const twice = await Promise.all(
    ["a key", "a key"].map((key) =>
      app.call(takePayment, clinic.owner.token, {
        params: { id },
        body: { method: "cash", amount: "100" },
        headers: { "idempotency-key": key },
      }),
    ),
  );
  expect(twice.map((answer) => answer.statusCode)).toEqual([200, 200]);
  expect(twice[1]?.json().paid).toBe("100.00");
  const atOnce = await Promise.all(Array.from({ length: 12 }, () => pay(id, { amount: "100" })));
  expect(atOnce.filter(({ statusCode }) => statusCode === 200)).toHaveLength(9);
  expect(await app.sql("select sum(amount) as paid from payments where clinic_id = $1", [clinic.id])).toEqual(
    [{ paid: "1000.00" }],
  );
});

it.for(["senior", "pwd"])("gives no %s discount without the number on the ID", async (kind) => {
  await aDesk();
  for (const idNumber of [undefined, null, "", "  "]) {
    const answer = await bill({ lines: lines("1000"), discount: { kind, idNumber } });
    expect(answer.statusCode, answer.body).toBe(400);
    expect(answer.json().fields).toEqual({
      "discount.idNumber": "Enter the number on the ID: the law asks for it",
    });
  }
  expect((await bill({ lines: lines("1000"), discount: { kind: "promo", percent: 10 } })).statusCode).toBe(
    200,
  );
});

it("voids a payment with a reason; the bill is due again and the payment stays readable", async () => {
  await aDesk();
  const { id } = await aBill();
  const { payments } = (await pay(id, { amount: "1000" })).json();
  const params = { id: payments[0].id };
  const withoutReason = await app.call(voidPayment, clinic.owner.token, { params, body: { reason: " " } });
  expect(withoutReason.json().fields).toEqual({ reason: "Say why" });
  const voided = await app.call(voidPayment, clinic.owner.token, {
    params,
    body: { reason: "Wrong patient" },
  });
  expect(voided.json()).toMatchObject({
    balance: "1000.00",
    state: "open",
    payments: [{ amount: "1000.00", voidReason: "Wrong patient", voidedByName: expect.any(String) }],
  });
  expect(await record()).toEqual({ amount: "1000.00", paymentStatus: "Pending" });
  const again = await app.call(voidPayment, clinic.owner.token, { params, body: { reason: "Again" } });
  expect(again.statusCode).toBe(409);
});

it("voids a bill only without payments, and the record shows the previous bill again", async () => {
  await aDesk();
  const first = await aBill({ lines: lines("300") });
  const second = await aBill({ lines: lines("700") });
  await pay(second.id, { amount: "100" });
  expect(await record()).toEqual({ amount: "700.00", paymentStatus: "Pending" });
  const voidIt = (id: number) =>
    app.call(voidBill, clinic.owner.token, { params: { id }, body: { reason: "Typed twice" } });
  expect((await voidIt(second.id)).json()).toMatchObject({ message: "Void its payments first." });
  expect((await voidIt(first.id)).json()).toMatchObject({ state: "void", voidReason: "Typed twice" });
  expect((await pay(first.id, { amount: "1" })).json()).toMatchObject({
    message: `Bill ${first.number} is voided.`,
  });
  const { payments } = (await app.call(oneBill, clinic.owner.token, { params: { id: second.id } })).json();
  await app.call(voidPayment, clinic.owner.token, {
    params: { id: payments[0].id },
    body: { reason: "Typed twice" },
  });
  await voidIt(second.id);
  expect(await record()).toEqual({ amount: null, paymentStatus: "Pending" });
  expect(await revenue()).toMatchObject({ total: "0.00", paid: "0.00", outstanding: "0.00" });
});

it("makes a bill of the amount that a record had before its first bill, on the record's day", async () => {
  await aDesk({ amount: "500", payment_status: "Paid-Received", created_at: "2026-10-02T02:00:00Z" });
  expect(await revenue()).toMatchObject({ total: "500.00", paid: "500.00", outstanding: "0.00" });
  await aBill({ lines: lines("1000") });
  const { bills, fromRecord } = (
    await app.call(patientBills, clinic.owner.token, { params: { id: patientId } })
  ).json();
  expect(fromRecord).toBeNull();
  expect(bills).toMatchObject([
    { due: "1000.00", state: "open", isFromRecord: false },
    {
      due: "500.00",
      state: "paid",
      isFromRecord: true,
      day: "2026-10-02",
      payments: [{ method: "unstated" }],
    },
  ]);
  expect(await revenue()).toMatchObject({ total: "1500.00", paid: "500.00", outstanding: "1000.00" });
});

it("bills the amount of a record on request, once", async () => {
  await aDesk({ amount: "500", payment_status: "Overdue" });
  const body = { patientId };
  const made = await app.call(billRecordAmount, clinic.owner.token, { body });
  expect(made.json()).toMatchObject({ due: "500.00", isOverdue: true, isFromRecord: true });
  expect((await app.call(billRecordAmount, clinic.owner.token, { body })).statusCode).toBe(409);
  expect(await record()).toEqual({ amount: "500.00", paymentStatus: "Overdue" });
});

it("refuses another amount or status typed in the record of a billed patient, and counts no peso twice", async () => {
  await aDesk();
  const { id, number } = await aBill({ lines: lines("1250") });
  const refuses = async (body: object, stored: string) => {
    const answer = await type({ remarks: "Prefers mornings", ...body });
    expect(answer.statusCode, answer.body).toBe(409);
    const words = `This patient's amount and payment status come from bill ${number}: ${stored}. To change them, take a payment or void the bill under Bills and Payments.`;
    expect(answer.json()).toMatchObject({
      code: "billed",
      message: words,
      fields: { ["amount" in body ? "amount" : "paymentStatus"]: words },
    });
  };
  for (const body of [{ amount: "2500.00", paymentStatus: "Pending" }, { amount: "" }, { amount: "0" }])
    await refuses(body, "₱1,250.00, Pending");
  for (const paymentStatus of ["Overdue", "Paid-Received"])
    await refuses({ paymentStatus }, "₱1,250.00, Pending");
  expect(await revenue()).toMatchObject({ total: "1250.00", outstanding: "1250.00" });
  await pay(id, { amount: "1250" });
  await refuses({ paymentStatus: "Pending" }, "₱1,250.00, Paid-Received");
  // As the record says: accepted, with what else was changed.
  const same = await type({ amount: "1,250", paymentStatus: "Paid-Received", remarks: "Prefers evenings" });
  expect(same.json()).toMatchObject({
    amount: "1250.00",
    paymentStatus: "Paid-Received",
    remarks: "Prefers evenings",
  });
  const { bills } = (await app.call(patientBills, clinic.owner.token, { params: { id: patientId } })).json();
  expect(bills).toHaveLength(1);
  expect(await revenue()).toMatchObject({ total: "1250.00", paid: "1250.00" });
});

it("takes an amount typed in the record again once its bills are voided", async () => {
  await aDesk({ amount: "500", payment_status: "Pending" });
  for (const paymentStatus of ["Paid-Received", "Overdue"] as const) {
    expect((await type({ paymentStatus })).json()).toMatchObject({ amount: "500.00", paymentStatus });
  }
  const made = await app.call(billRecordAmount, clinic.owner.token, { body: { patientId } });
  expect((await type({ amount: "700" })).statusCode).toBe(409);
  await app.call(voidBill, clinic.owner.token, {
    params: { id: made.json().id },
    body: { reason: "Mistake" },
  });
  expect((await type({ amount: "700", paymentStatus: "Pending" })).json()).toMatchObject({
    amount: "700.00",
    paymentStatus: "Pending",
  });
  expect((await revenue()).total).toBe("700.00");
});

it("counts each peso once, in any mixture of the record's amounts and bills", async () => {
  await aDesk();
  // The same numbers in each run.
  let state = 20261124;
  const below = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
  const statuses = ["Pending", "Overdue", "Paid-Received"] as const;
  const patients = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      aPatient(
        app,
        clinic,
        index < 3
          ? { amount: `${100 + below(900)}.${10 + below(90)}`, payment_status: statuses[index] ?? "Pending" }
          : {},
      ),
    ),
  );
  const billsOf = async (id: number) =>
    (await app.call(patientBills, clinic.owner.token, { params: { id } })).json<
      Answered<typeof patientBills>
    >();
  const answers = new Map<number, Awaited<ReturnType<typeof billsOf>>>();
  for (const id of patients) answers.set(id, await billsOf(id));
  for (let step = 0; step < 120; step++) {
    patientId = patients[below(patients.length)] ?? patientId;
    const { bills = [] } = answers.get(patientId) ?? {};
    const one = bills[below(bills.length)];
    const deed = below(6);
    if (deed === 0)
      await bill({
        lines: lines(`${1 + below(2000)}.${10 + below(90)}`),
        discount: below(2) ? { kind: "pwd", idNumber: "7" } : null,
        hmo: below(3) ? null : { company: "Maxicare", approved: String(below(2000)) },
      });
    else if (deed === 1) await type({ amount: String(below(3000)) });
    else if (deed === 2) await type({ paymentStatus: statuses[below(3)] });
    else if (deed === 3 && one)
      await pay(one.id, { amount: fromCentavos(1n + BigInt(below(Number(centavos(one.due))))) });
    else if (deed === 4 && one?.payments[0])
      await app.call(voidPayment, clinic.owner.token, {
        params: { id: one.payments[0].id },
        body: { reason: "Mistake" },
      });
    else if (deed === 5 && one)
      await app.call(voidBill, clinic.owner.token, { params: { id: one.id }, body: { reason: "Mistake" } });
    // By hand: each patient's open and paid bills, and the amounts of those who have none.
    let [total, paid, owed, ofHmos] = [0n, 0n, 0n, 0n];
    answers.set(patientId, await billsOf(patientId));
    for (const answer of answers.values()) {
      for (const each of answer.bills) {
        expect(centavos(each.paid) + centavos(each.balance)).toBe(centavos(each.due));
        const live = each.payments.filter(({ voidedAt }) => voidedAt === null);
        expect(live.reduce((sum, { amount }) => sum + centavos(amount), 0n)).toBe(centavos(each.paid));
        if (each.state === "void") continue;
        total += centavos(each.due);
        paid += centavos(each.paid);
        owed += centavos(each.patientBalance);
        ofHmos += centavos(each.hmoBalance);
      }
      if (answer.fromRecord) {
        const amount = centavos(answer.fromRecord.amount);
        total += amount;
        if (answer.fromRecord.paymentStatus === "Paid-Received") paid += amount;
        else owed += amount;
      }
    }
    const said = await revenue();
    expect([said.total, said.paid, said.outstanding, said.hmo], `after step ${step}`).toEqual(
      [total, paid, owed, ofHmos].map(fromCentavos),
    );
    const { pendingPayments, hmoReceivable } = (await app.call(dashboardFigures, clinic.owner.token)).json();
    expect([pendingPayments, hmoReceivable].map((pesos) => centavos(pesos.replace(/[₱,]/g, "")))).toEqual([
      owed,
      ofHmos,
    ]);
  }
  for (const id of patients) expect(await billsOf(id)).toEqual(answers.get(id));
});

it("completes a visit that waited for payment once nothing is owed", async () => {
  await aDesk();
  const queue = async () => {
    const visit = (await app.call(addVisit, clinic.owner.token, { body: { patientId } })).json();
    await app.call(moveVisit, clinic.owner.token, {
      params: { id: visit.id },
      body: { state: "for_payment" },
    });
    return visit.id as number;
  };
  const stateOf = async (id: number) =>
    (await app.call(listVisits, clinic.owner.token)).json().find((visit: { id: number }) => visit.id === id)
      .state;
  const first = await queue();
  const { id } = await aBill({ visitId: first });
  await pay(id, { amount: "400" });
  expect(await stateOf(first)).toBe("for_payment");
  await pay(id, { amount: "600" });
  expect(await stateOf(first)).toBe("done");
  // Two bills: the visit waits for both, or for what is left after one is voided.
  const third = await queue();
  const [consultation, ecg] = [await aBill({ visitId: third }), await aBill({ visitId: third })];
  await pay(consultation.id, { amount: "1000" });
  expect(await stateOf(third)).toBe("for_payment");
  await app.call(voidBill, clinic.owner.token, { params: { id: ecg.id }, body: { reason: "Twice" } });
  expect(await stateOf(third)).toBe("done");
  const fourth = await queue();
  const wrongBill = await aBill({ visitId: fourth });
  await app.call(voidBill, clinic.owner.token, { params: { id: wrongBill.id }, body: { reason: "Wrong" } });
  expect(await stateOf(fourth)).toBe("for_payment");
  await app.call(moveVisit, clinic.owner.token, { params: { id: fourth }, body: { state: "done" } });
  // The HMO's part does not keep the visit open.
  const second = await queue();
  await aBill({ visitId: second, hmo: { company: "Maxicare", loa: "L-1" } });
  expect(await stateOf(second)).toBe("done");
  const other = await aPatient(app, clinic);
  const wrong = await app.call(addBill, clinic.owner.token, {
    body: { patientId: other, visitId: second, lines: lines("1") },
  });
  expect(wrong.json().fields).toEqual({ visitId: "Choose a visit of this patient" });
});

it("marks two concurrent batches of the same patients", async () => {
  await aDesk();
  const [ana, ben] = [await aPatient(app, clinic), await aPatient(app, clinic)];
  const claim = async (patientId: number): Promise<number> =>
    (await aBill({ patientId, hmo: { company: "Maxicare", loa: "L-1" } })).id;
  for (let round = 0; round < 6; round += 1) {
    const batches = [
      [await claim(ana), await claim(ben)],
      [await claim(ben), await claim(ana)],
    ].map((billIds) => ({ billIds, reference: "CHK-1" }));
    const answers = await Promise.all(
      batches.map((body) => app.call(markClaimsPaid, clinic.owner.token, { body })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  }
});

it("splits what is due between the patient and the HMO", async () => {
  await aDesk();
  const made = await aBill({ hmo: { company: "Maxicare", card: "1180", loa: "L-9", approved: "700" } });
  expect(made).toMatchObject({ patientShare: "300.00", patientBalance: "300.00", hmoBalance: "700.00" });
  expect((await pay(made.id, { amount: "300" })).json()).toMatchObject({
    patientBalance: "0.00",
    hmoBalance: "700.00",
    state: "open",
  });
  expect((await pay(made.id, { method: "hmo", amount: "700" })).json()).toMatchObject({ state: "paid" });
});

it("records no more from an HMO than it approved, and says how much remains", async () => {
  await aDesk();
  const made = await aBill({ hmo: { company: "Maxicare", approved: "700" } });
  const byHmo = (amount: string) => pay(made.id, { method: "hmo", amount });
  const refused = async (amount: string) => {
    const answer = await byHmo(amount);
    expect(answer.statusCode, answer.body).toBe(422);
    return answer.json().message;
  };
  expect(await refused("700.01")).toBe("Maxicare approved ₱700.00, of which ₱700.00 remains.");
  const { payments } = (await byHmo("450.50")).json();
  expect(await refused("249.51")).toBe("Maxicare approved ₱700.00, of which ₱249.50 remains.");
  expect((await byHmo("249.50")).statusCode).toBe(200);
  expect(await refused("0.01")).toBe("Maxicare approved ₱700.00 and has paid it. Nothing remains.");
  await app.call(voidPayment, clinic.owner.token, {
    params: { id: payments[0].id },
    body: { reason: "Slip" },
  });
  expect((await byHmo("450.50")).statusCode).toBe(200);
  expect((await pay(made.id, { amount: "300" })).json()).toMatchObject({ state: "paid" });
});

it("refuses an archived patient and another clinic's, and shows a cashier nothing of the record", async () => {
  await aDesk();
  const made = await aBill();
  const cashier = await aStaffMember(app, clinic, ["take_payments"]);
  const answer = (await pay(made.id, { amount: "1" }, cashier.token)).json();
  expect(answer).toMatchObject({ paid: "1.00" });
  expect(answer).not.toHaveProperty("patientName");
  const params = { id: made.id };
  expect((await app.call(oneBill, cashier.token, { params })).statusCode).toBe(403);
  expect((await app.call(printBill, cashier.token, { params })).statusCode).toBe(403);
  const neighbour = await aClinic(app);
  for (const [endpoint, body] of [
    [oneBill, undefined],
    [printBill, undefined],
    [takePayment, { method: "cash", amount: "1" }],
    [voidBill, { reason: "Mine" }],
  ] as const)
    expect(
      (await app.call(endpoint, neighbour.owner.token, { params, ...(body && { body }) })).statusCode,
      endpoint.path,
    ).toBe(404);
  const foreign = await app.call(addBill, neighbour.owner.token, { body: { patientId, lines: lines("1") } });
  expect(foreign.statusCode).toBe(404);
  await app.call(archivePatient, clinic.owner.token, { params: { id: patientId } });
  expect((await bill({ lines: lines("1") })).json()).toMatchObject({ code: "unusable" });
});

it("prints an acknowledgement that is titled neither receipt nor invoice, on A5 and on a roll", async () => {
  await aDesk({ patient_name: "Gonzaga, Teresita Abellana", age: 67 });
  const made = await aBill({ discount: { kind: "senior", idNumber: "2214-88" } });
  await pay(made.id, { method: "gcash", amount: "300", reference: "8012" });
  await pay(made.id, { amount: "500", tendered: "1000" });
  for (const paper of ["A5", "80mm"]) {
    const pdf = await app.call(printBill, clinic.owner.token, { params: { id: made.id }, query: { paper } });
    expect(pdf.statusCode).toBe(200);
    const words = await wordsOf(pdf.rawPayload);
    for (const text of [
      "Payment acknowledgement",
      made.number,
      "Gonzaga, Teresita Abellana",
      "Senior citizen 20% −200.00",
      "Due ₱800.00",
      "GCash 8012 300.00",
      "Balance ₱0.00",
      "Cash 500.00 Cash received 1,000.00, change 500.00 Total paid ₱800.00",
      "OSCA 2214-88",
      "Clinic's invoice no.",
      "not valid for claim of input tax",
    ])
      expect(words, paper).toContain(text);
    expect(words).not.toMatch(/official receipt/i);
  }
  const { statusCode } = await app.call(printBill, clinic.owner.token, {
    params: { id: made.id },
    query: { paper: "A0" },
  });
  expect(statusCode).toBe(400);
  const history = await app.call(patientHistory, clinic.owner.token, { params: { id: patientId } });
  expect(history.json().map(({ event }: { event: string }) => event)).toEqual(
    expect.arrayContaining(["bill.create", "payment.take", "bill.print"]),
  );
});

it("says on each page of a long acknowledgement whose it is", async () => {
  await aDesk({ patient_name: "Gonzaga, Teresita Abellana" });
  const line = { description: "Suture removal, with dressing", quantity: 1, amount: "120" };
  const made = await aBill({ lines: Array.from({ length: 60 }, () => line) });
  const pdf = await app.call(printBill, clinic.owner.token, {
    params: { id: made.id },
    query: { paper: "A5" },
  });
  const pages = await pagesOf(pdf.rawPayload);
  expect(pages.length).toBeGreaterThan(1);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`No. ${made.number}`);
    expect(page).toContain("Gonzaga, Teresita Abellana");
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
  }
});

it("marks the payment that it acknowledges, after earlier ones with their times and receivers", async () => {
  await aDesk();
  const made = await aBill({ lines: lines("1500") });
  const at = async (instant: string, token: string, body: object) => {
    atInstant(app, new Date(instant));
    expect((await pay(made.id, body, token)).statusCode).toBe(200);
  };
  const printed = async () => {
    const pdf = await app.call(printBill, clinic.owner.token, { params: { id: made.id } });
    return wordsOf(pdf.rawPayload);
  };
  const { token } = await aStaffMember(app, clinic, ["view_patients", "take_payments"]);
  await at("2026-11-20T02:50:00Z", token, { amount: "1000", tendered: "1200" });
  expect(await printed()).toContain(
    "Due ₱1,500.00 Cash 1,000.00 Cash received 1,200.00, change 200.00 Total paid ₱1,000.00 Balance ₱500.00",
  );
  await at("2026-11-20T03:10:00Z", clinic.owner.token, { method: "gcash", amount: "200", reference: "8012" });
  await at("2026-11-20T03:10:04Z", clinic.owner.token, { amount: "300", tendered: "500" });
  const taker = (await app.call(oneBill, clinic.owner.token, { params: { id: made.id } })).json().payments[0];
  expect(await printed()).toContain(
    `Cash, Nov 20, 2026, 10:50 AM, received by ${taker.takenByName} 1,000.00 These payments, Nov 20, 2026, 11:10 AM GCash 8012 200.00 Cash 300.00 Cash received 500.00, change 200.00 Total paid ₱1,500.00 Balance ₱0.00`,
  );
});

it("exports every bill and payment, and says how many", async () => {
  await aDesk({ patient_name: "=Reyes, Ana" });
  const made = await aBill({ discount: { kind: "pwd", idNumber: "P-1" } });
  const { payments } = (await pay(made.id, { amount: "800" })).json();
  await app.call(voidPayment, clinic.owner.token, {
    params: { id: payments[0].id },
    body: { reason: "Mistake" },
  });
  await pay(made.id, { method: "maya", amount: "800", reference: "M-1" });
  const bills = await app.call(exportBills, clinic.owner.token, { query: { from: "2026-11-01" } });
  expect(bills.headers["x-row-count"]).toBe("1");
  const [headings, row] = readCsv(bills.body);
  expect(headings).toContain("ID number");
  expect(row).toEqual(expect.arrayContaining([made.number, "1000.00", "PWD", "200.00", "P-1", "800.00"]));
  const paid = await app.call(exportPayments, clinic.owner.token, { query: {} });
  // A payment, its voiding and another payment.
  expect(paid.headers["x-row-count"]).toBe("3");
  const [of = [], ...rows] = readCsv(paid.body);
  expect(rows.map((cells) => [cells[of.indexOf("Amount")], cells.at(-1)])).toEqual([
    [expect.stringMatching(/^\d/), "Mistake"],
    [expect.stringMatching(/^-\d/), "Mistake"],
    [expect.stringMatching(/^\d/), ""],
  ]);
  const none = await app.call(exportBills, clinic.owner.token, { query: { to: "2026-11-01" } });
  expect(none.headers["x-row-count"]).toBe("0");
});

it("papers that are printed again have the clinic's name, address and phone of their day", async () => {
  await aDesk();
  const settings = async (at: string, body: object) => {
    app.setNow(new Date(at));
    const answer = await app.call(saveClinicSettings, clinic.owner.token, { body });
    expect(answer.statusCode, answer.body).toBe(200);
  };
  const issue = async (at: string) => {
    app.setNow(new Date(at));
    const made = await aBill();
    await pay(made.id, { amount: "1000" });
    const rx = await app.call(savePrescription, clinic.owner.token, {
      params: { id: patientId },
      body: acceptedBodies["POST /api/patients/:id/prescription"],
    });
    return [
      [printBill, { id: made.id }],
      [prescriptionPdf, { id: patientId, rxId: rx.json().id as number }],
    ] as const;
  };
  const address = /Mango|Durian/;
  const told = async (papers: Awaited<ReturnType<typeof issue>>) => {
    const all = papers.map(async ([endpoint, params]) => {
      const words = await wordsOf((await app.call(endpoint, clinic.owner.token, { params })).rawPayload);
      return [words.split(" ").slice(0, 2).join(" "), address.exec(words)?.[0], /555 \d{4}/.exec(words)?.[0]];
    });
    const [bills, prescriptions] = await Promise.all(all);
    expect(prescriptions).toEqual(bills);
    return bills;
  };
  // Before the address was entered, at the first address, and after the move.
  await settings("2026-11-20T03:00:00Z", { name: "Old Name", address: null, phone: "0917 555 0100" });
  const first = await issue("2026-11-20T03:01:00Z");
  await settings("2026-11-20T03:02:00Z", { address: "12 Mango Avenue" });
  const second = await issue("2026-11-20T03:03:00Z");
  await settings("2026-11-20T03:04:00Z", { bedCapacity: 12 });
  await settings("2026-11-20T03:05:00Z", {
    address: "9 Durian Road",
    phone: "0917 555 0900",
    name: "New Name",
  });
  const third = await issue("2026-11-20T03:06:00Z");
  expect(await told(first)).toEqual(["Old Name", "Mango", "555 0100"]);
  expect(await told(second)).toEqual(["Old Name", "Mango", "555 0100"]);
  expect(await told(third)).toEqual(["New Name", "Durian", "555 0900"]);
  expect(
    await app.sql("select jsonb_array_length(letterheads) as kept from clinics where id = $1", [clinic.id]),
  ).toEqual([{ kept: 3 }]);
  app.setNow(testNow);
});
