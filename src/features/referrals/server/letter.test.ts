import { afterAll, beforeAll, expect, it } from "vitest";
import { addConsultation, recordVitals } from "#features/consultations/contract.ts";
import { editPatient, patientHistory } from "#features/patients/contract.ts";
import {
  cancelReferral,
  patientReferrals,
  referralLetterPdf,
  releaseReferralLetter,
  sendReferral,
  writeReferralLetter,
} from "#features/referrals/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { onePixel } from "#test/data/example-files.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { pagesOf, wordsOf } from "#test/pdf-text.ts";

let test: TestApp;
let clinic: TestClinic;
let other: TestClinic;
let patientId: number;

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test, { name: "Peñaflor Heart Clinic" });
  other = await aClinic(test);
  await test.sql("update clinics set address = 'Unit 305, Osmeña Blvd., Cebu City 6000' where id = $1", [
    clinic.id,
  ]);
  await test.sql("update practitioners set specialization = 'Cardiology' where user_id = $1", [
    clinic.owner.id,
  ]);
  patientId = await aPatient(test, clinic, {
    patient_name: "Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña",
    birthday: "1959-03-08",
    age: null,
    preop_diagnosis: "Atrial fibrillation",
    allergies: "penicillin",
  });
  await test.call(recordVitals, clinic.owner.token, {
    params: { id: patientId },
    body: { vitalSigns: { bloodPressure: "152/92", pulse: 86 } },
  });
});
afterAll(() => test.close());

const draft = (changes: object = {}) => ({
  toClinicName: "Dr. Leonora Nuñez, Vicente Sotto Memorial",
  toAddress: "B. Rodriguez St., Cebu City",
  referralReason: "Echocardiography; she can pay ₱2,500",
  referralNotes: "Holter attached",
  consent: { agreedBy: "Parent or guardian", at: "2026-11-20" },
  ...changes,
});
const write = (as: string | null, body: object = draft(), id = patientId, headers = {}) =>
  test.call(writeReferralLetter, as, { params: { id }, body, headers });
const paper = (as: string | null, referralId: number, id = patientId) =>
  test.call(referralLetterPdf, as, { params: { id, referralId } });

it.each([
  ["toClinicName", { toClinicName: " " }, "Clinic or doctor is required"],
  ["referralReason", { referralReason: "" }, "Referral reason is required"],
])("names %s when it is missing", async (field, change, message) => {
  const answer = await write(clinic.owner.token, draft(change));
  expect(answer.statusCode).toBe(400);
  expect(answer.json().fields[field]).toBe(message);
});

it("is stored once, and its paper says all of it, as it was that day", async () => {
  const headers = { "idempotency-key": "one-letter" };
  const letter = (await write(clinic.owner.token, draft(), patientId, headers)).json();
  expect((await write(clinic.owner.token, draft(), patientId, headers)).json()).toEqual(letter);
  expect(letter).toMatchObject({ status: "letter", side: "sent", answeredAt: null });
  await test.call(editPatient, clinic.owner.token, {
    params: { id: patientId },
    body: { preopDiagnosis: "Written later" },
  });
  const answer = await paper(clinic.owner.token, letter.id);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-type"]).toBe("application/pdf");
  expect(answer.headers["content-disposition"]).toContain("dela%20Pe%C3%B1a-2026-11-20.pdf");
  const [text = "", ...further] = await pagesOf(answer.rawPayload);
  expect(further).toEqual([]);
  for (const words of [
    "Peñaflor Heart Clinic",
    "Unit 305, Osmeña Blvd., Cebu City 6000",
    "November 20, 2026",
    "Dr. Leonora Nuñez, Vicente Sotto Memorial",
    "B. Rodriguez St., Cebu City",
    "Macaraeg-Villanueva, Maria Concepcion Esperanza dela Peña",
    "67 / Female",
    "March 8, 1959",
    "Echocardiography; she can pay ₱2,500",
    "Holter attached",
    "penicillin",
    "Atrial fibrillation",
    "Blood pressure 152/92 mmHg, Pulse 86 bpm (November 20, 2026)",
    "Parent or guardian, November 20, 2026",
    "Rafael Peñaflor, MD",
    "Cardiology",
    "PRC License No. 0098412",
    `Referral ${letter.id}`,
    "Page 1 of 1",
  ])
    expect(text).toContain(words);
});

it("contains the last consultation's findings, besides the record's own diagnoses", async () => {
  const { token } = clinic.owner;
  const id = await aPatient(test, clinic, { preop_diagnosis: "Atrial fibrillation" });
  await test.call(addConsultation, token, {
    body: { patientId: id, chiefComplaint: "Fever", diagnosis: "Dengue fever", treatment: "Fluids" },
  });
  const { id: letter } = (await write(token, draft(), id)).json();
  const [text] = await pagesOf((await paper(token, letter, id)).rawPayload);
  expect(text).toMatch(/Diagnosis Dengue fever\s+Pre-op diagnosis Atrial fibrillation/);
});

it("prints the pregnancy and the medicines that were sent with it, and only those", async () => {
  const { token } = clinic.owner;
  const currentMedicines = "warfarin 2.5 mg, OD, since 2019\nlevothyroxine 50 mcg";
  const pregnancy = "G2P1 (1-0-0-1), EDC Mar 15, 2027, AOG 24 weeks 3 days on Nov 26, 2026";
  const paperOf = async (more: object) =>
    wordsOf((await paper(token, (await write(token, draft(more))).json().id)).rawPayload);
  const text = await paperOf({ pregnancy, currentMedicines });
  expect(text).toContain("Pregnancy G2P1 (1-0-0-1), EDC Mar 15, 2027, AOG 24 weeks 3 days on Nov 26, 2026");
  expect(text).toMatch(/Current medicines warfarin 2\.5 mg, OD, since 2019\s+levothyroxine 50 mcg/);
  expect(await paperOf({ pregnancy: null, currentMedicines: " " })).not.toMatch(
    /Pregnancy|Current medicines/,
  );
});

it("has the clinic's logo when there is one", async () => {
  const { id } = (await write(clinic.owner.token)).json();
  const isDrawn = async () => (await paper(clinic.owner.token, id)).rawPayload.includes("/Subtype /Image");
  expect(await isDrawn()).toBe(false);
  await test.sql("update clinics set logo = $1 where id = $2", [onePixel, clinic.id]);
  expect(await isDrawn()).toBe(true);
});

it("belongs to its own clinic and patient, and each print is logged", async () => {
  const { id } = (await write(clinic.owner.token)).json();
  const neighbour = await aPatient(test, clinic);
  expect((await paper(other.owner.token, id)).statusCode).toBe(404);
  expect((await paper(clinic.owner.token, id, neighbour)).statusCode).toBe(404);
  await paper(clinic.owner.token, id);
  const history = await test.call(patientHistory, clinic.owner.token, { params: { id: patientId } });
  const entry = history.json().find(({ event }: { event: string }) => event === "referral.print");
  expect(entry).toMatchObject({ event: "referral.print", userName: "Rafael Peñaflor" });
});

it("can be printed for a referral on Klinika too, and says what was not recorded", async () => {
  const sent = await test.call(sendReferral, clinic.owner.token, {
    params: { id: patientId },
    body: { toClinicId: other.id, referralReason: "Echo" },
  });
  const text = await wordsOf((await paper(clinic.owner.token, sent.json().id)).rawPayload);
  expect(text).toContain(other.name);
  expect(text).toContain("Consent to this referral Not recorded");
});

it("continues over pages when the reason is long, with the signature on the last", async () => {
  const { id } = (
    await write(clinic.owner.token, draft({ referralReason: "uminom ng maraming tubig\n".repeat(180) }))
  ).json();
  const text = await pagesOf((await paper(clinic.owner.token, id)).rawPayload);
  expect(text.length).toBeGreaterThan(2);
  expect(text.at(-1)).toContain("PRC License No. 0098412");
  expect(text.join(" ").split("uminom ng maraming tubig")).toHaveLength(181);
  for (const [index, page] of text.entries()) expect(page).toContain(`Page ${index + 1} of ${text.length}`);
});

it("waits for the doctor's release when another user wrote it, for referrals on Klinika too", async () => {
  const { token } = await aStaffMember(test, clinic, ["view_patients"]);
  const { token: doctor } = clinic.owner;
  const release = (as: string | null, referralId: number, id = patientId) =>
    test.call(releaseReferralLetter, as, { params: { id, referralId } });
  const to = await aClinic(test);
  const sent = await test.call(sendReferral, token, {
    params: { id: patientId },
    body: { toClinicId: to.id, referralReason: "Echo" },
  });
  for (const { id } of [(await write(token)).json(), sent.json()]) {
    for (const as of [token, doctor]) {
      const early = await paper(as, id);
      expect([early.statusCode, early.json().code]).toEqual([409, "awaiting_release"]);
    }
    expect((await release(token, id)).statusCode).toBe(403);
    expect((await release(other.owner.token, id)).statusCode).toBe(404);
    expect((await release(doctor, id, await aPatient(test, clinic))).statusCode).toBe(404);
    const released = await release(doctor, id);
    expect(released.json()).toMatchObject({ id, awaitsRelease: false });
    expect((await release(doctor, id)).json()).toEqual(released.json());
    expect(await wordsOf((await paper(token, id)).rawPayload)).toContain("Rafael Peñaflor, MD");
    const history = await test.call(patientHistory, doctor, { params: { id: patientId } });
    const lines = history
      .json()
      .filter(
        ({ event, entityId }: { event: string; entityId: number }) =>
          event === "referral.release" && entityId === id,
      );
    expect(lines).toHaveLength(1);
  }
});

it("is in the list of the patient's referrals", async () => {
  const list = await test.call(patientReferrals, clinic.owner.token, { params: { id: patientId } });
  expect(list.json()[0]).toMatchObject({
    status: "letter",
    toClinicName: "Dr. Leonora Nuñez, Vicente Sotto Memorial",
    toAddress: "B. Rodriguez St., Cebu City",
  });
});

it("is cancelled when it was wrong: it stays in the list and is not printed again", async () => {
  const { token } = clinic.owner;
  const { id } = (await write(token)).json();
  const cancel = (as: string) => test.call(cancelReferral, as, { params: { id } });
  expect((await cancel(other.owner.token)).statusCode).toBe(404);
  const cancelled = await cancel(token);
  expect(cancelled.statusCode, cancelled.body).toBe(200);
  expect(cancelled.json()).toMatchObject({ status: "cancelled", answeredAt: expect.any(String) });
  const refused = await paper(token, id);
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    "This referral was cancelled and can't be printed any more.",
  ]);
  expect((await cancel(token)).statusCode).toBe(409);
  const release = await test.call(releaseReferralLetter, token, {
    params: { id: patientId, referralId: id },
  });
  expect([release.statusCode, release.json().code]).toEqual([409, "already_done"]);
  const history = await test.call(patientHistory, token, { params: { id: patientId } });
  expect(history.json().find(({ event }: { event: string }) => event === "referral.cancel")).toMatchObject({
    changes: { status: ["letter", "cancelled"] },
  });
});

it("is not released once the record says another name, age or sex, or other allergies", async () => {
  const { token } = await aStaffMember(test, clinic, ["view_patients", "edit_patients"]);
  const doctor = clinic.owner.token;
  const changes = [
    [{ patientName: "Reyes, Anna" }, "Reyes, Anna"],
    [{ birthday: "1969-03-04" }, "57 / Female"],
    [{ sex: "M" }, "67 / Male"],
    [{ allergies: "Penicillin" }, "allergies: not recorded. The record says: allergies: Penicillin"],
  ] as const;
  for (const [body, words] of changes) {
    const id = await aPatient(test, clinic, {
      patient_name: "Reyes, Ana",
      birthday: "1959-03-04",
      age: null,
    });
    const { id: referralId } = (await write(token, draft(), id)).json();
    await test.call(editPatient, doctor, { params: { id }, body });
    const release = () => test.call(releaseReferralLetter, doctor, { params: { id, referralId } });
    const refused = await release();
    expect(refused.statusCode).toBe(422);
    expect(refused.json().message).toContain(words);
    expect(refused.json().message).toContain("Write it again.");
    expect((await paper(doctor, referralId, id)).json().code).toBe("awaiting_release");
  }
});
