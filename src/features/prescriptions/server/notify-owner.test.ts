import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { savePrescription } from "#features/prescriptions/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic, type TestUser } from "#test/data/factories.ts";

let test: TestApp;
let clinic: TestClinic;
let secretary: TestUser;
let patientId: number;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  clinic = await aClinic(test);
  secretary = await aStaffMember(test, clinic, ["view_patients"]);
  patientId = await aPatient(test, clinic, { patient_name: "Dela Peña, Consuelo Rivera" });
});

const save = (as: TestUser, query: Record<string, string> = {}) =>
  test.call(savePrescription, as.token, {
    params: { id: patientId },
    query,
    headers: { "idempotency-key": "once" },
    body: {
      physicianName: "Rafael M. Peñaflor, MD",
      physicianLicense: "0098412",
      medications: [{ name: "amlodipine", dosage: "1 tab", frequency: "OD", duration: "30 days" }],
    },
  });
const notices = () =>
  test.sql(
    "select user_id::integer, type, title, message, action_type, action_data from notifications where clinic_id = $1",
    [clinic.id],
  );

it("notifies the owner of a prescription that staff prepared, once for a repeated key", async () => {
  const { id } = (await save(secretary)).json();
  await save(secretary);
  expect(await notices()).toEqual([
    {
      user_id: clinic.owner.id,
      type: "warning",
      title: "Prescription awaiting release",
      message: "Marites Bañez prepared it for Dela Peña, Consuelo Rivera",
      action_type: "prescription",
      action_data: { patientId, prescriptionId: id },
    },
  ]);
});

it("notifies nobody of the owner's own, nor of a refused one", async () => {
  expect((await save(clinic.owner)).statusCode).toBe(200);
  expect((await save(secretary, { format: "pdf" })).statusCode).toBe(409);
  expect(await notices()).toEqual([]);
});
