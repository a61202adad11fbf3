import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { addBill, takePayment } from "#features/billing/contract.ts";
import { addAllergy } from "#features/clinical-lists/contract.ts";
import { markConfidential } from "#features/confidential/contract.ts";
import { addConsultation } from "#features/consultations/contract.ts";
import { uploadFiles } from "#features/files/contract.ts";
import { mergePatients, undoMerge } from "#features/merges/contract.ts";
import { editPatient, onePatient, type Patient } from "#features/patients/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { acceptedBodies } from "#test/data/accepted-bodies.ts";
import { aPdf, asMultipart } from "#test/data/example-files.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic, type TestUser } from "#test/data/factories.ts";
import type { Call } from "#test/request-for.ts";

let test: TestApp;
let clinic: TestClinic;
let doctor: TestUser;
let stays: number;
let goes: number;

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  doctor = await aStaffMember(test, clinic, ["view_patients", "edit_patients"]);
});
afterAll(() => test.close());
beforeEach(async () => {
  stays = await aPatient(test, clinic, { patient_name: "Uy, Lourdes" });
  goes = await aPatient(test, clinic, { patient_name: "Uy, Lourdez" });
});

/** As the owner, unless another token is given. */
async function done(endpoint: Endpoint, call: Call, as = clinic.owner.token) {
  const answer = await test.call(endpoint, as, call);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const merged = async (): Promise<number> =>
  (await done(mergePatients, { params: { id: stays }, body: { otherId: goes } })).id;
const undone = (id: number) => done(undoMerge, { params: { id } });
const patient = (id: number): Promise<Patient> => done(onePatient, { params: { id } });
const edit = (id: number, body: object) => done(editPatient, { params: { id }, body });
const aConsultation = (patientId: number, words: string, as = clinic.owner.token) =>
  done(
    addConsultation,
    {
      body: {
        ...(acceptedBodies["POST /api/consultations"] as object),
        patientId,
        diagnosis: words,
        chiefComplaint: `Because of ${words}`,
      },
    },
    as,
  );
const ownerOf = async (table: string, id: number) => {
  const [row] = await test.sql<{ patient_id: string }>(`select patient_id from ${table} where id = $1`, [id]);
  return Number(row?.patient_id);
};

it("does not reveal a consultation that was made confidential meanwhile", async () => {
  const visit = await aConsultation(goes, "Syphilis", doctor.token);
  const id = await merged();
  expect(await patient(stays)).toMatchObject({ diagnosis: "Syphilis" });
  await done(markConfidential, {
    params: { id: stays },
    body: { entries: [{ entry: "consultation", entryId: visit.id }], isConfidential: true },
  });
  expect(await patient(stays)).toMatchObject({ diagnosis: null, chiefComplaint: null });
  await undone(id);
  for (const one of [stays, goes])
    expect(await patient(one)).toMatchObject({ diagnosis: null, chiefComplaint: null });
});

it("restores a payment that was taken meanwhile with its bill", async () => {
  const bill = await done(addBill, {
    body: { ...(acceptedBodies["POST /api/bills"] as object), patientId: goes, discount: null },
  });
  const id = await merged();
  const { payments } = await done(takePayment, {
    params: { id: bill.id },
    body: { method: "cash", amount: bill.due },
  });
  await undone(id);
  expect(await ownerOf("bills", bill.id)).toBe(goes);
  expect(await ownerOf("payments", payments[0].id)).toBe(goes);
  expect(await patient(goes)).toMatchObject({ paymentStatus: "Paid-Received" });
  expect(await patient(stays)).toMatchObject({ paymentStatus: "Pending", amount: null });
});

it("restores a stay in its current state", async () => {
  await edit(goes, { admissionStatus: "Admitted", roomNumber: "4" });
  const id = await merged();
  expect(await patient(stays)).toMatchObject({ admissionStatus: "Admitted", roomNumber: "4" });
  await edit(stays, { admissionStatus: "Discharged" });
  await undone(id);
  expect(await patient(stays)).toMatchObject({ admissionStatus: "Outpatient", roomNumber: null });
  expect(await patient(goes)).toMatchObject({ admissionStatus: "Discharged" });
});

it("restores files to the lists they are still in", async () => {
  const { files } = await done(
    uploadFiles,
    asMultipart([
      ["CBC.pdf", aPdf("1")],
      ["ECG.pdf", aPdf("2")],
    ]),
  );
  await edit(goes, { laboratoryFiles: files });
  const id = await merged();
  const own = (await done(uploadFiles, asMultipart([["New.pdf", aPdf("3")]]))).files;
  await edit(stays, { laboratoryFiles: [files[1], ...own] });
  await undone(id);
  expect((await patient(stays)).laboratoryFiles).toEqual(own);
  expect((await patient(goes)).laboratoryFiles).toEqual([files[1]]);
});

it("leaves an allergy that was added meanwhile with the survivor", async () => {
  await done(addAllergy, { params: { id: goes }, body: { substance: "Penicillin", reaction: "rash" } });
  await done(addAllergy, { params: { id: stays }, body: { substance: "penicillin", severity: "severe" } });
  const id = await merged();
  expect(await patient(stays)).toMatchObject({ allergies: "penicillin (rash, severe)" });
  await done(addAllergy, { params: { id: stays }, body: { substance: "Latex" } });
  await undone(id);
  expect(await patient(stays)).toMatchObject({ allergies: "penicillin (severe); Latex" });
  expect(await patient(goes)).toMatchObject({ allergies: "Penicillin (rash)" });
});

it("a screen from before the undo cannot overwrite the record unnoticed", async () => {
  await edit(goes, { remarks: "Theirs" });
  const id = await merged();
  const { version } = await patient(stays);
  await undone(id);
  const stale = await test.call(editPatient, clinic.owner.token, {
    params: { id: stays },
    body: { remarks: "Saved" },
    headers: { "if-match": `"${version}"` },
  });
  expect(stale.statusCode).toBe(412);
});
