import { afterAll, beforeAll, describe, expect, test as it } from "vitest";
import { addConsultation } from "#features/consultations/contract.ts";
import {
  addImport,
  changeImportRow,
  decideImport,
  exportImportFaults,
  type Import,
  type ImportDetails,
  type ImportMapping,
  type ImportRow,
  importRows,
  listImports,
  mapImport,
  oneImport,
  type RowState,
  removeImport,
  runImport,
  takeBackImport,
} from "#features/imports/contract.ts";
import { deletePatient, editPatient } from "#features/patients/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { atInstant, startTestApp, type TestApp, testNow } from "#test/app.ts";
import { asMultipart } from "#test/data/example-files.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import { entriesOfPatients, madeByRegistration } from "./take-back.ts";
import { workbookOf } from "./testing-lists.ts";
import { importJobs, workImports } from "./work-imports.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ CHANGES_PER_MINUTE: "100000", UPLOADS_PER_MINUTE: "100000" });
});
afterAll(() => test.close());

const work = () => workImports(test.app, test.app.kit.now());

/** One clinic at a list. */
function desk(clinic: TestClinic) {
  const { token } = clinic.owner;
  const call = async <Answer>(endpoint: Endpoint, sent: object = {}) => {
    const answer = await test.call(endpoint, token, sent);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json() as Answer;
  };
  const send = (bytes: Buffer | string, name = "list.csv") =>
    test.call(addImport, token, asMultipart([[name, Buffer.from(bytes)]], "file"));
  return {
    token,
    send,
    async read(bytes: Buffer | string, name?: string) {
      const answer = await send(bytes, name);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json() as ImportDetails;
    },
    /** Reads a list and checks it. */
    async check(bytes: Buffer | string, more: Partial<ImportMapping> = {}): Promise<ImportDetails> {
      const list = await this.read(bytes);
      const mapping = { ...list.mapping, hospital: "Own Clinic", ...more };
      await call(mapImport, { params: { id: list.id }, body: mapping });
      await work();
      return call(oneImport, { params: { id: list.id } });
    },
    find: (id: number) => call<ImportDetails>(oneImport, { params: { id } }),
    rows: (id: number, state: RowState) =>
      call<ImportRow[]>(importRows, { params: { id }, query: { state } }),
    change: (id: number, row: number, body: object) =>
      call<{ state: RowState }>(changeImportRow, { params: { id, row }, body }),
    async run(id: number) {
      await call(runImport, { params: { id } });
      await work();
      return call<ImportDetails>(oneImport, { params: { id } });
    },
    async takeBack(id: number) {
      await call(takeBackImport, { params: { id } });
      await work();
      return call<ImportDetails>(oneImport, { params: { id } });
    },
    patients: () =>
      test.sql<{ id: string; patient_name: string; admission_no: string; birthday: string | null }>(
        "select id, patient_name, admission_no, birthday::text, sex, contact_number, remarks from patients where clinic_id = $1 order by id",
        [clinic.id],
      ),
    call,
  };
}

const list = [
  "PANGALAN,KAARAWAN,KASARIAN,CP #,TIRAHAN,HMO",
  '"DELA CRUZ, JUAN MIGUEL S.",03/04/1972,L,0917-555-0123,"Brgy. Guadalupe, Cebu City",Maxicare',
  '"De la Pena, Ma. Consuelo",12/31/1961,Babae,9175550188,Mandaue City,',
  '"Nuñez, Althea",2018-07-19,F,(032) 255 8000,Banilad,Intellicare',
].join("\r\n");

it("is for the owner alone", async () => {
  const clinic = await aClinic(test);
  const staff = await aStaffMember(test, clinic, ["view_patients", "add_patients", "edit_patients"]);
  expect((await test.call(listImports, null)).statusCode).toBe(401);
  expect((await test.call(listImports, staff.token)).statusCode).toBe(403);
  expect((await test.call(oneImport, clinic.owner.token, { params: { id: 987_654 } })).statusCode).toBe(404);
});

it("guesses the columns, imports as registration does, and says who did it", async () => {
  const clinic = await aClinic(test);
  const own = desk(clinic);
  const read = await own.read(list);
  expect(read.columns.map(({ target }) => target)).toEqual([
    "name.comma",
    "birthday.month",
    "sex",
    "contactNumber",
    "address",
    null,
  ]);
  expect(read).toMatchObject({ state: "mapping", figures: { rows: 3 }, mapping: { doubles: "skip" } });
  const checked = await own.check(list, {
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
      remarks: "Maxicare",
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
  // Nobody of a list waits today.
  const waiting = await test.sql(
    "select 1 from patients where clinic_id = $1 and (consultation_status = 'pending' or patient_status = 'Waiting')",
    [clinic.id],
  );
  expect(waiting).toEqual([]);
});

it("reads a workbook, and the sheet that is asked for", async () => {
  const own = desk(await aClinic(test));
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

describe("what has to be asked", () => {
  it("dates of two readings, years of two digits, codes for the sex", async () => {
    const own = desk(await aClinic(test));
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
    await work();
    await own.run(read.id);
    expect(await own.patients()).toMatchObject([
      { patient_name: "Ana, Cruz", birthday: "1972-04-03", sex: "M" },
      { patient_name: "Ben, Cruz", birthday: "1980-06-05", sex: "F" },
    ]);
  });

  it("a list without a name, two columns for one field, and the wrong number of columns are refused", async () => {
    const own = desk(await aClinic(test));
    const read = await own.read("A,B\nx,y\n");
    const send = async (targets: (string | null)[]) =>
      (
        await test.call(mapImport, own.token, {
          params: { id: read.id },
          body: { ...read.mapping, hospital: "O", targets },
        })
      ).json().fields;
    expect(await send([null, "sex"])).toMatchObject({ targets: "Choose the column of the name" });
    expect(await send(["sex", "sex"])).toHaveProperty(["targets.1"]);
    expect(await send(["name.first"])).toMatchObject({ targets: "The list has 2 columns" });
    expect(await send(["name.first", "nonsense"])).toHaveProperty(["targets.1"]);
  });
});

it("remembers what the clinic said of a header, and no other clinic's", async () => {
  const own = desk(await aClinic(test));
  const text = "Name,Sex,Kodigo\nCruz,F,A-1\n";
  await own.check(text, { targets: ["name.first", "sex", "admissionNo"] });
  expect((await own.read(text)).columns[2]?.target).toBe("admissionNo");
  expect((await desk(await aClinic(test)).read(text)).columns[2]?.target).toBeNull();
});

it("faults by row and column, corrected in place, skipped, and downloaded", async () => {
  const own = desk(await aClinic(test));
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
    const own = desk(clinic);
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

  it("are found by the rules of registration; what is not sure is asked", async () => {
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

  it("fill what is empty, and nothing else", async () => {
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

  it("all kept when that is chosen", async () => {
    const { own } = await withRegistered();
    const { id } = await own.check(text, { doubles: "keep" });
    await own.call(decideImport, { params: { id }, body: { choice: "keep" } });
    expect((await own.run(id)).figures).toMatchObject({ added: 5 });
  });

  it("a row that is left out hides nobody below it", async () => {
    const own = desk(await aClinic(test));
    const { id } = await own.check('Name,Birthday,Sex\n"Cruz, Ana",1980-12-31,F\n"Cruz, Ana",1980-12-31,F\n');
    expect(await own.rows(id, "twice")).toMatchObject([{ row: 3 }]);
    await own.change(id, 2, { choice: "skip" });
    expect(await own.rows(id, "new")).toMatchObject([{ row: 3 }]);
    expect((await own.run(id)).figures).toMatchObject({ added: 1, skipped: 1 });
  });

  it("an admission number belongs to one patient", async () => {
    const clinic = await aClinic(test);
    const own = desk(clinic);
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

  it("who was registered after the dry run is not doubled", async () => {
    const clinic = await aClinic(test);
    const own = desk(clinic);
    const { id } = await own.check('Name,Birthday,Sex\n"Cruz, Ana",1980-12-31,F\n"Lim, Bo",1981-12-31,M\n');
    await aPatient(test, clinic, { patient_name: "Cruz, Ana", birthday: "1980-12-31", sex: "F" });
    expect((await own.run(id)).figures).toMatchObject({ added: 1, here: 1 });
    expect(await own.patients()).toHaveLength(2);
  });
});

describe("taking back", () => {
  const three =
    'Name,Birthday,Sex,Allergies\n"Cruz, Ana",1980-12-31,F,penicillin\n"Lim, Bo",1981-12-31,M,\n"Tan, Cy",1982-12-31,M,\n';

  it("takes back what is untouched, and says who stays and why", async () => {
    const clinic = await aClinic(test);
    const own = desk(clinic);
    const { id } = await own.check(three);
    await own.run(id);
    const [, lim, tan] = await own.patients();
    await test.call(editPatient, own.token, { params: { id: Number(lim?.id) }, body: { address: "Cebu" } });
    await own.call(addConsultation, {
      body: {
        patientId: Number(tan?.id),
        chiefComplaint: "Fever",
        diagnosis: "Flu",
        treatment: "Rest",
        vitalSigns: { pulse: 80 },
      },
    });
    const back = await own.takeBack(id);
    expect(back).toMatchObject({ state: "taken-back", figures: { takenBack: 1, stayed: 2 } });
    expect((await own.rows(id, "stayed")).map(({ patientName, reason }) => [patientName, reason])).toEqual([
      ["Lim, Bo", "Changed since it was imported"],
      ["Tan, Cy", expect.stringMatching(/Changed|Has visits/)],
    ]);
    expect((await own.patients()).map(({ patient_name }) => patient_name)).toEqual(["Lim, Bo", "Tan, Cy"]);
    const noted = await test.sql(
      "select 1 from record_history where clinic_id = $1 and event = 'import.takeBack'",
      [clinic.id],
    );
    expect(noted.length).toBeGreaterThan(0);
  });

  it("within 30 days, once, and with the password", async () => {
    const own = desk(await aClinic(test));
    const { id } = await own.check(three);
    await own.run(id);
    atInstant(test, new Date(testNow.getTime() + 31 * 24 * 3_600_000));
    const late = await test.call(takeBackImport, own.token, { params: { id } });
    expect([401, 403, 422]).toContain(late.statusCode);
    test.setNow(testNow);
    await own.takeBack(id);
    expect((await test.call(takeBackImport, own.token, { params: { id } })).statusCode).toBe(409);
  });

  it("knows every table that refers to patients", async () => {
    const tables = await test.sql<{ name: string }>(
      "select distinct conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'patients'::regclass order by 1",
    );
    expect(tables.map(({ name }) => name)).toEqual([...entriesOfPatients, ...madeByRegistration].toSorted());
  });
});

it("goes on after a stop, and nobody is lost or doubled", async () => {
  const own = desk(await aClinic(test));
  const rows = Array.from({ length: 620 }, (_, n) => `Patient${n} Test,F,${n % 90}`);
  const { id } = await own.check(`Name,Sex,Age\n${rows.join("\n")}\n`);
  await own.call(decideImport, { params: { id }, body: { choice: "keep" } });
  await own.call(runImport, { params: { id } });
  // A server that is asked to stop after the first batch.
  let looks = 0;
  const closing = {
    get aborted() {
      looks += 1;
      return looks > 2;
    },
  } as AbortSignal;
  await workImports(test.app, testNow, closing);
  expect(await own.find(id)).toMatchObject({ state: "running", progress: 250 });
  expect(await own.patients()).toHaveLength(250);
  atInstant(test, new Date(testNow.getTime() + 120_000));
  await work();
  expect(await own.find(id)).toMatchObject({ state: "done", figures: { added: 620 } });
  const numbers = new Set((await own.patients()).map(({ admission_no }) => admission_no));
  expect(numbers.size).toBe(620);
});

it("a list is refused in words, and five wait at most", async () => {
  const own = desk(await aClinic(test));
  const refused = await own.send(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3, 4]), "old.xls");
  expect(refused.statusCode).toBe(400);
  expect(refused.json().fields.file).toMatch(/old .xls workbook/);
  const ids: number[] = [];
  for (let at = 0; at < 5; at += 1) ids.push((await own.read(list)).id);
  expect((await own.send(list)).statusCode).toBe(422);
  await own.call(removeImport, { params: { id: ids[0] } });
  expect((await own.send(list)).statusCode).toBe(200);
  expect(await own.call<Import[]>(listImports)).toHaveLength(5);
});

it("deleting a patient takes the row of the list along", async () => {
  const own = desk(await aClinic(test));
  const { id } = await own.check('Name,Birthday,Sex\n"Cruz, Ana",1980-12-31,F\n');
  await own.run(id);
  const [ana] = await own.patients();
  expect((await test.call(deletePatient, own.token, { params: { id: Number(ana?.id) } })).statusCode).toBe(
    200,
  );
  expect(await test.sql("select 1 from import_rows where import_id = $1", [id])).toEqual([]);
});

it("sweeps what nobody imported, and rows that can no longer be taken back", async () => {
  const own = desk(await aClinic(test));
  const waiting = await own.read(list);
  const { id } = await own.check(list);
  await own.run(id);
  const sweep = importJobs.find(({ name }) => name === "sweep old imports");
  await sweep?.run(test.app, new Date(testNow.getTime() + 15 * 24 * 3_600_000));
  expect(await test.sql("select 1 from imports where id = $1", [waiting.id])).toEqual([]);
  expect(await test.sql("select 1 from import_rows where import_id = $1", [id])).toHaveLength(3);
  await sweep?.run(test.app, new Date(testNow.getTime() + 31 * 24 * 3_600_000));
  expect(await test.sql("select 1 from import_rows where import_id = $1", [id])).toEqual([]);
  expect(await test.sql("select 1 from imports where id = $1", [id])).toHaveLength(1);
});
