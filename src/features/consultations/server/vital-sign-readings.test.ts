import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addConsultation, recordVitals, vitalSignReadings } from "#features/consultations/contract.ts";
import { addPregnancy } from "#features/pregnancies/contract.ts";
import { NO_VITAL_SIGNS } from "#shared/clinical/vital-signs.ts";
import { startTestApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";

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
  patientId = await aPatient(test, clinic);
});

const read = (query: Record<string, string> = {}) =>
  test.call(vitalSignReadings, token, { params: { id: patientId }, query });

/** One minute apart, in the order given. */
async function record(...pulses: number[]) {
  for (const [index, pulse] of pulses.entries()) {
    test.setNow(new Date(testNow.getTime() + index * 60_000));
    const sent = { params: { id: patientId }, body: { vitalSigns: { pulse } } };
    expect((await test.call(recordVitals, token, sent)).statusCode).toBe(200);
  }
  test.setNow(testNow);
}

describe("GET /api/patients/:id/vital-signs", () => {
  it("refuses requests without a session", async () => {
    const answer = await test.call(vitalSignReadings, null, { params: { id: patientId } });
    expect(answer.statusCode).toBe(401);
  });

  it("refuses users who may not view", async () => {
    const clerk = await aStaffMember(test, clinic, ["add_patients"]);
    const answer = await test.call(vitalSignReadings, clerk.token, { params: { id: patientId } });
    expect(answer.statusCode).toBe(403);
  });

  it("refuses a limit that is not a number", async () => {
    const answer = await read({ limit: "many" });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ["limit"]]);
  });

  it("is empty while nothing was measured", async () => {
    expect((await read()).json()).toEqual([]);
  });

  it("contains every measured set, newest first, and no consultation without one", async () => {
    await record(80, 84);
    test.setNow(new Date(testNow.getTime() + 600_000));
    const draft = { patientId, chiefComplaint: "Fever", diagnosis: "Dengue", treatment: "Fluids" };
    await test.call(addConsultation, token, { body: draft });
    await test.call(addConsultation, token, { body: { ...draft, vitalSigns: { weight: 24.5 } } });
    test.setNow(testNow);
    expect((await read()).json()).toMatchObject([
      { ...NO_VITAL_SIGNS, weight: 24.5, recordedAt: "2026-11-20T02:52:00Z" },
      { ...NO_VITAL_SIGNS, pulse: 84, recordedAt: "2026-11-20T02:43:00Z" },
      { ...NO_VITAL_SIGNS, pulse: 80, recordedAt: "2026-11-20T02:42:00Z" },
    ]);
  });

  it("tells which sets are of a pregnancy: an open one's, and an ended one's until its end", async () => {
    const mother = await aPatient(test, clinic, { sex: "F", birthday: "1994-03-10" });
    const params = { id: mother };
    for (const recordedAt of ["2024-01-10", "2024-12-30", "2025-01-02", "2026-08-01"])
      await test.call(recordVitals, token, { params, body: { recordedAt, vitalSigns: { weight: 62 } } });
    const pregnancy = (body: object) => test.call(addPregnancy, token, { params, body });
    await pregnancy({ lmp: "2024-04-01", outcome: "term", endedOn: "2025-01-01", living: 1 });
    expect((await pregnancy({ lmp: "2026-06-05" })).statusCode).toBe(200);
    const readings = (await test.call(vitalSignReadings, token, { params })).json();
    expect(readings.map(({ isPregnant }: { isPregnant: boolean }) => isPregnant)).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(readings[0]).toMatchObject({ gestationDays: 57 });
    expect(readings[2]).toMatchObject({ gestationDays: 273 });
    // Its end was never recorded.
    await test.sql(
      "with scope as materialized (select set_config('app.event', 'pregnancy.update', true)) update pregnancies set lmp = '2025-08-01' from scope where patient_id = $1 and state = 'open'",
      [mother],
    );
    const [latest] = (await test.call(vitalSignReadings, token, { params })).json();
    expect(latest).toMatchObject({ recordedAt: expect.stringContaining("2026-08-01"), isPregnant: false });
  });

  it("is paged by cursor, with the total on the first page", async () => {
    await record(70, 71, 72);
    const first = await read({ limit: "2" });
    expect(first.headers["x-total-count"]).toBe("3");
    const second = await read({ limit: "2", cursor: String(first.headers["x-next-cursor"]) });
    expect([...first.json(), ...second.json()].map(({ pulse }: { pulse: number }) => pulse)).toEqual([
      72, 71, 70,
    ]);
    expect(second.headers["x-next-cursor"]).toBeUndefined();
  });
});
