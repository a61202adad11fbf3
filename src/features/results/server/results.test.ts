import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import { patientFiles, uploadFiles } from "#features/files/contract.ts";
import { onePatient, patientHistory } from "#features/patients/contract.ts";
import {
  addResult,
  changeResult,
  patientResults,
  type Result,
  resultSettings,
  setResultRange,
} from "#features/results/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aPdf, asMultipart } from "#test/data/example-files.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { handleOf } from "#test/data/full-clinic.ts";
import { listFlagged } from "./result-rows.ts";

let test: TestApp;
let clinic: TestClinic;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.setNow(new Date("2026-11-20T01:00:00Z"));
  clinic = await aClinic(test);
});

const owner = () => clinic.owner.token;
const aWoman = (more: object = {}) =>
  aPatient(test, clinic, { patient_name: "Reyes, Ana", sex: "F", birthday: "1959-03-04", ...more });
const potassium = {
  panel: "electrolytes",
  collectedAt: "2026-11-20",
  values: [{ analyte: "potassium", value: "5.4", unit: "mmol/L" }],
};
const add = (id: number, body: object, token = owner()) =>
  test.call(addResult, token, { params: { id }, body });
const change = (id: number, resultId: number, body: object) =>
  test.call(changeResult, owner(), { params: { id, resultId }, body });
const listed = async (id: number, query: Record<string, string> = {}): Promise<Result[]> =>
  (await test.call(patientResults, owner(), { params: { id }, query })).json();
const testOf = (result: Result, analyte: string) => result.values.find((each) => each.analyte === analyte);

describe("POST /api/patients/:id/results", () => {
  it("needs a patient of the clinic and a valid body", async () => {
    const id = await aWoman();
    const elsewhere = await aClinic(test);
    expect((await add(await aPatient(test, elsewhere), potassium)).statusCode).toBe(404);
    expect((await add(id, { ...potassium, panel: "tarot" })).json().fields).toHaveProperty("panel");
    expect((await add(id, { ...potassium, values: [] })).statusCode).toBe(400);
    expect((await add(id, { ...potassium, collectedAt: "2026-11-21" })).json().fields).toHaveProperty(
      "collectedAt",
    );
  });

  it("stores each value with its range", async () => {
    const id = await aWoman();
    const made = await add(id, { ...potassium, laboratory: "Chong Hua laboratory" });
    expect(made.statusCode).toBe(200);
    expect(made.json()).toMatchObject({
      panel: "electrolytes",
      collectedAt: "2026-11-19T16:00:00Z",
      laboratory: "Chong Hua laboratory",
      state: "final",
      values: [
        {
          analyte: "potassium",
          name: "Potassium",
          value: "5.4",
          unit: "mmol/L",
          low: "3.5",
          high: "5.0",
          flag: "H",
          source: "ABIM laboratory test reference ranges, 2024",
        },
      ],
    });
    expect(await listed(id)).toEqual([made.json()]);
  });

  it("refuses impossible values, each at its field", async () => {
    const id = await aWoman();
    const answer = await add(id, {
      ...potassium,
      values: [
        { analyte: "potassium", value: "54" },
        { analyte: "sodium", value: "abc" },
        { analyte: "chloride", value: "100", unit: "mg/dL" },
        { analyte: "hemoglobin", value: "12" },
        { analyte: "calcium", value: "9.1" },
      ],
    });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields)).toEqual([
      "values.0.value",
      "values.1.value",
      "values.2.unit",
      "values.3.analyte",
    ]);
    expect(await listed(id)).toEqual([]);
  });

  it("tells fractions of a differential count from percent", async () => {
    const id = await aWoman();
    const count = (neutrophils: object, lymphocytes: object) => ({
      panel: "cbc",
      collectedAt: "2026-11-20",
      laboratory: "Hi-Precision",
      values: [
        { analyte: "neutrophils", ...neutrophils },
        { analyte: "lymphocytes", ...lymphocytes },
      ],
    });
    const asPercent = await add(id, count({ value: "0.55" }, { value: "0.35" }));
    expect(asPercent.json().fields["values.0.value"]).toContain("Change the unit to fraction");
    const unit = "fraction";
    const inTwo = await add(id, count({ value: "0.55", unit }, { value: "35", unit: "%" }));
    expect(inTwo.json().fields["values.1.unit"]).toContain("Use one unit for the whole count");
    const made = (await add(id, count({ value: "0.55", unit }, { value: "0.35", unit }))).json();
    expect(made.values).toMatchObject([
      { value: "0.55", unit, low: "0.50", high: "0.70", flag: null },
      { value: "0.35", unit, low: "0.30", high: "0.45", flag: null },
    ]);
    // The laboratory's next one names none.
    const next = (await add(id, count({ value: "0.80" }, { value: "0.15" }))).json();
    expect(next.values).toMatchObject([
      { unit, flag: "H" },
      { unit, flag: "L" },
    ]);
    const alone = { values: [{ analyte: "neutrophils", value: "55", unit: "%" }] };
    expect((await change(id, made.id, alone)).statusCode).toBe(400);
    expect((await change(id, made.id, { note: "Seen" })).statusCode).toBe(200);
  });

  it("computes eGFR by sex and the age at collection", async () => {
    const id = await aWoman();
    const of = async (collectedAt: string, value: string, unit: string) =>
      testOf(
        (
          await add(id, { panel: "kidney", collectedAt, values: [{ analyte: "creatinine", value, unit }] })
        ).json(),
        "egfr",
      );
    // 67 years old on the day; 57 ten years before.
    expect(await of("2026-11-20", "134", "µmol/L")).toMatchObject({ value: "37", flag: "L", low: "60" });
    expect(await of("2016-11-20", "1.52", "mg/dL")).toMatchObject({ value: "40" });
    expect(await of("2026-11-20", "<0.2", "mg/dL")).toBeUndefined();
    const unknown = await aWoman({ birthday: null, age: null });
    const made = await add(unknown, {
      panel: "kidney",
      collectedAt: "2026-11-20",
      values: [{ analyte: "creatinine", value: "1.5" }],
    });
    expect(testOf(made.json(), "egfr")).toBeUndefined();
    const typed = { panel: "kidney", collectedAt: "2026-11-20", values: [{ analyte: "egfr", value: "90" }] };
    expect((await add(id, typed)).statusCode).toBe(400);
  });

  it("accepts values beyond the measuring range, and words", async () => {
    const id = await aWoman();
    const tsh = { panel: "thyroid", collectedAt: "2026-11-20", values: [{ analyte: "tsh", value: "<0.01" }] };
    expect((await add(id, tsh)).json().values).toMatchObject([{ value: "<0.01", flag: "L" }]);
    const urine = {
      panel: "urinalysis",
      collectedAt: "2026-11-20",
      values: [
        { analyte: "urine_protein", value: "trace" },
        { analyte: "urine_wbc", value: "0-2" },
        { analyte: "urine_casts", value: "Hyaline, few" },
        { analyte: "urine_nitrite", value: "" },
      ],
    };
    expect((await add(id, urine)).json().values).toMatchObject([
      { analyte: "urine_protein", value: "Trace", flag: "A" },
      { analyte: "urine_wbc", value: "0-2", flag: null },
      { analyte: "urine_casts", value: "Hyaline, few", flag: null },
    ]);
  });

  it("asks once about values that the patient has of that day already", async () => {
    const id = await aWoman();
    const cbc = {
      panel: "cbc",
      collectedAt: "2026-11-19",
      values: [
        { analyte: "hemoglobin", value: "13.1", unit: "g/dL" },
        { analyte: "platelets", value: "250" },
      ],
    };
    expect((await add(id, cbc)).statusCode).toBe(200);
    const asked = await add(id, { ...cbc, values: [{ analyte: "platelets", value: "250.0" }] });
    expect(asked.statusCode, asked.body).toBe(409);
    expect(asked.json()).toMatchObject({
      code: "unlikely",
      fields: {
        collectedAt:
          "These values of Nov 19, 2026 are already recorded. Save again only if they are of another specimen.",
      },
    });
    // The doctor is asked too, until it is sent again.
    const doctor = await aStaffMember(test, clinic, ["view_patients", "edit_patients"]);
    expect((await add(id, cbc, doctor.token)).statusCode).toBe(409);
    expect(await listed(id)).toHaveLength(1);
    expect((await add(id, cbc, doctor.token)).statusCode).toBe(200);
    expect((await add(id, cbc, doctor.token)).statusCode).toBe(409);

    // Another patient's, of another day, laboratory, value or time.
    expect((await add(await aWoman(), cbc)).statusCode).toBe(200);
    const hiPrecision = { ...potassium, laboratory: "Hi-Precision" };
    expect((await add(id, hiPrecision)).statusCode).toBe(200);
    expect((await add(id, { ...potassium, laboratory: "Chong Hua" })).statusCode).toBe(200);
    expect((await add(id, { ...hiPrecision, laboratory: "HI-PRECISION" })).statusCode).toBe(409);
    expect((await add(id, { ...cbc, collectedAt: "2026-11-18" })).statusCode).toBe(200);
    const more = [...cbc.values, { analyte: "wbc", value: "7.2" }];
    expect((await add(id, { ...cbc, values: more })).statusCode).toBe(200);
    expect((await add(id, { ...potassium, collectedAt: "2026-11-19T06:00:00+08:00" })).statusCode).toBe(200);
    expect((await add(id, { ...potassium, collectedAt: "2026-11-19T14:00:00+08:00" })).statusCode).toBe(200);
    expect((await add(id, { ...potassium, collectedAt: "2026-11-19" })).statusCode).toBe(409);

    // One that was entered in error is none.
    const other = await aWoman();
    const wrong = (await add(other, cbc)).json();
    await change(other, wrong.id, { state: "entered_in_error" });
    expect((await add(other, cbc)).statusCode).toBe(200);
  });

  it("returns only what was sent to users who may not view", async () => {
    const writer = await aStaffMember(test, clinic, ["edit_patients"]);
    const id = await aWoman();
    const made = await add(id, potassium, writer.token);
    expect(made.json()).toMatchObject({ patientId: id });
    const changed = await test.call(changeResult, writer.token, {
      params: { id, resultId: made.json().id },
      body: { note: "Hemolyzed" },
    });
    expect(changed.json()).not.toHaveProperty("values");
    const corrected = await test.call(changeResult, writer.token, {
      params: { id, resultId: made.json().id },
      body: { values: [{ analyte: "potassium", value: "4.5" }] },
    });
    expect(corrected.statusCode).toBe(200);
    expect(corrected.json()).not.toHaveProperty("values");
  });

  it("attaches an upload to the patient and to the result", async () => {
    const id = await aWoman();
    const uploaded = await test.call(uploadFiles, owner(), asMultipart([["Electrolytes.pdf", aPdf()]]));
    const [file] = uploaded.json().files;
    const made = await add(id, { ...potassium, file });
    expect(made.json()).toMatchObject({ file, fileName: "Electrolytes.pdf" });
    const files = (await test.call(patientFiles, owner(), { params: { id } })).json();
    expect(files).toMatchObject([{ path: file, category: "laboratory" }]);
    expect((await test.call(onePatient, owner(), { params: { id } })).json().laboratoryFiles).toEqual([file]);
    const other = { ...potassium, values: [{ analyte: "potassium", value: "5.3" }] };
    expect((await add(id, { ...other, file: "nothing.pdf" })).json().fields).toHaveProperty("file");
    expect((await add(await aWoman(), { ...potassium, file })).json().fields).toHaveProperty("file");
  });
});

describe("PATCH /api/patients/:id/results/:resultId", () => {
  it("is 412 with the stored result where someone else corrected it meanwhile", async () => {
    const id = await aWoman();
    const { id: resultId, version } = (await add(id, potassium)).json();
    const correct = (value: string) =>
      test.call(changeResult, owner(), {
        params: { id, resultId },
        headers: { "if-match": `"v${version}"` },
        body: { values: [{ analyte: "potassium", value }] },
      });
    expect((await correct("4.5")).json()).toMatchObject({ version: version + 1 });
    const late = await correct("3.5");
    expect(late.statusCode).toBe(412);
    expect(testOf(late.json().current, "potassium")?.value).toBe("4.5");
    expect(testOf((await listed(id))[0] as Result, "potassium")?.value).toBe("4.5");
  });
  it("corrects a value and keeps the previous one in the history", async () => {
    const id = await aWoman();
    const made = (
      await add(id, {
        panel: "kidney",
        collectedAt: "2026-11-20",
        values: [
          { analyte: "creatinine", value: "1.9", unit: "mg/dL" },
          { analyte: "bun", value: "30" },
        ],
      })
    ).json();
    const corrected = await change(id, made.id, { values: [{ analyte: "creatinine", value: "0.9" }] });
    expect(corrected.json()).toMatchObject({ state: "corrected" });
    expect(testOf(corrected.json(), "creatinine")).toMatchObject({
      value: "0.9",
      unit: "mg/dL",
      flag: null,
    });
    expect(testOf(corrected.json(), "bun")).toMatchObject({ value: "30", flag: "H" });
    expect(Number(testOf(corrected.json(), "egfr")?.value)).toBeGreaterThan(60);
    const history = (await test.call(patientHistory, owner(), { params: { id } })).json();
    const entry = history.find((each: { event: string }) => each.event === "result.change");
    expect(JSON.stringify(entry.changes)).toContain('"1.9"');
    expect(JSON.stringify(entry.changes)).toContain('"0.9"');
    const without = await change(id, made.id, { values: [{ analyte: "bun", value: "" }] });
    expect(testOf(without.json(), "bun")).toBeUndefined();
  });

  it("marks a result as entered in error, and reverts that", async () => {
    const id = await aWoman();
    const { id: resultId } = (await add(id, potassium)).json();
    expect((await change(id, resultId, { state: "entered_in_error" })).json()).toMatchObject({
      state: "entered_in_error",
    });
    expect(await listFlagged(handleOf(test, clinic), id, new Date("2026-10-20"))).toEqual([]);
    expect((await change(id, resultId, { state: "final" })).json()).toMatchObject({ state: "final" });
    expect(await listFlagged(handleOf(test, clinic), id, new Date("2026-10-20"))).toMatchObject([
      { resultId, values: [{ analyte: "potassium", flag: "H" }] },
    ]);
    expect(await listFlagged(handleOf(test, clinic), id, new Date("2026-11-21"))).toEqual([]);
  });

  it("stays corrected, and cannot be changed while it is marked as an error", async () => {
    const id = await aWoman();
    const { id: resultId } = (await add(id, potassium)).json();
    const values = [{ analyte: "potassium", value: "4.1" }];
    await change(id, resultId, { values });
    expect((await change(id, resultId, { state: "final" })).json()).toMatchObject({ state: "corrected" });
    await change(id, resultId, { state: "entered_in_error" });
    for (const changes of [{ values }, { collectedAt: "2026-11-01" }, { note: "x" }]) {
      const answer = await change(id, resultId, changes);
      expect(answer.statusCode).toBe(422);
      expect(answer.json().message).toContain("entered in error");
    }
    // Who has the first paper still has other values.
    expect((await change(id, resultId, { state: "final" })).json()).toMatchObject({ state: "corrected" });
  });

  it("judges all values again for the age on another day, in the typed units", async () => {
    const id = await aPatient(test, clinic, { birthday: "1990-04-02", sex: "F" });
    const made = (
      await add(id, {
        panel: "kidney",
        collectedAt: "2026-11-20",
        values: [{ analyte: "creatinine", value: "150", unit: "umol/L" }],
      })
    ).json();
    expect(testOf(made, "creatinine")).toMatchObject({ unit: "µmol/L", flag: "H" });
    expect(testOf(made, "egfr")).toBeDefined();
    const child = (await change(id, made.id, { collectedAt: "1995-01-01" })).json();
    expect(testOf(child, "creatinine")).toMatchObject({
      value: "150",
      unit: "µmol/L",
      low: null,
      flag: null,
    });
    expect(testOf(child, "egfr")).toBeUndefined();
    const early = await change(id, made.id, { collectedAt: "1990-04-01" });
    expect(early.json().fields.collectedAt).toBe("Enter a date from the birthday on, Apr 2, 1990");
  });

  it("computes nothing from today's age for a day long ago", async () => {
    const id = await aPatient(test, clinic, { birthday: null, age: 45, sex: "F" });
    const of = async (collectedAt: string) =>
      testOf(
        (
          await add(id, { panel: "kidney", collectedAt, values: [{ analyte: "creatinine", value: "1" }] })
        ).json(),
        "egfr",
      );
    expect(await of("2026-11-20")).toBeDefined();
    expect(await of("2005-11-20")).toBeUndefined();
  });

  it("finds no result of another patient, and refuses to remove all values", async () => {
    const id = await aWoman();
    const { id: resultId } = (await add(id, potassium)).json();
    expect((await change(await aWoman(), resultId, { note: "x" })).statusCode).toBe(404);
    expect((await change(id, resultId, {})).statusCode).toBe(400);
    const emptied = await change(id, resultId, { values: [{ analyte: "potassium", value: "" }] });
    expect(emptied.statusCode).toBe(400);
  });
});

describe("GET /api/patients/:id/results", () => {
  it("returns the latest collected first, by page", async () => {
    const id = await aWoman();
    for (const day of ["2026-06-05", "2026-11-20", "2026-03-02"])
      await add(id, { ...potassium, collectedAt: day });
    const days = (results: Result[]) => results.map(({ collectedAt }) => collectedAt.slice(0, 10));
    expect(days(await listed(id))).toEqual(["2026-11-19", "2026-06-04", "2026-03-01"]);
    const first = await test.call(patientResults, owner(), { params: { id }, query: { limit: "2" } });
    expect(days(first.json())).toEqual(["2026-11-19", "2026-06-04"]);
    const cursor = String(first.headers["x-next-cursor"]);
    expect(days(await listed(id, { limit: "2", cursor }))).toEqual(["2026-03-01"]);
  });
});

describe("the head of the record", () => {
  it("lists results flagged in the last 30 days, until a newer value is normal", async () => {
    const id = await aWoman();
    const pending = async () => (await test.call(summary, owner(), { params: { id } })).json().pending;
    await add(id, { ...potassium, collectedAt: "2026-10-10" });
    expect(await pending()).toEqual([]);
    await add(id, { ...potassium, collectedAt: "2026-11-10" });
    await add(id, {
      panel: "cbc",
      collectedAt: "2026-11-19",
      values: [
        { analyte: "hemoglobin", value: "10.1" },
        { analyte: "wbc", value: "3.1" },
        { analyte: "platelets", value: "31" },
      ],
    });
    expect(await pending()).toEqual([
      { kind: "result", label: "Potassium 5.4 mmol/L high", since: "2026-11-09T16:00:00Z" },
      {
        kind: "result",
        label: "Platelets 31 10³/µL critically low and 2 more",
        since: "2026-11-18T16:00:00Z",
      },
    ]);
    await add(id, { ...potassium, values: [{ analyte: "potassium", value: "4.4" }] });
    expect(await pending()).toHaveLength(1);
  });
});

describe("the clinic's settings", () => {
  const set = (analyte: string, body: object, token = owner()) =>
    test.call(setResultRange, token, { body: { analyte, ...body } });
  const goal = {
    bands: [{ sex: null, from: null, to: null, low: null, high: 6.9 }],
    note: "the doctor's goal",
  };
  const hba1c = (value: string) => ({
    panel: "hba1c",
    collectedAt: "2026-11-20",
    values: [{ analyte: "hba1c", value }],
  });

  it("include the owner's ranges, which leave stored results as they are", async () => {
    const id = await aWoman();
    const before = (await add(id, hba1c("6.8"))).json();
    expect(before.values).toMatchObject([{ flag: "H", high: "5.7", isBelow: true }]);
    const assistant = await aStaffMember(test, clinic, ["view_patients", "edit_patients"]);
    expect((await set("hba1c", goal, assistant.token)).statusCode).toBe(403);
    expect((await set("hba1c", goal)).json()).toMatchObject({ analyte: "hba1c", ...goal });
    const after = (await add(id, hba1c("6.7"))).json();
    expect(after.values).toMatchObject([{ flag: null, high: "6.9", source: "the doctor's goal" }]);
    expect(await listed(id)).toContainEqual(before);
    await set("hba1c", { bands: [] });
    expect((await add(id, hba1c("6.6"))).json().values).toMatchObject([{ flag: "H" }]);
  });

  it("refuse invalid ranges", async () => {
    const band = { sex: null, from: null, to: null, low: null, high: null };
    expect((await set("hba1c", { bands: [band] })).statusCode).toBe(400);
    expect((await set("hba1c", { bands: [{ ...band, low: 7, high: 4 }] })).statusCode).toBe(400);
    expect((await set("urine_protein", goal)).statusCode).toBe(404);
    expect((await set("no-such-test", goal)).statusCode).toBe(404);
  });

  it("remember the units of each laboratory", async () => {
    const id = await aWoman();
    const kidney = (value: string, more: object) => ({
      panel: "kidney",
      collectedAt: "2026-11-20",
      values: [{ analyte: "creatinine", value, ...("unit" in more ? { unit: more.unit } : {}) }],
      ...("laboratory" in more ? { laboratory: more.laboratory } : {}),
    });
    await add(id, kidney("98", { unit: "umol/L", laboratory: "Hi-Precision" }));
    await add(id, kidney("1.1", { unit: "mg/dL", laboratory: "Chong Hua" }));
    const again = await add(id, kidney("112", { laboratory: "Hi-Precision" }));
    expect(again.json().values[0]).toMatchObject({ value: "112", unit: "µmol/L" });
    // Without a laboratory no other one's unit is used.
    await add(id, kidney("98", { unit: "umol/L" }));
    expect((await add(id, kidney("1.2", {}))).json().values[0]).toMatchObject({
      value: "1.2",
      unit: "mg/dL",
    });
    const settings = (await test.call(resultSettings, owner(), {})).json();
    expect(settings.laboratories).toContainEqual({ name: "Chong Hua", units: { creatinine: "mg/dL" } });
  });
});
