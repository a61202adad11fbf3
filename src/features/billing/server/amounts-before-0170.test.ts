import { afterAll, beforeAll, expect, it } from "vitest";
import { addBill, type Bill, takePayment } from "#features/billing/contract.ts";
import { patientHistory } from "#features/patients/contract.ts";
import { moneyInvariants } from "#operations/check-data/money.ts";
import { migrate } from "#server/database/migrate.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";

let app: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  app = await startTestApp({ CHANGES_PER_MINUTE: "100000" });
  clinic = await aClinic(app);
});
afterAll(() => app.close());

const aBill = async (patientId: number, amount: string, hmo: object | null = null): Promise<Bill> => {
  const body = { patientId, lines: [{ description: "Consultation", quantity: 1, amount }], hmo };
  return (await app.call(addBill, clinic.owner.token, { body })).json();
};
const pay = ({ id }: Bill, amount: string) =>
  app.call(takePayment, clinic.owner.token, { params: { id }, body: { method: "cash", amount } });
const maxicare = { company: "Maxicare", approved: "1000" };

/** The schema and the rows as the release before 0170 left them. */
async function asBefore(): Promise<void> {
  await app.sql(
    "drop function patient_share(numeric, numeric), patient_balance(numeric, numeric, numeric, numeric)",
  );
  await app.sql("drop index bills_owed, bills_of_day");
  await app.sql("create index bills_open on bills (clinic_id, patient_id) where is_open");
  await app.sql("create index bills_by_day on bills (clinic_id, day, id) where voided_at is null");
  await app.sql("delete from migrations where name like '0170%'");
  await app.sql("set session_replication_role = replica");
  await app.sql(
    `update patients p set amount = l.due, payment_status =
       case when not l.is_open then 'Paid-Received' when l.is_overdue then 'Overdue' else 'Pending' end
     from (select distinct on (clinic_id, patient_id) clinic_id, patient_id, due, is_open, is_overdue from bills
           where voided_at is null order by clinic_id, patient_id, is_open desc, id desc) l
     where p.clinic_id = l.clinic_id and p.id = l.patient_id and p.is_billed`,
  );
  await app.sql("set session_replication_role = origin");
}

const amounts = async (ids: readonly number[]) => {
  const rows = await app.sql<{ id: string; words: string; version: number }>(
    "select id, concat_ws(' ', amount, payment_status) as words, version from patients where id = any($1)",
    [ids],
  );
  return ids.map((id) => rows.find((row) => Number(row.id) === id));
};

it("an upgrade takes what HMOs approved out of the amounts, in batches, and notes it in the history", async () => {
  const [paid, owing, typed, plain, voided] = [
    await aPatient(app, clinic),
    await aPatient(app, clinic),
    await aPatient(app, clinic, { amount: "640" }),
    await aPatient(app, clinic),
    await aPatient(app, clinic),
  ];
  await pay(await aBill(paid, "2500.50", maxicare), "1500.50");
  await aBill(owing, "300");
  await aBill(owing, "2500.50", { company: "Maxicare" });
  await aBill(plain, "700");
  const mistaken = await aBill(voided, "900", maxicare);
  await aBill(voided, "80");
  // More than a batch, without triggers.
  await app.sql("set session_replication_role = replica");
  await app.sql(
    "update bills set voided_at = now(), voided_by_id = created_by_id, void_reason = 'Typed twice' where id = $1",
    [mistaken.id],
  );
  await app.sql(
    `insert into patients (clinic_id, admission_no, hospital, patient_name, sex, is_billed)
       select $1, 'B-' || n, 'Own Clinic', 'Many, Ana', 'F', true from generate_series(1, 1500) n`,
    [clinic.id],
  );
  await app.sql(
    `insert into bills (clinic_id, number, patient_id, day, lines, is_vat_registered, charges, due, hmo_company, hmo_approved,
                          created_by_id, created_at, updated_at)
       select $1, id::text, id, '2026-11-20', '[]', false, 500, 500, 'Maxicare', 200, $2, now(), now()
       from patients where admission_no like 'B-%'`,
    [clinic.id, clinic.owner.id],
  );
  await app.sql("set session_replication_role = origin");
  await asBefore();
  const all = [paid, owing, typed, plain, voided];
  const before = await amounts(all);
  expect(before.map((row) => row?.words)).toEqual([
    "2500.50 Pending",
    "2500.50 Pending",
    "640.00 Pending",
    "700.00 Pending",
    "80.00 Pending",
  ]);

  await migrate(app.databaseUrl);

  const after = await amounts(all);
  expect(after.map((row) => row?.words)).toEqual([
    "1500.50 Paid-Received",
    "300.00 Pending",
    "640.00 Pending",
    "700.00 Pending",
    "80.00 Pending",
  ]);
  // Whoever opened it before saves over nothing.
  expect(after.map((row, index) => (row?.version ?? 0) - (before[index]?.version ?? 0))).toEqual([
    1, 1, 0, 0, 0,
  ]);
  const ofAmounts = moneyInvariants.filter(({ description }) =>
    description.startsWith("The amount of a patient"),
  );
  expect(ofAmounts).toHaveLength(1);
  for (const { violations } of ofAmounts) expect(await app.sql(violations)).toEqual([]);
  const batches = await app.sql("select xmin from patients where admission_no like 'B-%' group by 1");
  expect(batches.length).toBeGreaterThan(1);
  const history = await app.call(patientHistory, clinic.owner.token, { params: { id: paid } });
  expect(history.json()[0]).toMatchObject({
    event: "patient.amount",
    userName: null,
    changes: { amount: [2500.5, 1500.5], paymentStatus: ["Pending", "Paid-Received"] },
  });
});
