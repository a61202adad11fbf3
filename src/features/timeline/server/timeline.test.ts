import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bookAppointment } from "#features/appointments/contract.ts";
import { addBill } from "#features/billing/contract.ts";
import { addConsultation, recordVitals } from "#features/consultations/contract.ts";
import { markEntry } from "#features/consultations/entries-in-error-contract.ts";
import { aConsultation } from "#features/consultations/server/testing-consultation.ts";
import { addPaper } from "#features/papers/contract.ts";
import { savePrescription } from "#features/prescriptions/contract.ts";
import { addResult } from "#features/results/contract.ts";
import { type TimelineVisit, visitTimeline } from "#features/timeline/contract.ts";
import { addVisit, moveVisit } from "#features/visits/contract.ts";
import { toCursor } from "#server/http/cursor.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { recordQueries } from "#test/recorded-queries.ts";
import { readTimeline } from "./read-timeline.ts";

let test: TestApp;
let clinic: TestClinic;
let patientId: number;
let token: string;

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  token = clinic.owner.token;
  await test.sql("update practitioners set license_number = '0098412' where user_id = $1", [clinic.owner.id]);
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(new Date("2026-11-20T02:42:00Z"));
  patientId = await aPatient(test, clinic, {
    birthday: "1955-03-04",
    age: null,
    sex: "M",
    created_at: "2024-03-01T00:00:00Z",
  });
});

const params = () => ({ params: { id: patientId } });

async function done(endpoint: Endpoint, sent: object, as = token) {
  const answer = await test.call(endpoint, as, sent);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
/** The clock of the clinic, in Manila. */
const at = (day: string, clock: string) => test.setNow(new Date(`${day}T${clock}:00+08:00`));
const write = (more: object = {}) =>
  done(addConsultation, { body: { ...aConsultation(patientId), vitalSigns: null, ...more } });
const read = async (query: Record<string, string> = {}, as = token) => {
  const answer = await test.call(visitTimeline, as, { ...params(), query });
  expect(answer.statusCode).toBe(200);
  return { ...answer.json(), headers: answer.headers } as {
    visits: TimelineVisit[];
    more: { days: number; until: string } | null;
    headers: Record<string, string>;
  };
};
const aPrescription = {
  physicianName: "Rafael Peñaflor",
  physicianLicense: "0098412",
  medications: [
    { name: "losartan", dosage: "1 tab", frequency: "OD", duration: "30 days" },
    { name: "amlodipine", dosage: "1 tab", frequency: "OD", duration: "30 days" },
  ],
};

describe("GET /api/patients/:id/timeline", () => {
  it("refuses requests without a session", async () => {
    expect((await test.call(visitTimeline, null, params())).statusCode).toBe(401);
  });

  it("refuses users who may not view", async () => {
    const clerk = await aStaffMember(test, clinic, ["add_patients", "edit_patients", "take_payments"]);
    expect((await test.call(visitTimeline, clerk.token, params())).statusCode).toBe(403);
  });

  it("does not know another clinic's patient", async () => {
    const other = await aClinic(test);
    expect((await test.call(visitTimeline, other.owner.token, params())).statusCode).toBe(404);
  });

  it.each(["nonsense", toCursor([5]), toCursor(["no date"]), toCursor(["2026-11-20", 5])])(
    "refuses the cursor %s",
    async (cursor) => {
      const answer = await test.call(visitTimeline, token, { ...params(), query: { cursor } });
      expect([answer.statusCode, answer.json().fields]).toEqual([
        400,
        { cursor: "Start from the first page." },
      ]);
    },
  );

  it("is empty for a patient who never came", async () => {
    expect(await read()).toMatchObject({ visits: [], more: null, headers: { "x-total-count": "0" } });
  });

  it("shows a visit with all that came of it", async () => {
    at("2026-10-24", "09:00");
    const visit = await done(addVisit, { body: { patientId, reason: "Refill" } });
    await done(recordVitals, { ...params(), body: { vitalSigns: { bloodPressure: "150/90", pulse: 84 } } });
    at("2026-10-24", "09:30");
    const note = await write({ diagnoses: [{ words: "Essential hypertension", code: "I10" }] });
    await done(savePrescription, { ...params(), body: aPrescription });
    await done(addPaper, {
      ...params(),
      body: { template: "laboratory_request", fields: { tests: ["creatinine", "hba1c"] } },
    });
    await done(bookAppointment, { body: { patientId, startsAt: "2026-11-28T09:00:00+08:00" } });
    // Billed on the next day, for this visit.
    at("2026-10-25", "08:00");
    const bill = await done(addBill, {
      body: {
        patientId,
        visitId: visit.id,
        lines: [{ description: "Consultation", quantity: 1, amount: "640.00" }],
      },
    });
    at("2026-11-20", "10:00");
    await done(addResult, {
      ...params(),
      body: {
        panel: "chemistry",
        collectedAt: "2026-11-19",
        values: [{ analyte: "creatinine", value: "128", unit: "µmol/L" }],
      },
    });
    const { visits } = await read();
    expect(visits).toHaveLength(1);
    expect(visits[0]).toMatchObject({
      day: "2026-10-24",
      consultation: { id: note.id, diagnosis: "Dengue fever with warning signs", addenda: [] },
      desk: [{ vitalSigns: { bloodPressure: "150/90" } }],
      queue: { id: visit.id, isOpen: false },
      cameFor: { words: "Fever, day 4; platelet count", recordedBy: null },
      flags: [{ sign: "bloodPressure", level: "amber", text: "Above 140/90" }],
      prescriptions: [{ status: "final", medicines: 2 }],
      papers: [{ kind: "laboratory_request", state: "final", out: [expect.stringMatching(/HbA1c/i)] }],
      results: [
        { day: "2026-11-19", named: expect.arrayContaining([expect.objectContaining({ flag: "H" })]) },
      ],
      bills: [{ id: bill.id, due: "640.00", state: "open" }],
      followUps: [{ startsAt: "2026-11-28T01:00:00Z", state: "booked" }],
    });
  });

  it("shows today's open visit with the vital signs that wait for the doctor, and who was told", async () => {
    const desk = await aStaffMember(test, clinic, ["view_patients", "add_patients", "edit_patients"]);
    const visit = await done(addVisit, { body: { patientId, reason: "Headache" } }, desk.token);
    await done(recordVitals, { ...params(), body: { vitalSigns: { pulse: 84 } } }, desk.token);
    await done(moveVisit, { params: { id: visit.id }, body: { state: "with_doctor" } });
    const [open, ...others] = (await read()).visits;
    expect(others).toEqual([]);
    expect(open).toMatchObject({
      consultation: null,
      desk: [{ vitalSigns: { pulse: 84 } }],
      queue: { state: "with_doctor", isOpen: true },
      cameFor: { words: "Headache", recordedBy: expect.stringMatching(/\w/) },
    });
    await write();
    expect((await read()).visits).toMatchObject([
      { consultation: { diagnosis: "Dengue fever with warning signs" }, queue: { isOpen: true } },
    ]);
  });

  it("keeps what was entered in error with who, when and why, and does not count its day", async () => {
    at("2026-08-02", "10:00");
    const { id } = await write();
    await done(markEntry, {
      ...params(),
      body: {
        entry: "consultation",
        entryId: id,
        state: "entered_in_error",
        reason: "Another patient's visit",
      },
    });
    const { visits, headers } = await read();
    expect(visits).toMatchObject([
      { consultation: { enteredInError: { reason: "Another patient's visit", at: "2026-08-02T02:00:00Z" } } },
    ]);
    expect(headers["x-total-count"]).toBe("0");
  });

  it("shows nothing confidential to others, and no day that has nothing else", async () => {
    at("2026-09-01", "10:00");
    await write({ isConfidential: true });
    await done(savePrescription, { ...params(), body: { ...aPrescription, isConfidential: true } });
    const staff = await aStaffMember(test, clinic, ["view_patients"]);
    expect((await read()).visits).toMatchObject([
      { consultation: { isConfidential: true }, prescriptions: [{ isConfidential: true }] },
    ]);
    expect(await read({}, staff.token)).toMatchObject({ visits: [], headers: { "x-total-count": "0" } });
  });

  it("reads days page by page, and says what is left", async () => {
    for (const day of ["2024-03-11", "2025-01-08", "2026-02-02", "2026-05-05"]) {
      at(day, "10:00");
      await write({ chiefComplaint: day });
    }
    const first = await read({ limit: "2" });
    expect(first.visits.map(({ day }) => day)).toEqual(["2026-05-05", "2026-02-02"]);
    expect(first.more).toEqual({ days: 2, until: "2024-03-11" });
    expect(first.headers["x-total-count"]).toBe("4");
    const second = await read({ limit: "2", cursor: first.headers["x-next-cursor"] ?? "" });
    expect(second.visits.map(({ day }) => day)).toEqual(["2025-01-08", "2024-03-11"]);
    expect(second.more).toBeNull();
    expect(second.headers).not.toHaveProperty("x-next-cursor");
  });

  it("shows a result with the request that it answers, not on the day of another visit", async () => {
    at("2026-10-01", "10:00");
    await write();
    await done(addPaper, {
      ...params(),
      body: { template: "laboratory_request", fields: { tests: ["creatinine"] } },
    });
    at("2026-10-08", "10:00");
    await write();
    for (const [analyte, value] of [
      ["creatinine", "80"],
      ["uric_acid", "300"],
    ])
      await done(addResult, {
        ...params(),
        body: {
          panel: "chemistry",
          collectedAt: "2026-10-08",
          values: [{ analyte, value, unit: "µmol/L" }],
        },
      });
    const { visits } = await read();
    const named = (visit: TimelineVisit | undefined) =>
      visit?.results.map(({ named: [one] }) => one?.analyte);
    expect(named(visits[0])).toEqual(["uric_acid"]);
    expect(visits[1]?.results).toHaveLength(1);
    // The same when only the later visit is on the page.
    expect(named((await read({ limit: "1" })).visits[0])).toEqual(["uric_acid"]);
  });

  it("leaves out what the caller may not read elsewhere, without asking for it", async () => {
    at("2026-10-01", "10:00");
    await write();
    await done(savePrescription, { ...params(), body: aPrescription });
    const days = { day: "2026-10-01", listed: 1, total: 1, until: "2026-10-01" };
    const asked = async (mayRead: () => boolean) =>
      (
        await recordQueries(
          clinic.id,
          (scope) =>
            readTimeline(scope, patientId, { limit: 10, cursor: undefined, now: new Date(), mayRead }),
          { answer: async ({ sql }) => (sql.includes('"visited"') ? [days] : []) },
        )
      ).length;
    expect(await asked(() => true)).toBe(7);
    expect(await asked(() => false)).toBe(3);
  });
});
