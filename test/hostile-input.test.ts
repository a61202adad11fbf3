import { afterAll, beforeAll, expect, test } from "vitest";
import { addConsultation, recordVitals } from "#features/consultations/contract.ts";
import {
  addPatient,
  editPatient,
  listPatients,
  onePatient,
  patientHistory,
} from "#features/patients/contract.ts";
import { savePrescription } from "#features/prescriptions/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { startTestApp, type TestApp } from "./app.ts";
import { cpuTime } from "./cpu-time.ts";
import { aClinic, aPatient, type TestClinic } from "./data/factories.ts";
import { hostileValues as hostile } from "./safety/hostile-values.ts";

let app: TestApp;
let clinic: TestClinic;
let patient: number;
beforeAll(async () => {
  app = await startTestApp();
  clinic = await aClinic(app);
  patient = await aPatient(app, clinic);
});
afterAll(() => app.close());

const accepted: [Endpoint, Record<string, unknown>][] = [
  [
    addPatient,
    {
      admissionNo: "H-1",
      hospital: "Chong Hua Hospital - Fuente",
      patientName: "Reyes, Ana",
      sex: "F",
      age: 30,
      birthday: "1990-01-01",
      amount: "1.00",
      contactNumber: "0917",
      email: "a@b.ph",
      customFields: { note: "x" },
      laboratoryFiles: [],
      appointmentTime: "2026-11-21T01:00:00Z",
      dateOfAdmission: "2026-11-20",
      admissionStatus: "Admitted",
      remarks: "x",
    },
  ],
  [
    editPatient,
    {
      patientName: "Reyes, Ana",
      birthday: "1990-01-01",
      amount: "1.00",
      customFields: { note: "x" },
      otherFiles: [],
      appointmentTime: null,
      preopDiagnosis: "x",
    },
  ],
  [
    addConsultation,
    {
      patientId: 0,
      chiefComplaint: "x",
      diagnosis: "x",
      treatment: "x",
      vitalSigns: {},
      followUpDate: "2026-12-01",
      historyOfPresentIllness: "{}",
    },
  ],
  [
    recordVitals,
    { vitalSigns: { pulse: 80, bloodPressure: "120/80", temperature: 37, weight: "60" }, notes: "x" },
  ],
  [
    savePrescription,
    {
      physicianName: "x",
      physicianLicense: "1",
      medications: [{ name: "x", dosage: "x", frequency: "x", duration: "x" }],
      prescriptionDate: "2026-11-20",
    },
  ],
];

/** The body with one value replaced, at any depth. */
function* replacements(body: unknown, value: unknown): Generator<unknown> {
  yield value;
  if (typeof body !== "object" || body === null) return;
  for (const [key, inner] of Object.entries(body))
    for (const changed of replacements(inner, value))
      yield Array.isArray(body) ? Object.assign([...body], { [key]: changed }) : { ...body, [key]: changed };
}

test.each(accepted)(
  "$path never fails by what is sent to it",
  async (endpoint, body) => {
    for (const value of hostile)
      for (const sent of replacements("patientId" in body ? { ...body, patientId: patient } : body, value)) {
        const answer = await app.call(endpoint, clinic.owner.token, {
          params: { id: patient },
          body: sent ?? "null",
          headers: { "content-type": "application/json" },
        });
        expect(
          answer.statusCode,
          `${JSON.stringify(sent).slice(0, 200)} ${answer.body.slice(0, 200)}`,
        ).toBeLessThan(500);
      }
  },
  60_000,
);

test("a prototype in the body reaches nothing", async () => {
  const answer = await app.call(editPatient, clinic.owner.token, {
    params: { id: patient },
    body: '{"__proto__":{"isArchived":true},"remarks":"y"}',
    headers: { "content-type": "application/json" },
  });
  expect(answer.statusCode).toBe(400);
});

test.each([
  "search",
  "status",
  "payment",
  "diagnosis",
  "consultationStatus",
  "patientStatus",
  "from",
  "to",
  "sort",
  "limit",
  "cursor",
])("the list's %s never fails by what is asked", async (name) => {
  for (const value of hostile) {
    const answer = await app.call(listPatients, clinic.owner.token, {
      query: { limit: "5", [name]: String(value).slice(0, 3000) },
    });
    expect(answer.statusCode, `${String(value).slice(0, 100)} ${answer.body.slice(0, 200)}`).toBeLessThan(
      500,
    );
  }
});

test("deep nesting is refused with an error message", async () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
  for (const depth of [25, 100_000]) {
    const answer = await app.app.inject({
      method: "POST",
      url: "/api/consultations",
      headers: { authorization: `Bearer ${clinic.owner.token}`, "content-type": "application/json" },
      payload: `{"patientId":${patient},"chiefComplaint":"Cough","historyOfPresentIllness":${nested(depth)}}`,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: "invalid", message: "The request is nested too deeply." });
  }
});

test.each([
  ["fields", `{${Array.from({ length: 60_000 }, (_, n) => `"${n}":1`).join(",")}}`],
  ["items", `[${"1,".repeat(200_000)}1]`],
])("too many %s are refused before validation, with a short response", async (_, many) => {
  const headers = { authorization: `Bearer ${clinic.owner.token}`, "content-type": "application/json" };
  const send = (payload: string) =>
    app.app.inject({ method: "PATCH", url: `/api/patients/${patient}`, headers, payload });
  for (const payload of [many, `{"customFields":${many}}`]) {
    const start = cpuTime();
    const answer = await send(payload);
    expect(cpuTime() - start).toBeLessThan(250);
    expect(answer.statusCode).toBe(400);
    expect(answer.body.length).toBeLessThan(1000);
  }
});

test("half of a surrogate pair is refused, not replaced by another character", async () => {
  const answer = await app.call(editPatient, clinic.owner.token, {
    params: { id: patient },
    body: { patientName: "Reyes, \ud800" },
  });
  expect(answer.statusCode).toBe(400);
});

test("a list and the history shorten long texts, the record does not", async () => {
  const long = "Pain ".repeat(20_000);
  const params = { id: await aPatient(app, clinic) };
  await app.call(editPatient, clinic.owner.token, { params, body: { remarks: long } });
  const listed = (await app.call(listPatients, clinic.owner.token, { query: { limit: "1" } })).json();
  expect(listed[0].remarks).toHaveLength(4000);
  expect((await app.call(onePatient, clinic.owner.token, { params })).json().remarks).toBe(long.trim());
  const [entry] = (await app.call(patientHistory, clinic.owner.token, { params }))
    .json()
    .filter(({ changes }: { changes: object }) => "remarks" in changes);
  expect(entry.changes.remarks[1]).toHaveLength(2001);
});
