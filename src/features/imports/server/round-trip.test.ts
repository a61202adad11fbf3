import { afterAll, beforeAll, expect, it } from "vitest";
import { exportImportFaults, type ImportDetails, mapImport } from "#features/imports/contract.ts";
import { editPatient, exportPatients, onePatient } from "#features/patients/contract.ts";
import { csv } from "#shared/formats/csv.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient } from "#test/data/factories.ts";
import { importDesk } from "./testing-desk.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const odd = [
  {
    patient_name: "Juan dela Cruz",
    sex: "M",
    birthday: "1972-03-04",
    contact_number: "+639170000001",
    address: "'t Hof, Cebu",
    remarks: "-- see chart\nnone",
    allergies: "None",
  },
  {
    patient_name: "-Reyes, @Ana",
    sex: "F",
    age: 46,
    contact_number: "555-0101",
    remarks: "'",
    email: "ana@example.com",
  },
  {
    patient_name: "Ñeco, José",
    sex: "M",
    age: null,
    contact_number: null,
    remarks: "'+63 917",
    amount: "1200.50",
  },
  {
    patient_name: '=Sum "Jr", Ñoño',
    sex: null,
    age: 3,
    address: 'Unit "B"; 1|2\n\n  Zamboanga,\tcity',
    remarks: '=HYPERLINK("x")\n"quoted", \'single\'\n+63',
    allergies: "@home\n-none",
    email: "=x@example.com",
  },
  { patient_name: "@Bautista, +Pia", sex: "F", birthday: "2026-11-19", remarks: "=1+1", amount: "0.00" },
  { patient_name: "O'Neil, D’Arcy", sex: "F", age: 1, contact_number: "+63281234567", remarks: "''" },
  { patient_name: "Dela Peña-Cruz III, Ma. José", sex: "M", age: 119, remarks: "none", address: "N/A" },
  {
    patient_name: "Bago, Bata",
    sex: null,
    birthday: "2026-08-20",
    gestation_days: 199,
    philhealth_number: "12-345678901-2",
  },
] as const;

const columns =
  "patient_name, admission_no, hospital, sex, birthday::text, case when birthday is null then age end as age, contact_number, address, email, philhealth_number, amount, gestation_days";

async function patientsOf(clinicId: number, more = "") {
  return test.sql(`select ${columns}${more} from patients where clinic_id = $1 order by admission_no`, [
    clinicId,
  ]);
}

async function aClinicWithOddPatients() {
  const clinic = await aClinic(test);
  for (const [index, patient] of odd.entries())
    await aPatient(test, clinic, { age: null, ...patient, admission_no: `A-${index}` });
  return clinic;
}

it("the export of the patients is imported with equal values", async () => {
  const clinic = await aClinicWithOddPatients();
  const { body } = await test.call(exportPatients, clinic.owner.token);
  const other = await aClinic(test);
  const own = importDesk(test, other);
  const checked = await own.check(body, { sexWords: {} });
  expect(checked.figures).toMatchObject({ rows: odd.length, new: odd.length, look: 0 });
  await own.run(checked.id);
  expect(await patientsOf(other.id)).toEqual(await patientsOf(clinic.id));
});

it("the ages of an export are of its day, however late it is imported", async () => {
  const other = await aClinic(test);
  const own = importDesk(test, other);
  const { body } = await test.call(exportPatients, (await aClinicWithOddPatients()).owner.token);
  const checked = await own.check(body.replaceAll("2026-11-20", "2024-11-20"));
  await own.run(checked.id);
  expect(
    await test.sql(
      `select age, age_told_on::text as told_on from patients where clinic_id = $1 and age > 0 order by age`,
      [other.id],
    ),
  ).toEqual([1, 3, 46, 119].map((age) => ({ age, told_on: "2024-11-20" })));
});

it.each([
  ["2024-05-06", "2024-05-06", []],
  ["05/16/2024", "2024-05-16", []],
  ["2027-05-06", undefined, ["Age as of"]],
  ["1024-05-06", undefined, ["Age as of"]],
  ["soon", undefined, ["Age as of"]],
])("an age as of %s", async (typed, toldOn, refused) => {
  const clinic = await aClinic(test);
  const own = importDesk(test, clinic);
  const checked = await own.check(`Name,Sex,Age,Age as of\n"Cruz, Ana",F,59,${typed}\n`);
  const look = await own.rows(checked.id, "look");
  expect(look.flatMap(({ faults }) => faults.map(({ header }) => header))).toEqual(refused);
  await own.run(checked.id);
  expect(
    await test.sql("select age, age_told_on::text as told_on from patients where clinic_id = $1", [
      clinic.id,
    ]),
  ).toEqual(toldOn ? [{ age: 59, told_on: toldOn }] : []);
});

it("the table of patients in an archive is imported with equal values", async () => {
  const clinic = await aClinicWithOddPatients();
  const rows = await test.sql<{ patient: Record<string, unknown> }>(
    "select to_jsonb(p) - '{clinic_id, search_text, other_text, record_day, household_key}'::text[] as patient from patients p where clinic_id = $1 order by id",
    [clinic.id],
  );
  const names = Object.keys(rows[0]?.patient ?? {});
  const headings = names.map((name) =>
    name
      .replace(/_by_id$/, "_by")
      .split("_")
      .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
      .join(" "),
  );
  const asText = (value: unknown) =>
    value === null || (Array.isArray(value) && value.length === 0)
      ? ""
      : typeof value === "boolean"
        ? value
          ? "Yes"
          : "No"
        : typeof value === "object"
          ? JSON.stringify(value)
          : String(value);
  const file = csv([headings, ...rows.map(({ patient }) => names.map((name) => asText(patient[name])))]);
  const other = await aClinic(test);
  const own = importDesk(test, other);
  // The one whose sex nobody recorded has an empty cell.
  const checked = await own.check(file, { missingSex: "unknown" });
  expect(checked.figures).toMatchObject({ rows: odd.length, new: odd.length, look: 0 });
  await own.run(checked.id);
  expect(await patientsOf(other.id, ", remarks, allergies")).toEqual(
    await patientsOf(clinic.id, ", remarks, allergies"),
  );
});

it("the rows that were not imported are sent again after they were corrected", async () => {
  const own = importDesk(test, await aClinic(test));
  const list =
    'Name,Birthday,Sex,Phone,Remarks\n"Santos, Ana",1980-05-02,F,12,-- see chart\n"Reyes, Ben",1981-05-02,M,+639170000001,=1+1\n';
  const first = await own.check(list);
  expect(first.figures).toMatchObject({ new: 1, look: 1 });
  expect(first.unread).toEqual([{ column: 3, header: "Phone", cells: 1, example: "12" }]);
  const { body } = await test.call(exportImportFaults, own.token, { params: { id: first.id } });
  const again = await own.check(body.replace(",12,", ",0917 000 0002,"));
  expect(again.figures).toMatchObject({ rows: 1, new: 1, look: 0 });
  await own.run(again.id);
  expect(await own.patients()).toMatchObject([
    { patient_name: "Santos, Ana", contact_number: "+639170000002", remarks: "-- see chart" },
  ]);
});

it("rows are imported without the cells of a column, whose text goes to the remarks", async () => {
  const own = importDesk(test, await aClinic(test));
  const list = 'Name,Birthday,Sex,Phone\n"Santos, Ana",1980-05-02,F,555-0101\n"Reyes, Ben",31/31/1981,,TBA\n';
  const first = await own.check(list);
  expect(first.unread.map(({ header, cells }) => [header, cells])).toEqual([
    ["Birthday", 1],
    ["Sex", 1],
    ["Phone", 1],
  ]);
  const toRemarks = first.unread.map(({ column }) => column);
  const second = await own.check(list, { toRemarks });
  expect(second).toMatchObject({ figures: { rows: 2, new: 2, look: 0 }, unread: [] });
  await own.run(second.id);
  expect(await own.patients()).toMatchObject([
    { sex: "F", contact_number: null, remarks: "Phone: 555-0101" },
    { sex: null, birthday: null, remarks: "Birthday: 31/31/1981" },
  ]);
});

it("a list without a sex is asked about once, and the sex is asked at the first visit", async () => {
  const clinic = await aClinic(test);
  const own = importDesk(test, clinic);
  const list = "Last Name,First Name,Birthday\nSantos,Ana,1980-05-02\n";
  const { id, mapping } = (await own.read(list)) as ImportDetails;
  const refused = await test.call(mapImport, own.token, { params: { id }, body: mapping });
  expect(refused.json().fields).toHaveProperty("missingSex");
  const checked = await own.check(list, { missingSex: "unknown" });
  await own.run(checked.id);
  const [{ id: patientId = "" } = {}] = await own.patients();
  const shown = await test.call(onePatient, own.token, { params: { id: patientId } });
  expect(shown.json()).toMatchObject({ patientName: "Santos, Ana", sex: null });
  const edit = (sex: string | null) =>
    test.call(editPatient, own.token, { params: { id: patientId }, body: { sex } });
  expect((await edit("F")).json()).toMatchObject({ sex: "F" });
  expect((await edit(null)).statusCode).toBe(400);
});

it("infants' ages stay readable", async () => {
  const own = importDesk(test, await aClinic(test));
  const checked = await own.check(
    'Name,Age,Sex\n"Santos, Bea",3 mos,F\n"Lim, Di",2yo 3mos,F\n"Uy, Ed",45 y/o,M\n',
  );
  await own.run(checked.id);
  expect((await own.patients()).map((patient) => (patient as { remarks?: string | null }).remarks)).toEqual([
    "Age in the list: 3 mos",
    "Age in the list: 2yo 3mos",
    null,
  ]);
});

it("a visit is recorded without a sign that cannot be read", async () => {
  const clinic = await aClinic(test);
  await aPatient(test, clinic, { patient_name: "Santos, Ana", birthday: "1980-05-02" });
  const own = importDesk(test, clinic);
  const list =
    'Date,Patient Name,Birthday,BP,Temp,Wt,Diagnosis\n2024-02-05,"Santos, Ana",1980-05-02,130/90,afebrile,154 lbs,Hypertension\n';
  const first = await own.check(list);
  expect(first.unread).toMatchObject([{ header: "Temp", example: "afebrile" }]);
  const second = await own.check(list, { toRemarks: [4] });
  expect(second.figures).toMatchObject({ new: 1, look: 0 });
  await own.run(second.id);
  expect(
    await test.sql(
      "select notes, vital_signs ->> 'weight' as weight from consultations where clinic_id = $1",
      [clinic.id],
    ),
  ).toEqual([{ notes: "Temp: afebrile", weight: "69.9" }]);
});

it("Admission No wins over Id", async () => {
  const read = await importDesk(test, await aClinic(test)).read(
    'Id,Admission No,Patient Name,Age/Sex,Hospital\n41,20260610-001,"Santos, Ana",46/F,Demo\n',
  );
  expect(read.columns.map(({ target }) => target)).toEqual([
    null,
    "admissionNo",
    "name.comma",
    "ageSex",
    "hospital",
  ]);
});

it("columns without headers are guessed by their cells", async () => {
  const read = await importDesk(test, await aClinic(test)).read(
    '1,"Santos, Ana",05/22/1980,F,0917 000 0001,Cebu City\n2,"Reyes, Ben",05/23/1981,M,0917 000 0002,Danao\n3,"Lim, Cy",05/24/1982,M,0917 000 0003,Naga\n',
  );
  expect(read.columns.map(({ target }) => target)).toEqual([
    null,
    "name.comma",
    "birthday",
    "sex",
    "contactNumber",
    "remarks",
  ]);
  expect(read.columns.map(({ samples }) => samples[1])).toEqual([
    "2",
    "Reyes, Ben",
    "05/23/1981",
    "M",
    "0917 000 0002",
    "Danao",
  ]);
});

it.each([
  ["Apelyido;Pangalan;Kasarian;Kaarawan\nSantos;Ana;Babae;22/05/1980\n", "Santos, Ana"],
  [
    "PIN\tMember Last Name\tPatient Last Name\tPatient First Name\tSex\n12-345678901-2\tReyes\tSantos\tAna\tF\n",
    "Santos, Ana",
  ],
  ["Patient Number,Patient Name,Gender,Date of Birth\n'P1','Ana Santos','F','1980-05-22'\n", "Santos, Ana"],
  [
    "Name,Given Name,Family Name,Phone 1 - Value,Sex\nAna Santos,Ana,Santos,+63 917 000 0001,F\n",
    "Santos, Ana",
  ],
  ['Name of Patient,Age/Gender\n"Santos, Ana",46/F\n', "Santos, Ana"],
  ["Name,Sex\nDELA CRUZ ANA MAE,F\n", "DELA CRUZ, ANA MAE"],
  ["Name,Sex\nVan Ana de la Cruz,F\n", "de la Cruz, Van Ana"],
])("a list as clinics have them needs no answer: %j", async (list, name) => {
  const own = importDesk(test, await aClinic(test));
  const checked = await own.check(list);
  expect(checked.figures).toMatchObject({ rows: 1, new: 1 });
  await own.run(checked.id);
  expect(await own.patients()).toMatchObject([{ patient_name: name, sex: "F" }]);
});
