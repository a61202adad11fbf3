import { afterAll, beforeAll, beforeEach, describe, expect, test as it } from "vitest";
import {
  addConsultation,
  completeConsultation,
  latestVitals,
  patientConsultations,
  recordVitals,
  reopenConsultation,
  todaysConsultations,
} from "#features/consultations/contract.ts";
import { toCursor } from "#server/cursor.ts";
import { atInstant, startTestApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, aPatient, aSession, aStaffMember, type TestClinic } from "#test/factories.ts";

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

const draft = (id = patientId) => ({
  patientId: id,
  chiefComplaint: "Fever, day 4; platelet count",
  historyOfPresentIllness: '{"fever":true,"feverOnset":"four days ago"}',
  vitalSigns: '{"bloodPressure":"92/58","temperature":38.9,"pulse":128,"weight":"24.5"}',
  diagnosis: "Dengue fever with warning signs",
  treatment: "Oral rehydration; platelet count tonight",
  followUpDate: "2026-11-21",
  consultationType: "General",
});

const storedVisits = (id = patientId) =>
  test.sql<{ consultation_type: string; vital_signs: object; is_intake: boolean; secretary_id: string }>(
    "select * from consultations where patient_id = $1",
    [id],
  );
const storedPatient = async (id = patientId) =>
  (await test.sql("select * from patients where id = $1", [id]))[0];

describe("POST /api/consultations", () => {
  it("refuses a stranger", async () => {
    expect((await test.call(addConsultation, null, { body: draft() })).statusCode).toBe(401);
  });

  it("refuses who may not edit", async () => {
    const viewer = await aStaffMember(test, clinic, ["view_patients", "add_patients"]);
    expect((await test.call(addConsultation, viewer.token, { body: draft() })).statusCode).toBe(403);
  });

  it("finds no patient of another clinic and writes nothing", async () => {
    const foreign = await aPatient(test, other);
    const answer = await test.call(addConsultation, token, { body: draft(foreign) });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: "not_found", message: "Patient not found" });
    expect(await storedVisits(foreign)).toEqual([]);
    expect((await storedPatient(foreign))?.last_consultation_at).toBeNull();
  });

  it("names what is missing in the specification's words", async () => {
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

  it("leaves the patient's version alone, so that an open edit form still saves", async () => {
    await test.call(addConsultation, token, { body: draft() });
    expect(await storedPatient()).toMatchObject({ version: 1 });
  });

  it("stores the default type and no vital signs when none came", async () => {
    const { consultationType, ...rest } = draft();
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

  it("saves once under one key, and tells the repeat the same", async () => {
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

  it("is in the record history with the patient and who wrote it", async () => {
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

  it("refuses a stranger", async () => {
    expect((await test.call(recordVitals, null, at())).statusCode).toBe(401);
  });

  it("refuses who may neither view nor add", async () => {
    const clerk = await aStaffMember(test, clinic, ["view_reports", "edit_patients"]);
    expect((await test.call(recordVitals, clerk.token, at())).statusCode).toBe(403);
  });

  describe("by who may only register patients", () => {
    const registeredBy = (userId: number, instant: string) =>
      aPatient(test, clinic, { registered_by_id: userId, created_at: instant });

    it("records for a patient of the same Manila day alone", async () => {
      const clerk = await aStaffMember(test, clinic, ["add_patients"]);
      // Midnight of November 20 in Manila is 16:00 UTC of the day before.
      const today = await registeredBy(clerk.id, "2026-11-19T16:00:00Z");
      const yesterday = await registeredBy(clerk.id, "2026-11-19T15:59:59Z");
      expect((await test.call(recordVitals, clerk.token, at(today))).statusCode).toBe(200);
      expect((await test.call(recordVitals, clerk.token, at(yesterday))).statusCode).toBe(403);
      expect(await storedVisits(yesterday)).toEqual([]);
    });

    it("refuses a patient whom somebody else registered", async () => {
      const clerk = await aStaffMember(test, clinic, ["add_patients"]);
      const answer = await test.call(recordVitals, clerk.token, at());
      expect(answer.statusCode).toBe(403);
      expect(answer.json().code).toBe("forbidden");
      expect(await storedVisits()).toEqual([]);
    });

    it("finds no patient of another clinic", async () => {
      const clerk = await aStaffMember(test, clinic, ["add_patients"]);
      const foreign = await aPatient(test, other);
      expect((await test.call(recordVitals, clerk.token, at(foreign))).statusCode).toBe(404);
    });
  });

  it("finds no patient of another clinic and writes nothing", async () => {
    const foreign = await aPatient(test, other);
    expect((await test.call(recordVitals, token, at(foreign))).statusCode).toBe(404);
    expect(await storedVisits(foreign)).toEqual([]);
  });

  it("refuses impossible values beside the field", async () => {
    const answer = await test.call(recordVitals, token, {
      params: { id: patientId },
      body: { vitalSigns: { bloodPressure: "80/120", height: 1.65 } },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({
      "vitalSigns.bloodPressure": "Enter the higher number first, like 120/80",
      "vitalSigns.height": "Enter cm; 1.65 looks like metres",
    });
  });

  it("refuses a record that says nothing", async () => {
    const answer = await test.call(recordVitals, token, {
      params: { id: patientId },
      body: { vitalSigns: { pulse: null }, chiefComplaint: "", notes: "" },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({ vitalSigns: "Enter at least one vital sign" });
  });

  it("stores a visit of type Vitals, also for who may only view", async () => {
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
});

describe("GET /api/patients/:id/vitals", () => {
  const params = () => ({ params: { id: patientId } });

  it("refuses a stranger", async () => {
    expect((await test.call(latestVitals, null, params())).statusCode).toBe(401);
  });

  it("refuses who may not view", async () => {
    const clerk = await aStaffMember(test, clinic, ["add_patients"]);
    expect((await test.call(latestVitals, clerk.token, params())).statusCode).toBe(403);
  });

  it("finds no patient of another clinic", async () => {
    const foreign = await aPatient(test, other);
    expect((await test.call(latestVitals, token, { params: { id: foreign } })).statusCode).toBe(404);
  });

  it("is all null while nothing was measured", async () => {
    expect((await test.call(latestVitals, token, params())).json()).toEqual({
      bloodPressure: null,
      temperature: null,
      pulse: null,
      respiratoryRate: null,
      oxygenSaturation: null,
      weight: null,
      height: null,
      recordedAt: null,
    });
  });

  it("is the newest measured set, past a consultation without one", async () => {
    const record = (vitalSigns: object) =>
      test.call(recordVitals, token, { params: { id: patientId }, body: { vitalSigns } });
    await record({ pulse: 80 });
    atInstant(test, new Date("2026-11-20T02:50:00Z"));
    await record({ temperature: 36.8 });
    test.setNow(new Date("2026-11-20T02:55:00Z"));
    await test.call(addConsultation, token, { body: { ...draft(), vitalSigns: null } });
    expect((await test.call(latestVitals, token, params())).json()).toMatchObject({
      temperature: 36.8,
      pulse: null,
      recordedAt: "2026-11-20T02:50:00Z",
    });
  });
});

describe("GET /api/patients/:id/consultations", () => {
  it("refuses a stranger", async () => {
    const answer = await test.call(patientConsultations, null, { params: { id: patientId } });
    expect(answer.statusCode).toBe(401);
  });

  it("refuses who may not view", async () => {
    const clerk = await aStaffMember(test, clinic, ["edit_patients"]);
    const answer = await test.call(patientConsultations, clerk.token, { params: { id: patientId } });
    expect(answer.statusCode).toBe(403);
  });

  it("finds no patient of another clinic", async () => {
    const foreign = await aPatient(test, other);
    const answer = await test.call(patientConsultations, token, { params: { id: foreign } });
    expect(answer.statusCode).toBe(404);
  });

  it.each(["nonsense", toCursor([5]), toCursor(["no date", 5]), toCursor(["2026-11-20T00:00:00Z", 1.5])])(
    "refuses the page mark %s",
    async (cursor) => {
      const answer = await test.call(patientConsultations, token, {
        params: { id: patientId },
        query: { limit: "2", cursor },
      });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toHaveProperty("fields");
    },
  );

  it("is an empty array for a patient without any", async () => {
    const answer = await test.call(patientConsultations, token, { params: { id: patientId } });
    expect(answer.json()).toEqual([]);
  });

  it("is whole and newest first without a limit, and the same page by page with one", async () => {
    // Two share an instant: the id decides between them.
    for (const minute of [10, 20, 20, 30, 40]) {
      test.setNow(new Date(`2026-11-20T02:${minute}:00Z`));
      await test.call(addConsultation, token, { body: draft() });
    }
    test.setNow(testNow);
    const ids = (answer: { json(): { id: number }[] }) => answer.json().map(({ id }) => id);
    const params = { id: patientId };
    const whole = await test.call(patientConsultations, token, { params });
    expect(ids(whole)).toEqual([...ids(whole)].sort((a, b) => b - a));
    expect(ids(whole)).toHaveLength(5);
    expect(whole.headers).not.toHaveProperty("x-next-cursor");

    const paged: number[] = [];
    const totals: unknown[] = [];
    let cursor: string | undefined;
    do {
      const query = { limit: "2", ...(cursor && { cursor }) };
      const page = await test.call(patientConsultations, token, { params, query });
      paged.push(...ids(page));
      totals.push(page.headers["x-total-count"]);
      cursor = page.headers["x-next-cursor"] as string | undefined;
    } while (cursor);
    expect(paged).toEqual(ids(whole));
    expect(totals).toEqual(["5", undefined, undefined]);
  });
});

describe("GET /api/consultations/today", () => {
  let today: TestClinic;
  const list = async (): Promise<
    { id: number; patientName: string; visitAt: string; consultationCreatedAt: string | null }[]
  > => (await test.call(todaysConsultations, await aSession(test, today.owner.id))).json();
  const longAgo = { created_at: "2026-10-01T02:00:00Z" };

  beforeEach(async () => {
    today = await aClinic(test);
  });

  it("refuses a stranger", async () => {
    expect((await test.call(todaysConsultations, null)).statusCode).toBe(401);
  });

  it("refuses who may not view", async () => {
    const clerk = await aStaffMember(test, clinic, ["add_patients"]);
    expect((await test.call(todaysConsultations, clerk.token)).statusCode).toBe(403);
  });

  it("refuses a limit that is no number", async () => {
    const answer = await test.call(todaysConsultations, token, { query: { limit: "many" } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toHaveProperty("limit");
  });

  it("is an empty array on a quiet day", async () => {
    await aPatient(test, today, longAgo);
    expect(await list()).toEqual([]);
  });

  it("holds who was registered, consulted or has an appointment today, by time", async () => {
    const registered = await aPatient(test, today, { created_at: "2026-11-20T02:30:00Z" });
    const consulted = await aPatient(test, today, {
      ...longAgo,
      last_consultation_at: "2026-11-20T00:10:00Z",
    });
    const afternoon = await aPatient(test, today, { ...longAgo, appointment_time: "2026-11-20T06:00:00Z" });
    const both = await aPatient(test, today, {
      created_at: "2026-11-20T01:20:00Z",
      appointment_time: "2026-11-20T03:15:00Z",
    });
    expect(
      (await list()).map(({ id, visitAt, consultationCreatedAt }) => [id, visitAt, consultationCreatedAt]),
    ).toEqual([
      [consulted, "2026-11-20T00:10:00Z", "2026-11-20T00:10:00Z"],
      [registered, "2026-11-20T02:30:00Z", "2026-11-20T02:30:00Z"],
      [both, "2026-11-20T03:15:00Z", "2026-11-20T01:20:00Z"],
      [afternoon, "2026-11-20T06:00:00Z", null],
    ]);
  });

  it("begins and ends at midnight in Manila", async () => {
    const names = async () => (await list()).map(({ patientName }) => patientName);
    for (const [patient_name, instant] of [
      ["last of the 19th", "2026-11-19T15:59:59.999Z"],
      ["first of the 20th", "2026-11-19T16:00:00Z"],
      ["last of the 20th", "2026-11-20T15:59:59.999Z"],
      ["first of the 21st", "2026-11-20T16:00:00Z"],
    ] as const)
      await aPatient(test, today, { ...longAgo, patient_name, last_consultation_at: instant });
    expect(await names()).toEqual(["first of the 20th", "last of the 20th"]);
    atInstant(test, new Date("2026-11-20T16:00:00Z"));
    expect(await names()).toEqual(["first of the 21st"]);
  });

  it("leaves out the archived and the completed, and other clinics", async () => {
    await aPatient(test, today, { is_archived: true });
    await aPatient(test, today, { consultation_status: "completed" });
    await aPatient(test, other);
    expect(await list()).toEqual([]);
  });

  it("carries the patient's fields, with the age of the birthday", async () => {
    await aPatient(test, today, { birthday: "2018-11-21", age: 8, chief_complaint: "Fever" });
    expect(await list()).toMatchObject([
      { age: 7, birthday: "2018-11-21", chiefComplaint: "Fever", sex: "F" },
    ]);
  });

  it("follows a new consultation, Done and Undo", async () => {
    const id = await aPatient(test, today, longAgo);
    const owner = today.owner.token;
    await test.call(addConsultation, owner, { body: draft(id) });
    expect(await list()).toMatchObject([{ id, consultationCreatedAt: "2026-11-20T02:42:00Z" }]);
    await test.call(completeConsultation, owner, { params: { id } });
    expect(await list()).toEqual([]);
    await test.call(reopenConsultation, owner, { params: { id } });
    expect(await list()).toMatchObject([{ id }]);
  });
});

describe.each([
  ["complete-consultation", completeConsultation],
  ["reopen-consultation", reopenConsultation],
])("PATCH /api/patients/:id/%s", (_, act) => {
  it("refuses a stranger", async () => {
    expect((await test.call(act, null, { params: { id: patientId } })).statusCode).toBe(401);
  });

  it("refuses who may not edit", async () => {
    const viewer = await aStaffMember(test, clinic, ["view_patients"]);
    expect((await test.call(act, viewer.token, { params: { id: patientId } })).statusCode).toBe(403);
  });

  it("finds no patient of another clinic and writes nothing", async () => {
    const foreign = await aPatient(test, other);
    const before = await storedPatient(foreign);
    expect((await test.call(act, token, { params: { id: foreign } })).statusCode).toBe(404);
    expect(await storedPatient(foreign)).toEqual(before);
  });
});

describe("Done and Undo", () => {
  const params = () => ({ params: { id: patientId } });

  it("completes now, and who was waiting has been seen", async () => {
    const answer = await test.call(completeConsultation, token, params());
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      id: patientId,
      consultationStatus: "completed",
      consultationCompletedAt: "2026-11-20T02:42:00Z",
      patientStatus: "Seen",
    });
  });

  it("keeps the time of the first when it is pressed twice", async () => {
    await test.call(completeConsultation, token, params());
    atInstant(test, new Date("2026-11-20T03:00:00Z"));
    const again = await test.call(completeConsultation, token, params());
    expect(again.json()).toMatchObject({ consultationCompletedAt: "2026-11-20T02:42:00Z", version: 2 });
  });

  it("takes it back as it was", async () => {
    await test.call(completeConsultation, token, params());
    const answer = await test.call(reopenConsultation, token, params());
    expect(answer.json()).toMatchObject({
      consultationStatus: "pending",
      consultationCompletedAt: null,
      patientStatus: "Waiting",
    });
  });

  it("leaves a patient in follow-up so, both ways", async () => {
    const id = await aPatient(test, clinic, { patient_status: "Follow-up" });
    const done = await test.call(completeConsultation, token, { params: { id } });
    const undone = await test.call(reopenConsultation, token, { params: { id } });
    expect([done.json().patientStatus, undone.json().patientStatus]).toEqual(["Follow-up", "Follow-up"]);
  });

  it("stands in the record history with old and new", async () => {
    await test.call(completeConsultation, token, params());
    const [row] = await test.sql<{ changes: object }>(
      "select changes from record_history where patient_id = $1 and event = 'consultation.complete'",
      [patientId],
    );
    expect(row?.changes).toMatchObject({
      consultation_status: ["pending", "completed"],
      patient_status: ["Waiting", "Seen"],
    });
  });
});
