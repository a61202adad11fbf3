import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import {
  addConsultation,
  type Consultation,
  latestVitals,
  patientConsultations,
  recordVitals,
  todaysConsultations,
  type VitalSignReading,
  vitalSignReadings,
} from "#features/consultations/contract.ts";
import { markVitalSigns } from "#features/consultations/entries-in-error-contract.ts";
import { patientGrowth } from "#features/growth/contract.ts";
import { mergePatients, undoMerge } from "#features/merges/contract.ts";
import { onePatient, patientHistory } from "#features/patients/contract.ts";
import { addPregnancy, prenatalVisits } from "#features/pregnancies/contract.ts";
import { copyRecord } from "#features/record-copy/contract.ts";
import { writeReferralLetter } from "#features/referrals/contract.ts";
import { addVisit, moveVisit, patientVisits } from "#features/visits/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { atInstant, startTestApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic, type TestUser } from "#test/data/factories.ts";
import type { Call } from "#test/request-for.ts";

let test: TestApp;
let clinic: TestClinic;
let nurse: TestUser;
let patientId: number;

const reason = "Typed wrong";

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  nurse = await aStaffMember(test, clinic, ["view_patients"]);
});
afterAll(() => test.close());
beforeEach(async () => {
  atInstant(test, testNow);
  patientId = await aPatient(test, clinic);
});

async function done(endpoint: Endpoint, call: Call, as = clinic.owner.token) {
  const answer = await test.call(endpoint, as, call);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const minutesLater = (minutes: number) => atInstant(test, new Date(testNow.getTime() + minutes * 60_000));
const record = async (vitalSigns: object, more: object = {}, id = patientId): Promise<number> =>
  (await done(recordVitals, { params: { id }, body: { vitalSigns, ...more } })).id;
const nurseRecords = async (vitalSigns: object): Promise<number> =>
  (await done(recordVitals, { params: { id: patientId }, body: { vitalSigns } }, nurse.token)).id;
const aConsultation = async (more: object = {}, as = clinic.owner.token): Promise<Consultation> =>
  done(
    addConsultation,
    { body: { patientId, chiefComplaint: "Cough", diagnosis: "Cold", treatment: "Rest", ...more } },
    as,
  );
const put = (readingId: number, body: object, as: string | null = clinic.owner.token, id = patientId) =>
  test.call(markVitalSigns, as, { params: { id, readingId }, body });
const markInError = async (readingId: number, as = clinic.owner.token): Promise<VitalSignReading> => {
  const answer = await put(readingId, { state: "entered_in_error", reason }, as);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const useAgain = async (readingId: number) =>
  expect((await put(readingId, { state: "final" })).statusCode).toBe(200);
const readings = (): Promise<VitalSignReading[]> => done(vitalSignReadings, { params: { id: patientId } });
const latest = () => done(latestVitals, { params: { id: patientId } });
const followUpDate = async () => (await done(onePatient, { params: { id: patientId } })).followUpDate;
const isListedToday = async () =>
  (await done(todaysConsultations, {})).some(({ id }: { id: number }) => id === patientId);

describe("PATCH /api/patients/:id/vital-signs/:readingId", () => {
  it("is for whoever may record vital signs and see them", async () => {
    const id = await record({ weight: 56 });
    const sent = { state: "entered_in_error", reason };
    const clerk = await aStaffMember(test, clinic, ["add_patients"]);
    expect((await put(id, sent, clerk.token)).statusCode).toBe(403);
    const other = await aClinic(test);
    expect((await put(id, sent, other.owner.token)).statusCode).toBe(404);
    expect((await put(id, sent, nurse.token, await aPatient(test, clinic))).statusCode).toBe(404);
    const { id: withoutSigns } = await aConsultation();
    expect((await put(withoutSigns, sent)).statusCode).toBe(404);
    for (const body of [{ state: "entered_in_error" }, { ...sent, reason: " " }, { state: "gone", reason }]) {
      const refused = await put(id, body, nurse.token);
      expect([refused.statusCode, Object.keys(refused.json().fields).length], refused.body).toEqual([400, 1]);
    }
    const refused = await put(id, sent, nurse.token);
    expect([refused.statusCode, refused.json().code]).toEqual([403, "forbidden"]);
    expect((await put(id, sent)).statusCode).toBe(200);
    const own = await nurseRecords({ weight: 57 });
    expect(await markInError(own, nurse.token)).toMatchObject({
      id: own,
      weight: 57,
      enteredInError: { at: "2026-11-20T02:42:00Z", byName: "Marites Bañez", reason },
    });
  });

  it("keeps what was written, with the mark beside it, until it is used again", async () => {
    const before = await record({ weight: 65 });
    minutesLater(5);
    const wrong = await record({ weight: 56 });
    await markInError(wrong);
    expect(await readings()).toMatchObject([
      { id: wrong, weight: 56, enteredInError: { reason } },
      { id: before, weight: 65, enteredInError: null },
    ]);
    expect(await latest()).toMatchObject({ weight: 65, recordedAt: "2026-11-20T02:42:00Z" });
    await useAgain(wrong);
    expect(await readings()).toMatchObject([
      { id: wrong, enteredInError: null },
      { id: before, enteredInError: null },
    ]);
    expect(await latest()).toMatchObject({ weight: 56 });
  });

  it("names the first of two who mark at once, and writes one entry", async () => {
    const id = await nurseRecords({ weight: 56 });
    const [one, other] = await Promise.all([
      put(id, { state: "entered_in_error", reason: "Typed wrong" }),
      put(id, { state: "entered_in_error", reason: "Of another patient" }, nurse.token),
    ]);
    expect([one.statusCode, other.statusCode]).toEqual([200, 200]);
    expect(one.json().enteredInError).toEqual(other.json().enteredInError);
    const marks = (await done(patientHistory, { params: { id: patientId } })).filter(
      ({ event }: { event: string }) => event === "vitals.mark",
    );
    expect(marks).toMatchObject([
      { entity: "consultations", changes: { vitalsInErrorReason: [null, one.json().enteredInError.reason] } },
    ]);
  });

  it("leaves the rest of a consultation as it was, and is shown with it", async () => {
    const { id, ...written } = await aConsultation({ vitalSigns: { weight: 56 } });
    await markInError(id);
    const [shown] = await done(patientConsultations, { params: { id: patientId } });
    expect(shown).toEqual({
      ...written,
      id,
      vitalsInError: { at: "2026-11-20T02:42:00Z", byName: "Rafael Peñaflor", reason },
    });
    expect(await isListedToday()).toBe(true);
  });

  it("does not find those of a confidential consultation for others", async () => {
    const { id } = await aConsultation({ vitalSigns: { weight: 56 }, isConfidential: true });
    expect((await put(id, { state: "entered_in_error", reason }, nurse.token)).statusCode).toBe(404);
    await markInError(id);
  });

  it("is in the patient's copy", async () => {
    await markInError(await record({ weight: 56 }));
    const sent = { params: { id: patientId }, body: { reason: "Request", format: "json" } };
    const copy = await test.call(copyRecord, clinic.owner.token, sent);
    expect(copy.json().consultations).toMatchObject([
      { vitalSigns: { weight: 56 }, vitalsInError: { reason } },
    ]);
  });

  it("moves with the row when records are merged, and back", async () => {
    const other = await aPatient(test, clinic);
    const id = await record({ weight: 56 }, {}, other);
    const { id: merge } = await done(mergePatients, { params: { id: patientId }, body: { otherId: other } });
    await markInError(id);
    await done(undoMerge, { params: { id: merge } });
    patientId = other;
    expect(await readings()).toMatchObject([{ id, enteredInError: { reason } }]);
  });
});

describe("vital signs entered in error are not used", () => {
  it("in the summary", async () => {
    await record({ weight: 65, pulse: 80 });
    minutesLater(5);
    await markInError(await record({ weight: 56 }));
    expect((await done(summary, { params: { id: patientId } })).vitals).toMatchObject([
      { sign: "pulse", value: 80 },
      { sign: "weight", value: 65, was: null },
    ]);
  });

  it("in a child's growth", async () => {
    patientId = await aPatient(test, clinic, { sex: "M", birthday: "2025-01-23" });
    await record({ weight: 8.8 });
    await markInError(await record({ weight: 3.8 }, { recordedAt: "2026-11-10", confirmUnlikely: true }));
    const points = await done(patientGrowth, { params: { id: patientId } });
    expect(points.map(({ value }: { value: number }) => value)).toEqual([8.8]);
  });

  it("in a pregnancy's visits", async () => {
    patientId = await aPatient(test, clinic, { sex: "F", birthday: "1994-03-10" });
    const { id: rowId } = await done(addPregnancy, {
      params: { id: patientId },
      body: { lmp: "2026-06-05" },
    });
    await markInError(await record({ weight: 56, bloodPressure: "190/120" }));
    await record({ weight: 65 }, { recordedAt: "2026-11-10" });
    expect(await done(prenatalVisits, { params: { id: patientId, rowId } })).toMatchObject([
      { date: "2026-11-10", weight: 65 },
    ]);
  });

  it("in a referral letter", async () => {
    await markInError(await record({ weight: 56 }));
    await done(writeReferralLetter, {
      params: { id: patientId },
      body: { toClinicName: "Dr. Uy", referralReason: "Echocardiography" },
    });
    const [letter] = await test.sql<{ vitals: unknown }>(
      "select shared -> 'vitals' as vitals from referrals where original_patient_id = $1",
      [patientId],
    );
    expect(letter).toEqual({ vitals: null });
  });
});

describe("vital signs of another patient", () => {
  const stateOfVisit = async () =>
    (await done(patientVisits, { params: { id: patientId }, query: { limit: "5" } }))[0];

  it("leave the visit waiting for its own, and it moves on when they are used again", async () => {
    await done(addVisit, { body: { patientId } });
    const wrong = await record({ weight: 56 });
    expect(await stateOfVisit()).toMatchObject({ state: "vitals_taken" });
    await markInError(wrong);
    expect(await stateOfVisit()).toMatchObject({ state: "arrived", vitalsTakenAt: null });
    await useAgain(wrong);
    expect(await stateOfVisit()).toMatchObject({ state: "vitals_taken" });
    minutesLater(5);
    await record({ weight: 65 });
    await markInError(wrong);
    expect(await stateOfVisit()).toMatchObject({ state: "vitals_taken" });
  });

  it("do not count as a visit: follow-up date and today's list are as before", async () => {
    patientId = await aPatient(test, clinic, { created_at: "2026-11-01T02:00:00Z" });
    atInstant(test, new Date("2026-11-10T02:42:00Z"));
    await aConsultation({ followUpDate: "2026-11-24" });
    atInstant(test, testNow);
    const wrong = await nurseRecords({ weight: 56 });
    expect([await followUpDate(), await isListedToday()]).toEqual([null, true]);
    await markInError(wrong, nurse.token);
    expect([await followUpDate(), await isListedToday()]).toEqual(["2026-11-24", false]);
    await useAgain(wrong);
    expect([await followUpDate(), await isListedToday()]).toEqual([null, true]);
  });

  it("do not move the last visit behind a confidential consultation, whoever marks them", async () => {
    await aConsultation({ isConfidential: true });
    minutesLater(5);
    await markInError(await nurseRecords({ weight: 56 }), nurse.token);
    const [row] = await test.sql("select last_consultation_at from patients where id = $1", [patientId]);
    expect(row).toEqual({ last_consultation_at: testNow });
  });

  it("do not bring back a patient who left", async () => {
    const { id } = await done(addVisit, { body: { patientId } });
    await done(moveVisit, { params: { id }, body: { state: "left" } });
    minutesLater(5);
    const wrong = await record({ weight: 56 });
    expect(await isListedToday()).toBe(true);
    await markInError(wrong);
    expect(await isListedToday()).toBe(false);
  });
});
