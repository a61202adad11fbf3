import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { readSummary } from "#features/clinical-lists/server/summary.ts";
import { summary } from "#features/clinical-lists/summary-contract.ts";
import { recordVitals } from "#features/consultations/contract.ts";
import { archivePatient, deletePatient, editPatient } from "#features/patients/contract.ts";
import {
  addPregnancy,
  changePregnancy,
  expectedBirths,
  pregnancies,
  prenatalRecordPdf,
  prenatalVisits,
} from "#features/pregnancies/contract.ts";
import { copyRecord } from "#features/record-copy/contract.ts";
import { addDays } from "#shared/formats/dates.ts";
import { startTestApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { handleOf } from "#test/data/full-clinic.ts";
import { wordsOf } from "#test/pdf-text.ts";
import { updatePregnancy } from "./save-pregnancy.ts";

let test: TestApp;
let clinic: TestClinic;
let token: string;
let patientId: number;

const today = "2026-11-20";
/** 24 weeks. */
const lmp = addDays(today, -168);

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  token = clinic.owner.token;
});
afterAll(() => test.close());
beforeEach(async () => {
  patientId = await aPatient(test, clinic, { birthday: "1995-04-02", sex: "F" });
});

const add = (body: object = { lmp }, as: string | null = token, id = patientId) =>
  test.call(addPregnancy, as, { params: { id }, body });
const change = (rowId: number, body: object, id = patientId) =>
  test.call(changePregnancy, token, { params: { id, rowId }, body });
const list = async () => (await test.call(pregnancies, token, { params: { id: patientId } })).json();
const head = async () => (await test.call(summary, token, { params: { id: patientId } })).json();
const measure = (on: string, vitalSigns: object) =>
  test.call(recordVitals, token, {
    params: { id: patientId },
    body: { recordedAt: on, vitalSigns: vitalSigns as never },
  });

describe("POST /api/patients/:id/pregnancies", () => {
  it("is dated by the LMP, and by the ultrasound if there is one", async () => {
    const { id, ...row } = (await add()).json();
    expect(row).toMatchObject({ state: "open", lmp, edc: null, dueOn: addDays(lmp, 280), datedBy: "lmp" });
    expect((await change(id, { edc: "2027-03-20" })).json()).toMatchObject({
      lmp,
      dueOn: "2027-03-20",
      datedBy: "ultrasound",
    });
    expect((await change(id, { edc: null })).json()).toMatchObject({ datedBy: "lmp" });
  });

  it.each([
    [{}, "lmp", "Enter the LMP, or the EDC by ultrasound"],
    [{ lmp: addDays(today, 1) }, "lmp", "Enter a date that is not in the future"],
    [{ lmp: addDays(today, -309) }, "lmp", "This is more than 44 weeks ago"],
    [{ edc: addDays(today, 281) }, "edc", "Enter a date up to Aug 27, 2027"],
    [{ edc: addDays(today, -29) }, "edc", "more than 44 weeks by now"],
    [{ lmp: "1990-01-01", outcome: "term", endedOn: "1990-10-01" }, "lmp", "Enter a date after the birthday"],
    [{ lmp: "2004-04-01", outcome: "term", endedOn: "2005-01-06" }, "lmp", "before the age of 9"],
    [{ lmp, outcome: "miscarriage" }, "endedOn", "Enter the date on which it ended"],
    [{ lmp, endedOn: today }, "outcome", "Choose how the pregnancy ended"],
    [{ lmp, outcome: "term", endedOn: addDays(today, 1) }, "endedOn", "not in the future"],
    [{ lmp, outcome: "term", endedOn: addDays(lmp, -1) }, "endedOn", "Enter a date after"],
    [{ lmp: "2025-01-01", outcome: "term", endedOn: "2026-01-01" }, "endedOn", "44 weeks"],
    [{ lmp, outcome: "stillbirth", endedOn: today, living: 1 }, "living", "no child lives"],
    [{ lmp, term: 1 }, "term", "in a row of their own"],
    [{ term: 1, lmp: "2026-13-01" }, "lmp", "Enter a date that exists"],
  ])("refuses %j", async (body, field, words) => {
    const answer = await add(body);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields)).toEqual([field]);
    expect(answer.json().fields[field]).toContain(words);
  });

  it("accepts an LMP of exactly 44 weeks ago, and an older one with an ultrasound", async () => {
    const { id } = (await add({ lmp: addDays(today, -308) })).json();
    await change(id, { state: "entered_in_error" });
    expect((await add({ lmp: addDays(today, -400), edc: addDays(today, 60) })).statusCode).toBe(200);
  });

  it("refuses a man's record", async () => {
    const man = await aPatient(test, clinic, { sex: "M" });
    const answer = await add({ lmp }, token, man);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().message).toContain("recorded for women");
  });

  it.each([
    [{ birthday: "2023-06-01" }, 422],
    [{ birthday: null, age: 8 }, 422],
    [{ birthday: "2017-11-21" }, 422],
    [{ birthday: "2017-05-01" }, 200],
    [{ birthday: null, age: 9 }, 200],
    // An empty age.
    [{ birthday: null, age: 0 }, 200],
  ])("of a girl: %j is %i", async (born, status) => {
    const girl = await aPatient(test, clinic, { sex: "F", ...born });
    const answer = await add({ lmp }, token, girl);
    expect(answer.statusCode).toBe(status);
    if (status === 422) expect(answer.json().message).toContain("from 9 years of age on");
    const counted = await add({ term: 1, living: 1 }, token, girl);
    expect(counted.statusCode).toBe(status);
  });

  it("keeps one open and one count of earlier ones, whoever presses at once", async () => {
    const answers = await Promise.all([add(), add(), add({ edc: "2027-03-20" })]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect((await add({ term: 2, living: 2 })).json()).toMatchObject({
      state: "earlier",
      term: 2,
      preterm: 0,
      abortions: 0,
      living: 2,
      dueOn: null,
    });
    expect((await add({ abortions: 1 })).statusCode).toBe(409);
    expect((await list()).map(({ state }: { state: string }) => state)).toEqual(["open", "earlier"]);
  });

  it("the database refuses a second open one", async () => {
    await add();
    await expect(
      test.sql(
        `insert into pregnancies (clinic_id, patient_id, state, lmp, recorded_by_id, recorded_at, updated_at)
         select clinic_id, patient_id, state, lmp, recorded_by_id, recorded_at, updated_at
         from pregnancies where clinic_id = $1 and patient_id = $2`,
        [clinic.id, patientId],
      ),
    ).rejects.toThrow(/pregnancies_open/);
  });
});

describe("PATCH /api/patients/:id/pregnancies/:rowId", () => {
  it("ends with an outcome, reverts it, and keeps the previous values in the record history", async () => {
    const { id } = (await add({ lmp: addDays(today, -275) })).json();
    const ended = { outcome: "term", endedOn: today, living: 1 };
    expect((await change(id, ended)).json()).toMatchObject({ state: "ended", ...ended });
    const [row] = await test.sql<{ changes: object }>(
      `select changes from record_history where entity = 'pregnancies' and entity_id = $1 and event = 'pregnancy.change'`,
      [id],
    );
    expect(row?.changes).toMatchObject({ state: ["open", "ended"], outcome: [null, "term"] });
    expect((await change(id, { state: "open" })).json()).toMatchObject({
      state: "open",
      outcome: null,
      endedOn: null,
      living: null,
    });
    expect((await change(id, {})).statusCode).toBe(400);
    expect((await change(987_654_321, { note: "x" })).statusCode).toBe(404);
    expect((await change(id, { note: "x" }, await aPatient(test, clinic))).statusCode).toBe(404);
  });

  it("ends one that was left open too long", async () => {
    const { id } = (await add({ lmp: addDays(today, -300) })).json();
    const write = (body: object) =>
      updatePregnancy(handleOf(test, clinic, "pregnancy.change"), { patientId, id }, body, {
        now: new Date("2027-02-01T02:00:00Z"),
        version: null,
      });
    expect(await write({ note: "Moved away" })).toMatchObject({ state: "open", note: "Moved away" });
    await expect(write({ lmp: addDays(today, -299) })).rejects.toThrow(/more than 44 weeks ago/);
    expect(await write({ outcome: "unknown", endedOn: addDays(today, 5) })).toMatchObject({
      state: "ended",
      outcome: "unknown",
    });
  });

  it("changes none that was changed since it was read", async () => {
    const { id, version } = (await add()).json();
    const [params, headers] = [{ id: patientId, rowId: id }, { "if-match": `"v${version}"` }];
    const patch = (note: string) => test.call(changePregnancy, token, { params, body: { note }, headers });
    expect((await patch("1")).json()).toMatchObject({ note: "1", version: version + 1 });
    const refused = await patch("2");
    expect(refused.statusCode).toBe(412);
    expect(refused.json().current).toMatchObject({ id, note: "1" });
  });

  it("does not overlap another one", async () => {
    const { id } = (await add({ lmp: "2026-03-01" })).json();
    expect((await change(id, { outcome: "term", endedOn: "2026-11-15" })).statusCode).toBe(200);
    const overlapping = await add({ lmp: "2026-09-01" });
    expect(overlapping.statusCode).toBe(400);
    expect(overlapping.json().fields).toEqual({
      lmp: "Another pregnancy lasted from Mar 1, 2026 to Nov 15, 2026. Correct the dates of one of them.",
    });
    const inside = { lmp: "2026-04-01", outcome: "miscarriage", endedOn: "2026-05-20" };
    expect((await add(inside)).statusCode).toBe(400);
    // Dates have errors: so near, it may have begun after the other's end.
    expect((await add({ lmp: "2026-10-20" })).statusCode).toBe(200);
    expect((await add({ lmp: "2025-03-01", outcome: "term", endedOn: "2025-12-01" })).statusCode).toBe(200);
    expect((await change(id, { endedOn: "2026-11-19" })).statusCode).toBe(400);
    expect((await change(id, { note: "Twins" })).statusCode).toBe(200);
  });

  it("ends as is possible at its weeks", async () => {
    const { id } = (await add({ lmp: addDays(today, -20 * 7) })).json();
    const refused = await change(id, { outcome: "miscarriage", endedOn: today });
    expect(refused.json().fields).toEqual({
      outcome:
        "By the dates this is at 20 weeks, and “Miscarriage” is before 20 weeks. Correct the dates or the outcome.",
    });
    const dayBefore = addDays(today, -1);
    const early = await change(id, { outcome: "stillbirth", endedOn: dayBefore });
    expect(early.json().fields.outcome).toContain("“Stillbirth” is from 20 weeks on");
    expect((await change(id, { outcome: "miscarriage", endedOn: dayBefore })).statusCode).toBe(200);
    // As a whole: another day makes it another outcome.
    expect((await change(id, { endedOn: today })).statusCode).toBe(400);
    expect((await change(id, { outcome: "stillbirth", endedOn: today })).statusCode).toBe(200);
  });

  it("that ended against its weeks before they were compared keeps it, and its note can be changed", async () => {
    const { id } = (await add({ lmp: addDays(today, -150), outcome: "stillbirth", endedOn: today })).json();
    await test.sql(
      `with scope as materialized (select set_config('app.event', 'pregnancy.update', true))
       update pregnancies set outcome = 'miscarriage' from scope where id = $1`,
      [id],
    );
    expect((await change(id, { note: "Seen elsewhere" })).statusCode).toBe(200);
    expect((await change(id, { endedOn: addDays(today, -1) })).statusCode).toBe(400);
  });

  it("blocks a change of the record's sex while it is open", async () => {
    const { id } = (await add()).json();
    const makeMan = (as = token) =>
      test.call(editPatient, as, { params: { id: patientId }, body: { sex: "M" } });
    const refused = await makeMan();
    expect(refused.statusCode).toBe(400);
    expect(refused.json().fields.sex).toContain("A pregnancy is open");
    const clerk = await aStaffMember(test, clinic, ["edit_patients"]);
    const blind = await makeMan(clerk.token);
    expect(blind.statusCode).toBe(400);
    expect(blind.body).not.toMatch(/pregnan/i);
    await change(id, { state: "entered_in_error" });
    expect((await makeMan()).statusCode).toBe(200);
    expect((await makeMan()).statusCode).toBe(200);
  });

  it("marks a mistake, which stays and frees the slot", async () => {
    const { id } = (await add()).json();
    await change(id, { state: "entered_in_error" });
    expect((await change(id, { note: "x" })).statusCode).toBe(422);
    expect((await add({ edc: "2027-03-20" })).statusCode).toBe(200);
    expect((await change(id, { state: "open" })).statusCode).toBe(409);
    expect((await list()).map(({ state }: { state: string }) => state)).toEqual(["open", "entered_in_error"]);
  });
});

describe("GET …/visits", () => {
  it("lists the pregnancy's days, combining several measurements of a day", async () => {
    const { id } = (await add()).json();
    await measure(addDays(lmp, -10), { weight: 50 });
    await measure("2026-11-06T01:00:00Z", { weight: 57.1, bloodPressure: "118/76" });
    await measure("2026-11-06T02:00:00Z", { fundalHeight: 22, fetalHeartTone: 144, presentation: "breech" });
    await measure("2026-11-13", { temperature: 36.8 });
    await measure("2026-11-19", { fundalHeight: 23.5, bloodPressure: "142/90" });
    const visits = async () =>
      (await test.call(prenatalVisits, token, { params: { id: patientId, rowId: id } })).json();
    expect(await visits()).toEqual([
      {
        date: "2026-11-19",
        days: 167,
        bloodPressure: "142/90",
        weight: null,
        fundalHeight: 23.5,
        fetalHeartTone: null,
        presentation: null,
      },
      {
        date: "2026-11-06",
        days: 154,
        bloodPressure: "118/76",
        weight: 57.1,
        fundalHeight: 22,
        fetalHeartTone: 144,
        presentation: "breech",
      },
    ]);
    await change(id, { outcome: "stillbirth", endedOn: "2026-11-10" });
    expect((await visits()).map(({ date }: { date: string }) => date)).toEqual(["2026-11-06"]);
  });

  it("refuses impossible measurements", async () => {
    for (const [signs, field] of [
      [{ fundalHeight: 60 }, "fundalHeight"],
      [{ fetalHeartTone: 20 }, "fetalHeartTone"],
      [{ presentation: "cephalic" }, "presentation"],
      [{ fundalHeight: 24, presentation: "upside down" }, "presentation"],
    ] as const) {
      const answer = await measure(today, signs);
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json().fields)).toEqual([`vitalSigns.${field}`]);
    }
  });

  it("prints the dates, the score and the visits with their flags", async () => {
    const { id } = (await add()).json();
    await add({ term: 1, abortions: 1, living: 1 });
    await measure("2026-11-19", { fundalHeight: 19, fetalHeartTone: 170, bloodPressure: "142/90" });
    const answer = await test.call(prenatalRecordPdf, token, { params: { id: patientId, rowId: id } });
    expect(answer.statusCode).toBe(200);
    const text = await wordsOf(answer.rawPayload);
    for (const words of [
      "Prenatal Record",
      "24 weeks",
      "G3P1 (1-0-1-1)",
      "FHT 170",
      "140/90 or above",
      "Above 160",
      "More than 3 cm below 23 weeks",
    ])
      expect(text).toContain(words);
    expect(text).not.toContain("Entered in error");
    await change(id, { state: "entered_in_error" });
    const marked = await test.call(prenatalRecordPdf, token, { params: { id: patientId, rowId: id } });
    expect(await wordsOf(marked.rawPayload)).toContain("Entered in error");
  });
});

it("is in the patient's copy, and sealed with a deleted record", async () => {
  const { id } = (await add({ lmp, edc: "2027-03-20" })).json();
  await add({ term: 2, living: 2 });
  const copy = await test.call(copyRecord, token, {
    params: { id: patientId },
    body: { reason: "Asked for it", format: "json" },
  });
  expect(copy.json().pregnancies).toMatchObject([
    { id, dueOn: "2027-03-20" },
    { state: "earlier", term: 2 },
  ]);
  await test.call(deletePatient, token, { params: { id: patientId } });
  const [sealed] = await test.sql<{ record: { pregnancies: { id: number }[] } }>(
    "select record from sealed_records where patient_id = $1",
    [patientId],
  );
  expect(sealed?.record.pregnancies.map((row) => row.id)).toContain(id);
  expect(await test.sql("select id from pregnancies where patient_id = $1", [patientId])).toEqual([]);
});

describe("the summary", () => {
  it("contains the open pregnancy with its score, still in one round trip to the database", async () => {
    const { id } = (await add()).json();
    await add({ term: 2, living: 2 });
    expect((await head()).pregnancy).toEqual({
      id,
      lmp,
      dueOn: addDays(lmp, 280),
      datedBy: "lmp",
      score: "G3P2 (2-0-0-2)",
    });
    const taken = vi.spyOn(pg.Pool.prototype, "connect");
    await readSummary(handleOf(test, clinic), patientId, testNow);
    expect(taken).toHaveBeenCalledTimes(1);
    taken.mockRestore();
    await change(id, { outcome: "unknown", endedOn: today });
    expect((await head()).pregnancy).toBeNull();
  });

  it("flags by the pregnancy, and shows no fundal height of another one", async () => {
    await measure("2024-05-01", { fundalHeight: 30, fetalHeartTone: 140 });
    await add();
    await measure("2026-11-19", { bloodPressure: "142/84" });
    const signs = (await head()).vitals;
    expect(signs).toHaveLength(1);
    expect(signs[0].flag).toEqual({ level: "amber", text: "140/90 or above" });
    await measure("2026-11-20", { fundalHeight: 19, fetalHeartTone: 100 });
    expect((await head()).vitals.slice(1)).toMatchObject([
      { sign: "fundalHeight", value: 19, flag: { level: "amber", text: "More than 3 cm below 24 weeks" } },
      { sign: "fetalHeartTone", value: 100, flag: { level: "amber", text: "Below 110" } },
    ]);
  });
});

describe("GET /api/pregnancies/due", () => {
  const due = (query: Record<string, string> = {}, as: string | null = token) =>
    test.call(expectedBirths, as, { query });

  it("lists pregnancies by due date, first due first, page by page", async () => {
    const fresh = await aClinic(test);
    const expecting = async (days: number, more: object = {}) => {
      const id = await aPatient(test, fresh, { contact_number: "+639175550101", ...more });
      await add({ edc: addDays(today, days) }, fresh.owner.token, id);
      return id;
    };
    const [soon, late, far, past] = [
      await expecting(10),
      await expecting(28),
      await expecting(29),
      await expecting(-5),
    ];
    const archived = await expecting(12);
    await test.call(archivePatient, fresh.owner.token, { params: { id: archived } });
    const idsOf = (answer: { json: () => { patientId: number }[] }) =>
      answer.json().map((row) => row.patientId);
    const whole = await due({}, fresh.owner.token);
    expect(idsOf(whole)).toEqual([past, soon, late]);
    expect(whole.json()[1]).toMatchObject({
      dueOn: addDays(today, 10),
      datedBy: "ultrasound",
      contactNumber: "+639175550101",
    });
    expect(idsOf(await due({ weeks: "5" }, fresh.owner.token))).toEqual([past, soon, late, far]);
    const first = await due({ limit: "2" }, fresh.owner.token);
    expect(idsOf(first)).toEqual([past, soon]);
    const cursor = String(first.headers["x-next-cursor"]);
    expect(idsOf(await due({ limit: "2", cursor }, fresh.owner.token))).toEqual([late]);
  });

  it("refuses an invalid number of weeks", async () => {
    expect((await due({ weeks: "0" })).statusCode).toBe(400);
    expect((await due({ cursor: "none" })).statusCode).toBe(400);
  });
});
