import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  addImmunization,
  changeImmunization,
  immunizationCardPdf,
  immunizations,
} from "#features/immunizations/contract.ts";
import { addPregnancy } from "#features/pregnancies/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";
import { wordsOf } from "#test/pdf-text.ts";

let test: TestApp;
let clinic: TestClinic;
let token: string;
let patientId: number;

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  token = clinic.owner.token;
});
afterAll(() => test.close());
beforeEach(async () => {
  patientId = await aPatient(test, clinic, { birthday: "2025-09-22", sex: "F" });
});

const mmr = { vaccine: "MMR", dose: 1, date: "2026-06-24", lot: "0231A", site: "left thigh" };
const add = (body: object = mmr, as: string | null = token, id = patientId) =>
  test.call(addImmunization, as, { params: { id }, body: body as never });
const change = (immunizationId: number, body: object, id = patientId) =>
  test.call(changeImmunization, token, { params: { id, immunizationId }, body });
const list = async () => (await test.call(immunizations, token, { params: { id: patientId } })).json();

describe("POST /api/patients/:id/immunizations", () => {
  it("records a dose under the schedule's name", async () => {
    expect(
      (await add({ vaccine: "hepa b", dose: 1, date: "2025-09-22", isElsewhere: true })).json(),
    ).toMatchObject({
      vaccine: "Hepatitis B",
      dose: 1,
      isElsewhere: true,
      state: "given",
      brand: null,
    });
    await add();
    expect((await list()).map(({ vaccine }: { vaccine: string }) => vaccine)).toEqual(["MMR", "Hepatitis B"]);
  });

  it("keeps the product that was typed as the vaccine, and one that only looks like the schedule's", async () => {
    const date = "2026-06-24";
    expect((await add({ vaccine: "RotaTeq", dose: 1, date })).json()).toMatchObject({
      vaccine: "Rotavirus",
      brand: "RotaTeq",
    });
    expect((await add({ vaccine: "PCV 13", dose: 1, date, brand: "Prevenar" })).json()).toMatchObject({
      vaccine: "PCV",
      brand: "Prevenar",
    });
    const ppsv = { vaccine: "Pneumococcal (PPSV23)", dose: 1, date };
    expect((await add(ppsv)).json()).toMatchObject({ ...ppsv, brand: null });
  });

  it("refuses another dose than the name says", async () => {
    const answer = await add({ vaccine: "Penta 3", dose: 1, date: "2026-06-24" });
    expect(answer.json().fields).toEqual({
      dose: "Penta 3 says dose 3. Enter this number, or the vaccine without it.",
    });
    expect((await add({ vaccine: "Penta 3", dose: 3, date: "2026-06-24" })).json()).toMatchObject({
      vaccine: "Pentavalent",
      dose: 3,
    });
  });

  it.each([
    [{ ...mmr, date: "2026-11-21" }, "date"],
    [{ ...mmr, date: "2025-09-21" }, "date"],
    [{ ...mmr, dose: 0 }, "dose"],
    [{ ...mmr, vaccine: " " }, "vaccine"],
  ])("refuses %j", async (body, field) => {
    const answer = await add(body);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields)).toEqual([field]);
  });

  it("records a scheduled dose once, also under concurrent requests; others once a day", async () => {
    const answers = await Promise.all([add(), add(), add({ ...mmr, date: "2026-06-25" })]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect((await list()).length).toBe(1);
    const influenza = { vaccine: "Influenza", dose: 1, date: "2026-06-24" };
    expect((await add(influenza)).statusCode).toBe(200);
    expect((await add(influenza)).statusCode).toBe(409);
    expect((await add({ ...influenza, date: "2026-10-24" })).statusCode).toBe(200);
  });
});

describe("PATCH /api/patients/:id/immunizations/:immunizationId", () => {
  it("corrects a dose, and keeps the previous value in the record history", async () => {
    const { id } = (await add()).json();
    expect((await change(id, { lot: "0232B" })).json()).toMatchObject({ lot: "0232B", site: "left thigh" });
    const [row] = await test.sql<{ changes: object }>(
      "select changes from record_history where entity = 'immunizations' and entity_id = $1 and event = 'immunization.change'",
      [id],
    );
    expect(row?.changes).toMatchObject({ lot: ["0231A", "0232B"] });
    expect((await change(id, {})).statusCode).toBe(400);
    expect((await change(987_654_321, { lot: "1" })).statusCode).toBe(404);
    expect((await change(id, { lot: "1" }, await aPatient(test, clinic))).statusCode).toBe(404);
  });

  it("changes no dose that was changed since it was read", async () => {
    const { id, version } = (await add()).json();
    const patch = (lot: string) =>
      test.call(changeImmunization, token, {
        params: { id: patientId, immunizationId: id },
        body: { lot },
        headers: { "if-match": `"v${version}"` },
      });
    expect((await patch("1")).json()).toMatchObject({ lot: "1", version: version + 1 });
    const refused = await patch("2");
    expect(refused.statusCode).toBe(412);
    expect(refused.json().current).toMatchObject({ id, lot: "1" });
  });

  it("marks a mistake, which stays and frees the dose", async () => {
    const { id } = (await add()).json();
    await change(id, { state: "entered_in_error" });
    expect((await change(id, { lot: "0232B" })).statusCode).toBe(422);
    expect((await change(id, { state: "given", lot: "0232B" })).json()).toMatchObject({ lot: "0232B" });
    await change(id, { state: "entered_in_error" });
    expect((await add({ ...mmr, date: "2026-07-01" })).statusCode).toBe(200);
    expect((await change(id, { state: "given" })).statusCode).toBe(409);
    expect((await list()).map(({ state }: { state: string }) => state)).toEqual([
      "given",
      "entered_in_error",
    ]);
  });
});

it("prints the card with given and due doses", async () => {
  await add();
  const answer = await test.call(immunizationCardPdf, token, { params: { id: patientId } });
  expect(answer.statusCode).toBe(200);
  const text = await wordsOf(answer.rawPayload);
  expect(text).toContain("lot 0231A");
  expect(text).toContain("MMR 2");
  expect(text).toContain("Overdue");
});

it("prints on the card that a dose came too early, and records it again", async () => {
  await add({ ...mmr, date: "2026-05-01" });
  const answer = await test.call(immunizationCardPdf, token, { params: { id: patientId } });
  expect(await wordsOf(answer.rawPayload)).toContain("before its earliest day; to be repeated");
  expect((await add({ ...mmr, date: "2026-05-01" })).statusCode).toBe(409);
  const repeated = await add({ ...mmr, date: "2026-06-24" });
  expect(repeated.statusCode).toBe(200);
  expect((await add({ ...mmr, date: "2026-07-24" })).statusCode).toBe(409);
  // Neither is closed to corrections, and the card tells them apart.
  const [, early] = await list();
  for (const { id } of [early, repeated.json()])
    expect((await change(id, { lot: "0440C" })).statusCode).toBe(200);
  await change(early.id, { state: "entered_in_error" });
  expect((await change(early.id, { state: "given" })).statusCode).toBe(200);
  const card = await test.call(immunizationCardPdf, token, { params: { id: patientId } });
  expect(await wordsOf(card.rawPayload)).toContain("Given too early, and repeated");
  // As copied from a card in any order.
  expect((await add({ ...mmr, dose: 2, date: "2026-09-24" })).statusCode).toBe(200);
  expect((await add({ ...mmr, dose: 2, date: "2026-06-30" })).statusCode).toBe(200);
});

it("does not print live vaccines as due during a pregnancy", async () => {
  const girl = await aPatient(test, clinic, { sex: "F", birthday: "2010-05-04" });
  const card = async () =>
    wordsOf((await test.call(immunizationCardPdf, token, { params: { id: girl } })).rawPayload);
  expect(await card()).toContain("MMR 1: Overdue");
  await test.call(addPregnancy, token, { params: { id: girl }, body: { lmp: "2026-08-01" } });
  expect(await card()).toContain("MMR 1: Not during pregnancy");
});
