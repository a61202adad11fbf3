import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addAllergy, addProblem } from "#features/clinical-lists/contract.ts";
import { addConsultation, beginFullHistory } from "#features/consultations/contract.ts";
import { changeContacts } from "#features/households/contract.ts";
import { addImmunization } from "#features/immunizations/contract.ts";
import { mergePatients, previewMerge } from "#features/merges/contract.ts";
import { editPatient, onePatient } from "#features/patients/contract.ts";
import { addPregnancy } from "#features/pregnancies/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { acceptedBodies } from "#test/data/accepted-bodies.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";
import { rowTexts } from "#test/data/generated-pairs.ts";

let test: TestApp;
let clinic: TestClinic;
let stranger: TestClinic;
let token: string;
let stays: number;
let goes: number;
let made = 0;

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  stranger = await aClinic(test);
  token = clinic.owner.token;
});
afterAll(() => test.close());
beforeEach(async () => {
  made += 1;
  stays = await aPatient(test, clinic, { sex: "F", address: "Mandaue City", allergies: "Sulfa" });
  goes = await aPatient(test, clinic, {
    sex: "F",
    patient_name: `De la Pena, Ma. Consuelo ${made}`,
    address: "Blk 4 Lot 9, Brgy. Banilad",
    email: "consuelo@patient.test",
    allergies: "Penicillin",
  });
});

const pair = () => [stays, goes];
const merge = (choices: object = {}) =>
  test.call(mergePatients, token, { params: { id: stays }, body: { otherId: goes, choices } });
const preview = (query: object = {}, as: string | null = token, id = stays) =>
  test.call(previewMerge, as, { params: { id }, query: { otherId: String(goes), ...query } });
const pregnant = async (patientId: number, body: object) =>
  expect((await test.call(addPregnancy, token, { params: { id: patientId }, body })).statusCode).toBe(200);
const consulted = (patientId: number) =>
  test.call(addConsultation, token, {
    body: { ...(acceptedBodies["POST /api/consultations"] as object), patientId },
  });
/** Without the entry that the preview was viewed. */
const recorded = async () =>
  new Map([...(await rowTexts(test, [clinic.id]))].filter(([key]) => !key.startsWith("views_noted ")));
const added = async (endpoint: Endpoint, id: number, body: object) =>
  expect((await test.call(endpoint, token, { params: { id }, body })).statusCode).toBe(200);
const allergic = (id: number, body: object) => added(addAllergy, id, { substance: "Penicillin", ...body });
const withProblem = (id: number, body: object) => added(addProblem, id, { words: "Hypertension", ...body });
const vaccinated = (id: number, body: object) =>
  added(addImmunization, id, { vaccine: "BCG", dose: 1, date: "2026-01-05", ...body });
const files = (id: number, count: number) =>
  test.sql(
    `update patients set laboratory_files = (select array_agg('old-' || $1::text || '-' || n || '.jpg') from generate_series(1, $2::int) n)
     where id = $1::bigint and set_config('app.event', 'patient.update', false) <> ''`,
    [id, count],
  );

describe("a merge is refused with a message, by the preview too, and changes nothing", () => {
  it.each<[string, RegExp, () => Promise<unknown>]>([
    [
      "both are pregnant",
      /^Both records have an open pregnancy/,
      async () => {
        for (const id of pair()) await pregnant(id, { lmp: "2026-06-05" });
      },
    ],
    [
      "their earlier pregnancies differ",
      /^The earlier pregnancies differ/,
      async () => {
        for (const [index, id] of pair().entries())
          await pregnant(id, { term: 1 + index, preterm: 0, abortions: 0, living: 1 });
      },
    ],
    [
      "both have a full history in draft",
      /full history in draft/,
      async () => {
        for (const id of pair())
          await test.call(beginFullHistory, token, {
            params: { id },
            body: acceptedBodies["POST /api/patients/:id/consultation-records"] as object,
          });
      },
    ],
    [
      "one is the guardian of the other",
      /guardian of the other/,
      async () => {
        await test.call(editPatient, token, { params: { id: stays }, body: { birthday: "2020-03-08" } });
        await test.call(changeContacts, token, {
          params: { id: stays },
          body: { guardian: { patientId: goes, relation: "Mother" } },
        });
      },
    ],
    [
      "a list would hold more than 100 files",
      /more than 100 files/,
      async () => {
        await files(stays, 60);
        await files(goes, 41);
      },
    ],
    [
      "the allergies would be longer than 2,000 letters",
      /longer than 2,000 characters/,
      async () => {
        for (const [index, id] of pair().entries())
          for (let n = 0; n < 12; n += 1)
            await test.call(addAllergy, token, {
              params: { id },
              body: { substance: `${"x".repeat(95)} ${index} ${n}` } as never,
            });
      },
    ],
    [
      "the reactions of one allergy would be longer than 200 letters",
      /reactions to Penicillin are longer than 200 characters/,
      async () => {
        for (const [index, id] of pair().entries())
          await allergic(id, { reaction: `${"x".repeat(100)} ${index}` });
      },
    ],
    [
      "one problem has two codes",
      /^Both records have the problem Hypertension, one as I10, one as I11\.9/,
      async () => {
        for (const [index, id] of pair().entries())
          await withProblem(id, { code: index === 0 ? "I10" : "I11.9" });
      },
    ],
    [
      "one dose of a vaccine has two lots",
      /dose 1 of BCG of 2026-01-05, with another lot/,
      async () => {
        for (const [index, id] of pair().entries()) await vaccinated(id, { lot: `L${index}` });
      },
    ],
  ])("%s", async (_, says, prepare) => {
    await prepare();
    const before = await recorded();
    const shown = await preview();
    expect(shown.statusCode, shown.body).toBe(200);
    expect(shown.json()).toMatchObject({
      obstacles: [expect.stringMatching(says)],
      moves: [],
      allergies: null,
    });
    const refused = await merge();
    expect(refused.statusCode, refused.body).toBe(409);
    expect(refused.json().message).toMatch(says);
    expect(await recorded()).toEqual(before);
  });

  it("a list with 100 files is no obstacle, nor are equal earlier pregnancies", async () => {
    await files(stays, 59);
    await files(goes, 41);
    for (const id of pair()) await pregnant(id, { term: 1, preterm: 0, abortions: 0, living: 1 });
    expect((await merge()).statusCode).toBe(200);
  });

  it("a man cannot have an open pregnancy", async () => {
    await pregnant(stays, { lmp: "2026-06-05" });
    await test.call(editPatient, token, { params: { id: goes }, body: { sex: "M" } });
    expect((await preview()).json().obstacles).toEqual([]);
    expect((await preview({ sex: "other" })).json().obstacles).toEqual([
      expect.stringMatching(/sex that stays is male/),
    ]);
    expect((await merge({ sex: "other" })).statusCode).toBe(409);
    expect((await merge({ sex: "survivor" })).statusCode).toBe(200);
  });
});

describe("a preview", () => {
  it("is of two records of the clinic", async () => {
    expect((await preview({}, stranger.owner.token)).statusCode).toBe(404);
    expect((await preview({ otherId: String(await aPatient(test, stranger)) })).statusCode).toBe(404);
    expect((await preview({ otherId: String(stays) })).statusCode).toBe(400);
    expect((await preview({ otherId: "x" })).statusCode).toBe(400);
    expect((await preview({ sex: "both" })).statusCode).toBe(400);
  });

  it("lists all obstacles at once", async () => {
    for (const id of pair()) {
      await pregnant(id, { lmp: "2026-06-05" });
      await test.call(editPatient, token, { params: { id }, body: { admissionStatus: "Admitted" } });
    }
    expect((await preview()).json().obstacles).toEqual([
      expect.stringMatching(/in hospital/),
      expect.stringMatching(/open pregnancy/),
    ]);
  });

  it("shows both field by field, the default choices, what moves, and changes nothing", async () => {
    await consulted(goes);
    await consulted(goes);
    const before = await recorded();
    const shown = (await preview()).json();
    expect(await recorded()).toEqual(before);
    expect(shown).toMatchObject({
      survivor: { id: stays, consultations: 0, allergies: "Sulfa" },
      other: { id: goes, consultations: 2, patientName: `De la Pena, Ma. Consuelo ${made}` },
      obstacles: [],
      allergies: "Sulfa; Penicillin",
      undoUntil: "2026-12-20T02:42:00.000Z",
    });
    const field = (name: string) => shown.fields.find(({ field: of }: { field: string }) => of === name);
    expect(field("address")).toMatchObject({
      survivor: "Mandaue City",
      other: "Blk 4 Lot 9, Brgy. Banilad",
      stays: "survivor",
      isFixed: false,
    });
    expect(field("email")).toMatchObject({ survivor: null, other: "consuelo@patient.test", stays: "other" });
    expect(shown.moves).toContainEqual({ kind: "consultations", count: 2 });
    // It matches the merge's result.
    const done = await merge();
    expect(done.statusCode).toBe(200);
    const merged = (await test.call(onePatient, token, { params: { id: stays } })).json();
    for (const { field: name, stays: whose, ...values } of shown.fields)
      expect([name, merged[name] === null ? null : String(merged[name])]).toEqual([name, values[whose]]);
    expect(merged.allergies).toBe(shown.allergies);
  });

  it("shows the stay of the patient in hospital without a choice", async () => {
    await test.call(editPatient, token, {
      params: { id: goes },
      body: { admissionStatus: "Admitted", hospital: "Perpetual Succour", roomNumber: "412" },
    });
    const { fields, other } = (await preview()).json();
    expect(other.isAdmitted).toBe(true);
    expect(fields).toContainEqual(
      expect.objectContaining({
        field: "hospital",
        stays: "other",
        isFixed: true,
        other: "Perpetual Succour",
      }),
    );
    expect(fields).toContainEqual(
      expect.objectContaining({ field: "roomNumber", stays: "other", isFixed: true }),
    );
  });

  it("is logged as a view of both", async () => {
    await preview();
    await test.app.kit.views?.flush();
    const noted = await test.sql(
      "select patient_id::int as id from record_history where clinic_id = $1 and event = 'patient.view' and patient_id = any($2) order by 1",
      [clinic.id, pair()],
    );
    expect(noted).toEqual([{ id: stays }, { id: goes }]);
  });
});
