import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addBill, takePayment } from "#features/billing/contract.ts";
import {
  addAddendum,
  addConsultation,
  beginFullHistory,
  patientConsultations,
  todaysConsultations,
} from "#features/consultations/contract.ts";
import { notifications } from "#features/notifications/contract.ts";
import {
  addPatient,
  archivedPatients,
  archivePatient,
  deletePatient,
  editPatient,
  listPatients,
  onePatient,
  patientCounts,
  patientHistory,
  retrievePatient,
} from "#features/patients/contract.ts";
import { savePrescription } from "#features/prescriptions/contract.ts";
import { atInstant, startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aSession, aStaffMember, type TestClinic } from "#test/data/factories.ts";

let test: TestApp;
let clinic: TestClinic;
let token: string;
let id: number;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  clinic = await aClinic(test);
  token = clinic.owner.token;
  id = await aPatient(test, clinic, { patient_name: "Uy, Lourdes", admission_no: "20261120-500" });
});

const params = () => ({ params: { id } });
const ids = (answer: { json(): unknown }) => (answer.json() as { id: number }[]).map((row) => row.id);

it("archives a patient and back, and repeating it changes nothing", async () => {
  const archived = await test.call(archivePatient, token, params());
  expect(archived.json()).toMatchObject({ id, isArchived: true, version: 2 });
  expect((await test.call(archivePatient, token, params())).json()).toMatchObject({ version: 2 });
  expect(ids(await test.call(listPatients, token))).toEqual([]);
  expect(ids(await test.call(archivedPatients, token))).toEqual([id]);
  expect(ids(await test.call(todaysConsultations, token))).toEqual([]);

  const retrieved = await test.call(retrievePatient, token, params());
  expect(retrieved.json()).toMatchObject({ id, isArchived: false, version: 3 });
  expect((await test.call(retrievePatient, token, params())).json()).toMatchObject({ version: 3 });
  expect(ids(await test.call(listPatients, token))).toEqual([id]);
  const events = await test.sql<{ event: string }>(
    "select event from record_history where patient_id = $1 and event like 'patient.%ve' order by id",
    [id],
  );
  expect(events.map(({ event }) => event)).toEqual(["patient.archive", "patient.retrieve"]);
});

describe("DELETE /api/patients/:id", () => {
  const remove = (as = token) => test.call(deletePatient, as, params());
  const sealed = async () =>
    (
      await test.sql<Record<string, unknown>>(
        "select patient_id, sealed_by_id, record, retain_until::text from sealed_records where clinic_id = $1",
        [clinic.id],
      )
    )[0];
  const consult = () =>
    test.call(addConsultation, token, {
      body: { patientId: id, chiefComplaint: "Fever", diagnosis: "Dengue", treatment: "Fluids" },
    });

  it("deletes the patient everywhere, and seals the whole record", async () => {
    const visit = await consult();
    await test.call(addAddendum, token, { params: { id: visit.json().id }, body: { text: "Platelets 92" } });
    await test.call(beginFullHistory, token, { ...params(), body: { pastSurgeries: "Appendectomy" } });
    await test.call(savePrescription, token, {
      ...params(),
      body: {
        physicianName: "Rafael Peñaflor",
        physicianLicense: "0098412",
        medications: [{ name: "paracetamol", dosage: "1 tab", frequency: "q6h", duration: "3 days" }],
      },
    });
    await test.call(editPatient, token, { ...params(), body: { admissionStatus: "Admitted" } });
    const answer = await remove();
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ message: "Patient permanently deleted" });

    for (const endpoint of [onePatient, patientHistory, patientConsultations, deletePatient, archivePatient])
      expect((await test.call(endpoint, token, params())).statusCode, endpoint.path).toBe(404);
    expect(ids(await test.call(listPatients, token, { query: { archived: "true" } }))).toEqual([]);
    expect(ids(await test.call(todaysConsultations, token))).toEqual([]);
    expect((await test.call(patientCounts, token)).json()).toMatchObject({ active: 0, admitted: 0 });
    for (const table of [
      "consultation_addenda",
      "consultation_records",
      "consultations",
      "prescriptions",
      "admissions",
    ])
      expect(await test.sql(`select id from ${table} where patient_id = $1`, [id]), table).toEqual([]);

    expect(await sealed()).toMatchObject({
      patient_id: String(id),
      sealed_by_id: String(clinic.owner.id),
      record: {
        patient: { patient_name: "Uy, Lourdes", admission_no: "20261120-500" },
        consultations: [{ diagnosis: "Dengue" }],
        consultation_addenda: [{ text: "Platelets 92" }],
        consultation_records: [{ past_surgeries: "Appendectomy", status: "draft" }],
        prescriptions: [{ physician_license: "0098412" }],
        admissions: [{ discharged_at: null }],
      },
    });
    expect(
      await test.sql(
        "select user_id, entity from record_history where patient_id = $1 and event = 'patient.delete'",
        [id],
      ),
    ).toEqual([{ user_id: String(clinic.owner.id), entity: "patients" }]);
  });

  it("covers every table with a patient's rows", async () => {
    await remove();
    const hanging = await test.sql<{ name: string }>(
      `select distinct conrelid::regclass::text as name from pg_constraint
       where contype = 'f' and confrelid = 'patients'::regclass`,
    );
    const { record } = (await sealed()) as { record: object };
    const kept = new Set(Object.keys(record));
    // The photo has its own key; the name's sounds are derived; notifications and rows of imported lists are not part
    // of the record and are deleted.
    const elsewhere = ["patient_photos", "patient_name_sounds", "notifications", "import_rows"];
    const names = hanging.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(elsewhere.length);
    expect(names.filter((name) => !kept.has(name) && !elsewhere.includes(name))).toEqual([]);
  });

  it("frees the admission number", async () => {
    await remove();
    const again = await test.call(addPatient, token, {
      body: {
        admissionNo: "20261120-500",
        hospital: "Makati Medical Center",
        patientName: "New, Nena",
        sex: "F",
      },
    });
    expect(again.statusCode).toBe(200);
  });

  it("keeps an outpatient seven years after the last consultation", async () => {
    id = await aPatient(test, clinic, { created_at: "2020-01-15T02:00:00Z" });
    await consult();
    await remove();
    expect(await sealed()).toMatchObject({ retain_until: "2033-11-20" });
  });

  it("keeps one who never had a consultation seven years after registration", async () => {
    id = await aPatient(test, clinic, {
      created_at: "2020-02-29T02:00:00Z",
      updated_at: "2020-02-29T02:00:00Z",
    });
    await remove();
    expect(await sealed()).toMatchObject({ retain_until: "2027-02-28" });
  });

  it("keeps an outpatient seven years after the last entry in the record itself", async () => {
    id = await aPatient(test, clinic, {
      created_at: "2012-05-02T02:00:00Z",
      updated_at: "2012-05-02T02:00:00Z",
    });
    await test.call(editPatient, token, { ...params(), body: { postopDiagnosis: "Cholelithiasis" } });
    await remove();
    expect(await sealed()).toMatchObject({ retain_until: "2033-11-20" });
  });

  it("keeps one who was ever admitted ten years, by the Manila day", async () => {
    await test.call(editPatient, token, { ...params(), body: { admissionStatus: "Admitted" } });
    atInstant(test, new Date("2026-11-20T16:00:00Z"));
    token = await aSession(test, clinic.owner.id);
    await test.call(editPatient, token, { ...params(), body: { admissionStatus: "Discharged" } });
    await remove();
    expect(await sealed()).toMatchObject({ retain_until: "2036-11-21" });
  });

  it("reveals nothing of the patient to a repeated key", async () => {
    const headers = { "idempotency-key": "register-once" };
    const body = {
      admissionNo: "K-1",
      hospital: "Makati Medical Center",
      patientName: "Key, Karen",
      sex: "F",
    };
    const made = await test.call(addPatient, token, { body, headers });
    const visit = { patientId: made.json().id, chiefComplaint: "Cough", diagnosis: "Flu", treatment: "Rest" };
    const visited = await test.call(addConsultation, token, { body: visit, headers });
    const addendum = { params: { id: visited.json().id }, body: { text: "Secret" }, headers };
    await test.call(addAddendum, token, addendum);
    const paper = {
      params: { id: made.json().id },
      query: { format: "pdf" as const },
      body: {
        physicianName: "Rafael Peñaflor",
        physicianLicense: "0098412",
        medications: [{ name: "paracetamol", dosage: "1 tab", frequency: "q6h", duration: "3 days" }],
      },
      headers,
    };
    expect((await test.call(savePrescription, token, paper)).headers["content-type"]).toBe("application/pdf");
    await test.call(deletePatient, token, { params: { id: made.json().id } });
    for (const repeat of [
      await test.call(addPatient, token, { body, headers }),
      await test.call(addConsultation, token, { body: visit, headers }),
      await test.call(addAddendum, token, addendum),
      await test.call(savePrescription, token, paper),
    ]) {
      expect(repeat.statusCode).toBe(404);
      expect(repeat.json()).toEqual({ code: "not_found", message: "Patient not found" });
    }
  });

  it("of two concurrent deletions one deletes and one finds nobody", async () => {
    const answers = await Promise.all([remove(), remove(), consult()]);
    expect(
      answers
        .slice(0, 2)
        .map(({ statusCode }) => statusCode)
        .sort(),
    ).toEqual([200, 404]);
    expect(await test.sql("select id from sealed_records where patient_id = $1", [id])).toHaveLength(1);
    expect(await test.sql("select id from consultations where patient_id = $1", [id])).toEqual([]);
  });
});

it("tells the owner when the staff deletes a patient with payments", async () => {
  const clerk = await aStaffMember(test, clinic, ["delete_patients"]);
  const notices = async () =>
    (await test.call(notifications, token))
      .json()
      .filter(({ title }: { title: string }) => title.includes("deleted"));
  const billed = await aPatient(test, clinic);
  const lines = [{ description: "Consultation", quantity: 1, amount: "1250.50" }];
  const bill = await test.call(addBill, token, { body: { patientId: billed, lines } });
  expect(bill.statusCode, bill.body).toBe(200);
  const paid = { params: { id: bill.json().id }, body: { method: "cash", amount: "1250.50" } };
  expect((await test.call(takePayment, token, paid)).statusCode).toBe(200);
  expect((await test.call(deletePatient, clerk.token, params())).statusCode).toBe(200);
  expect(await notices()).toEqual([]);
  expect((await test.call(deletePatient, clerk.token, { params: { id: billed } })).statusCode).toBe(200);
  expect(await notices()).toMatchObject([
    {
      type: "warning",
      message: expect.stringContaining("Marites Bañez deleted a patient with ₱1,250.50 in payments"),
    },
  ]);
});
