import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import {
  addConsultation,
  completeConsultation,
  latestVitals,
  recordVitals,
} from "#features/consultations/contract.ts";
import { startTestApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { aConsultation } from "./testing-consultation.ts";

let test: TestApp;
let clinic: TestClinic;
let other: TestClinic;
let patientId: number;
let token: string;

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  other = await aClinic(test);
  token = clinic.owner.token;
});
afterAll(() => test.close());
beforeEach(async () => {
  patientId = await aPatient(test, clinic, { registered_by_id: clinic.owner.id });
});

const draft = (id = patientId) => aConsultation(id);

const storedVisits = (id = patientId) =>
  test.sql<{ consultation_type: string; vital_signs: object; is_intake: boolean; secretary_id: string }>(
    "select * from consultations where patient_id = $1",
    [id],
  );
const storedPatient = async (id = patientId) =>
  (await test.sql("select * from patients where id = $1", [id]))[0];

describe("POST /api/consultations", () => {
  it("finds no patient of another clinic and writes nothing", async () => {
    const foreign = await aPatient(test, other);
    const answer = await test.call(addConsultation, token, { body: draft(foreign) });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: "not_found", message: "Patient not found" });
    expect(await storedVisits(foreign)).toEqual([]);
    expect((await storedPatient(foreign))?.last_consultation_at).toBeNull();
  });

  it("names missing fields in the specification's words", async () => {
    const answer = await test.call(addConsultation, token, {
      body: { patientId, chiefComplaint: " ", diagnosis: "" },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({
      chiefComplaint: "Chief complaint is required",
      diagnosis: "Diagnosis is required",
      treatment: "Treatment plan is required",
    });
  });

  it("says in plain words what to send for a value of the wrong type", async () => {
    const answer = await test.call(addConsultation, token, {
      body: { ...draft(), patientId: "thirteen", diagnosis: 13 } as never,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({
      patientId: "Send a number here.",
      diagnosis: "Diagnosis is required",
    });
  });

  it.each([
    ["an object", { temperature: 89, pulse: 999 }],
    ["JSON text", '{"temperature":89,"pulse":999}'],
  ])("refuses impossible vital signs as %s, each beside its field", async (_, vitalSigns) => {
    const answer = await test.call(addConsultation, token, { body: { ...draft(), vitalSigns } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({
      "vitalSigns.temperature": "Enter °C; 89 looks like Fahrenheit",
      "vitalSigns.pulse": "Enter a pulse from 20 to 300",
    });
    expect(await storedVisits()).toEqual([]);
  });

  it("refuses a follow-up day that does not exist", async () => {
    const answer = await test.call(addConsultation, token, {
      body: { ...draft(), followUpDate: "2026-02-30" },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toHaveProperty("followUpDate");
  });

  it("stores one object of vital signs and puts the patient on today's list", async () => {
    await test.call(completeConsultation, token, { params: { id: patientId } });
    const answer = await test.call(addConsultation, token, { body: draft() });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      patientId,
      clinicId: clinic.id,
      secretaryId: clinic.owner.id,
      consultationType: "General",
      followUpDate: "2026-11-21",
      createdAt: "2026-11-20T02:42:00Z",
      vitalSigns: { bloodPressure: "92/58", temperature: 38.9, pulse: 128, weight: 24.5, height: null },
    });
    expect(await storedPatient()).toMatchObject({
      consultation_status: "pending",
      consultation_completed_at: null,
      last_consultation_at: testNow,
      updated_at: testNow,
    });
  });

  it("makes the visit's chief complaint the patient's; vital signs alone leave it", async () => {
    const id = await aPatient(test, clinic, { chief_complaint: "Cough for two weeks" });
    await test.call(addConsultation, token, { body: draft(id) });
    expect(await storedPatient(id)).toMatchObject({ chief_complaint: draft(id).chiefComplaint });
    await test.call(recordVitals, token, { params: { id }, body: { vitalSigns: { pulse: 72 } } });
    expect(await storedPatient(id)).toMatchObject({ chief_complaint: draft(id).chiefComplaint });
  });

  it("does not change the patient's version, so that an open edit form still saves", async () => {
    await test.call(addConsultation, token, { body: draft() });
    expect(await storedPatient()).toMatchObject({ version: 1 });
  });

  it("stores the default type and null vital signs by default", async () => {
    const { consultationType: _, ...rest } = draft();
    await test.call(addConsultation, token, { body: { ...rest, vitalSigns: '{"pulse":null,"weight":""}' } });
    expect(await storedVisits()).toMatchObject([
      { consultation_type: "General Consultation", vital_signs: null, is_intake: false },
    ]);
  });

  it("marks the History Checklist's visit as intake", async () => {
    await test.call(addConsultation, token, {
      body: {
        patientId,
        chiefComplaint: "Loose stools since yesterday",
        historyOfPresentIllness: '{"diarrhea":{"present":true,"duration":"1 day"}}',
        vitalSigns: null,
        diagnosis: "Assessment pending",
        treatment: "Consultation in progress",
        notes: "Consultation history checklist completed",
        followUpDate: null,
      },
    });
    expect(await storedVisits()).toMatchObject([{ is_intake: true }]);
  });

  it("saves once per key, and returns the same to the repeat", async () => {
    const sent = { body: draft(), headers: { "idempotency-key": "act-1" } };
    const [first, second] = await Promise.all([
      test.call(addConsultation, token, sent),
      test.call(addConsultation, token, sent),
    ]);
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    expect(second.json()).toEqual(first.json());
    expect(await storedVisits()).toHaveLength(1);
    const changed = await test.call(addConsultation, token, {
      ...sent,
      body: { ...draft(), diagnosis: "Influenza" },
    });
    expect(changed.statusCode).toBe(422);
  });

  it("is in the record history with patient and author", async () => {
    await test.call(addConsultation, token, { body: draft() });
    expect(
      await test.sql(
        "select event, entity, user_id from record_history where patient_id = $1 and entity = $2",
        [patientId, "consultations"],
      ),
    ).toEqual([{ event: "consultation.create", entity: "consultations", user_id: String(clinic.owner.id) }]);
  });
});

describe("POST /api/patients/:id/consultation", () => {
  const body = { vitalSigns: { bloodPressure: "120/80", pulse: 72 } };
  const at = (id = patientId) => ({ params: { id }, body });

  it("refuses users who may neither view nor add", async () => {
    const clerk = await aStaffMember(test, clinic, ["view_reports", "edit_patients"]);
    expect((await test.call(recordVitals, clerk.token, at())).statusCode).toBe(403);
  });

  describe("by users who may only register patients", () => {
    const registeredBy = (userId: number, instant: string) =>
      aPatient(test, clinic, { registered_by_id: userId, created_at: instant });

    it("records only for a patient of the same Manila day", async () => {
      const clerk = await aStaffMember(test, clinic, ["add_patients"]);
      // Midnight of November 20 in Manila is 16:00 UTC of the day before.
      const today = await registeredBy(clerk.id, "2026-11-19T16:00:00Z");
      const yesterday = await registeredBy(clerk.id, "2026-11-19T15:59:59Z");
      expect((await test.call(recordVitals, clerk.token, at(today))).statusCode).toBe(200);
      expect((await test.call(recordVitals, clerk.token, at(yesterday))).statusCode).toBe(403);
      expect(await storedVisits(yesterday)).toEqual([]);
    });

    it("refuses a patient whom another user registered", async () => {
      const clerk = await aStaffMember(test, clinic, ["add_patients"]);
      const answer = await test.call(recordVitals, clerk.token, at());
      expect(answer.statusCode).toBe(403);
      expect(answer.json().code).toBe("forbidden");
      expect(await storedVisits()).toEqual([]);
    });
  });

  it("refuses impossible values at their fields", async () => {
    const answer = await test.call(recordVitals, token, {
      params: { id: patientId },
      body: { vitalSigns: { bloodPressure: "80/120", height: 1.65 } },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({
      "vitalSigns.bloodPressure": "Enter the higher number first, like 120/80",
      "vitalSigns.height": "Enter cm; 1.65 looks like meters",
    });
  });

  it("refuses an empty record", async () => {
    const answer = await test.call(recordVitals, token, {
      params: { id: patientId },
      body: { vitalSigns: { pulse: null }, chiefComplaint: "", notes: "" },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({ vitalSigns: "Enter at least one vital sign" });
  });

  it("stores a visit of type Vitals, also for users who may only view", async () => {
    const nurse = await aStaffMember(test, clinic, ["view_patients"]);
    const answer = await test.call(recordVitals, nurse.token, at());
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      consultationType: "Vitals",
      secretaryId: nurse.id,
      vitalSigns: { bloodPressure: "120/80", pulse: 72, temperature: null },
    });
    expect(await storedPatient()).toMatchObject({ last_consultation_at: testNow });
  });

  it("treats the time of a clock up to five minutes fast as now, and refuses later times", async () => {
    const send = (seconds: number) => {
      const { params, body } = at();
      const recordedAt = new Date(testNow.getTime() + seconds * 1000).toISOString();
      return test.call(recordVitals, clinic.owner.token, { params, body: { ...body, recordedAt } });
    };
    for (const seconds of [30, 300]) {
      const answer = await send(seconds);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.json().createdAt).toBe("2026-11-20T02:42:00Z");
    }
    const refused = await send(301);
    expect(refused.statusCode).toBe(400);
    expect(refused.json().fields).toEqual({ recordedAt: "Enter a date that is not in the future" });
  });

  it("takes of several sets of an earlier day the one recorded last for the newest", async () => {
    const ofCard = async (weight: number) => {
      const body = { vitalSigns: { weight }, recordedAt: "2026-11-02" };
      await test.call(recordVitals, clinic.owner.token, { params: { id: patientId }, body });
      const latest = await test.call(latestVitals, clinic.owner.token, { params: { id: patientId } });
      const head = await test.call(summary, clinic.owner.token, { params: { id: patientId } });
      return [latest.json().weight, head.json().vitals[0].value];
    };
    for (const weight of [62, 52, 57]) expect(await ofCard(weight)).toEqual([weight, weight]);
  });
});
