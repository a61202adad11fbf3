import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { latestVitals, recordVitals, todaysConsultations } from "#features/consultations/contract.ts";
import { type GrowthValue, growthChartPdf, growthCurve, patientGrowth } from "#features/growth/contract.ts";
import { editPatient } from "#features/patients/contract.ts";
import { copyRecord } from "#features/record-copy/contract.ts";
import { referralLetterPdf, writeReferralLetter } from "#features/referrals/contract.ts";
import { addVisit } from "#features/visits/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";
import { wordsOf } from "#test/pdf-text.ts";

let test: TestApp;
let clinic: TestClinic;
let token: string;
let patientId: number;
const longAgo = { created_at: "2026-01-01T02:00:00Z", consultation_status: "completed" };

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  token = clinic.owner.token;
});
afterAll(() => test.close());
beforeEach(async () => {
  patientId = await aPatient(test, clinic, { ...longAgo, birthday: "2025-09-22", sex: "F" });
});

const record = (body: object, as = token, id = patientId) =>
  test.call(recordVitals, as, { params: { id }, body: body as never });
const growth = async (query: { at?: string } = {}): Promise<GrowthValue[]> =>
  (await test.call(patientGrowth, token, { params: { id: patientId }, query })).json();

describe("GET /api/patients/:id/growth", () => {
  it("refuses a day that does not exist", async () => {
    const params = { id: patientId };
    const answer = await test.call(patientGrowth, token, { params, query: { at: "2026-02-30" } });
    expect(answer.statusCode).toBe(400);
  });

  it("returns each indicator of each day, oldest first, until the given day", async () => {
    await record({
      recordedAt: "2025-09-22",
      vitalSigns: { weight: 3.1, height: 49, headCircumference: 34 },
    });
    await record({ recordedAt: "2026-03-23", vitalSigns: { weight: 7.2 } });
    await record({ vitalSigns: { weight: 8.8, height: 75 } });
    const all = await growth();
    expect(all.map(({ date, indicator }) => `${date} ${indicator}`)).toEqual([
      ...["wfa", "lhfa", "bfa", "hcfa", "wfl"].map((name) => `2025-09-22 ${name}`),
      "2026-03-23 wfa",
      ...["wfa", "lhfa", "bfa", "wfl"].map((name) => `2026-11-20 ${name}`),
    ]);
    expect(all[0]).toEqual({
      date: "2025-09-22",
      ageInDays: 0,
      indicator: "wfa",
      value: 3.1,
      length: null,
      z: -0.29,
      centile: 38.5,
      isPlausible: true,
      isAssessed: true,
      correctedAgeInDays: null,
    });
    expect(all.at(-4)).toMatchObject({ ageInDays: 424, indicator: "wfa", value: 8.8 });
    expect((await growth({ at: "2026-03-22" })).map(({ date }) => date)).not.toContain("2026-03-23");
    expect((await growth({ at: "2026-03-23" })).at(-1)?.date).toBe("2026-03-23");
  });

  it("judges a child born preterm from term age on, by the corrected age", async () => {
    await test.call(editPatient, token, { params: { id: patientId }, body: { gestationDays: 28 * 7 } });
    await record({
      recordedAt: "2025-09-22",
      vitalSigns: { weight: 1.05, height: 37, headCircumference: 26.5 },
    });
    // Twelve weeks later is the day of 40 weeks.
    await record({ recordedAt: "2025-12-15", vitalSigns: { weight: 3.1 } });
    const [first, ...others] = await growth();
    expect(first).toMatchObject({ isAssessed: false, ageInDays: 0, correctedAgeInDays: -84, value: 1.05 });
    expect(others.slice(0, -1).every(({ isAssessed }) => !isAssessed)).toBe(true);
    expect(others.at(-1)).toMatchObject({ isAssessed: true, ageInDays: 84, correctedAgeInDays: 0, z: -0.29 });
    const printed = await test.call(growthChartPdf, token, { params: { id: patientId } });
    const words = await wordsOf(printed.rawPayload);
    expect(words).toContain("not assessed");
    expect(words).not.toContain("not plausible");
    expect(words).toContain("born at 28 weeks");
    // Five weeks old on the day of the copy: before term age.
    const newborn = await aPatient(test, clinic, {
      ...longAgo,
      birthday: "2026-10-16",
      sex: "F",
      gestation_days: 28 * 7,
    });
    await record({ recordedAt: "2026-10-16", vitalSigns: { weight: 1.05 } }, token, newborn);
    const copy = await test.call(copyRecord, token, {
      params: { id: newborn },
      body: { reason: "Access request", format: "pdf" },
    });
    const letter = await test.call(writeReferralLetter, token, {
      params: { id: newborn },
      body: {
        toClinicName: "NICU",
        referralReason: "Growth",
        consent: { agreedBy: "Mother", at: "2026-11-20T01:00:00Z" },
      },
    });
    const printedLetter = await test.call(referralLetterPdf, token, {
      params: { id: newborn, referralId: letter.json().id },
    });
    const born =
      "born at 28 weeks, 7 weeks before term, growth not assessed by the WHO's standards before term age";
    for (const paper of [copy, printedLetter]) expect(await wordsOf(paper.rawPayload)).toContain(born);
    expect(await wordsOf(copy.rawPayload)).toContain("Gestation at birth 28 weeks");
    const refused = await test.call(editPatient, token, {
      params: { id: patientId },
      body: { gestationDays: 60 },
    });
    expect(refused.json().fields.gestationDays).toBe("Enter from 20 weeks on");
  });

  it("combines measurements of several times of one day", async () => {
    await record({ recordedAt: "2026-03-23T01:00:00Z", vitalSigns: { weight: 7.2 } });
    await record({ recordedAt: "2026-03-23T03:00:00Z", vitalSigns: { height: 66, heightPosition: "lying" } });
    expect((await growth()).map(({ indicator }) => indicator)).toEqual(["wfa", "lhfa", "bfa", "wfl"]);
  });

  it("flags implausible values, and returns nothing without a birthday", async () => {
    await record({ vitalSigns: { weight: 30 }, confirmUnlikely: true });
    expect(await growth()).toMatchObject([{ indicator: "wfa", isPlausible: false }]);
    patientId = await aPatient(test, clinic, { birthday: null });
    await record({ vitalSigns: { weight: 30 } });
    expect(await growth()).toEqual([]);
  });
});

describe("recordedAt", () => {
  it("keeps an old visit out of today's list and the queue, and today's values the latest", async () => {
    const visit = await test.call(addVisit, token, { body: { patientId } });
    await record({ vitalSigns: { weight: 8.8 } });
    const patientBefore = await test.sql("select * from patients where id = $1", [patientId]);
    const old = await record({
      recordedAt: "2026-03-23",
      chiefComplaint: "Old",
      vitalSigns: { weight: 7.2 },
    });
    expect(old.json()).toMatchObject({ createdAt: "2026-03-23T04:00:00Z", vitalSigns: { weight: 7.2 } });
    const [after] = await test.sql("select * from patients where id = $1", [patientId]);
    expect({ ...after, updated_at: null }).toEqual({ ...patientBefore[0], updated_at: null });
    expect((await test.call(latestVitals, token, { params: { id: patientId } })).json().weight).toBe(8.8);
    const [row] = await test.sql("select state from visits where id = $1", [visit.json().id]);
    expect(row).toEqual({ state: "vitals_taken" });
  });

  it("does not put a patient who was not here today on today's list", async () => {
    await record({ recordedAt: "2026-03-23", vitalSigns: { weight: 7.2 } });
    const today: { id: number }[] = (await test.call(todaysConsultations, token, {})).json();
    expect(today.map(({ id }) => id)).not.toContain(patientId);
    const [row] = await test.sql(
      "select consultation_status, last_consultation_at from patients where id = $1",
      [patientId],
    );
    expect(row).toMatchObject({ consultation_status: "completed" });
  });

  it.each([
    ["2026-11-21", "not in the future"],
    ["2026-11-20T02:48:00Z", "not in the future"],
    ["2025-09-21", "from the birthday on"],
    ["2026-02-30", "exists"],
    [7, "Enter a date"],
  ])("refuses %s", async (recordedAt, words) => {
    const answer = await record({ recordedAt, vitalSigns: { weight: 7.2 } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields.recordedAt).toContain(words);
  });

  it("accepts today and this moment as today", async () => {
    expect((await record({ recordedAt: "2026-11-20", vitalSigns: { weight: 8.8 } })).statusCode).toBe(200);
    const today: { id: number }[] = (await test.call(todaysConsultations, token, {})).json();
    expect(today.map(({ id }) => id)).toContain(patientId);
  });
});

describe("children's measurements", () => {
  it("are stored where they were sent, and omitted elsewhere", async () => {
    const answer = await record({
      vitalSigns: { weight: "8.85", height: 75, headCircumference: "45.5", heightPosition: "standing" },
    });
    expect(answer.json().vitalSigns).toMatchObject({
      weight: 8.85,
      headCircumference: 45.5,
      heightPosition: "standing",
    });
    const plain = await record({ vitalSigns: { pulse: 120 } });
    expect(plain.json().vitalSigns).not.toHaveProperty("headCircumference");
  });

  it.each([
    [{ headCircumference: 19 }, "headCircumference"],
    [{ headCircumference: 71 }, "headCircumference"],
    [{ height: 75, heightPosition: "sitting" }, "heightPosition"],
  ])("is refused where it cannot be: %j", async (vitalSigns, field) => {
    const answer = await record({ vitalSigns });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields)).toEqual([`vitalSigns.${field}`]);
  });
});

describe("the reference lines", () => {
  it("are at most 121 rows of the table", async () => {
    const answer = await test.call(growthCurve, token, {
      query: { indicator: "wfa", sex: "F", from: "0", to: "1826" },
    });
    const rows = answer.json();
    expect(rows).toHaveLength(121);
    expect(rows[0]).toEqual({ x: 0, l: 0.3809, m: 3.2322, s: 0.14171 });
    const query = { indicator: "wfa", sex: "X", from: "0", to: "99999" } as never;
    expect((await test.call(growthCurve, token, { query })).statusCode).toBe(400);
  });

  it("are printed with the child's values", async () => {
    await record({ recordedAt: "2026-03-23", vitalSigns: { weight: 7.2, height: 66 } });
    await record({ vitalSigns: { weight: 6.2, height: 75 } });
    const answer = await test.call(growthChartPdf, token, { params: { id: patientId } });
    expect(answer.statusCode).toBe(200);
    const text = await wordsOf(answer.rawPayload);
    expect(text).toContain("Weight for age");
    expect(text).toContain("severely underweight, below −3");
    const grown = await aPatient(test, clinic, { birthday: "2023-09-22", sex: "F" });
    // Wasted as an infant, not any more.
    await record({ recordedAt: "2024-03-23", vitalSigns: { weight: 5.6, height: 66 } }, token, grown);
    await record({ vitalSigns: { weight: 14.2, height: 96 } }, token, grown);
    const now = await test.call(growthChartPdf, token, { params: { id: grown } });
    expect(await wordsOf(now.rawPayload)).not.toMatch(/wasted, below/);
    const unknown = await aPatient(test, clinic, { birthday: null });
    expect((await test.call(growthChartPdf, token, { params: { id: unknown } })).statusCode).toBe(422);
  });
});
