import { afterAll, beforeAll, expect, it } from "vitest";
import {
  addBill,
  type Bill,
  markClaimsPaid,
  oneBill,
  takePayment,
  voidPayment,
} from "#features/billing/contract.ts";
import { startOwnApp, startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { Planner } from "#test/plans.ts";
import { noPlans, skipOnCluster } from "#test/servers/skip-on-cluster.ts";
import { billOfSameReference } from "./same-reference.ts";

let app: TestApp;
let clinic: TestClinic;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const aBill = async (of: string, hmo: object | null = null): Promise<Bill> => {
  const patientId = await aPatient(app, clinic, { patient_name: of });
  const lines = [{ description: "Consultation", quantity: 1, amount: "1000" }];
  const answer = await app.call(addBill, clinic.owner.token, { body: { patientId, lines, hmo } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const pay = (id: number, body: object, token = clinic.owner.token) =>
  app.call(takePayment, token, { params: { id }, body: { method: "gcash", amount: "100", ...body } });
const paid = async (id: number, body: object): Promise<Bill> => {
  const answer = await pay(id, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const read = async (id: number): Promise<Bill> =>
  (await app.call(oneBill, clinic.owner.token, { params: { id } })).json();
const alsoOn = (bill: Bill) => bill.payments.map(({ referenceAlsoOn }) => referenceAlsoOn);

it("asks before a reference of another patient's payment is recorded again, and marks both", async () => {
  clinic = await aClinic(app);
  const [first, second] = [await aBill("Gonzaga, Teresita"), await aBill("Reyes, Ana")];
  await paid(first.id, { reference: "8012 334 556781" });
  for (const reference of ["8012334556781", "8012-334-556-781", " 8012 334 556 781 "]) {
    const refused = await pay(second.id, { method: "maya", reference });
    expect(refused.statusCode, reference).toBe(409);
    const words = `This reference is already on bill ${first.number} of Gonzaga, Teresita, GCash ₱100.00. Record it too only if one transfer paid for both.`;
    expect(refused.json()).toMatchObject({
      code: "reference_to_confirm",
      message: words,
      fields: { reference: words },
    });
  }
  expect(await read(second.id)).toMatchObject({ paid: "0.00", payments: [] });
  expect(alsoOn(await read(first.id))).toEqual([null]);
  const both = await paid(second.id, { reference: "8012-334-556781", isReferenceConfirmed: true });
  expect(both).toMatchObject({ paid: "100.00" });
  expect(alsoOn(both)).toEqual([first.number]);
  expect(alsoOn(await read(first.id))).toEqual([second.number]);
});

it("names no patient to a user who may not view them", async () => {
  clinic = await aClinic(app);
  const [first, second] = [await aBill("Gonzaga, Teresita"), await aBill("Reyes, Ana")];
  await paid(first.id, { reference: "AB-77" });
  const { token } = await aStaffMember(app, clinic, ["take_payments"]);
  const refused = await pay(second.id, { reference: "ab 77" }, token);
  expect(refused.json().message).toBe(
    `This reference is already on bill ${first.number}, GCash ₱100.00. Record it too only if one transfer paid for both.`,
  );
  expect(refused.body).not.toContain("Gonzaga");
});

it("asks when a bill has the same reference twice", async () => {
  clinic = await aClinic(app);
  const { id, number } = await aBill("Gonzaga, Teresita");
  await paid(id, { reference: "77001" });
  const refused = await pay(id, { reference: "77001" });
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    "This reference is already on this bill, GCash ₱100.00. Record it too only if one transfer paid for both.",
  ]);
  expect(alsoOn(await paid(id, { reference: "77001", isReferenceConfirmed: true }))).toEqual([
    number,
    number,
  ]);
});

it("does not ask about the corrected payment, which was voided", async () => {
  clinic = await aClinic(app);
  const { id } = await aBill("Gonzaga, Teresita");
  const { payments } = await paid(id, { amount: "900", reference: "77001" });
  const params = { id: payments[0]?.id ?? 0 };
  await app.call(voidPayment, clinic.owner.token, { params, body: { reason: "Wrong amount" } });
  expect(alsoOn(await paid(id, { reference: "77001" }))).toEqual([null, null]);
});

it("does not ask about cash, words without a number, an HMO's statement, or another clinic's payment", async () => {
  clinic = await aClinic(app);
  const covered = { company: "Maxicare", approved: "500" };
  const [one, other] = [await aBill("Gonzaga, Teresita", covered), await aBill("Reyes, Ana", covered)];
  for (const { id } of [one, other]) {
    await paid(id, { method: "cash", reference: "12" });
    await paid(id, { method: "bank_transfer", reference: "BDO" });
    await paid(id, { method: "bank_transfer" });
  }
  const billIds = [one.id, other.id];
  const statement = await app.call(markClaimsPaid, clinic.owner.token, {
    body: { billIds, reference: "OR-2026-118" },
  });
  expect(statement.statusCode, statement.body).toBe(200);
  expect(new Set([...alsoOn(await read(one.id)), ...alsoOn(await read(other.id))])).toEqual(new Set([null]));
  await paid(one.id, { reference: "8012" });
  clinic = await aClinic(app);
  await paid((await aBill("Reyes, Ana")).id, { reference: "8012" });
});

it("of several that are recorded at once, records one and asks about the others", async () => {
  clinic = await aClinic(app);
  const bills = await Promise.all(Array.from({ length: 6 }, (_, index) => aBill(`Reyes, Ana ${index}`)));
  const answers = await Promise.all(bills.map(({ id }) => pay(id, { reference: "9001" })));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
});

skipOnCluster(noPlans)("finds the others among many by an index", async () => {
  const busy = await startOwnApp();
  const own = await aClinic(busy);
  const patientId = await aPatient(busy, own);
  await busy.sql("set session_replication_role = replica");
  await busy.sql(
    `insert into payments (clinic_id, bill_id, patient_id, method, amount, reference, taken_by_id, taken_at, day)
     select $1, 1, $2, 'gcash', 100, (8012000000 + n)::text, $3, timestamptz '2026-01-01', '2026-01-01'
     from generate_series(1, 5000) n`,
    [own.id, patientId, own.owner.id],
  );
  await busy.sql("analyze payments");
  const planner = await Planner.open(busy.databaseUrl, "klinika_app");
  const plans = await planner.plansOf(own.id, (joined) =>
    joined.db
      .selectFrom("payments")
      .select(billOfSameReference(joined).as("referenceAlsoOn"))
      .where("payments.clinicId", "=", joined.id)
      .execute(),
  );
  await planner.close();
  await busy.close();
  for (const plan of plans) expect(plan).toMatch(/payments_of_reference.*\n\s*Index Cond: .*search_text/);
});
