import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { todaysConsultations } from "#features/consultations/contract.ts";
import {
  archivedPatients,
  archivePatient,
  listPatients,
  onePatient,
  type Patient,
  Patient as PatientShape,
} from "#features/patients/contract.ts";
import { startTestApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";

let test: TestApp;
let clinic: TestClinic;
let token: string;
beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  token = clinic.owner.token;
});
afterAll(() => test.close());

const long = "Sinusitis, chronic. ".repeat(400);
const written = {
  internal_notes: "Pays in two parts.",
  history_of_present_illness: "Cough for three days.",
  custom_fields: { Company: "Ayala" },
  preop_diagnosis: long,
};
const read = {
  internalNotes: "Pays in two parts.",
  historyOfPresentIllness: "Cough for three days.",
  customFields: { Company: "Ayala" },
  preopDiagnosis: long,
};

const days = { list: listPatients, today: todaysConsultations };

describe("a list without a limit", () => {
  it("has whole patients in every call, each equal to the patient's own call", async () => {
    const id = await aPatient(test, clinic, written);
    const archived = await aPatient(test, clinic, written);
    await test.call(archivePatient, token, { params: { id: archived } });
    const record = async (of: number): Promise<Patient> =>
      (await test.call(onePatient, token, { params: { id: of } })).json();
    const [expected, expectedArchived] = [await record(id), await record(archived)];
    expect(Object.keys(expected).sort()).toEqual(Object.keys(PatientShape.shape).sort());
    expect(expected).toMatchObject(read);

    expect((await test.call(listPatients, token)).json()).toEqual([expected]);
    const both = (await test.call(listPatients, token, { query: { archived: "true" } })).json();
    expect(both).toEqual(expect.arrayContaining([expected, expectedArchived]));
    const found = await test.call(listPatients, token, { query: { search: expected.patientName } });
    expect(found.json()).toEqual([expected]);
    expect((await test.call(archivedPatients, token)).json()).toEqual([expectedArchived]);
    expect((await test.call(todaysConsultations, token)).json()).toEqual([
      expect.objectContaining({ ...expected, visitAt: expect.any(String), queue: null }),
    ]);
  });

  it("has short rows with a limit", async () => {
    const query = { limit: "25" };
    for (const call of [listPatients, archivedPatients, todaysConsultations]) {
      const [row] = (await test.call(call, token, { query })).json();
      for (const field of ["internalNotes", "historyOfPresentIllness", "laboratoryFiles", "customFields"])
        expect(row).not.toHaveProperty(field);
      expect(row.preopDiagnosis).toHaveLength(4000);
    }
  });

  it.each(Object.entries(days))(
    "is whole and complete above one chunk, and with long texts: %s",
    async (_, call) => {
      const many = await aClinic(test);
      await test.sql(
        `with scope as materialized (select set_config('app.event', 'patient.create', true))
       insert into patients (clinic_id, admission_no, patient_name, sex, hospital, admission_status, patient_status,
         payment_status, internal_notes, created_at, updated_at)
       select $1, 'W' || n, 'Reyes, Ana', 'F', 'H', 'Outpatient', 'Waiting', 'Pending', repeat('x', 1 + n % 40000), $2::timestamptz, $2::timestamptz
       from scope, generate_series(1, 700) n`,
        [many.id, testNow.toISOString()],
      );
      const rows: Patient[] = (await test.call(call, many.owner.token)).json();
      expect(new Set(rows.map(({ id }) => id)).size).toBe(700);
      expect(
        rows.every(
          ({ admissionNo, internalNotes }) =>
            internalNotes?.length === 1 + (Number(admissionNo.slice(1)) % 40000),
        ),
      ).toBe(true);
    },
  );
});
