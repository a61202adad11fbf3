import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addAddendum, addConsultation } from "#features/consultations/contract.ts";
import { addPaper, releasePaper } from "#features/papers/contract.ts";
import { patientHistory } from "#features/patients/contract.ts";
import {
  releasePrescription,
  savePrescription,
  withdrawPrescription,
} from "#features/prescriptions/contract.ts";
import { copyRecord } from "#features/record-copy/contract.ts";
import { releaseReferralLetter, writeReferralLetter } from "#features/referrals/contract.ts";
import { addResult, changeResult } from "#features/results/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { acceptedBodies } from "#test/data/accepted-bodies.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { anActivePatient, fullClinic } from "#test/data/full-clinic.ts";
import { pagesOf } from "#test/pdf-text.ts";

let test: TestApp;
let clinic: TestClinic;
let other: TestClinic;
let id: number;
beforeAll(async () => {
  test = await startTestApp();
  clinic = await fullClinic(test);
  other = await aClinic(test);
  id = await anActivePatient(test, clinic);
});
afterAll(() => test.close());

const reason = "Access request under RA 10173";
const copy = (as: string | null, body: object = { reason, format: "json" }, patient = id) =>
  test.call(copyRecord, as, { params: { id: patient }, body });

describe("POST /api/patients/:id/copy", () => {
  it("refuses another clinic, and a copy without a reason", async () => {
    expect((await copy(other.owner.token)).statusCode).toBe(404);
    expect((await copy(clinic.owner.token, { reason: " ", format: "json" })).json()).toMatchObject({
      fields: { reason: "Reason is required" },
    });
    const copies = "select 1 from record_history where event = 'patient.copy' and clinic_id = any ($1)";
    expect(await test.sql(copies, [[clinic.id, other.id]])).toEqual([]);
  });

  it("has doses that cannot be misread, also in FHIR", async () => {
    const { token } = clinic.owner;
    const patient = await aPatient(test, clinic);
    const digoxin = {
      name: "digoxin",
      strength: ".125 mg",
      dosage: "1.0 tab",
      frequency: "OD",
      duration: "9 days",
      quantity: "9",
    };
    const body = { physicianName: "Rafael Peñaflor", physicianLicense: "0098412", medications: [digoxin] };
    await test.call(savePrescription, token, { params: { id: patient }, body });
    const pdf = await copy(token, { reason, format: "pdf" }, patient);
    const words = (await pagesOf(pdf.rawPayload)).join(" ");
    expect(words).toContain("digoxin 0.125 mg: 1 tab, OD, 9 days, quantity 9");
    expect(words).not.toMatch(/ \.125|1\.0/);
    const bundle = (await copy(token, { reason, format: "fhir" }, patient)).json();
    expect(bundle.entry.map(({ resource }: { resource: object }) => resource)).toContainEqual(
      expect.objectContaining({
        medicationCodeableConcept: { text: "digoxin 0.125 mg" },
        dosageInstruction: [{ sequence: 1, text: "1 tab, OD, 9 days" }],
      }),
    );
  });

  it("tells a corrected result from the one that was given out before", async () => {
    const { token } = clinic.owner;
    const patient = await aPatient(test, clinic);
    const add = { panel: "hba1c", collectedAt: "2026-11-20", values: [{ analyte: "hba1c", value: "7.8" }] };
    const { id: resultId } = (
      await test.call(addResult, token, { params: { id: patient }, body: add })
    ).json();
    test.setNow(new Date("2026-11-20T02:50:00Z"));
    const values = [{ analyte: "hba1c", value: "5.5" }];
    await test.call(changeResult, token, { params: { id: patient, resultId }, body: { values } });
    const pdf = await copy(token, { reason, format: "pdf" }, patient);
    expect((await pagesOf(pdf.rawPayload)).join(" ")).toContain("Corrected HbA1c 5.5 %");
    const bundle = (await copy(token, { reason, format: "fhir" }, patient)).json();
    const issued = bundle.entry.flatMap(({ resource }: { resource: { issued?: string; status: string } }) =>
      resource.issued ? [`${resource.status} ${resource.issued}`] : [],
    );
    expect(issued).toEqual(["corrected 2026-11-20T02:50:00Z", "corrected 2026-11-20T02:50:00Z"]);
  });

  it("contains a FHIR bundle of the record, without other patients' data and confidential entries", async () => {
    const { token } = clinic.owner;
    const elsewhere = await aPatient(test, clinic);
    await test.call(addConsultation, token, {
      body: { patientId: id, chiefComplaint: "Cough", diagnosis: "Asthma", treatment: "Inhaler" },
    });
    await test.call(addConsultation, token, {
      body: {
        patientId: id,
        chiefComplaint: "Low mood",
        diagnosis: "Depression",
        treatment: "Talk",
        isConfidential: true,
      },
    });
    const answer = await copy(token, { reason, format: "fhir" });
    expect(answer.headers["content-type"]).toContain("application/fhir+json");
    expect(answer.headers["content-disposition"]).toContain("2026-11-20.fhir.json");
    const bundle = answer.json() as {
      type: string;
      entry: {
        fullUrl: string;
        resource: { resourceType: string; id: string; subject?: { reference: string } };
      }[];
    };
    expect(bundle.type).toBe("collection");
    const types = new Set(bundle.entry.map(({ resource }) => resource.resourceType));
    for (const type of [
      "Patient",
      "Organization",
      "Practitioner",
      "Encounter",
      "Condition",
      "MedicationRequest",
    ])
      expect(types, type).toContain(type);
    expect(bundle.entry.filter(({ resource }) => resource.resourceType === "Patient")).toHaveLength(1);
    expect(new Set(bundle.entry.flatMap(({ resource }) => resource.subject?.reference ?? []))).toEqual(
      new Set([`Patient/${id}`]),
    );
    expect(answer.body).toContain("Asthma");
    // Of the named staff, without phone and email.
    const people = bundle.entry.filter(({ resource }) => resource.resourceType === "Practitioner");
    expect(people.length).toBeGreaterThan(0);
    for (const { resource } of people) {
      expect(resource).not.toHaveProperty("telecom");
      expect(answer.body).toContain(`"reference":"Practitioner/${resource.id}"`);
    }
    expect(answer.body).not.toContain("Depression");
    expect(answer.body).not.toContain(`Patient/${elsewhere}`);
    expect((await copy(other.owner.token, { reason, format: "fhir" })).statusCode).toBe(404);
  });

  it("leaves out what the doctor has not released", async () => {
    const { token } = clinic.owner;
    const staff = (await aStaffMember(test, clinic, ["view_patients", "edit_patients"])).token;
    const patient = await aPatient(test, clinic);
    const params = { id: patient };
    const prescribe = async (name: string) =>
      (
        await test.call(savePrescription, staff, {
          params,
          body: {
            ...(acceptedBodies["POST /api/patients/:id/prescription"] as object),
            medications: [{ name, dosage: "1 tab", frequency: "OD", duration: "7 days" }],
          },
        })
      ).json().id as number;
    const certify = async (purpose: string) =>
      (
        await test.call(addPaper, staff, {
          params,
          body: { template: "fit_to_work", fields: { diagnosis: purpose, purpose } },
        })
      ).json().id as number;
    const write = async (toClinicName: string) =>
      (
        await test.call(writeReferralLetter, staff, {
          params,
          body: { toClinicName, referralReason: `To ${toClinicName}` },
        })
      ).json().id as number;
    const released = [await prescribe("Losartan"), await certify("Welding"), await write("Dr. Santos")];
    await prescribe("Warfarin");
    const withdrawn = await prescribe("Digoxin");
    await certify("Diving");
    await write("Dr. Uy");
    await test.call(withdrawPrescription, staff, {
      params: { ...params, rxId: withdrawn },
      body: { reason: "Wrong patient" },
    });
    const [rxId, paperId, referralId] = released as [number, number, number];
    await test.call(releasePrescription, token, { params: { ...params, rxId } });
    await test.call(releasePaper, token, { params: { ...params, paperId } });
    await test.call(releaseReferralLetter, token, { params: { ...params, referralId } });
    const bundle = (await copy(token, { reason, format: "fhir" }, patient)).body;
    const data = (await copy(token, { reason, format: "json" }, patient)).body;
    const pdf = (await pagesOf((await copy(token, { reason, format: "pdf" }, patient)).rawPayload)).join(" ");
    expect(bundle).toContain("Losartan");
    for (const text of [data, pdf])
      for (const one of ["Losartan", "Welding", "Dr. Santos"]) expect(text).toContain(one);
    for (const text of [bundle, data, pdf]) expect(text).not.toMatch(/Warfarin|Digoxin|Diving|Dr\. Uy/);
  });

  it("contains the whole record as JSON and as a PDF, each logged with the reason", async () => {
    const { token } = clinic.owner;
    const visit = await test.call(addConsultation, token, {
      body: {
        patientId: id,
        chiefComplaint: "Fever of four days",
        diagnosis: "Dengue fever",
        treatment: "Oral fluids",
      },
    });
    await test.call(addAddendum, token, { params: { id: visit.json().id }, body: { text: "Platelets 92" } });
    const data = await copy(token);
    expect(data.headers["content-disposition"]).toContain("record-Reyes, Ana-2026-11-20.json");
    const read = data.json();
    expect(read).toMatchObject({
      format: "klinika-patient-copy",
      version: 1,
      reason,
      patient: { patientName: "Reyes, Ana" },
    });
    expect(read.consultations[0]).toMatchObject({
      diagnosis: "Dengue fever",
      addenda: [{ text: "Platelets 92" }],
    });
    for (const list of ["fullHistories", "prescriptions", "files", "stays", "referrals"])
      expect(Array.isArray(read[list]), list).toBe(true);
    expect(read.prescriptions.length + read.files.length).toBeGreaterThan(1);

    const paper = await copy(token, { reason, format: "pdf" });
    expect(paper.headers["content-type"]).toBe("application/pdf");
    const text = (await pagesOf(paper.rawPayload)).join(" ");
    for (const said of [
      "Copy of the Patient's Record",
      reason,
      "Reyes, Ana",
      "Fever of four days",
      "Platelets 92",
      read.prescriptions[0].medications[0].name,
      read.files[0].name,
    ])
      expect(text).toContain(said);

    const history = (await test.call(patientHistory, token, { params: { id } })).json();
    expect(
      history
        .filter(({ event }: { event: string }) => event === "patient.copy")
        .map(({ label, changes }: { label: string; changes: object }) => [label, changes]),
    ).toEqual([
      ["Copy made for the patient", { format: "pdf", reason }],
      ["Copy made for the patient", { format: "json", reason }],
      ["Copy made for the patient", { format: "fhir", reason }],
    ]);
  });

  it("copies 400 consultations completely, in both formats", async () => {
    const long = await aPatient(test, clinic);
    await test.sql("set session_replication_role = replica");
    await test.sql(
      `insert into consultations (clinic_id, patient_id, chief_complaint, diagnosis, treatment, notes, created_at)
       select $1, $2, 'Complaint ' || n, 'Diagnosis ' || n || repeat(' of some length', 20), 'Treatment ' || n, repeat('Note. ', 40),
              timestamptz '2020-01-01' + n * interval '1 day' from generate_series(1, 400) n`,
      [clinic.id, long],
    );
    await test.sql("reset session_replication_role");
    const { consultations } = (await copy(clinic.owner.token, { reason, format: "json" }, long)).json();
    expect(new Set(consultations.map(({ diagnosis }: { diagnosis: string }) => diagnosis)).size).toBe(400);
    const paper = await copy(clinic.owner.token, { reason, format: "pdf" }, long);
    expect(paper.statusCode).toBe(200);
    const pages = await pagesOf(paper.rawPayload);
    expect(pages[0]).toContain("Page 1 of");
    const text = pages.join(" ");
    for (const n of [1, 200, 400]) expect(text).toContain(`Complaint ${n}`);
  }, 60_000);

  it("refuses a PDF of a record that is too long, and still creates the JSON", async () => {
    const long = await aPatient(test, clinic);
    await test.sql("set session_replication_role = replica");
    await test.sql(
      `insert into consultations (clinic_id, patient_id, chief_complaint, diagnosis)
       select $1, $2, 'Fever', repeat('word ', 40000) from generate_series(1, 20) n`,
      [clinic.id, long],
    );
    await test.sql("reset session_replication_role");
    const paper = await copy(clinic.owner.token, { reason, format: "pdf" }, long);
    expect([paper.statusCode, paper.json().code]).toEqual([422, "paper_too_long"]);
    expect(paper.json().message).toMatch(/Save the data file \(JSON\) instead/);
    expect(
      (await copy(clinic.owner.token, { reason, format: "json" }, long)).json().consultations,
    ).toHaveLength(20);
  });
});
