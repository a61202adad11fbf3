import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { addAddendum, patientConsultations, todaysConsultations } from "#features/consultations/contract.ts";
import { decideImport, mapImport } from "#features/imports/contract.ts";
import { deletePatient, onePatient, type Patient } from "#features/patients/contract.ts";
import { workQueue } from "#server/jobs/job-queue.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, type TestClinic } from "#test/data/factories.ts";
import { importDesk } from "../testing-desk.ts";
import { importQueue } from "../work-imports.ts";

let test: TestApp;
let clinic: TestClinic;
let own: ReturnType<typeof importDesk>;
let pena: number;
let reyes: number;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  clinic = await aClinic(test);
  own = importDesk(test, clinic);
  pena = await aPatient(test, clinic, {
    patient_name: "De la Pena, Maria",
    birthday: "1959-03-04",
    sex: "F",
    admission_no: "C-17",
  });
  reyes = await aPatient(test, clinic, { patient_name: "Reyes, Ana", birthday: "1988-05-05", sex: "F" });
});

const visits = [
  "CHART NO,PANGALAN,KAARAWAN,DATE OF VISIT,CC,BP,WT,DX,RX,REMARKS",
  "C-17,,,01/28/2019,Headache,140/90 mmHg,61 kg,Hypertension,Losartan 50 mg OD,",
  ',"Dela Peña, Maria",1959-03-04,02/25/2019,Follow-up,130/80,60.5,Hypertension,Losartan 50 mg OD,BP better',
  ',"Reyes, Ana",,03/01/2019,Cough,,,URTI,,',
  ',"Santos, Nobody",,03/01/2019,Cough,,,URTI,,',
].join("\n");

const consultationsOf = async (id: number) =>
  (
    await own.call<
      { chiefComplaint: string; createdAt: string; vitalSigns: { bloodPressure: string } | null }[]
    >(patientConsultations, { params: { id } })
  ).map(({ chiefComplaint, createdAt, vitalSigns }) => [
    chiefComplaint,
    createdAt.slice(0, 10),
    vitalSigns?.bloodPressure ?? null,
  ]);

it("are recognized by their headers, and recorded on their days", async () => {
  const read = await own.read(visits);
  expect(read.mapping).toMatchObject({
    kind: "consultations",
    targets: [
      "admissionNo",
      "name.comma",
      "birthday",
      "visitDay.month",
      "chiefComplaint",
      "bloodPressure",
      "weight",
      "diagnosis",
      "medications",
      "notes",
    ],
  });
  const before = await own.call<Patient[]>(todaysConsultations);
  const { id, figures } = await own.check(visits);
  expect(figures).toMatchObject({ new: 2, look: 2, here: 0, twice: 0 });
  expect(await own.rows(id, "look")).toMatchObject([
    { row: 4, faults: [], match: { patientId: reyes, isSure: false } },
    { row: 5, faults: [{ header: "PANGALAN", message: expect.stringMatching(/No patient with this name/) }] },
  ]);
  const done = await own.run(id);
  expect(done.figures).toMatchObject({ added: 2, look: 2 });
  expect(await consultationsOf(pena)).toEqual([
    ["Follow-up", "2019-02-25", "130/80"],
    ["Headache", "2019-01-28", "140/90"],
  ]);
  // Nobody comes to today's list or leaves it; it shows what is known of them.
  expect(await own.call(todaysConsultations)).toEqual(
    before.map((patient) => (patient.id === pena ? { ...patient, diagnosis: "Hypertension" } : patient)),
  );
  const [stored] = await test.sql(
    "select last_consultation_at::date::text as day from patients where id = $1",
    [pena],
  );
  expect(stored).toEqual({ day: "2019-02-25" });
});

it("give the record its diagnosis, which goes when they are undone", async () => {
  const diagnosisOf = async (id: number) =>
    (await own.call<Patient>(onePatient, { params: { id } })).diagnosis;
  const { id } = await own.check(visits);
  await own.run(id);
  expect(await diagnosisOf(pena)).toBe("Hypertension");
  await own.takeBack(id);
  expect(await diagnosisOf(pena)).toBeNull();
});

it("go to an uncertain patient once the user confirms", async () => {
  const { id } = await own.check(visits);
  await own.call(decideImport, { params: { id }, body: { choice: "update" } });
  await workQueue(test.app, importQueue);
  expect((await own.find(id)).figures).toMatchObject({ new: 3, look: 1 });
  await own.run(id);
  expect(await consultationsOf(reyes)).toEqual([["Cough", "2019-03-01", null]]);
});

it("can be decided one by one, and a corrected name is searched again", async () => {
  const { id } = await own.check(visits);
  expect(await own.change(id, 4, { choice: "update" })).toEqual({ state: "new" });
  expect(
    await own.change(id, 5, {
      cells: [
        { column: 0, value: "C-17" },
        { column: 1, value: "" },
      ],
    }),
  ).toEqual({
    state: "new",
  });
  // The same visit again: now it is twice.
  const same = ["C-17", "", "", "03/01/2019", "Cough", "", "", "URTI", "", ""];
  expect(
    await own.change(id, 4, { cells: same.map((value, column) => ({ column, value })), choice: null }),
  ).toEqual({
    state: "twice",
  });
  expect((await own.run(id)).figures).toMatchObject({ added: 3, twice: 1 });
});

it("are recorded once, however often the list is imported", async () => {
  const first = await own.check(visits);
  await own.run(first.id);
  const again = await own.check(
    `${visits}\nC-17,,,01/28/2019,Headache,140/90,61,Hypertension,Losartan 50 mg OD,`,
  );
  expect(again.figures).toMatchObject({ new: 0, here: 3, look: 2 });
  expect((await own.run(again.id)).figures).toMatchObject({ added: 0 });
  expect(await consultationsOf(pena)).toHaveLength(2);
});

it("twice in one list are one, unless the user adds both", async () => {
  const twice = `${visits}\nC-17,,,01/28/2019,Headache,140/90,61,Hypertension,Losartan 50 mg OD,`;
  const { id, figures } = await own.check(twice);
  expect(figures).toMatchObject({ new: 2, twice: 1 });
  expect(await own.rows(id, "twice")).toMatchObject([{ row: 6, match: { patientId: pena, row: 2 } }]);
  const kept = await own.check(twice, { doubles: "keep" });
  expect((await own.run(kept.id)).figures).toMatchObject({ added: 3 });
});

it("are undone except those with an addendum", async () => {
  const { id } = await own.check(visits);
  await own.run(id);
  const [newest] = await own.call<{ id: number }[]>(patientConsultations, { params: { id: pena } });
  await own.call(addAddendum, { params: { id: newest?.id }, body: { text: "BP 128/80 at home." } });
  expect((await own.takeBack(id)).figures).toMatchObject({ takenBack: 1, stayed: 1 });
  expect(await own.rows(id, "stayed")).toMatchObject([{ row: 3, reason: "Has an addendum" }]);
  expect(await consultationsOf(pena)).toEqual([["Follow-up", "2019-02-25", "130/80"]]);
});

it("of a patient who was deleted meanwhile are left out, with a reason", async () => {
  const { id } = await own.check(visits);
  const deleted = await test.call(deletePatient, own.token, { params: { id: pena } });
  expect(deleted.statusCode, deleted.body).toBe(200);
  expect((await own.run(id)).figures).toMatchObject({ added: 0, look: 4 });
});

it("report errors in words", async () => {
  const list = [
    "Name,Birthday,Visit date,Complaint,Diagnosis,BP",
    '"De la Pena, Maria",1959-03-04,2030-01-01,Cough,URTI,',
    '"De la Pena, Maria",1959-03-04,1950-01-01,Cough,URTI,',
    '"De la Pena, Maria",1959-03-04,2019-01-01,,,',
    '"De la Pena, Maria",1959-03-04,2019-01-01,Cough,URTI,12080',
    ",1959-03-04,2019-01-01,Cough,URTI,",
    '"De la Pena, Maria",1959-03-04,,Cough,URTI,',
  ].join("\n");
  const { id } = await own.check(list);
  expect((await own.rows(id, "look")).map(({ faults: [fault] }) => fault?.message)).toEqual([
    "Enter a date that is not in the future",
    "Enter a date from the birthday on",
    "Enter something about the visit, or skip the row",
    "Enter two numbers, like 120/80",
    "Enter the name or the admission number",
    "Enter the date of the visit",
  ]);
});

it("find nobody by a number that the spreadsheet rounded", async () => {
  const { id } = await own.check("Chart No,Visit date,Diagnosis\n2.02611E+10,2019-01-01,Hypertension\n");
  expect(await own.rows(id, "look")).toMatchObject([
    { faults: [{ header: "Chart No", message: "The spreadsheet rounded this number. Enter it again" }, {}] },
  ]);
});

it("must not be before the patient's birth, even when the row has no birthday", async () => {
  const { id } = await own.check("Chart No,Visit date,Diagnosis\nC-17,1919-01-28,Hypertension\n");
  expect(await own.rows(id, "look")).toMatchObject([
    {
      faults: [{ header: "Visit date", message: "Enter a date from the patient's birthday on, Mar 4, 1959" }],
    },
  ]);
});

it("need columns for date and patient, and none of patient fields", async () => {
  const { id, mapping } = await own.read(visits);
  const refusal = async (more: object) => {
    const answer = await test.call(mapImport, own.token, { params: { id }, body: { ...mapping, ...more } });
    expect(answer.statusCode, answer.body).toBe(400);
    return answer.json().fields;
  };
  const without = (...left: string[]) =>
    mapping.targets.map((target) => (target && left.includes(target) ? null : target));
  expect(await refusal({ targets: without("visitDay.month") })).toMatchObject({
    targets: "Choose the column with the date of the visit",
  });
  expect(await refusal({ targets: without("admissionNo", "name.comma") })).toMatchObject({
    targets: "Choose the column with the name or the admission number",
  });
  expect(await refusal({ targets: ["sex", ...mapping.targets.slice(1)] })).toMatchObject({
    "targets.0": "A list of consultations has no such column",
  });
  expect(await refusal({ doubles: "update" })).toMatchObject({ doubles: expect.any(String) });
});
