import { afterAll, beforeAll, expect, it } from "vitest";
import {
  addAddendum,
  addConsultation,
  type Consultation,
  consultationPdf,
  patientConsultations,
} from "#features/consultations/contract.ts";
import { listPatients, onePatient, patientHistory } from "#features/patients/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";
import { wordsOf } from "#test/pdf-text.ts";

let test: TestApp;
let clinic: TestClinic;
let token: string;
beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  token = clinic.owner.token;
});
afterAll(() => test.close());

const send = (patientId: number, more: object) =>
  test.call(addConsultation, token, {
    body: { patientId, chiefComplaint: "BP check", treatment: "Low salt", ...more },
  });
const save = async (patientId: number, more: object): Promise<Consultation> => {
  const answer = await send(patientId, more);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const both = [
  { words: "Essential hypertension", code: "i10" },
  { words: "Type 2 diabetes", code: "E119" },
  { words: "Sad since the flood" },
];
const stored = [
  { words: "Essential hypertension", code: "I10" },
  { words: "Type 2 diabetes", code: "E11.9" },
  { words: "Sad since the flood", code: null },
];
const inWords = "Essential hypertension; Type 2 diabetes; Sad since the flood";

it("stores each with its code, and their words as the text unless one is given", async () => {
  const patientId = await aPatient(test, clinic);
  const saved = await save(patientId, { diagnoses: both });
  expect(saved).toMatchObject({ diagnosis: inWords, diagnoses: stored });
  const params = { id: String(patientId) };
  const [listed] = (await test.call(patientConsultations, token, { params })).json();
  expect(listed).toEqual(saved);
  const added = await test.call(addAddendum, token, { params: { id: saved.id }, body: { text: "LDL 160" } });
  expect(added.json()).toMatchObject({ diagnosis: inWords, diagnoses: stored });
  expect(
    await test.sql(
      "select position, day::text from consultation_diagnoses where consultation_id = $1 order by position",
      [saved.id],
    ),
  ).toEqual([1, 2, 3].map((position) => ({ position, day: "2026-11-20" })));
});

it("keeps a text that is given with them", async () => {
  const patientId = await aPatient(test, clinic);
  const saved = await save(patientId, { diagnosis: "HTN, uncontrolled", diagnoses: both.slice(0, 1) });
  expect(saved).toMatchObject({ diagnosis: "HTN, uncontrolled", diagnoses: stored.slice(0, 1) });
  const record = (await test.call(onePatient, token, { params: { id: patientId } })).json();
  expect(record.diagnosis).toBe("HTN, uncontrolled");
});

it("merges a repeated diagnosis, and refuses one code for two", async () => {
  const patientId = await aPatient(test, clinic);
  const twice = [...both, { words: "essential HYPERTENSION", code: "I10" }, { words: "sad since the flood" }];
  expect(await save(patientId, { diagnoses: twice })).toMatchObject({
    diagnosis: inWords,
    diagnoses: stored,
  });
  const refused = await send(patientId, { diagnoses: [...both, { words: "Diabetes", code: "e11.9" }] });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().fields).toEqual({
    diagnoses: "E11.9 is listed twice. Combine them into one diagnosis.",
  });
});

it("accepts the text alone as before", async () => {
  const patientId = await aPatient(test, clinic);
  const saved = await save(patientId, { diagnosis: "Dengue fever" });
  expect(saved).toMatchObject({ diagnosis: "Dengue fever", diagnoses: [] });
  expect(await save(patientId, { diagnosis: "Dengue fever", diagnoses: [] })).toMatchObject({
    diagnoses: [],
  });
});

it("refuses a consultation without any diagnosis, and an invalid code", async () => {
  const patientId = await aPatient(test, clinic);
  for (const none of [{}, { diagnosis: "  " }, { diagnosis: null, diagnoses: [] }]) {
    const answer = await send(patientId, { ...none, treatment: "" });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({
      diagnosis: "Diagnosis is required",
      treatment: "Treatment plan is required",
    });
  }
  for (const [wrong, field] of [
    [[{ words: "HTN", code: "HTN" }], "diagnoses.0.code"],
    [[{ words: " " }], "diagnoses.0.words"],
    [[{ words: "a".repeat(501) }], "diagnoses.0.words"],
    [[{ words: "a", title: "b" }], "title"],
    [Array.from({ length: 21 }, (_, n) => ({ words: `Diagnosis ${n}` })), "diagnoses"],
  ] as const) {
    const answer = await send(patientId, { diagnoses: wrong });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields).join()).toContain(field);
  }
});

it("is the patient's current diagnosis, and found in the list by words and by code", async () => {
  const patientId = await aPatient(test, clinic, { patient_name: "Ybañez, Crisanta" });
  const found = async (diagnosis: string) =>
    (await test.call(listPatients, token, { query: { diagnosis } }))
      .json()
      .map(({ id }: { id: number }) => id);
  await save(patientId, { diagnoses: [{ words: "Filariasis", code: "B74.9" }] });
  const record = (await test.call(onePatient, token, { params: { id: patientId } })).json();
  expect(record.diagnosis).toBe("Filariasis");
  for (const typed of ["filariasis", "B74.9", "b749", "B74"]) expect(await found(typed)).toEqual([patientId]);
  await save(patientId, { diagnosis: "Well" });
  expect(await found("B74.9")).toEqual([]);
});

it("is in the record history, each once", async () => {
  const patientId = await aPatient(test, clinic);
  await save(patientId, { diagnoses: both });
  const history = (await test.call(patientHistory, token, { params: { id: patientId } })).json();
  expect(JSON.stringify(history)).not.toContain("visitCodes");
  expect(
    await test.sql(
      "select changes -> 'code' -> 1 as code from record_history where entity = 'consultation_diagnoses' and patient_id = $1 order by id",
      [patientId],
    ),
  ).toEqual([{ code: "I10" }, { code: "E11.9" }, { code: null }]);
});

it("is printed with its code", async () => {
  const patientId = await aPatient(test, clinic);
  const saved = await save(patientId, { diagnosis: "Uncontrolled", diagnoses: both });
  const params = { id: patientId, consultationId: saved.id };
  const pdf = await test.call(consultationPdf, token, { params });
  expect(await wordsOf(pdf.rawPayload)).toContain(
    "Diagnosis Uncontrolled Essential hypertension (I10) Type 2 diabetes (E11.9) Sad since the flood",
  );
});
