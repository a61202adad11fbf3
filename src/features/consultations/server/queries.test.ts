import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  addConsultation,
  latestVitals,
  patientConsultations,
  recordVitals,
} from "#features/consultations/contract.ts";
import { addPatient } from "#features/patients/contract.ts";
import { toCursor } from "#server/http/cursor.ts";
import { atInstant, startTestApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { aConsultation } from "./testing-consultation.ts";

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

const draft = (id = patientId) => aConsultation(id);

describe("GET /api/patients/:id/vitals", () => {
  const params = () => ({ params: { id: patientId } });

  it("is null for each sign while nothing was measured", async () => {
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
  it("refuses requests without a session", async () => {
    const answer = await test.call(patientConsultations, null, { params: { id: patientId } });
    expect(answer.statusCode).toBe(401);
  });

  it("refuses users who may not view", async () => {
    const clerk = await aStaffMember(test, clinic, ["edit_patients"]);
    const answer = await test.call(patientConsultations, clerk.token, { params: { id: patientId } });
    expect(answer.statusCode).toBe(403);
  });

  it.each(["nonsense", toCursor([5]), toCursor(["no date", 5]), toCursor(["2026-11-20T00:00:00Z", 1.5])])(
    "refuses the cursor %s",
    async (cursor) => {
      const answer = await test.call(patientConsultations, token, {
        params: { id: patientId },
        query: { limit: "2", cursor },
      });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toHaveProperty("fields");
    },
  );

  it("is empty for a patient without any", async () => {
    const answer = await test.call(patientConsultations, token, { params: { id: patientId } });
    expect(answer.json()).toEqual([]);
  });

  it("is complete and newest first without a limit, and the same page by page with one", async () => {
    // Two have the same time: the id decides the order.
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

it("asks once about a weight and height that an adult can hardly have, however they are sent", async () => {
  const adult = await aPatient(test, clinic, { age: 50 });
  const record = (vitalSigns: object, more: object = {}, id = adult) =>
    test.call(recordVitals, token, { params: { id }, body: { vitalSigns, ...more } });
  const swapped = { weight: 165, height: 60 };
  const asked = await record(swapped);
  expect(asked.statusCode).toBe(409);
  expect(asked.json()).toMatchObject({
    code: "unlikely",
    message:
      "BMI 458.3 can hardly be: are weight and height swapped? Correct it, or save again if it is right.",
    fields: { "vitalSigns.height": expect.stringContaining("BMI 458.3") },
  });
  expect((await record({ weight: 60, height: 165 })).statusCode).toBe(200);
  expect((await record(swapped)).statusCode).toBe(200);
  expect((await record({ weight: 166, height: 60 }, { confirmUnlikely: true })).statusCode).toBe(200);
  // Another patient's are asked about.
  const another = await aPatient(test, clinic, { age: 50 });
  const consultation = { ...aConsultation(another), vitalSigns: swapped };
  const save = () => test.call(addConsultation, token, { body: consultation });
  expect((await save()).json().code).toBe("unlikely");
  expect((await save()).statusCode).toBe(200);
  const person = { admissionNo: "B-1", hospital: "Own Clinic", patientName: "Reyes, Ana", sex: "F", age: 40 };
  const body = { ...person, vitalSigns: swapped };
  expect((await test.call(addPatient, token, { body })).json().code).toBe("unlikely");
  expect((await test.call(addPatient, token, { body })).statusCode).toBe(200);
});

it("asks about a weight that no adult has, measured without a height", async () => {
  const id = await aPatient(test, clinic, { birthday: "1966-12-31" });
  const record = (weight: number) =>
    test.call(recordVitals, token, { params: { id }, body: { vitalSigns: { weight } } });
  expect((await record(5.4)).json()).toMatchObject({
    code: "unlikely",
    message:
      "5.4 kg can hardly be, for an adult: check the weight. Correct it, or save again if it is right.",
  });
  expect((await record(5.4)).statusCode).toBe(200);
  expect((await record(54.4)).statusCode).toBe(200);
});

describe("a child's measurements beyond the WHO's limits", () => {
  const cannotBe = (what: string) =>
    `${what} not possible: measure again. Correct it, or save again if it is right.`;
  const record = (id: number, vitalSigns: object, more: object = {}) =>
    test.call(recordVitals, token, { params: { id }, body: { vitalSigns, ...more } });

  it.each([
    ["a weight with its point in the wrong place", { weight: 32.5 }, "weight", "Weight for age"],
    ["a length in inches", { height: 20 }, "height", "Length or height for age"],
    ["a head of another child", { headCircumference: 52 }, "headCircumference", "Head circumference for age"],
  ])("are asked about once: %s", async (_, vitalSigns, sign, what) => {
    const newborn = await aPatient(test, clinic, { birthday: "2026-11-18", sex: "F" });
    const asked = await record(newborn, vitalSigns);
    expect(asked.statusCode).toBe(409);
    expect(asked.json()).toMatchObject({
      code: "unlikely",
      message: cannotBe(what),
      fields: { [`vitalSigns.${sign}`]: cannotBe(what) },
    });
    expect((await record(newborn, vitalSigns)).statusCode).toBe(200);
  });

  it("are asked about in a consultation and at registration, and not where they were confirmed", async () => {
    const vitalSigns = { weight: 33.3 };
    const child = { birthday: "2026-11-18", sex: "F" } as const;
    const seen = await aPatient(test, clinic, child);
    const body = { ...aConsultation(seen), vitalSigns };
    expect((await test.call(addConsultation, token, { body })).json().code).toBe("unlikely");
    const person = { ...child, admissionNo: "B-2", hospital: "Own Clinic", patientName: "Reyes, Baby Girl" };
    const registered = await test.call(addPatient, token, { body: { ...person, vitalSigns } });
    expect(registered.json().fields).toEqual({ "vitalSigns.weight": cannotBe("Weight for age") });
    const confirmed = await record(await aPatient(test, clinic, child), vitalSigns, {
      confirmUnlikely: true,
    });
    expect(confirmed.statusCode).toBe(200);
  });

  it("are judged by the age of the day on which they were taken", async () => {
    const grown = await aPatient(test, clinic, {
      birthday: "2021-11-18",
      sex: "F",
      created_at: "2021-11-18T02:00:00Z",
    });
    expect((await record(grown, { weight: 3.2, height: 49 }, { recordedAt: "2021-11-18" })).statusCode).toBe(
      200,
    );
    expect((await record(grown, { weight: 3.2, height: 49 })).json().code).toBe("unlikely");
  });

  it("are not asked about before term age, nor without a birthday or sex", async () => {
    const preterm = { birthday: "2026-11-18", sex: "F", gestation_days: 28 * 7 };
    for (const person of [preterm, { birthday: null, age: 8 }, { birthday: "2026-11-18", sex: null }]) {
      const id = await aPatient(test, clinic, person);
      expect((await record(id, { weight: 1.05, height: 37 })).statusCode).toBe(200);
    }
  });
});
