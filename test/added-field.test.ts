/**
 * A field that is added to the list of a patient's fields, with its column, and to nothing else, is everywhere on the
 * server. src/app/web/added-field.test.tsx looks for it on the screens.
 */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { exportDesk, rowsIn } from "#features/exports/server/testing-archive.ts";
import { fhirLines } from "#features/fhir/server/fhir-lines.ts";
import { importDesk } from "#features/imports/server/testing-desk.ts";
import { mergePatients } from "#features/merges/contract.ts";
import {
  addPatient,
  editPatient,
  exportPatients,
  listPatients,
  onePatient,
  patientHistory,
} from "#features/patients/contract.ts";
import { fieldsWhere, type PatientField } from "#features/patients/patient-fields.ts";
import { copyRecord } from "#features/record-copy/contract.ts";
import { columnName } from "#shared/formats/column-name.ts";
import { startOwnApp, type TestApp, testNow } from "#test/app.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";
import { handleOf } from "#test/data/full-clinic.ts";
import { wordsOf } from "#test/pdf-text.ts";
import { readCsv } from "#test/read-csv.ts";

// Before anything reads the list. Other files of this worker load it anew.
await vi.hoisted(async () => {
  const { vi } = await import("vitest");
  vi.resetModules();
  const { patientFields } = await import("#features/patients/patient-fields.ts");
  const spokenDialect = {
    label: "Spoken dialect",
    type: "line",
    max: 80,
    detail: {},
    list: {},
    fhir: { id: ["dialect-"], loinc: "54588-9", display: "Primary language", category: "social-history" },
  } satisfies PatientField;
  Object.assign(patientFields, { spokenDialect });
});

let app: TestApp;
let clinic: TestClinic;
let token: string;

beforeAll(async () => {
  app = await startOwnApp();
  await app.sql("alter table patients add column spoken_dialect varchar(80)");
  clinic = await aClinic(app);
  token = clinic.owner.token;
});
afterAll(async () => {
  await app.close();
  vi.resetModules();
});

const registered = async (spokenDialect: string, admissionNo: string): Promise<number> => {
  const body = { admissionNo, hospital: "Own Clinic", patientName: "Reyes, Ana", sex: "F", spokenDialect };
  const answer = await app.call(addPatient, token, { body });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().id;
};
const recordOf = async (id: number) => (await app.call(onePatient, token, { params: { id } })).json();

test("it is entered by its rule, read, and changed", async () => {
  const id = await registered("  Cebuano ", "F-1");
  expect(await recordOf(id)).toMatchObject({ spokenDialect: "Cebuano" });
  const edit = (spokenDialect: string) =>
    app.call(editPatient, token, { params: { id }, body: { spokenDialect } });
  expect((await edit("x".repeat(81))).json().fields).toEqual({ spokenDialect: "Use at most 80 characters" });
  expect((await edit("Waray")).json()).toMatchObject({ spokenDialect: "Waray" });
  const [row] = (await app.call(listPatients, token, { query: { search: "F-1", limit: "25" } })).json();
  expect(row).toMatchObject({ spokenDialect: "Waray" });
});

test("it is in the record history, old and new", async () => {
  const id = await registered("Cebuano", "F-2");
  await app.call(editPatient, token, { params: { id }, body: { spokenDialect: "Waray" } });
  const entries = (await app.call(patientHistory, token, { params: { id } })).json();
  expect(entries.map(({ changes }: { changes: Record<string, unknown> }) => changes.spokenDialect)).toEqual(
    expect.arrayContaining([
      ["Cebuano", "Waray"],
      [null, "Cebuano"],
    ]),
  );
});

test("it is exported, and imported again", async () => {
  const own = await aClinic(app);
  await aPatient(app, own, { spoken_dialect: "Hiligaynon" });
  const { body } = await app.call(exportPatients, own.owner.token);
  const [heading = [], row = []] = readCsv(body);
  expect(row[heading.indexOf("Spoken Dialect")]).toBe("Hiligaynon");

  const other = await aClinic(app);
  const desk = importDesk(app, other);
  const { id } = await desk.check(body);
  await desk.run(id);
  expect(await dialectsOf(other)).toEqual(["Hiligaynon"]);
});

test("it is read from a list under its own header, and fills what was empty", async () => {
  const own = await aClinic(app);
  await aPatient(app, own, { patient_name: "Reyes, Ana", birthday: "1980-05-02", age: null });
  const desk = importDesk(app, own);
  const list =
    'Name,Birthday,Sex,SPOKEN DIALECT\n"Reyes, Ana",1980-05-02,F,Waray\n"Cruz, Ben",1981-05-02,M,Bikol\n';
  const { id } = await desk.check(list, { doubles: "update" });
  await desk.run(id);
  expect(await dialectsOf(own)).toEqual(["Waray", "Bikol"]);
});

const dialectsOf = async ({ id }: TestClinic) =>
  (
    await app.sql<{ spoken_dialect: string }>(
      "select spoken_dialect from patients where clinic_id = $1 order by id",
      [id],
    )
  ).map((row) => row.spoken_dialect);

test("it is in each format of the patient's copy", async () => {
  const id = await registered("Cebuano", "F-3");
  const copy = async (format: string) =>
    app.call(copyRecord, token, { params: { id }, body: { reason: "Asked for", format } });
  expect((await copy("json")).json().patient).toMatchObject({ spokenDialect: "Cebuano" });
  expect(await wordsOf((await copy("pdf")).rawPayload)).toMatch(/Spoken dialect Cebuano/);
  expect((await copy("fhir")).body).toContain("Cebuano");
});

test("the record that stays after a merge has it", async () => {
  const merged = async (of: { stays: string; goes: string }, choices: object = {}) => {
    const own = await aClinic(app);
    const id = await aPatient(app, own, { spoken_dialect: of.stays });
    const otherId = await aPatient(app, own, { spoken_dialect: of.goes });
    const body = { otherId, choices };
    const answer = await app.call(mergePatients, own.owner.token, { params: { id }, body });
    expect(answer.statusCode, answer.body).toBe(200);
    return dialectsOf(own);
  };
  expect(await merged({ stays: "", goes: "Waray" })).toEqual(["Waray"]);
  expect(await merged({ stays: "Bikol", goes: "Waray" })).toEqual(["Bikol"]);
  expect(await merged({ stays: "Bikol", goes: "Waray" }, { spokenDialect: "other" })).toEqual(["Waray"]);
});

test("it is in the clinic's archive", async () => {
  const own = await aClinic(app);
  await aPatient(app, own, { spoken_dialect: "Ilocano" });
  const archive = await exportDesk(app, own).make();
  expect(rowsIn(archive, "patients")).toMatchObject([{ spoken_dialect: "Ilocano" }]);
});

test("FHIR has it as an observation", async () => {
  const own = await aClinic(app);
  const id = await aPatient(app, own, { spoken_dialect: "Tausug" });
  const found: unknown[] = [];
  for await (const line of fhirLines(handleOf(app, own), "Observation", testNow))
    found.push(JSON.parse(line));
  expect(found).toMatchObject([
    {
      id: `dialect-${id}`,
      category: [{ coding: [{ code: "social-history" }] }],
      code: { coding: [{ system: "http://loinc.org", code: "54588-9" }], text: "Spoken dialect" },
      valueCodeableConcept: { text: "Tausug" },
    },
  ]);
});

test("the search box looks in the fields that say so", async () => {
  const [{ expression = "" } = {}] = await app.sql<{ expression: string }>(
    `select pg_get_expr(d.adbin, d.adrelid) as expression
     from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
     where a.attrelid = 'patients'::regclass and a.attname = 'search_text'`,
  );
  const columns = fieldsWhere(() => true).map(columnName);
  const searched = fieldsWhere(({ isSearched }) => isSearched === true).map(columnName);
  expect(
    expression
      .match(/\w+/g)
      ?.filter((word) => columns.includes(word))
      .sort(),
  ).toEqual(searched.sort());
});

/** Columns of patients that are no fields: what the server keeps for itself, or follows from other rows. */
const noFields: Record<string, string> = {
  clinic_id: "the clinic",
  id: "the patient's address",
  global_patient_id: "the person in all clinics",
  is_shared_patient: "came with a referral",
  original_clinic_id: "the clinic that referred the patient first",
  registered_by_id: "the account, which the history names",
  version: "counts the changes",
  created_at: "when, which the sheet has",
  updated_at: "when, which the sheet has",
  last_consultation_at: "from the consultations",
  visit_diagnosis: "from the consultations",
  visit_diagnosed_at: "from the consultations",
  visit_codes: "from the consultations",
  own_diagnosed_at: "when a diagnosis was typed",
  is_billed: "from the bills",
  record_day: "computed, for periods",
  search_text: "computed, for the search",
  other_text: "computed, for the search",
  household_key: "computed, for households",
};

test("every column of patients is a field, or is named above", async () => {
  const found = await app.sql<{ name: string }>(
    "select attname as name from pg_attribute where attrelid = 'patients'::regclass and attnum > 0 and not attisdropped",
  );
  const fields = fieldsWhere(() => true).map(columnName);
  expect(found.map(({ name }) => name).sort()).toEqual([...fields, ...Object.keys(noFields)].sort());
});
