import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fhirLines } from "#features/fhir/server/fhir-lines.ts";
import {
  addImport,
  decideImport,
  exportImportFaults,
  type Import,
  type ImportDetails,
  listImports,
  mapImport,
  oneImport,
  removeImport,
} from "#features/imports/contract.ts";
import { editPatient } from "#features/patients/contract.ts";
import { workQueue } from "#server/jobs/job-queue.ts";
import { startTestApp, type TestApp, testNow } from "#test/app.ts";
import { asMultipart } from "#test/data/example-files.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";
import { fullClinic, handleOf } from "#test/data/full-clinic.ts";
import { importDesk, patientList } from "./testing-desk.ts";
import { workbookOf } from "./testing-lists.ts";
import { importQueue } from "./work-imports.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it("finds no unknown one", async () => {
  const clinic = await aClinic(test);
  expect((await test.call(oneImport, clinic.owner.token, { params: { id: 987_654 } })).statusCode).toBe(404);
});

it("registers all patients of what another clinic exports as FHIR", async () => {
  const sender = await fullClinic(test);
  const lines: string[] = [];
  for (const type of ["Patient", "AllergyIntolerance", "Condition", "Observation"] as const)
    for await (const line of fhirLines(handleOf(test, sender), type, testNow)) lines.push(line);
  const receiver = await aClinic(test);
  const own = importDesk(test, receiver);
  const checked = await own.check(lines.join("\n"));
  const [{ count } = { count: "" }] = await test.sql<{ count: string }>(
    "select count(*) from patients where clinic_id = $1",
    [sender.id],
  );
  expect(await own.rows(checked.id, "look")).toEqual([]);
  expect(checked.figures).toMatchObject({ rows: Number(count), new: Number(count) });
  await own.run(checked.id);
  const archived = async ({ id }: TestClinic) =>
    test.sql("select admission_no from patients where clinic_id = $1 and is_archived order by 1", [id]);
  expect((await archived(sender)).length).toBeGreaterThan(0);
  expect(await archived(receiver)).toEqual(await archived(sender));
  // How surely an allergy is known is said in words.
  const known = async ({ id }: TestClinic) =>
    test.sql(
      `select admission_no, replace(replace(allergies, ', unconfirmed)', ')'), ' (unconfirmed)', '') as allergies, occupation,
              gestation_days
       from patients where clinic_id = $1 order by 1`,
      [id],
    );
  expect(await known(receiver)).toEqual(await known(sender));
});

it("registers the patients of a FHIR bundle, and reports what it omits", async () => {
  const clinic = await aClinic(test);
  const own = importDesk(test, clinic);
  const bundle = {
    resourceType: "Bundle",
    entry: [
      {
        fullUrl: "urn:uuid:1",
        resource: {
          resourceType: "Patient",
          name: [{ family: "Nuñez", given: ["Althea"] }],
          gender: "female",
          birthDate: "2018-07-19",
          telecom: [{ system: "phone", value: "0917-555-0123" }],
          identifier: [{ type: { coding: [{ code: "MR" }] }, value: "A-7" }],
        },
      },
      {
        resource: {
          resourceType: "AllergyIntolerance",
          patient: { reference: "urn:uuid:1" },
          code: { text: "Penicillin" },
        },
      },
      { resource: { resourceType: "Patient", name: [{ text: "Ben Cruz" }], gender: "other" } },
      { resource: { resourceType: "Observation" } },
    ],
  };
  const checked = await own.check(JSON.stringify(bundle));
  expect(checked).toMatchObject({ format: "fhir", figures: { rows: 2, new: 1, look: 1 } });
  expect(checked.leftOut).toMatch(/Observation \(1\)/);
  expect(await own.rows(checked.id, "look")).toMatchObject([
    { row: 2, patientName: "Cruz, Ben", faults: [{ header: "Sex", message: "Sex is required" }] },
  ]);
  await own.run(checked.id);
  const [patient, ...others] = await test.sql(
    `select patient_name, admission_no, birthday::text, sex, contact_number, hospital, allergies
     from patients where clinic_id = $1`,
    [clinic.id],
  );
  expect(patient).toMatchObject({
    patient_name: "Nuñez, Althea",
    admission_no: "A-7",
    birthday: "2018-07-19",
    sex: "F",
    contact_number: "+639175550123",
    hospital: "Own Clinic",
  });
  expect(JSON.stringify(patient)).toContain("Penicillin");
  expect(others).toEqual([]);
});

it("registers patients who died, or whose record is closed, as archived", async () => {
  const clinic = await aClinic(test);
  const own = importDesk(test, clinic);
  const patient = (family: string, more: object) => ({
    resource: { resourceType: "Patient", name: [{ family, given: ["Ana"] }], gender: "female", ...more },
  });
  const checked = await own.check(
    JSON.stringify({
      resourceType: "Bundle",
      entry: [
        patient("Abad", { active: true, deceasedBoolean: false }),
        patient("Bautista", { active: true, deceasedDateTime: "2025-03-04T10:00:00+08:00" }),
        patient("Cruz", { deceasedBoolean: true }),
        patient("David", { active: false }),
        patient("Ermita", { deceasedDateTime: "2025-03-03T17:30:00Z" }),
        patient("Fajardo", { deceasedDateTime: "2025-03" }),
      ],
    }),
  );
  expect(checked.figures).toMatchObject({ rows: 6, new: 6 });
  await own.run(checked.id);
  const stored = await test.sql(
    "select patient_name, is_archived, remarks from patients where clinic_id = $1 order by 1",
    [clinic.id],
  );
  expect(stored).toEqual([
    { patient_name: "Abad, Ana", is_archived: false, remarks: null },
    { patient_name: "Bautista, Ana", is_archived: true, remarks: "Deceased: 2025-03-04" },
    { patient_name: "Cruz, Ana", is_archived: true, remarks: "Deceased" },
    { patient_name: "David, Ana", is_archived: true, remarks: null },
    // In Manila after midnight.
    { patient_name: "Ermita, Ana", is_archived: true, remarks: "Deceased: 2025-03-04" },
    { patient_name: "Fajardo, Ana", is_archived: true, remarks: "Deceased: 2025-03" },
  ]);
});

it("says that a patient of the list is registered and archived", async () => {
  const clinic = await aClinic(test);
  await aPatient(test, clinic, {
    patient_name: "Santos, Ana",
    birthday: "1980-05-02",
    sex: "F",
    is_archived: true,
  });
  const own = importDesk(test, clinic);
  const { id } = await own.check('Name,Birthday,Sex\n"Santos, Ana",1980-05-02,F\n');
  expect(await own.rows(id, "here")).toMatchObject([
    { match: { patientName: "Santos, Ana", isArchived: true } },
  ]);
});

it("a column of names is read surname first where one of them begins like a surname", async () => {
  const clinic = await aClinic(test);
  const own = importDesk(test, clinic);
  await own.run((await own.check("Name,Sex\nSANTOS ANA MAE,F\nDE LA CRUZ BEN,M\nREYES CY DE LEON,M\n")).id);
  expect(await own.patients()).toMatchObject([
    { patient_name: "SANTOS, ANA MAE" },
    { patient_name: "DE LA CRUZ, BEN" },
    { patient_name: "REYES, CY DE LEON" },
  ]);
});

it("archives whom a column of statuses calls deceased, and reads no other states as such", async () => {
  const archived = async (csv: string) => {
    const clinic = await aClinic(test);
    const own = importDesk(test, clinic);
    await own.run((await own.check(csv)).id);
    return test.sql(
      "select patient_name as name, is_archived, remarks from patients where clinic_id = $1 order by 1",
      [clinic.id],
    );
  };
  expect(
    await archived('Name,Sex,Status\n"Abad, Ana",F,Active\n"Bautista, Ben",M,Deceased\n"Cruz, Cy",M,\n'),
  ).toEqual([
    { name: "Abad, Ana", is_archived: false, remarks: null },
    { name: "Bautista, Ben", is_archived: true, remarks: "Status: Deceased" },
    { name: "Cruz, Cy", is_archived: false, remarks: null },
  ]);
  expect(await archived('Name,Sex,Status\n"Abad, Ana",F,Single\n"Bautista, Ben",M,Active\n')).toEqual([
    { name: "Abad, Ana", is_archived: false, remarks: "Status: Single" },
    { name: "Bautista, Ben", is_archived: false, remarks: "Status: Active" },
  ]);
});

it("a list whose letters were guessed wrong is read again in its place", async () => {
  const own = importDesk(test, await aClinic(test));
  const bytes = Buffer.from("Name,Sex,Remarks\nAna,F,\x9c5\n", "latin1");
  const read = async (query: Record<string, string>) =>
    test.call(addImport, own.token, { ...asMultipart([["list.csv", bytes]], "file"), query });
  const first: ImportDetails = (await read({})).json();
  expect([first.encoding, first.columns[2]?.samples]).toEqual(["Mac Roman", ["ú5"]]);
  const again: ImportDetails = (await read({ encoding: "DOS (850)", replaces: String(first.id) })).json();
  expect([again.encoding, again.columns[2]?.samples]).toEqual(["DOS (850)", ["£5"]]);
  const refused = await read({ encoding: "UTF-8", replaces: String(again.id) });
  expect(refused.json().fields.file).toMatch(/cannot be read as UTF-8/);
  expect((await own.call<Import[]>(listImports)).map(({ id }) => id)).toEqual([again.id]);
});

it("guesses the columns, imports like registration, and records the author", async () => {
  const clinic = await aClinic(test);
  const own = importDesk(test, clinic);
  const read = await own.read(patientList);
  expect(read.columns.map(({ target }) => target)).toEqual([
    "name.comma",
    "birthday.month",
    "sex",
    "contactNumber",
    "address",
    "remarks",
  ]);
  expect(read).toMatchObject({ state: "mapping", figures: { rows: 3 }, mapping: { doubles: "skip" } });
  const checked = await own.check(patientList, {
    targets: ["name.comma", "birthday.month", "sex", "contactNumber", "address", "remarks"],
  });
  expect(checked).toMatchObject({ state: "checked", figures: { rows: 3, new: 3, look: 0 } });
  const done = await own.run(checked.id);
  expect(done).toMatchObject({
    state: "done",
    figures: { added: 3 },
    takeBackUntil: "2026-12-20T02:42:00.000Z",
  });
  expect(await own.patients()).toMatchObject([
    {
      patient_name: "DELA CRUZ, JUAN MIGUEL S.",
      admission_no: "20261120-001",
      birthday: "1972-03-04",
      sex: "M",
      contact_number: "+639175550123",
      remarks: "HMO: Maxicare",
    },
    { patient_name: "De la Pena, Ma. Consuelo", admission_no: "20261120-002", birthday: "1961-12-31" },
    { patient_name: "Nuñez, Althea", admission_no: "20261120-003", contact_number: "+63322558000" },
  ]);
  const history = await test.sql(
    "select event, user_id::integer from record_history where clinic_id = $1 and entity = 'patients'",
    [clinic.id],
  );
  expect(history).toEqual(
    Array.from({ length: 3 }, () => ({ event: "import.run", user_id: clinic.owner.id })),
  );
  const days = await test.sql("select distinct imported_on::text as day from patients where clinic_id = $1", [
    clinic.id,
  ]);
  expect(days).toEqual([{ day: "2026-11-20" }]);
  // No patient of a list waits today.
  const waiting = await test.sql(
    "select 1 from patients where clinic_id = $1 and (consultation_status = 'pending' or patient_status = 'Waiting')",
    [clinic.id],
  );
  expect(waiting).toEqual([]);
});

it("reads a workbook, and the requested sheet", async () => {
  const own = importDesk(test, await aClinic(test));
  const sheets = [
    {
      name: "Master list",
      rows: [
        ["Name", "Birthday", "Sex"],
        ["Cruz, Ana", { day: 29_586 }, "F"],
      ],
    },
    {
      name: "Old",
      rows: [
        ["Name", "Sex"],
        ["Reyes, Ben", "M"],
        ["Reyes, Cora", "F"],
      ],
    },
  ];
  expect(await own.read(workbookOf(sheets), "list.xlsx")).toMatchObject({
    format: "xlsx",
    sheet: "Master list",
    sheets: ["Master list", "Old"],
    figures: { rows: 1 },
  });
  const other = await test.call(addImport, own.token, {
    ...asMultipart([["list.xlsx", workbookOf(sheets)]], "file"),
    query: { sheet: "Old" },
  });
  expect(other.json()).toMatchObject({ sheet: "Old", figures: { rows: 2 } });
});

describe("questions", () => {
  it("ambiguous dates, two-digit years, codes for the sex", async () => {
    const own = importDesk(test, await aClinic(test));
    const read = await own.read("Name,Birthday,Sex\nCruz Ana,03/04/72,1\nCruz Ben,05/06/80,2\n");
    expect(read.columns[1]).toMatchObject({ target: "birthday", asks: ["date-order", "short-years"] });
    expect(read.columns[2]).toMatchObject({ target: "sex", asks: ["sex-words"], unknownWords: ["1", "2"] });
    const send = (body: object) => test.call(mapImport, own.token, { params: { id: read.id }, body });
    const mapping = { ...read.mapping, hospital: "Own" };
    const refused = await send(mapping);
    expect(refused.statusCode).toBe(400);
    expect(Object.keys(refused.json().fields)).toEqual(["targets.1", "shortYears", "sexWords"]);
    const answer = await send({
      ...mapping,
      targets: ["name.first", "birthday.day", "sex"],
      shortYears: "latest",
      sexWords: { "1": "M", "2": "F" },
    });
    expect(answer.statusCode).toBe(200);
    await workQueue(test.app, importQueue);
    await own.run(read.id);
    expect(await own.patients()).toMatchObject([
      { patient_name: "Ana, Cruz", birthday: "1972-04-03", sex: "M" },
      { patient_name: "Ben, Cruz", birthday: "1980-06-05", sex: "F" },
    ]);
  });

  it("refuses a list without a name, two columns for one field, and a wrong number of columns", async () => {
    const own = importDesk(test, await aClinic(test));
    const read = await own.read("A,B\nx,y\n");
    const send = async (targets: (string | null)[]) =>
      (
        await test.call(mapImport, own.token, {
          params: { id: read.id },
          body: { ...read.mapping, hospital: "O", targets },
        })
      ).json().fields;
    expect(await send([null, "sex"])).toMatchObject({ targets: "Choose the column with the name" });
    expect(await send(["sex", "sex"])).toHaveProperty(["targets.1"]);
    expect(await send(["name.first"])).toMatchObject({ targets: "The list has 2 columns" });
    expect(await send(["name.first", "nonsense"])).toHaveProperty(["targets.1"]);
  });
});

it("remembers a clinic's answers by header, separately from other clinics", async () => {
  const own = importDesk(test, await aClinic(test));
  const text = "Name,Sex,Kodigo\nCruz,F,A-1\n";
  await own.check(text, { targets: ["name.first", "sex", "admissionNo"] });
  expect((await own.read(text)).columns[2]?.target).toBe("admissionNo");
  expect((await importDesk(test, await aClinic(test)).read(text)).columns[2]?.target).toBe("remarks");
});

it("errors by row and column are corrected in place, skipped, and downloaded", async () => {
  const own = importDesk(test, await aClinic(test));
  const checked = await own.check(
    [
      "Name,Birthday,Sex,Phone,Age",
      '"Bautista, Ligaya",05/12/2062,F,,',
      ",12/31/1980,M,,",
      '"Salazar, Benigno",12/31/1980,M,0917 55 012,abc',
      '"Good, Gina",12/31/1981,F,,',
    ].join("\n"),
  );
  expect(checked.figures).toMatchObject({ rows: 4, new: 1, look: 3, faults: 4 });
  const faults = await own.rows(checked.id, "look");
  expect(
    faults.map(({ row, faults: [first] }) => [row, first?.header, first?.value, first?.message]),
  ).toEqual([
    [2, "Birthday", "05/12/2062", "The birthday cannot be in the future"],
    [3, "Name", "", "Name is required"],
    [4, "Phone", "0917 55 012", "Not a phone number"],
  ]);
  expect(await own.change(checked.id, 2, { cells: [{ column: 1, value: "05/12/1962" }] })).toEqual({
    state: "new",
  });
  expect(await own.change(checked.id, 4, { cells: [{ column: 3, value: "" }] })).toEqual({ state: "look" });
  expect(await own.change(checked.id, 4, { cells: [{ column: 4, value: "45" }] })).toEqual({ state: "new" });
  expect(await own.change(checked.id, 3, { choice: "skip" })).toEqual({ state: "skipped" });
  expect((await own.find(checked.id)).figures).toMatchObject({ new: 3, look: 0, skipped: 1 });
  const file = await test.call(exportImportFaults, own.token, { params: { id: checked.id } });
  expect(file.body).toBe(
    "\ufeffRow,State,Problem,Name,Birthday,Sex,Phone,Age\r\n3,Skipped,Name: Name is required,,12/31/1980,M,,\r\n",
  );
  await own.run(checked.id);
  expect((await own.patients()).map(({ patient_name }) => patient_name)).toEqual([
    "Bautista, Ligaya",
    "Salazar, Benigno",
    "Good, Gina",
  ]);
});

describe("doubles", () => {
  const text = [
    "Name,Birthday,Sex,Phone,Address",
    '"Dela Peña, Maria",1959-03-04,F,,Cebu',
    '"Santos, Jose",1990-01-02,M,0917 555 0100,',
    '"SANTOS, JOSE","Jan 2, 1990",M,,Mandaue',
    '"Santos, Juan",1990-01-02,M,,',
    '"Reyes, Ana",,F,,',
  ].join("\n");

  const withRegistered = async () => {
    const clinic = await aClinic(test);
    const own = importDesk(test, clinic);
    const pena = await aPatient(test, clinic, {
      patient_name: "De la Pena, Maria",
      birthday: "1959-03-04",
      sex: "F",
    });
    const reyes = await aPatient(test, clinic, {
      patient_name: "Reyes, Ana",
      birthday: "1988-05-05",
      sex: "F",
    });
    return { own, pena, reyes };
  };

  it("are found by the rules of registration; uncertain ones need a decision", async () => {
    const { own, pena, reyes } = await withRegistered();
    const { id, figures } = await own.check(text);
    expect(figures).toMatchObject({ new: 1, here: 1, twice: 1, look: 2 });
    expect(await own.rows(id, "here")).toMatchObject([
      { row: 2, match: { patientId: pena, patientName: "De la Pena, Maria", isSure: true } },
    ]);
    expect(await own.rows(id, "twice")).toMatchObject([{ row: 4, match: { patientId: null, row: 3 } }]);
    // A brother of the same day, and a name without a birthday.
    expect(await own.rows(id, "look")).toMatchObject([
      { row: 5, faults: [], match: { row: 3, isSure: false } },
      { row: 6, faults: [], match: { patientId: reyes, isSure: false } },
    ]);
    expect(await own.change(id, 5, { choice: "keep" })).toEqual({ state: "new" });
    const done = await own.run(id);
    expect(done.figures).toMatchObject({ added: 2, here: 1, twice: 1, look: 1 });
    expect(await own.patients()).toHaveLength(4);
  });

  it("fill empty fields, and nothing else", async () => {
    const { own, pena } = await withRegistered();
    await test.call(editPatient, own.token, { params: { id: pena }, body: { remarks: "ours" } });
    const { id } = await own.check(text, { doubles: "update" });
    await own.call(decideImport, { params: { id }, body: { choice: "skip" } });
    expect((await own.run(id)).figures).toMatchObject({ added: 1, updated: 2, skipped: 2 });
    const rows = await test.sql(
      "select patient_name, address, contact_number, remarks from patients where clinic_id = (select clinic_id from imports where id = $1) and (id = $2 or patient_name ilike 'santos%') order by id",
      [id, pena],
    );
    expect(rows).toEqual([
      { patient_name: "De la Pena, Maria", address: "Cebu", contact_number: null, remarks: "ours" },
      { patient_name: "Santos, Jose", address: "Mandaue", contact_number: "+639175550100", remarks: null },
    ]);
    const back = await own.takeBack(id);
    expect(back.figures).toMatchObject({ takenBack: 3, stayed: 0 });
    const [stored] = await test.sql("select address, remarks from patients where id = $1", [pena]);
    expect(stored).toEqual({ address: null, remarks: "ours" });
    expect(await own.patients()).toHaveLength(2);
  });

  it("add an allergy where the record, or a row above, says that none are known", async () => {
    const clinic = await aClinic(test);
    const own = importDesk(test, clinic);
    const ana = { patient_name: "Cruz, Ana", birthday: "1980-12-31", sex: "F" };
    await aPatient(test, clinic, { ...ana, allergies: "No known allergies" });
    await aPatient(test, clinic, { ...ana, patient_name: "Lim, Ana", allergies: "Shrimp" });
    const { id } = await own.check(
      [
        "Name,Birthday,Sex,Allergies",
        '"Cruz, Ana",1980-12-31,F,Penicillin',
        '"Lim, Ana",1980-12-31,F,None',
        '"Tan, Cy",1982-12-31,M,None',
        '"Tan, Cy",1982-12-31,M,Aspirin',
      ].join("\n"),
      { doubles: "update" },
    );
    await own.run(id);
    const told = () =>
      test.sql("select patient_name, allergies from patients where clinic_id = $1 order by 1", [clinic.id]);
    expect(await told()).toEqual([
      { patient_name: "Cruz, Ana", allergies: "Penicillin" },
      { patient_name: "Lim, Ana", allergies: "Shrimp" },
      { patient_name: "Tan, Cy", allergies: "Aspirin" },
    ]);
    await own.takeBack(id);
    expect((await told()).map(({ allergies }) => allergies)).toEqual([null, "Shrimp"]);
  });

  it("are all added when that is chosen", async () => {
    const { own } = await withRegistered();
    const { id } = await own.check(text, { doubles: "keep" });
    await own.call(decideImport, { params: { id }, body: { choice: "keep" } });
    expect((await own.run(id)).figures).toMatchObject({ added: 5 });
  });

  it("an omitted row hides nobody below it", async () => {
    const own = importDesk(test, await aClinic(test));
    const { id } = await own.check('Name,Birthday,Sex\n"Cruz, Ana",1980-12-31,F\n"Cruz, Ana",1980-12-31,F\n');
    expect(await own.rows(id, "twice")).toMatchObject([{ row: 3 }]);
    await own.change(id, 2, { choice: "skip" });
    expect(await own.rows(id, "new")).toMatchObject([{ row: 3 }]);
    expect((await own.run(id)).figures).toMatchObject({ added: 1, skipped: 1 });
  });

  it("an admission number belongs to one patient", async () => {
    const clinic = await aClinic(test);
    const own = importDesk(test, clinic);
    await aPatient(test, clinic, { patient_name: "Cruz, Ana", admission_no: "C-1" });
    const { id, figures } = await own.check(
      'Chart No,Name,Sex\nC-1,"Cruz, Ana M.",F\nC-1,"Lim, Bo",M\nC-2,"Tan, Cy",M\nC-2,"Uy, Di",F\n',
    );
    expect(figures).toMatchObject({ here: 1, new: 1, look: 2 });
    expect((await own.rows(id, "look")).map(({ faults: [fault] }) => fault?.message)).toEqual([
      "Another patient has this admission number",
      "Row 4, another patient, has this admission number",
    ]);
  });

  it("waits for a registration that is taking a number, however that one is written", async () => {
    const clinic = await aClinic(test);
    const own = importDesk(test, clinic);
    const { id } = await own.check('Chart No,Name,Sex\nC-9,"Cruz, Ana",F\nC-10,"Lim, Bo",M\n');
    await test.sql("begin");
    await test.sql("insert into admission_counters (clinic_id, day, count) values ($1, '2026-11-20', 0)", [
      clinic.id,
    ]);
    const run = own.run(id);
    const waiting = () =>
      test.sql(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
    await expect.poll(waiting, { timeout: 10_000 }).toHaveLength(1);
    await aPatient(test, clinic, { patient_name: "Tan, Cy", admission_no: "c\u20139" });
    await test.sql("commit");
    expect((await run).figures).toMatchObject({ added: 1, look: 1 });
    expect(await own.rows(id, "look")).toMatchObject([
      { row: 2, faults: [{ message: "Another patient has this admission number" }] },
    ]);
  });

  it("a number that is in use, here or in the list, is given to nobody else", async () => {
    const clinic = await aClinic(test);
    const own = importDesk(test, clinic);
    await aPatient(test, clinic, { patient_name: "Abad, Lito", admission_no: "20261120-002" });
    const { id } = await own.check(
      'Chart No,Name,Sex\n,"Cruz, Ana",F\n20261120-001,"Lim, Bo",M\n,"Tan, Cy",M\n20261120-004,"Uy, Di",F\n',
    );
    expect((await own.run(id)).figures).toMatchObject({ added: 4, look: 0 });
    const given = (await own.patients()).map(({ patient_name, admission_no }) => [
      patient_name,
      admission_no,
    ]);
    expect(Object.fromEntries(given)).toEqual({
      "Abad, Lito": "20261120-002",
      "Lim, Bo": "20261120-001",
      "Uy, Di": "20261120-004",
      "Cruz, Ana": "20261120-003",
      "Tan, Cy": "20261120-005",
    });
  });

  it("a patient registered after the dry run is not duplicated", async () => {
    const clinic = await aClinic(test);
    const own = importDesk(test, clinic);
    const { id } = await own.check('Name,Birthday,Sex\n"Cruz, Ana",1980-12-31,F\n"Lim, Bo",1981-12-31,M\n');
    await aPatient(test, clinic, { patient_name: "Cruz, Ana", birthday: "1980-12-31", sex: "F" });
    expect((await own.run(id)).figures).toMatchObject({ added: 1, here: 1 });
    expect(await own.patients()).toHaveLength(2);
  });
});

it("refuses an unreadable list with a message, and more than five in progress", async () => {
  const own = importDesk(test, await aClinic(test));
  const refused = await own.send(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3, 4]), "old.xls");
  expect(refused.statusCode).toBe(400);
  expect(refused.json().fields.file).toMatch(/old .xls workbook/);
  const ids: number[] = [];
  for (let at = 0; at < 5; at += 1) ids.push((await own.read(patientList)).id);
  expect((await own.send(patientList)).statusCode).toBe(422);
  await own.call(removeImport, { params: { id: ids[0] } });
  expect((await own.send(patientList)).statusCode).toBe(200);
  expect(await own.call<Import[]>(listImports)).toHaveLength(5);
});
