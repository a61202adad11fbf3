import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
  addBill,
  addService,
  type Bill,
  takePayment,
  voidBill,
  voidPayment,
} from "#features/billing/contract.ts";
import {
  closedStatement,
  closedStatements,
  closeStatement,
  doctorShares,
  exportStatement,
  moneyByDoctor,
  setDoctorShares,
  statement,
} from "#features/billing/statements-contract.ts";
import { deletePatient } from "#features/patients/contract.ts";
import { addVisit } from "#features/visits/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { sumOf } from "#shared/formats/money.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aDoctor, aPatient, aSession, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { readCsv } from "#test/read-csv.ts";
import type { Call } from "#test/request-for.ts";
import { expectExactMoney } from "./testing-statement-sums.ts";

let app: TestApp;
let clinic: TestClinic;
let patientId: number;
let santos: Awaited<ReturnType<typeof aDoctor>>;
/** The owner's practitioner. */
let owner: number;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Sessions of earlier days have ended. */
async function onDay(day: string): Promise<void> {
  app.setNow(new Date(`${day}T01:00:00Z`));
  clinic.owner.token = await aSession(app, clinic.owner.id);
}

beforeEach(async () => {
  app.setNow(new Date("2026-11-20T01:00:00Z"));
  clinic = await aClinic(app);
  patientId = await aPatient(app, clinic);
  santos = await aDoctor(app, clinic, { firstName: "Ramon", lastName: "Santos" });
  const [row] = await app.sql<{ id: string }>("select id from practitioners where user_id = $1", [
    clinic.owner.id,
  ]);
  owner = Number(row?.id);
});

async function done<Body>(endpoint: Endpoint, sent: Call = {}, token = clinic.owner.token): Promise<Body> {
  const answer = await app.call(endpoint, token, sent);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const lineOf = (practitionerId: number, amount: string, description = "Consultation", quantity = 1) => ({
  description,
  quantity,
  amount,
  practitionerId,
});
const bill = (lines: object[], more: object = {}, token = clinic.owner.token) =>
  done<Bill>(addBill, { body: { patientId, lines, ...more } }, token);
const pay = (id: number, amount: string, method = "cash") =>
  done<Bill>(takePayment, { params: { id }, body: { method, amount } });
const share = (practitionerId: number, shares: object[]) =>
  done(setDoctorShares, { params: { id: practitionerId }, body: { shares } });
const november = { from: "2026-11-01", to: "2026-11-30" };
const statementOf = (practitionerId: number, span = november, token = clinic.owner.token) =>
  done<Record<string, unknown>>(
    statement,
    { query: { practitionerId: String(practitionerId), ...span } },
    token,
  );
const close = (practitionerId: number, span = november, token = clinic.owner.token) =>
  app.call(closeStatement, token, { body: { practitionerId, ...span } });
const byDoctor = (from: string, to = from) =>
  done<{
    doctors: { practitionerId: number; share: string; collected: string }[];
    unnamed: string;
    clinic: string;
    collected: string;
  }>(moneyByDoctor, { query: { from, to } });

it("spreads a discount, an HMO and payments over the doctors of the lines", async () => {
  await share(santos.practitionerId, [{ serviceId: null, percent: 60 }]);
  const made = await bill([lineOf(owner, "600"), lineOf(santos.practitionerId, "400", "ECG")], {
    discount: { kind: "pwd", idNumber: "PWD-1" },
    hmo: { company: "Maxicare", loa: "L-1", approved: "300" },
  });
  expect(made.lines).toEqual([
    {
      description: "Consultation",
      quantity: 1,
      amount: "600.00",
      practitionerId: owner,
      doctorName: expect.any(String),
    },
    {
      description: "ECG",
      quantity: 1,
      amount: "400.00",
      practitionerId: santos.practitionerId,
      doctorName: "Ramon Santos",
    },
  ]);
  await pay(made.id, "500");
  await pay(made.id, "100", "hmo");
  expect(await statementOf(santos.practitionerId)).toMatchObject({
    doctorName: "Ramon Santos",
    charged: "400.00",
    discounts: "80.00",
    hmoDue: "120.00",
    methods: [
      { method: "cash", payments: 1, amount: "200.00" },
      { method: "hmo", payments: 1, amount: "40.00" },
    ],
    collected: "240.00",
    hmoCollected: "40.00",
    share: "144.00",
    clinic: "96.00",
    late: 0,
    closed: null,
    days: [{ day: "2026-11-20", collected: "240.00", share: "144.00", clinic: "96.00" }],
  });
  expect(await statementOf(owner)).toMatchObject({ charged: "600.00", collected: "360.00", share: "0.00" });
  expect(await byDoctor("2026-11-20")).toMatchObject({
    collected: "600.00",
    clinic: "456.00",
    unnamed: "0.00",
  });
});

it("takes the doctor of the line, the bill, the visit or the caller, and asks a secretary without any", async () => {
  const doctorsOf = (of: Bill) => of.lines.map(({ practitionerId }) => practitionerId);
  const plain = { description: "Consultation", quantity: 1, amount: "500" };
  expect(doctorsOf(await bill([plain]))).toEqual([owner]);
  expect(doctorsOf(await bill([plain], {}, santos.token))).toEqual([santos.practitionerId]);
  expect(
    doctorsOf(await bill([plain, lineOf(owner, "1")], { practitionerId: santos.practitionerId })),
  ).toEqual([santos.practitionerId, owner]);
  const visit = await done<{ id: number }>(addVisit, { body: { patientId } }, santos.token);
  await app.sql(
    `with scope as materialized (select set_config('app.event', 'visit.update', true))
     update visits set practitioner_id = $2 from scope where id = $1`,
    [visit.id, santos.practitionerId],
  );
  const desk = await aStaffMember(app, clinic, ["take_payments", "view_patients"]);
  expect(doctorsOf(await bill([plain], { visitId: visit.id }, desk.token))).toEqual([santos.practitionerId]);
  const asked = await app.call(addBill, desk.token, { body: { patientId, lines: [plain] } });
  expect(asked.statusCode).toBe(400);
  expect(asked.json().fields).toEqual({ practitionerId: "Choose the doctor." });
  await app.sql("update practitioners set is_practising = false where id = $1", [santos.practitionerId]);
  const gone = await app.call(addBill, desk.token, {
    body: { patientId, lines: [lineOf(santos.practitionerId, "1")] },
  });
  expect(gone.json().fields).toEqual({
    "lines.0.practitionerId": "This doctor does not see patients here. Choose another.",
  });
});

it("names no doctor, and keeps no entries, where one practises", async () => {
  await app.sql("update practitioners set is_practising = false where id = $1", [santos.practitionerId]);
  const made = await bill([{ description: "Consultation", quantity: 1, amount: "500" }]);
  expect(made.lines).toEqual([{ description: "Consultation", quantity: 1, amount: "500.00" }]);
  await pay(made.id, "200");
  expect(await app.sql("select from statement_entries where clinic_id = $1", [clinic.id])).toEqual([]);
  expect(await byDoctor("2026-11-20")).toMatchObject({ doctors: [], unnamed: "200.00", clinic: "200.00" });
});

it("gives a doctor the share of the service, else that of every other; a later share changes no earlier bill", async () => {
  const ecg = await done<{ id: number }>(addService, { body: { name: "ECG", amount: "500" } });
  await share(santos.practitionerId, [
    { serviceId: null, percent: "50" },
    { serviceId: ecg.id, amount: "120" },
  ]);
  const lines = [lineOf(santos.practitionerId, "1000"), lineOf(santos.practitionerId, "500", "ecg ", 2)];
  await pay((await bill(lines)).id, "2000");
  expect(await statementOf(santos.practitionerId)).toMatchObject({ share: "740.00" });
  const half = await bill([lineOf(santos.practitionerId, "1000")]);
  await pay(half.id, "500");
  await share(santos.practitionerId, []);
  await pay(half.id, "500");
  expect(await statementOf(santos.practitionerId)).toMatchObject({ share: "1240.00", collected: "3000.00" });
  await pay((await bill(lines)).id, "2000");
  expect(await statementOf(santos.practitionerId)).toMatchObject({ share: "1240.00", collected: "5000.00" });
  const listed = await done<object[]>(doctorShares);
  expect(listed).toEqual([
    { practitionerId: owner, doctorName: expect.any(String), shares: [] },
    { practitionerId: santos.practitionerId, doctorName: "Ramon Santos", shares: [] },
  ]);
});

it("refuses shares that are both, neither, twice, or of an unknown service or doctor", async () => {
  const set = async (shares: object[], id = santos.practitionerId) =>
    (await app.call(setDoctorShares, clinic.owner.token, { params: { id }, body: { shares } })).statusCode;
  expect(await set([{ serviceId: null, percent: 50, amount: "10" }])).toBe(400);
  expect(await set([{ serviceId: null }])).toBe(400);
  expect(await set([{ serviceId: null, percent: 101 }])).toBe(400);
  expect(
    await set([
      { serviceId: null, percent: 1 },
      { serviceId: null, amount: "1" },
    ]),
  ).toBe(400);
  expect(await set([{ serviceId: 1, percent: 1 }])).toBe(400);
  expect(await set([{ serviceId: null, percent: 1 }], 1)).toBe(404);
});

it("closes a statement once; payments, voids and corrections after it belong to the next", async () => {
  await share(santos.practitionerId, [{ serviceId: null, percent: 50 }]);
  const first = await bill([lineOf(santos.practitionerId, "1000")]);
  const paid = await pay(first.id, "600");
  const closing = await close(santos.practitionerId, { from: "2026-11-01", to: "2026-11-20" });
  expect(closing.statusCode, closing.body).toBe(200);
  const closed = closing.json();
  expect(closed).toMatchObject({ entries: 2, charged: "1000.00", collected: "600.00", share: "300.00" });
  // Of the same day, after the closing.
  await pay(first.id, "400");
  await done(voidPayment, { params: { id: paid.payments[0]?.id ?? 0 }, body: { reason: "Typed twice" } });
  await onDay("2026-11-21");
  await share(santos.practitionerId, [{ serviceId: null, percent: 10 }]);
  const wrong = await bill([lineOf(santos.practitionerId, "50")], {
    hmo: { company: "Maxicare", loa: "L-1" },
  });
  await done(voidBill, { params: { id: wrong.id }, body: { reason: "Wrong" } });
  expect(await statementOf(santos.practitionerId, { from: "2026-11-21", to: "2026-11-30" })).toMatchObject({
    entries: 4,
    late: 2,
    charged: "0.00",
    hmoDue: "0.00",
    collected: "-200.00",
    share: "-100.00",
    closed: null,
    days: [
      { day: "2026-11-20", collected: "-200.00" },
      { day: "2026-11-21", charged: "0.00", collected: "0.00" },
    ],
  });
  const again = await close(santos.practitionerId, { from: "2026-11-20", to: "2026-11-21" });
  expect(again.statusCode).toBe(409);
  expect(again.json().message).toBe(
    "Ramon Santos has a closed statement of Nov 1, 2026 to Nov 20, 2026. Begin on Nov 21, 2026.",
  );
  expect(
    (await close(santos.practitionerId, { from: "2026-11-21", to: "2026-11-30" })).json().fields,
  ).toEqual({
    to: "Choose today or an earlier day",
  });
  expect((await close(santos.practitionerId, { from: "2026-11-21", to: "2026-11-21" })).statusCode).toBe(200);
  await onDay("2026-11-22");
  expect((await close(santos.practitionerId, { from: "2026-11-22", to: "2026-11-22" })).statusCode).toBe(422);
  const query = { practitionerId: String(santos.practitionerId) };
  expect(await done<object[]>(closedStatements, { query })).toMatchObject([
    { from: "2026-11-21", collected: "-200.00" },
    closed,
  ]);
  expect(await done(closedStatement, { params: { id: closed.id } })).toEqual({
    ...closed,
    days: [expect.objectContaining({ day: "2026-11-20", collected: "600.00" })],
  });
  await expectExactMoney(app, clinic.id);
});

it("keeps a closed statement when the patient is deleted or a service changes", async () => {
  await share(santos.practitionerId, [{ serviceId: null, percent: 50 }]);
  const made = await bill([lineOf(santos.practitionerId, "1000")]);
  await pay(made.id, "1000");
  const closed = (await close(santos.practitionerId, { from: "2026-11-20", to: "2026-11-20" })).json();
  const later = await bill([lineOf(santos.practitionerId, "300")]);
  await pay(later.id, "300");
  await done(deletePatient, { params: { id: patientId } });
  const after = await done<object>(closedStatement, { params: { id: closed.id } });
  expect(after).toMatchObject(closed);
  expect(await byDoctor("2026-11-20")).toMatchObject({
    collected: "1300.00",
    clinic: "650.00",
    doctors: [{ collected: "1300.00", share: "650.00" }],
  });
  const file = await app.call(exportStatement, clinic.owner.token, { query: { id: String(closed.id) } });
  expect(readCsv(file.body)[1]?.[1]).toBe("Patient deleted");
  await expectExactMoney(app, clinic.id);
});

it("shows a doctor own statements alone, and closes for the owner alone", async () => {
  const mine = await bill([lineOf(owner, "100")]);
  await pay(mine.id, "100");
  const theirs = await bill([lineOf(santos.practitionerId, "200")]);
  await pay(theirs.id, "200");
  const [ofOwner, ofSantos] = [await close(owner, today), await close(santos.practitionerId, today)];
  const statusOf = async (endpoint: Endpoint, sent: Call, token = santos.token) =>
    (await app.call(endpoint, token, sent)).statusCode;
  expect(await done(statement, { query: november }, santos.token)).toMatchObject({
    practitionerId: santos.practitionerId,
  });
  expect(await statusOf(statement, { query: { practitionerId: String(owner), ...november } })).toBe(404);
  expect(await statusOf(closedStatements, { query: { practitionerId: String(owner) } })).toBe(404);
  expect(await done<object[]>(closedStatements, {}, santos.token)).toEqual([ofSantos.json()]);
  expect(await done<object[]>(closedStatements)).toHaveLength(2);
  expect(await statusOf(closedStatement, { params: { id: ofOwner.json().id } })).toBe(404);
  expect(await statusOf(exportStatement, { query: { id: String(ofOwner.json().id) } })).toBe(404);
  expect(await statusOf(exportStatement, { query: { practitionerId: String(owner), ...november } })).toBe(
    404,
  );
  expect(await statusOf(moneyByDoctor, { query: november })).toBe(403);
  expect(await statusOf(doctorShares, {})).toBe(403);
  expect((await close(santos.practitionerId, november, santos.token)).statusCode).toBe(403);
  const desk = await aStaffMember(app, clinic, ["take_payments", "view_patients", "view_reports"]);
  expect(await statusOf(statement, { query: november }, desk.token)).toBe(403);
  expect((await app.call(statement, null, { query: november })).statusCode).toBe(401);
});
const today = { from: "2026-11-20", to: "2026-11-20" };

it("exports every entry of a statement, without names of patients", async () => {
  const made = await bill([lineOf(owner, "100", "Wound care"), lineOf(santos.practitionerId, "200", "=ECG")]);
  const paid = await pay(made.id, "150", "gcash");
  await done(voidPayment, { params: { id: paid.payments[0]?.id ?? 0 }, body: { reason: "Mistake" } });
  const query = { practitionerId: String(santos.practitionerId), ...november };
  const file = await app.call(exportStatement, clinic.owner.token, { query });
  expect(file.headers["x-row-count"]).toBe("3");
  expect(file.headers["content-disposition"]).toContain("statement_Ramon_Santos_2026-11-01_2026-11-30.csv");
  const [headings, ...rows] = readCsv(file.body);
  expect(headings).toEqual(
    "Day,Bill,Service,Entry,Charged,Discounts,HMO due,Method,Collected,Doctor,Clinic".split(","),
  );
  expect(rows.map((row) => row.slice(3, 5).concat(row.slice(7, 9)))).toEqual([
    ["Bill", "200.00", "", "0.00"],
    ["Payment", "0.00", "GCash", "100.00"],
    ["Payment voided", "0.00", "GCash", "-100.00"],
  ]);
  expect(rows[0]?.[2]).toBe("'=ECG");
});

it("of closings at one time one succeeds, and a payment meanwhile is in it or in the next", async () => {
  const made = await bill([lineOf(santos.practitionerId, "1000")]);
  await pay(made.id, "100");
  const [paying, ...closings] = await Promise.all([
    app.call(takePayment, clinic.owner.token, {
      params: { id: made.id },
      body: { method: "cash", amount: "50" },
    }),
    ...[1, 2, 3].map(() => close(santos.practitionerId, today)),
  ]);
  expect(paying.statusCode).toBe(200);
  expect(closings.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
  const closed = closings.find(({ statusCode }) => statusCode === 200)?.json();
  const next = await statementOf(santos.practitionerId, { from: "2026-11-21", to: "2026-11-30" });
  expect(sumOf([closed.collected, String(next.collected)])).toBe("150.00");
  await expectExactMoney(app, clinic.id);
});

it("no entry of a closed statement goes into another, and none is removed", async () => {
  const made = await bill([lineOf(santos.practitionerId, "1000")]);
  await pay(made.id, "100");
  await close(santos.practitionerId, today);
  const asApp = (text: string) =>
    app.sql(
      `do $$ begin perform set_config('app.clinic_id', '${clinic.id}', true); set local role klinika_app; ${text}; end $$`,
    );
  await expect(
    asApp(`update statement_entries set statement_id = null where clinic_id = ${clinic.id}`),
  ).rejects.toThrow("an entry of a closed statement stays in it");
  await expect(asApp(`delete from statement_entries where clinic_id = ${clinic.id}`)).rejects.toThrow(
    "permission denied",
  );
  await expect(asApp(`update statements set share = 0 where clinic_id = ${clinic.id}`)).rejects.toThrow(
    "permission denied",
  );
});
