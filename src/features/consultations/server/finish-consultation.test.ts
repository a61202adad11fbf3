import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bookAppointment } from "#features/appointments/contract.ts";
import { completeConsultation, reopenConsultation } from "#features/consultations/contract.ts";
import { addPlace } from "#features/places/contract.ts";
import { addVisit, patientVisits, type Visit } from "#features/visits/contract.ts";
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

  it("closes what the patient came for, and not an appointment later that day at another place", async () => {
    const { id: annex } = (await test.call(addPlace, token, { body: { name: "Annex" } })).json();
    const startsAt = "2026-11-20T07:00:00Z";
    const states = async () =>
      (await test.call(patientVisits, token, params())).json().map(({ placeId, state }: Visit) => ({
        isAnnex: placeId === annex,
        state,
      }));
    await test.call(bookAppointment, token, { body: { patientId, placeId: annex, startsAt } });
    await test.call(addVisit, token, { body: { patientId } });
    const done = await test.call(completeConsultation, token, params());
    expect(done.json()).toMatchObject({ consultationStatus: "completed", appointmentTime: startsAt });
    const afterDone = [
      { isAnnex: false, state: "done" },
      { isAnnex: true, state: "booked" },
    ];
    expect(await states()).toEqual(afterDone);
    // A retry on a bad connection.
    await test.call(completeConsultation, token, params());
    expect(await states()).toEqual(afterDone);
    const undone = await test.call(reopenConsultation, token, params());
    expect(undone.json()).toMatchObject({ consultationStatus: "pending", appointmentTime: startsAt });
    expect(await states()).toEqual([
      { isAnnex: false, state: "arrived" },
      { isAnnex: true, state: "booked" },
    ]);
  });

  it("of a patient who was not marked as arrived closes the appointment whose time is nearest", async () => {
    const { id: annex } = (await test.call(addPlace, token, { body: { name: "Annex 2" } })).json();
    for (const [placeId, startsAt] of [
      [undefined, "2026-11-20T03:10:00Z"],
      [annex, "2026-11-20T04:20:00Z"],
    ] as const)
      await test.call(bookAppointment, token, { body: { patientId, placeId, startsAt } });
    atInstant(test, new Date("2026-11-20T04:10:00Z"));
    const done = await test.call(completeConsultation, token, params());
    expect(done.json().appointmentTime).toBe("2026-11-20T03:10:00Z");
    const visits = (await test.call(patientVisits, token, params())).json() as Visit[];
    expect(visits.map(({ placeId, state, number }) => [placeId === annex, state, number])).toEqual([
      [true, "done", 1],
      [false, "booked", null],
    ]);
    const undone = await test.call(reopenConsultation, token, params());
    expect(undone.json()).toMatchObject({ consultationStatus: "pending" });
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
