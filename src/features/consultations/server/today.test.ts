import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  addConsultation,
  completeConsultation,
  reopenConsultation,
  todaysConsultations,
} from "#features/consultations/contract.ts";
import { atInstant, startTestApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, aPatient, aSession, type TestClinic } from "#test/data/factories.ts";
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

describe("GET /api/consultations/today", () => {
  let today: TestClinic;
  const list = async (): Promise<
    { id: number; patientName: string; visitAt: string; consultationCreatedAt: string | null }[]
  > => (await test.call(todaysConsultations, await aSession(test, today.owner.id))).json();
  const longAgo = { created_at: "2026-10-01T02:00:00Z" };

  beforeEach(async () => {
    today = await aClinic(test);
  });

  it("refuses a limit that is not a number", async () => {
    const answer = await test.call(todaysConsultations, token, { query: { limit: "many" } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toHaveProperty("limit");
  });

  it("is empty on a quiet day", async () => {
    await aPatient(test, today, longAgo);
    expect(await list()).toEqual([]);
  });

  it("contains patients who were registered, consulted or have an appointment today, by time", async () => {
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

  it("counts the waiting time from the day's first entry", async () => {
    const registered = await aPatient(test, today, { created_at: "2026-11-20T01:00:00Z" });
    const returning = await aPatient(test, today, longAgo);
    const record = (id: number, at: string) => {
      test.setNow(new Date(at));
      return test.call(addConsultation, today.owner.token, { body: draft(id) });
    };
    await record(registered, "2026-11-20T01:30:00Z");
    await record(returning, "2026-11-20T01:40:00Z");
    await record(returning, "2026-11-20T02:10:00Z");
    atInstant(test, testNow);
    expect((await list()).map(({ id, visitAt }) => [id, visitAt])).toEqual([
      [registered, "2026-11-20T01:00:00Z"],
      [returning, "2026-11-20T01:40:00Z"],
    ]);
  });

  it("starts and ends at midnight in Manila", async () => {
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

  it("omits archived and completed patients, and other clinics", async () => {
    await aPatient(test, today, { is_archived: true });
    await aPatient(test, today, { consultation_status: "completed" });
    await aPatient(test, other);
    expect(await list()).toEqual([]);
  });

  it("has the patient's fields, with the age from the birthday", async () => {
    await aPatient(test, today, { birthday: "2018-11-21", age: 8, chief_complaint: "Fever" });
    expect(await list()).toMatchObject([
      { age: 7, birthday: "2018-11-21", chiefComplaint: "Fever", sex: "F" },
    ]);
  });

  it("updates after a new consultation, Done and Undo", async () => {
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
