import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { latestVitals, recordVitals, todaysConsultations } from "#features/consultations/contract.ts";
import { markVitalSigns } from "#features/consultations/entries-in-error-contract.ts";
import { archivePatient, deletePatient, editPatient, onePatient } from "#features/patients/contract.ts";
import { answeredReferrals, claimReferral, sendReferral } from "#features/referrals/contract.ts";
import { dashboardFigures } from "#features/reports/contract.ts";
import { addVisit } from "#features/visits/contract.ts";
import { atInstant, startTestApp, type TestApp } from "#test/app.ts";
import { aPatient, type TestClinic } from "#test/data/factories.ts";
import { callsOn, openStage } from "./testing-referrals.ts";

let test: TestApp;
let sender: TestClinic;
let receiver: TestClinic;
let third: TestClinic;
let patientId: number;

const { draft, sent, claim, waiting, outcomes, noted } = callsOn(() => ({
  test,
  sender,
  receiver,
  third,
  patientId,
}));

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  ({ sender, receiver, third, patientId } = await openStage(test));
});

describe("claiming", () => {
  it("is for the receiving owner", async () => {
    const id = await sent();
    for (const clinic of [third, sender]) expect((await claim(id, clinic.owner.token)).statusCode).toBe(404);
    expect(await waiting(receiver)).toHaveLength(1);
  });

  it("neither sees the patient nor lists them today before they come", async () => {
    const { owner } = receiver;
    const vitals = { vitalSigns: { bloodPressure: "152/92", pulse: 86 } };
    await test.call(recordVitals, sender.owner.token, { params: { id: patientId }, body: vitals });
    const { patientId: id } = (await claim(await sent())).json();
    const list = async () => (await test.call(todaysConsultations, owner.token)).json();
    expect(await list()).toEqual([]);
    expect((await test.call(dashboardFigures, owner.token)).json().seenToday).toBe(0);
    atInstant(test, new Date("2026-11-20T02:55:00Z"));
    await test.call(addVisit, owner.token, { body: { patientId: id } });
    expect(await list()).toMatchObject([
      { id, visitAt: "2026-11-20T02:55:00Z", consultationCreatedAt: null, queue: { state: "arrived" } },
    ]);
  });

  it("adds the patient with demographics and summary under a free number, and nothing private", async () => {
    await test.call(recordVitals, sender.owner.token, {
      params: { id: patientId },
      body: { vitalSigns: { bloodPressure: "152/92", pulse: 86 } },
    });
    await aPatient(test, receiver, { admission_no: "20261120-001" });
    const [original] = await test.sql<{ global_patient_id: string }>(
      "select global_patient_id from patients where id = $1",
      [patientId],
    );
    const answer = await claim(await sent());
    expect(answer.statusCode).toBe(200);
    const { newPatient, isNew, patientId: madeId } = answer.json();
    expect(isNew).toBe(true);
    expect(madeId).toBe(newPatient.id);
    const record = (await test.call(onePatient, receiver.owner.token, { params: { id: madeId } })).json();
    expect(record).toMatchObject({
      patientName: "Dela Peña, Consuelo Rivera",
      admissionNo: "20261120-002",
      birthday: "1959-03-08",
      age: 67,
      sex: "F",
      allergies: "penicillin",
      address: "14 Sikatuna St., Cebu City",
      contactNumber: "+639175550148",
      preopDiagnosis: "Atrial fibrillation",
      chiefComplaint: "Palpitations",
      admissionStatus: "Outpatient",
      referringPhysician: "Rafael Peñaflor, Peñaflor Heart Clinic",
      globalPatientId: original?.global_patient_id,
      isSharedPatient: true,
      originalClinicId: sender.id,
      clinicId: receiver.id,
      internalNotes: null,
      amount: null,
      paymentStatus: "Pending",
      customFields: {},
    });
    expect(record.remarks).toBe(
      "Referred by Rafael Peñaflor, Peñaflor Heart Clinic on November 20, 2026.\nReason: Echocardiography and co-management\nNotes: Holter attached",
    );
    expect(
      (await test.call(latestVitals, receiver.owner.token, { params: { id: madeId } })).json(),
    ).toMatchObject({ bloodPressure: "152/92", pulse: 86 });
    expect(await waiting(receiver)).toEqual([]);
    expect((await test.call(answeredReferrals, receiver.owner.token)).json()).toMatchObject([
      { status: "claimed", claimedPatientId: madeId, patient: { patientName: record.patientName } },
    ]);
  });

  it("does not hand on vital signs that were marked as entered in error since", async () => {
    const params = { id: patientId };
    const taken = await test.call(recordVitals, sender.owner.token, {
      params,
      body: { vitalSigns: { weight: 56 } },
    });
    const id = await sent();
    const mark = { state: "entered_in_error", reason: "Typed wrong" };
    await test.call(markVitalSigns, sender.owner.token, {
      params: { ...params, readingId: taken.json().id },
      body: mark,
    });
    const { patientId: madeId } = (await claim(id)).json();
    expect(
      (await test.call(latestVitals, receiver.owner.token, { params: { id: madeId } })).json(),
    ).toMatchObject({ weight: null, recordedAt: null });
    expect((await noted("referral.claim")).changes.shared).not.toContain("vital signs");
  });

  it("brings pregnancy and medicines as sent, which the receiver does not see before", async () => {
    const medicines = "warfarin 2.5 mg, OD\nlevothyroxine 50 mcg";
    const pregnancy = "G2P1 (1-0-0-1), EDC Mar 15, 2027, AOG 24 weeks 3 days on Nov 26, 2026";
    const id = await sent(draft({ pregnancy, currentMedicines: medicines }));
    expect(JSON.stringify(await waiting(receiver))).not.toMatch(/G2P1|warfarin/);
    expect((await noted("referral.send")).changes.sharedWhenAccepted).toBe(
      "Demographics, contact details, allergies, chief complaint, diagnoses and surgical procedure, pregnancy, current medicines",
    );
    const { patientId: made } = (await claim(id)).json();
    const record = (await test.call(onePatient, receiver.owner.token, { params: { id: made } })).json();
    expect(record.remarks).toBe(
      `Referred by Rafael Peñaflor, Peñaflor Heart Clinic on November 20, 2026.\nReason: Echocardiography and co-management\nNotes: Holter attached\nPregnancy: ${pregnancy}\nCurrent medicines:\n${medicines}`,
    );
  });

  it("is visible to the sender, in the record and in its history", async () => {
    const { patientId: madeId } = (await claim(await sent())).json();
    expect(await outcomes()).toMatchObject([
      { status: "claimed", dateClaimed: "2026-11-20T02:42:00Z", toClinicName: "Mactan Women's Clinic" },
    ]);
    expect(await noted("referral.claim")).toMatchObject({
      userName: null,
      changes: { byClinic: "Mactan Women's Clinic", status: ["pending", "claimed"] },
    });
    expect(await noted("referral.claim", receiver, madeId)).toMatchObject({
      userName: "Rafael Peñaflor",
      entity: "patients",
    });
    expect(await outcomes(receiver, madeId)).toMatchObject([
      { side: "received", status: "claimed", consent: null, fromClinicName: "Peñaflor Heart Clinic" },
    ]);
  });

  it("advances the counter, so that the next patient gets the next number", async () => {
    await claim(await sent());
    expect(
      await test.sql("select count from admission_counters where clinic_id = $1", [receiver.id]),
    ).toEqual([{ count: 1 }]);
  });

  it("of two concurrent ones makes one patient, and tells the other that it was claimed", async () => {
    const id = await sent();
    const answers = await Promise.all([claim(id), claim(id), claim(id)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect((await claim(id)).json().message).toBe("This referral was already claimed.");
    expect(await test.sql("select id from patients where clinic_id = $1", [receiver.id])).toHaveLength(1);
  });

  it("of two patients concurrently gives each a number of its own", async () => {
    const first = await sent();
    patientId = await aPatient(test, sender, { patient_name: "Uy, Lourdes" });
    const second = await sent();
    const answers = await Promise.all([claim(first), claim(second)]);
    expect(answers.map((answer) => answer.json().newPatient.admissionNo).sort()).toEqual([
      "20261120-001",
      "20261120-002",
    ]);
  });

  it("with the same key gives the same patient again, and nothing of one who was deleted", async () => {
    const id = await sent();
    const headers = { "idempotency-key": "claim-once" };
    const call = () => test.call(claimReferral, receiver.owner.token, { params: { id }, headers });
    const first = await call();
    expect((await call()).json()).toEqual(first.json());
    await test.call(deletePatient, receiver.owner.token, { params: { id: first.json().patientId } });
    expect((await call()).statusCode).toBe(404);
  });

  it("copies what was shared at the referral, even if the sender is suspended and the patient archived since", async () => {
    const id = await sent();
    await test.call(archivePatient, sender.owner.token, { params: { id: patientId } });
    await test.call(editPatient, sender.owner.token, {
      params: { id: patientId },
      body: { chiefComplaint: "Told in confidence later" },
    });
    await test.sql("update clinics set subscription_status = 'suspended' where id = $1", [sender.id]);
    expect((await claim(id)).json().newPatient.chiefComplaint).toBe("Palpitations");
  });

  it("of one person from two clinics concurrently makes one patient", async () => {
    const twin = await aPatient(test, third, { patient_name: "Dela Peña, Consuelo" });
    const [person] = await test.sql<{ id: string }>(
      "select global_patient_id as id from patients where id = $1",
      [patientId],
    );
    await test.sql(
      `with scope as materialized (select set_config('app.event', 'patient.update', true))
       update patients set global_patient_id = $1 from scope where id = $2`,
      [person?.id, twin],
    );
    const fromThird = await test.call(sendReferral, third.owner.token, {
      params: { id: twin },
      body: draft(),
    });
    const answers = await Promise.all([claim(await sent()), claim(fromThird.json().id)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(answers.map((answer) => answer.json().isNew).sort()).toEqual([false, true]);
    expect(await test.sql("select id from patients where clinic_id = $1", [receiver.id])).toHaveLength(1);
  });

  it("of a returning patient extends the existing record", async () => {
    const { patientId: abroad } = (await claim(await sent())).json();
    await test.call(editPatient, receiver.owner.token, {
      params: { id: abroad },
      body: { allergies: "penicillin, sulfa" },
    });
    await test.call(archivePatient, sender.owner.token, { params: { id: patientId } });
    atInstant(test, new Date("2026-11-20T03:42:00Z"));
    const back = await test.call(sendReferral, receiver.owner.token, {
      params: { id: abroad },
      body: draft({ toClinicId: sender.id, referralReason: "Echo done; back to you" }),
    });
    const answer = await claim(back.json().id, sender.owner.token);
    expect(answer.json()).toMatchObject({
      isNew: false,
      patientId,
      newPatient: { id: patientId, isArchived: false, isSharedPatient: false, allergies: "penicillin" },
    });
    const [{ remarks } = { remarks: "" }] = await test.sql<{ remarks: string }>(
      "select remarks from patients where id = $1",
      [patientId],
    );
    expect(remarks).toContain("Prefers mornings\n\nReferred by");
    expect(remarks).toContain("Reason: Echo done; back to you");
    expect(remarks).toContain("Allergies in Mactan Women's Clinic: penicillin, sulfa");
    expect(await test.sql("select id from patients where clinic_id = $1", [sender.id])).toHaveLength(1);
    expect(await outcomes()).toMatchObject([{ side: "received" }, { side: "sent", status: "claimed" }]);
  });

  it("of a returning patient brings the allergy that the record denies", async () => {
    const { patientId: abroad } = (await claim(await sent())).json();
    await test.call(editPatient, sender.owner.token, {
      params: { id: patientId },
      body: { allergies: "No known food and drug allergies" },
    });
    const back = await test.call(sendReferral, receiver.owner.token, {
      params: { id: abroad },
      body: draft({ toClinicId: sender.id }),
    });
    const answer = await claim(back.json().id, sender.owner.token);
    expect(answer.json()).toMatchObject({ patientId, newPatient: { allergies: "penicillin" } });
  });
});

describe("the files", () => {
  const sha = `\\x${"ab".repeat(32)}`;
  /** The form of an upload's address: 22 random characters, dashes among them, then the readable name. */
  const pathOf = (name: string) => `r4n-d0m_${String(patientId).padStart(14, "x")}-${name}`;
  const aFile = async (name: string, category: "laboratory" | "imaging") => {
    await test.sql(
      `insert into files (clinic_id, path, stored_as, name, type, size, sha256, category, patient_id, uploaded_at, attached_at)
       values ($1, $2, $3, $4, 'application/pdf', 1200, $5, $6, $7, now(), now())`,
      [sender.id, pathOf(name), `stored-${name}`, name, sha, category, patientId],
    );
    await test.sql(
      `with scope as materialized (select set_config('app.event', 'patient.update', true))
       update patients set ${category}_files = ${category}_files || $1::text from scope where id = $2`,
      [pathOf(name), patientId],
    );
  };

  it("of the patient at the time of the referral are copied, with addresses of their own", async () => {
    await aFile("ecg.pdf", "laboratory");
    await aFile("x-ray.pdf", "imaging");
    const id = await sent();
    await aFile("later.pdf", "imaging");
    await aFile("gone.pdf", "laboratory");
    await test.sql("update files set removed_at = now() where name = 'gone.pdf'");
    const { patientId: made } = (await claim(id)).json();
    const record = (await test.call(onePatient, receiver.owner.token, { params: { id: made } })).json();
    expect(record.laboratoryFiles).toEqual([expect.stringMatching(/^[0-9a-f]{32}-ecg\.pdf$/)]);
    expect(record.imagingFiles).toEqual([expect.stringMatching(/^[0-9a-f]{32}-x-ray\.pdf$/)]);
    expect(
      await test.sql(
        "select stored_as, name, category, path from files where clinic_id = $1 and patient_id = $2 order by name",
        [receiver.id, made],
      ),
    ).toEqual([
      {
        stored_as: "stored-ecg.pdf",
        name: "ecg.pdf",
        category: "laboratory",
        path: record.laboratoryFiles[0],
      },
      { stored_as: "stored-x-ray.pdf", name: "x-ray.pdf", category: "imaging", path: record.imagingFiles[0] },
    ]);

    const back = await test.call(sendReferral, receiver.owner.token, {
      params: { id: made },
      body: draft({ toClinicId: sender.id }),
    });
    await claim(back.json().id, sender.owner.token);
    expect(
      await test.sql("select count(*)::int as n from files where clinic_id = $1 and name = 'ecg.pdf'", [
        sender.id,
      ]),
    ).toEqual([{ n: 1 }]);
  });
});
