import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addConsultation } from "#features/consultations/contract.ts";
import { diagnosisFigures, exportDiagnoses } from "#features/reports/contract.ts";
import { startTestApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, aDoctor, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";

let test: TestApp;
let clinic: TestClinic;
let patientId: number;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(testNow);
  clinic = await aClinic(test);
  patientId = await aPatient(test, clinic);
});

const consult = (more: object, of = clinic, patient = patientId) =>
  test.call(addConsultation, of.owner.token, {
    body: { patientId: patient, chiefComplaint: "Check", treatment: "Rest", ...more },
  });
const figures = async (period = "all", token = clinic.owner.token) => {
  const answer = await test.call(diagnosisFigures, token, { query: { period } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const hypertension = { words: "Blood pressure, as ever", code: "I10" };
const rare = { words: "Hereditary lymphoedema", code: "Q82.0" };

describe("GET /api/reports/diagnoses", () => {
  it("needs the right to view reports", async () => {
    const wrong = await test.call(diagnosisFigures, clinic.owner.token, { query: { period: "decade" } });
    expect(wrong.statusCode).toBe(400);
    const bookkeeper = await aStaffMember(test, clinic, ["view_reports"]);
    expect(await figures("all", bookkeeper.token)).toEqual({
      period: "all",
      from: null,
      today: "2026-11-20",
      coded: 0,
      notCoded: 0,
      codes: [],
    });
  });

  it("counts each code, and uncoded ones, of this clinic only", async () => {
    const other = await aClinic(test);
    await consult({ diagnoses: [hypertension] }, other, await aPatient(test, other));
    await consult({ diagnoses: [hypertension, rare, { words: "Tired" }] });
    await consult({ diagnoses: [hypertension], diagnosis: "HTN" });
    await consult({ diagnosis: "Dengue fever" });
    // The History Checklist's text is not a diagnosis.
    await consult({
      diagnosis: "Assessment pending",
      treatment: "Consultation in progress",
      notes: "Consultation history checklist completed",
    });
    expect(await figures()).toMatchObject({
      coded: 3,
      notCoded: 2,
      codes: [
        { code: "I10", words: "Essential hypertension", count: 2, percent: 66.7 },
        { code: "Q82.0", words: "Hereditary lymphoedema", count: 1, percent: 33.3 },
      ],
    });
  });

  it("counts the consultations of one doctor, who is the one that wrote them", async () => {
    const doctor = await aDoctor(test, clinic);
    await consult({ diagnoses: [hypertension] });
    const hers = { ...clinic, owner: doctor };
    await consult({ diagnoses: [hypertension, rare] }, hers);
    await consult({ diagnosis: "Dengue fever" }, hers);
    const of = { query: { practitionerId: String(doctor.practitionerId) } };
    const answer = await test.call(diagnosisFigures, clinic.owner.token, of);
    expect(answer.json()).toMatchObject({ coded: 2, notCoded: 1, codes: [{ count: 1 }, { count: 1 }] });
    expect((await test.call(exportDiagnoses, clinic.owner.token, of)).headers["x-row-count"]).toBe("3");
    expect(await figures()).toMatchObject({ coded: 3, notCoded: 1 });
  });

  it("counts by the day of the consultation in Manila", async () => {
    // Half past midnight of November 1 in Manila.
    test.setNow(new Date("2026-10-31T16:30:00Z"));
    await consult({ diagnoses: [hypertension] });
    test.setNow(new Date("2026-10-31T15:30:00Z"));
    await consult({ diagnoses: [rare] });
    await consult({ diagnosis: "Dengue fever" });
    test.setNow(testNow);
    expect(await figures("month")).toMatchObject({ coded: 1, notCoded: 0, codes: [{ code: "I10" }] });
    expect(await figures("all")).toMatchObject({ coded: 2, notCoded: 1 });
  });

  it("shows the twenty most frequent, and exports all", async () => {
    const diagnoses = (from: number) =>
      Array.from({ length: 15 }, (_, n) => ({ words: `Rare, type ${n + from}`, code: `Q${10 + n + from}` }));
    await consult({ diagnoses: diagnoses(0) });
    await consult({ diagnoses: diagnoses(15) });
    await consult({ diagnosis: "Dengue fever" });
    expect((await figures()).codes).toHaveLength(20);
    const file = await test.call(exportDiagnoses, clinic.owner.token, { query: {} });
    expect(file.statusCode).toBe(200);
    expect(file.headers["x-row-count"]).toBe("31");
    expect(file.headers["content-disposition"]).toContain("diagnoses_all_2026-11-20.csv");
    const lines = file.body.trim().split("\r\n");
    expect(lines).toHaveLength(32);
    expect(lines[1]).toBe('Q10,"Rare, type 0",1,3.3');
    expect(lines.at(-1)).toBe(",Not coded,1,");
  });
});
