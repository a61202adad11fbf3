import { afterAll, beforeAll, expect, it } from "vitest";
import { importDesk } from "#features/imports/server/testing-desk.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient } from "#test/data/factories.ts";
import { exportDesk, type ReadArchive } from "./testing-archive.ts";

let test: TestApp;
let archive: ReadArchive;

beforeAll(async () => {
  test = await startTestApp();
  const clinic = await aClinic(test);
  const people = [
    { patient_name: "Abad, Ana", birthday: "1972-03-04", age: null },
    { patient_name: "Bello, Ben", age: 59, age_told_on: "2024-05-06" },
    { patient_name: "Cruz, Cora", age: 30, created_at: "2025-02-03T02:00:00Z" },
    { patient_name: "Diaz, Dan", age: null },
    { patient_name: "Ebreo, Ella", age: 0 },
  ];
  for (const [index, person] of people.entries())
    await aPatient(test, clinic, { ...person, admission_no: `A-${index}` });
  archive = await exportDesk(test, clinic).make();
});
afterAll(() => test.close());

it.each(["csv/patients.csv", "fhir/Patient.ndjson"])("%s has each age as it was told", async (name) => {
  const other = await aClinic(test);
  const own = importDesk(test, other);
  const checked = await own.check(archive.files.get(name) as Buffer);
  expect(checked.figures).toMatchObject({ rows: 5, new: 5, look: 0 });
  await own.run(checked.id);
  expect(
    await test.sql(
      `select birthday::text, nullif(age, 0) as age, age_told_on::text as told_on, remarks from patients
       where clinic_id = $1 order by admission_no`,
      [other.id],
    ),
  ).toEqual([
    { birthday: "1972-03-04", age: null, told_on: null, remarks: null },
    { birthday: null, age: 59, told_on: "2024-05-06", remarks: null },
    { birthday: null, age: 30, told_on: "2025-02-03", remarks: null },
    { birthday: null, age: null, told_on: null, remarks: null },
    { birthday: null, age: null, told_on: null, remarks: null },
  ]);
});
