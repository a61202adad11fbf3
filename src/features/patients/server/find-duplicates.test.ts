import { afterAll, beforeAll, expect, it } from "vitest";
import {
  addPatient,
  editPatient,
  findDuplicates,
  type LikelyDuplicate,
} from "#features/patients/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";

let test: TestApp;
let clinic: TestClinic;
let pena: number;
beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  const neighbour = await aClinic(test);
  const stored = (patient_name: string, more: object = {}) =>
    aPatient(test, clinic, { patient_name, ...more });
  pena = await stored("De la Pena, Ma.", {
    birthday: "1959-03-04",
    contact_number: "+639171234567",
    sex: "F",
    admission_no: "20261101-002",
    hospital: "Chong Hua Hospital - Fuente",
  });
  await stored("Santos, Jose Miguel", { birthday: "1990-01-02" });
  await stored("Santos, Carla", { contact_number: "+639175550199", birthday: "2016-05-06" });
  await stored("Quisumbing, Benjamin", { is_archived: true });
  await aPatient(test, neighbour, { patient_name: "Dela Peña, Maria", birthday: "1959-03-04" });
});
afterAll(() => test.close());

const ask = (body: object, token: string | null = clinic.owner.token) =>
  test.call(findDuplicates, token, { body });
const found = async (body: object): Promise<LikelyDuplicate[]> => (await ask(body)).json();

it("refuses unknown fields", async () => {
  const answer = await ask({ patientName: 5, hospital: "X", birthday: "2026-02-30" });
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json().fields).sort()).toEqual(["birthday", "hospital", "patientName"]);
});

it("finds the same name, spelled differently, with the same birthday, only in the own clinic", async () => {
  expect(await found({ patientName: "Dela Peña, Maria", birthday: "1959-03-04" })).toEqual([
    {
      id: pena,
      patientName: "De la Pena, Ma.",
      birthday: "1959-03-04",
      age: 67,
      sex: "F",
      admissionNo: "20261101-002",
      hospital: "Chong Hua Hospital - Fuente",
      lastVisitAt: expect.any(String),
      isArchived: false,
      isMasked: false,
      matches: ["name", "birthday"],
    },
  ]);
});

it.each([
  ["first name first", { patientName: "Maria Dela Pena" }],
  ["a slip of the pen", { patientName: "Dela Pnea, Maria" }],
  ["a birthday with day and month exchanged", { patientName: "Dela Peña, Maria", birthday: "1959-04-03" }],
  ["her phone as it is typed", { contactNumber: "0917 123 4567" }],
  ["her phone and a like name", { patientName: "Peña, Mari", contactNumber: "0917 123 4567" }],
  ["a surname by marriage, the same birthday", { patientName: "Reyes, Maria", birthday: "1959-03-04" }],
])("finds her by %s", async (_, question) => {
  expect((await found(question)).map(({ id }) => id)).toEqual([pena]);
});

it.each([
  ["another birthday", { patientName: "Dela Peña, Maria", birthday: "1988-11-30" }],
  ["a birthday alone", { birthday: "1959-03-04" }],
  ["a surname alone", { patientName: "Dela Peña" }],
  ["another given name", { patientName: "Dela Peña, Rosario" }],
  [
    "a mother's phone for her other child",
    { patientName: "Santos, Miguel", contactNumber: "0917 555 0199", birthday: "2019-01-01" },
  ],
  ["nothing", {}],
  ["signs", { patientName: "%, _" }],
])("warns of nobody by %s", async (_, question) => {
  expect(await found(question)).toEqual([]);
});

it("finds the holder of a PhilHealth number, whatever name and birthday are typed", async () => {
  const own = await aClinic(test);
  const stored = { patient_name: "Reyes, Ana", birthday: "1980-01-02", philhealth_number: "12-345678901-2" };
  const holder = await aPatient(test, own, stored);
  await aPatient(test, own, { philhealth_number: "12-345678901-3" });
  const of = async (body: object) => (await ask(body, own.owner.token)).json();
  const other = { patientName: "Delgado, Petra", birthday: "2015-06-07" };
  const asked = { ...other, philhealthNumber: "123456789012" };
  expect(await of(asked)).toMatchObject([{ id: holder, matches: ["philhealth"] }]);
  expect(await of({ philhealthNumber: "12-345678901-2" })).toMatchObject([{ id: holder }]);
  expect(await of({ ...asked, patientName: "Reyes, Anna" })).toMatchObject([{ id: holder }]);
  expect(await of(other)).toEqual([]);
  const register = (more: object) =>
    test.call(addPatient, own.owner.token, {
      body: { ...asked, admissionNo: "B-1", hospital: "Makati Medical Center", sex: "F", ...more },
    });
  const refused = await register({ checkDuplicates: true });
  expect([refused.statusCode, refused.json().code]).toEqual([409, "possible_duplicate"]);
  expect((await register({})).statusCode).toBe(200);
});

it("finds archived patients too", async () => {
  expect(await found({ patientName: "Benjamin Quisumbing" })).toMatchObject([{ isArchived: true }]);
});

it("the likeliest first, three at most", async () => {
  const own = await aClinic(test);
  for (let at = 0; at < 5; at += 1) await aPatient(test, own, { patient_name: "Garcia, Liza" });
  const twin = await aPatient(test, own, { patient_name: "Garzia, Liza", birthday: "2001-07-08" });
  const answer = await ask({ patientName: "Garcia, Liza", birthday: "2001-07-08" }, own.owner.token);
  expect(answer.json()).toHaveLength(3);
  expect(answer.json()[0]).toMatchObject({ id: twin, matches: ["name", "birthday"] });
});

it("finds a changed name, and not the former one", async () => {
  const own = await aClinic(test);
  const id = await aPatient(test, own, { patient_name: "Ocampo, Nenita" });
  await test.call(editPatient, own.owner.token, {
    params: { id },
    body: { patientName: "Villanueva, Nenita" },
  });
  const of = async (patientName: string) => (await ask({ patientName }, own.owner.token)).json();
  expect(await of("Villanueva, Nenita")).toHaveLength(1);
  expect(await of("Ocampo, Nenita")).toEqual([]);
});

it("users who may add but not view see a masked name and a year, and no link to the record", async () => {
  const clerk = await aStaffMember(test, clinic, ["add_patients"]);
  const answer = await ask({ patientName: "Dela Peña, Maria", birthday: "1959-03-04" }, clerk.token);
  expect(answer.json()).toEqual([
    {
      id: null,
      patientName: "D••• l••• P•••, M•••.",
      birthday: "1959",
      age: null,
      sex: null,
      admissionNo: null,
      hospital: null,
      lastVisitAt: null,
      isArchived: null,
      isMasked: true,
      matches: ["name", "birthday"],
    },
  ]);
});

it("is logged in the record history", async () => {
  await ask({ patientName: "Dela Peña, Maria" });
  await test.app.kit.views.flush();
  const rows = await test.sql(
    "select 1 from record_history where clinic_id = $1 and event = 'patient.duplicates'",
    [clinic.id],
  );
  expect(rows.length).toBeGreaterThan(0);
});
