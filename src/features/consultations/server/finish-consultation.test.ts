import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { completeConsultation, reopenConsultation } from "#features/consultations/contract.ts";
import { atInstant, startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";

let test: TestApp;
let clinic: TestClinic;
let patientId: number;
let token: string;

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  token = clinic.owner.token;
});
afterAll(() => test.close());
beforeEach(async () => {
  patientId = await aPatient(test, clinic, { registered_by_id: clinic.owner.id });
});

describe("Done and Undo", () => {
  const params = () => ({ params: { id: patientId } });

  it("completes now, and a waiting patient becomes seen", async () => {
    const answer = await test.call(completeConsultation, token, params());
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      id: patientId,
      consultationStatus: "completed",
      consultationCompletedAt: "2026-11-20T02:42:00Z",
      patientStatus: "Seen",
    });
  });

  it("keeps the first time when it is pressed twice", async () => {
    await test.call(completeConsultation, token, params());
    atInstant(test, new Date("2026-11-20T03:00:00Z"));
    const again = await test.call(completeConsultation, token, params());
    expect(again.json()).toMatchObject({ consultationCompletedAt: "2026-11-20T02:42:00Z", version: 2 });
  });

  it("restores the previous state", async () => {
    await test.call(completeConsultation, token, params());
    const answer = await test.call(reopenConsultation, token, params());
    expect(answer.json()).toMatchObject({
      consultationStatus: "pending",
      consultationCompletedAt: null,
      patientStatus: "Waiting",
    });
  });

  it("leaves a patient in follow-up, both ways", async () => {
    const id = await aPatient(test, clinic, { patient_status: "Follow-up" });
    const done = await test.call(completeConsultation, token, { params: { id } });
    const undone = await test.call(reopenConsultation, token, { params: { id } });
    expect([done.json().patientStatus, undone.json().patientStatus]).toEqual(["Follow-up", "Follow-up"]);
  });

  it("is in the record history with old and new values", async () => {
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
