import { afterAll, beforeAll, expect, it } from "vitest";
import { addConsultation } from "#features/consultations/contract.ts";
import {
  addPatient,
  editPatient,
  listPatients,
  onePatient,
  patientHistory,
} from "#features/patients/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, type TestClinic } from "#test/data/factories.ts";

let test: TestApp;
let clinic: TestClinic;
const began = new Date("2026-11-20T01:00:00Z");
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

let made = 0;
async function aPatientWith(more: object): Promise<number> {
  test.setNow(began);
  clinic = await aClinic(test);
  made += 1;
  const body = {
    admissionNo: `D-${made}`,
    hospital: "Makati Medical Center",
    patientName: "Reyes, Ana",
    sex: "F",
    ...more,
  };
  return (await test.call(addPatient, clinic.owner.token, { body })).json().id;
}
const after = (minutes: number) => test.setNow(new Date(began.getTime() + minutes * 60_000));
const consult = (patientId: number, diagnosis: string, more: object = {}) =>
  test.call(addConsultation, clinic.owner.token, {
    body: { patientId, chiefComplaint: "Fever", diagnosis, treatment: "Fluids", ...more },
  });
const edit = (id: number, body: object) =>
  test.call(editPatient, clinic.owner.token, { params: { id }, body });
async function diagnosisOf(id: number): Promise<string | null> {
  const record = (await test.call(onePatient, clinic.owner.token, { params: { id } })).json();
  const [listed] = (await test.call(listPatients, clinic.owner.token)).json();
  expect(listed.diagnosis).toBe(record.diagnosis);
  return record.diagnosis;
}

it("is the newest of the last consultation's and the record's own", async () => {
  const id = await aPatientWith({ preopDiagnosis: "Appendicitis" });
  expect(await diagnosisOf(id)).toBe("Appendicitis");
  after(1);
  await consult(id, "Dengue fever");
  expect(await diagnosisOf(id)).toBe("Dengue fever");
  after(2);
  await edit(id, { remarks: "Prefers mornings" });
  expect(await diagnosisOf(id)).toBe("Dengue fever");
  after(3);
  await edit(id, { postopDiagnosis: "Perforated appendix" });
  expect(await diagnosisOf(id)).toBe("Perforated appendix");
  after(4);
  await consult(id, "Wound infection");
  expect(await diagnosisOf(id)).toBe("Wound infection");
  after(5);
  await edit(id, { preopDiagnosis: "", postopDiagnosis: "" });
  expect(await diagnosisOf(id)).toBe("Wound infection");
});

it("is never a checklist's fixed text, and null when nothing is known", async () => {
  const id = await aPatientWith({});
  await consult(id, "Assessment pending", {
    treatment: "Consultation in progress",
    notes: "Consultation history checklist completed",
  });
  expect(await diagnosisOf(id)).toBeNull();
});

it("adds no second entry of the same words to the record history", async () => {
  const id = await aPatientWith({});
  await consult(id, "Dengue fever");
  const entries = await test.call(patientHistory, clinic.owner.token, { params: { id } });
  expect(entries.body.match(/Dengue fever/g)).toHaveLength(1);
});

it("is shortened in a list to 4,000 characters", async () => {
  const id = await aPatientWith({});
  await consult(id, "ñ".repeat(4001));
  expect(await diagnosisOf(id)).toBe("ñ".repeat(4000));
});
