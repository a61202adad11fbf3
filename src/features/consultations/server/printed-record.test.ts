import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  addAddendum,
  addConsultation,
  beginFullHistory,
  consultationPdf,
  fullHistoryPdf,
  recordVitals,
  writeFullHistory,
} from "#features/consultations/contract.ts";
import { markVitalSigns } from "#features/consultations/entries-in-error-contract.ts";
import { addPregnancy } from "#features/pregnancies/contract.ts";
import { savePrescription, withdrawPrescription } from "#features/prescriptions/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { onePixel } from "#test/data/example-files.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { pagesOf } from "#test/pdf-text.ts";

let test: TestApp;
let clinic: TestClinic;
let other: TestClinic;
let token: string;
let patientId: number;
let consultationId: number;

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test, { name: "Peñaflor Heart Clinic" });
  other = await aClinic(test);
  token = clinic.owner.token;
});
afterAll(() => test.close());
beforeEach(async () => {
  patientId = await aPatient(test, clinic, {
    patient_name: "Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña",
    birthday: "1959-03-04",
    allergies: "penicillin",
  });
  consultationId = await consult();
});

const consult = async (more: object = {}): Promise<number> =>
  (
    await test.call(addConsultation, token, {
      body: {
        patientId,
        chiefComplaint: "Shortness of breath",
        historyOfPresentIllness:
          '{"fever":{"present":true,"onset":"two days"},"vomiting":{"present":false,"frequency":""}}',
        vitalSigns: { bloodPressure: "152/92", temperature: 36.9 },
        diagnosis: "Heart failure",
        treatment: "Furosemide 20 mg; ₱350 for the laboratory",
        followUpDate: "2026-12-04",
        ...more,
      },
    })
  ).json().id;
const print = (as: string | null = token, id = consultationId, of = patientId) =>
  test.call(consultationPdf, as, { params: { id: of, consultationId: id } });

describe("GET /api/patients/:id/consultations/:consultationId.pdf", () => {
  it("finds none of another clinic or of another patient", async () => {
    expect((await print(other.owner.token)).statusCode).toBe(404);
    expect((await print(token, consultationId, await aPatient(test, clinic))).statusCode).toBe(404);
    const prints = "select 1 from record_history where clinic_id = any ($1) and event = 'consultation.print'";
    expect(await test.sql(prints, [[clinic.id, other.id]])).toEqual([]);
  });

  it("prints vital signs taken before it on its day, and the weeks of a pregnancy", async () => {
    const nurse = await aStaffMember(test, clinic, ["view_patients", "edit_patients"]);
    const vitals = (body: object) =>
      test.call(recordVitals, nurse.token, { params: { id: patientId }, body: body as never });
    await vitals({ vitalSigns: { bloodPressure: "120/80" }, recordedAt: "2026-11-19" });
    const words = async () =>
      (await pagesOf((await print(token, await consult({ vitalSigns: null }))).rawPayload)).join(" ");
    expect(await words()).toContain("Vital signs Not specified");
    await vitals({ vitalSigns: { bloodPressure: "168/112", pulse: 110 } });
    const mother = await aPatient(test, clinic, { sex: "F", birthday: "1996-03-04" });
    await test.call(addPregnancy, token, { params: { id: mother }, body: { lmp: "2026-06-05" } });
    expect(await words()).toMatch(/Vital signs, 10:42 AM by .+ Blood pressure 168\/112 mmHg, Pulse 110/);
    await vitals({ vitalSigns: { weight: 58.5 } });
    expect(await words()).toMatch(/168\/112 mmHg, Pulse 110 .+ Weight 58\.5 kg/);
    expect(await words()).not.toContain("Pregnan");
    patientId = mother;
    const [later] = await test.sql<{ id: number }>(
      `with scope as materialized (select set_config('app.event', 'pregnancy.change', true))
       update pregnancies set recorded_at = '2026-11-21T02:00:00Z' from scope where patient_id = $1 returning id`,
      [mother],
    );
    expect(later).toBeTruthy();
    expect(await words()).not.toContain("Pregnan");
    await test.sql(
      `with scope as materialized (select set_config('app.event', 'pregnancy.change', true))
       update pregnancies set recorded_at = '2026-11-20T03:00:00Z' from scope where patient_id = $1`,
      [mother],
    );
    expect(await words()).toContain("Pregnancy Pregnant, 24 weeks. EDC March 12, 2027");
  });

  it("prints what was prescribed that day, without what was withdrawn, is confidential, or waits for the doctor", async () => {
    const prescribe = async (name: string, more: object = {}, as = token) =>
      (
        await test.call(savePrescription, as, {
          params: { id: patientId },
          body: {
            medications: [{ name, strength: "50 mg", dosage: "1 tab", frequency: "OD", duration: "30 days" }],
            physicianName: "Rafael Peñaflor, MD",
            physicianLicense: "0098412",
            ...more,
          },
        })
      ).json().id;
    const words = async () => (await pagesOf((await print()).rawPayload)).join(" ");
    expect(await words()).toContain("Medications Not specified");
    await prescribe("losartan");
    await prescribe("atorvastatin", { isConfidential: true });
    const secretary = await aStaffMember(test, clinic, ["view_patients", "edit_patients"]);
    await prescribe("digoxin", {}, secretary.token);
    const wrong = await prescribe("warfarin");
    await test.call(withdrawPrescription, token, {
      params: { id: patientId, rxId: wrong },
      body: { reason: "Wrong patient" },
    });
    const printed = await words();
    expect(printed).toContain("Prescribed losartan 50 mg: 1 tab, OD, 30 days");
    expect(printed).not.toMatch(/Medications Not|atorvastatin|warfarin|digoxin/);
  });

  it("prints everything that was written, with the addenda", async () => {
    await test.call(addAddendum, token, {
      params: { id: consultationId },
      body: { text: "BNP 480, from the laboratory." },
    });
    const answer = await print();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/pdf");
    expect(decodeURIComponent(String(answer.headers["content-disposition"]))).toContain(
      "consultation-Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña-2026-11-20.pdf",
    );
    const [page = "", ...more] = await pagesOf(answer.rawPayload);
    expect(more).toEqual([]);
    for (const words of [
      "Peñaflor Heart Clinic",
      "Consultation Record",
      "Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña",
      "67 / F",
      "Allergies: penicillin",
      "Recorded Nov 20, 2026, 10:42 AM by Rafael Peñaflor, MD",
      "Type General",
      "Blood pressure 152/92 mmHg, Temperature 36.9 °C",
      "Chief complaint Shortness of breath",
      "Fever: two days Not present: Vomiting",
      "Physical examination Not specified",
      "Diagnosis Heart failure",
      "Treatment plan Furosemide 20 mg; ₱350 for the laboratory",
      "Next Appointment December 4, 2026",
      "Addenda Nov 20, 2026, 10:42 AM, Rafael Peñaflor BNP 480, from the laboratory. Rafael Peñaflor, MD PRC License No. 0098412",
      `Consultation ${consultationId}`,
      "Page 1 of 1",
    ])
      expect(page).toContain(words);
  });

  it("has the clinic's logo when there is one", async () => {
    const isDrawn = async () => (await print()).rawPayload.includes("/Subtype /Image");
    expect(await isDrawn()).toBe(false);
    await test.sql("update clinics set logo = $1 where id = $2", [onePixel, clinic.id]);
    expect(await isDrawn()).toBe(true);
  });

  it("is logged as a print, with what was printed", async () => {
    await print();
    expect(
      await test.sql(
        "select user_id, changes from record_history where patient_id = $1 and event = 'consultation.print'",
        [patientId],
      ),
    ).toEqual([{ user_id: String(clinic.owner.id), changes: { consultationId } }]);
  });

  it("continues over pages, each with clinic and patient, and loses no line", async () => {
    const lines = Array.from({ length: 150 }, (_, index) => `Finding number ${index + 1}.`);
    const answer = await print(token, await consult({ physicalExamination: lines.join("\n") }));
    const pages = await pagesOf(answer.rawPayload);
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain("Peñaflor Heart Clinic");
      expect(page).toContain("Macaraeg-Villanueva");
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    }
    for (const line of lines) expect(pages.join(" ")).toContain(line);
  });

  it("prints only the vital signs of a visit that has nothing else", async () => {
    const vitals = await test.call(recordVitals, token, {
      params: { id: patientId },
      body: { vitalSigns: { pulse: 86 } },
    });
    const [page = ""] = await pagesOf((await print(token, vitals.json().id)).rawPayload);
    expect(page).toContain("Pulse 86 bpm");
    expect(page).not.toContain("Diagnosis");
  });

  it("says which vital signs were entered in error, and why", async () => {
    await test.call(markVitalSigns, token, {
      params: { id: patientId, readingId: consultationId },
      body: { state: "entered_in_error", reason: "Another patient's" },
    });
    const [page = ""] = await pagesOf((await print()).rawPayload);
    expect(page).toContain(
      "Entered in error (Nov 20, 2026, 10:42 AM by Rafael Peñaflor): Another patient's Blood pressure 152/92 mmHg",
    );
  });
});

it("prints long allergies once, and refers to them at the head of each page", async () => {
  const allergies = Array.from({ length: 180 }, (_, index) => `allergen${index}`).join(" ");
  const allergic = await aPatient(test, clinic, { allergies });
  const { id } = (
    await test.call(addConsultation, token, {
      body: {
        patientId: allergic,
        chiefComplaint: "Rash",
        diagnosis: "Urticaria. ".repeat(1500),
        treatment: "Cetirizine",
      },
    })
  ).json();
  const pages = await pagesOf((await print(token, id, allergic)).rawPayload);
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) expect(page).toContain("Allergies: see the first part of this record");
  expect(pages[0]).toContain("allergen179");
  expect(pages.join(" ").split("allergen179")).toHaveLength(2);
});

describe("GET /api/patients/:id/consultation-records/:recordId.pdf", () => {
  const sheet = async (recordId: number, as: string | null = token) =>
    test.call(fullHistoryPdf, as, { params: { id: patientId, recordId } });
  const begin = async (): Promise<number> =>
    (
      await test.call(beginFullHistory, token, {
        params: { id: patientId },
        body: { chiefComplaint: "Shortness of breath", pastSurgeries: "Appendectomy, 1998" },
      })
    ).json().id;

  it("finds none of another clinic", async () => {
    const id = await begin();
    expect((await sheet(id, other.owner.token)).statusCode).toBe(404);
  });

  it("a draft says that it is one; a finalized one names the doctor", async () => {
    const id = await begin();
    const [draft = ""] = await pagesOf((await sheet(id)).rawPayload);
    expect(draft).toContain("Full History (draft)");
    await test.call(writeFullHistory, token, { params: { id }, body: { status: "finished" } });
    const [page = ""] = await pagesOf((await sheet(id)).rawPayload);
    for (const words of [
      "Finished Nov 20, 2026, 10:42 AM by Rafael Peñaflor",
      "Past surgeries Appendectomy, 1998",
      "Management plan Not specified",
    ])
      expect(page).toContain(words);
    expect(page).not.toContain("draft");
  });
});
