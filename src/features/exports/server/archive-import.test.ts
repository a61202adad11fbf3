import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addConsultation } from "#features/consultations/contract.ts";
import { importDesk } from "#features/imports/server/testing-desk.ts";
import { csv } from "#shared/formats/csv.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient } from "#test/data/factories.ts";
import { fullClinic } from "#test/data/full-clinic.ts";
import { readCsv } from "#test/read-csv.ts";
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

describe("the consultations of an archive", () => {
  const columns = `p.admission_no, (c.created_at at time zone 'Asia/Manila')::date::text as day, c.chief_complaint, c.diagnosis,
    c.treatment, c.notes, c.vital_signs`;
  const consultationsOf = (clinicId: number) =>
    test.sql(
      `select ${columns} from consultations c join patients p on p.clinic_id = c.clinic_id and p.id = c.patient_id
       where c.clinic_id = $1 order by p.admission_no`,
      [clinicId],
    );

  async function aClinicWithConsultations() {
    const clinic = await aClinic(test);
    // Two of one name: the number tells them apart.
    const [ana = 0, namesake = 0] = [
      await aPatient(test, clinic, {
        patient_name: "Abad, Ana",
        birthday: "1972-03-04",
        admission_no: "A-1",
      }),
      await aPatient(test, clinic, {
        patient_name: "Abad, Ana",
        birthday: "1999-03-04",
        admission_no: "A-2",
      }),
      await aPatient(test, clinic, { patient_name: "Bello, Ben", admission_no: "A-3" }),
    ];
    const visits = [
      {
        patientId: ana,
        chiefComplaint: "Headache",
        diagnosis: "Hypertension",
        treatment: "Losartan",
        vitalSigns: {
          bloodPressure: "140/90",
          height: 150,
          heightPosition: "standing",
          bloodSugar: 120,
          bloodSugarTiming: "fasting",
        },
      },
      {
        patientId: namesake,
        chiefComplaint: "-- since Monday",
        diagnosis: "=URTI",
        treatment: "Rest",
        notes: "none",
      },
    ];
    for (const body of visits) {
      const answer = await test.call(addConsultation, clinic.owner.token, { body });
      expect(answer.statusCode, answer.body).toBe(200);
    }
    return clinic;
  }

  it("go to their patients", async () => {
    const clinic = await aClinicWithConsultations();
    const { files } = await exportDesk(test, clinic).make();
    const other = await aClinic(test);
    const own = importDesk(test, other);
    const patients = await own.check(files.get("csv/patients.csv") as Buffer);
    await own.run(patients.id);
    const checked = await own.check(files.get("csv/consultations.csv") as Buffer);
    expect(checked.mapping.kind).toBe("consultations");
    expect(checked.figures).toMatchObject({ rows: 2, new: 2, look: 0 });
    await own.run(checked.id);
    expect(await own.patients()).toHaveLength(3);
    expect(await consultationsOf(other.id)).toEqual(await consultationsOf(clinic.id));
    // They are recorded already where they come from.
    const again = await importDesk(test, clinic).check(files.get("csv/consultations.csv") as Buffer);
    expect(again.figures).toMatchObject({ new: 0, here: 2, look: 0 });
  });

  /** Without the apostrophes before what a spreadsheet would take for formulas, which are written anew. */
  const withoutMarks = (bytes: Buffer | undefined) =>
    readCsv(String(bytes)).map((row) => row.map((cell) => cell.replace(/^'/, "")));

  it.each(["In Error At", "Confidential To"])("need a look with %s", async (heading) => {
    const clinic = await aClinicWithConsultations();
    const { files } = await exportDesk(test, clinic).make();
    const [headings = [], first = [], ...others] = withoutMarks(files.get("csv/consultations.csv"));
    const marked = first.map((cell, index) => (headings[index] === heading ? "2026-11-20 10:00" : cell));
    const own = importDesk(test, clinic);
    const checked = await own.check(csv([headings, marked, ...others]));
    expect(checked.figures).toMatchObject({ here: 1, look: 1 });
    expect(await own.rows(checked.id, "look")).toMatchObject([{ faults: [{ header: heading }] }]);
  });
});

it("no other table of an archive is taken for patients", async () => {
  const clinic = await fullClinic(test);
  const { files } = await exportDesk(test, clinic).make();
  const own = importDesk(test, await aClinic(test));
  const tables = [...files].filter(([name]) => name.startsWith("csv/"));
  const taken: string[] = [];
  for (const [name, bytes] of tables) {
    const [head = []] = readCsv(String(bytes));
    // A table may have no rows in this clinic.
    const answer = await own.send(csv([head, head.map((heading) => `Cruz, ${heading}`)]));
    if (answer.statusCode === 200) taken.push(`${name} as ${answer.json().mapping.kind}`);
    else expect(answer.json().message, name).toMatch(/^This is the table .* Import its patients\.csv/);
  }
  expect(taken).toEqual(["csv/consultations.csv as consultations", "csv/patients.csv as patients"]);
});

it.each([
  "Id,Name,Address,Phone",
  "Id,Name,Amount",
  "ID,Patient,Age,Sex",
  "Patient,Patient Id,Birthday,Sex",
  "Id,Email,First Name,Last Name,Phone",
])("a clinic's own list is no table of an archive: %s", async (headers) => {
  const own = importDesk(test, await aClinic(test));
  expect((await own.read(`${headers}\n1,Ana Cruz,3,4,5\n`)).mapping.kind).toBe("patients");
});
