import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addBill, takePayment } from "#features/billing/contract.ts";
import { exportBills, exportPayments } from "#features/billing/server/export-bills.ts";
import { deletePatient } from "#features/patients/contract.ts";
import { exportPatients } from "#features/patients/server/export-patients.ts";
import type { PatientSort } from "#features/patients/server/search/patient-filter.ts";
import { exportAdmissions } from "#features/reports/server/export-admissions.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { startOwnApp, type TestApp } from "./app.ts";
import { aClinic, aPatient, manyAdmitted, type TestClinic } from "./data/factories.ts";
import { readCsv } from "./read-csv.ts";

/** More than one page. */
const many = 300;
const today = "2026-11-20";

let test: TestApp;
let clinic: TestClinic;
let scope: ClinicScope;

beforeAll(async () => {
  test = await startOwnApp();
});
afterAll(() => test.close());

/** A clinic of many patients with a paid bill each. */
async function aBusyClinic(): Promise<void> {
  clinic = await aClinic(test);
  scope = test.app.kit.databases.openClinic({
    clinicId: clinic.id,
    userId: clinic.owner.id,
    ownerUserId: clinic.owner.id,
    event: "",
  });
  await manyAdmitted(test, clinic, many);
  await test.sql("set session_replication_role = replica");
  await test.sql(
    `with billed as (
       insert into bills (clinic_id, number, patient_id, day, lines, is_vat_registered, charges, due, paid, patient_share, patient_balance, created_by_id, created_at, updated_at)
       select clinic_id, 'N-' || admission_no, id, $2, '[]', false, 100, 100, 100, 100, 0, $3, now(), now()
       from patients where clinic_id = $1 returning clinic_id, id, patient_id, day)
     insert into payments (clinic_id, bill_id, patient_id, method, amount, taken_by_id, taken_at, day)
     select clinic_id, id, patient_id, 'cash', 100, $3, now(), day from billed`,
    [clinic.id, today, clinic.owner.id],
  );
  await test.sql("reset session_replication_role");
}

const call = async (
  ...[endpoint, sent]: [Parameters<TestApp["call"]>[0], Parameters<TestApp["call"]>[2]]
) => {
  const answer = await test.call(endpoint, clinic.owner.token, sent);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};

/** Registers, bills and pays for a patient, and deletes records, some of them last in each order. */
async function workMeanwhile(): Promise<void> {
  const patientId = await aPatient(test, clinic, {
    patient_name: "Long List 0",
    hospital: "Makati Medical Center",
    admission_status: "Admitted",
    date_of_admission: today,
  });
  const lines = [{ description: "Consultation", quantity: 1, amount: "500" }];
  const { id } = await call(addBill, { body: { patientId, lines } });
  await call(takePayment, { params: { id }, body: { method: "cash", amount: "500" } });
  const deleted = await test.sql<{ id: string }>(
    "select id from patients where clinic_id = $1 and admission_no = any ('{M-1,M-39,M-99,M-300}')",
    [clinic.id],
  );
  for (const { id: gone } of deleted) await call(deletePatient, { params: { id: Number(gone) } });
}

const patientsBy = (sort: PatientSort, search?: string) => () =>
  exportPatients(scope, { archived: "without", search }, sort, today);

it.each([
  ["patients, newest first", patientsBy("newest")],
  ["patients by hospital", patientsBy("hospital-asc")],
  ["patients by name", patientsBy("name-desc")],
  ["patients that are searched for", patientsBy("best", "long list")],
  ["admissions", () => exportAdmissions(scope, { show: "admitted", sort: "newest" }, today)],
  ["all admissions", () => exportAdmissions(scope, { show: "all", sort: "hospital-desc" }, today)],
  ["bills", () => exportBills(scope, {})],
  ["payments", () => exportPayments(scope, {})],
])("an export of %s has as many rows as it says, whatever is written meanwhile", async (_, start) => {
  await aBusyClinic();
  const { file, rowCount } = await start();
  expect(rowCount).toBe(many);
  await workMeanwhile();
  const rows = readCsv(await text(file.bytes as Readable)).slice(1);
  expect(rows).toHaveLength(many);
  const left = rows.filter(([first]) => first !== "Deleted during the export");
  // A deleted patient's payments stay, without a name.
  const isNamed = (cells: string[]) => !cells.includes("Patient deleted");
  expect(left.filter(isNamed).length).toBeLessThan(many);
  expect(new Set(left.map((cells) => cells.join())).size).toBe(left.length);
});
