import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addMedicine, addProblem } from "#features/clinical-lists/contract.ts";
import { addImmunization } from "#features/immunizations/contract.ts";
import { editPatient, onePatient } from "#features/patients/contract.ts";
import { savePrescription } from "#features/prescriptions/contract.ts";
import { addVisit } from "#features/visits/contract.ts";
import { atInstant, startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aSession, aStaffMember, type TestClinic } from "#test/data/factories.ts";

let test: TestApp;
let clinic: TestClinic;
let token: string;
let id: number;

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  token = clinic.owner.token;
});
afterAll(() => test.close());
beforeEach(async () => {
  id = await aPatient(test, clinic, { laboratory_files: ["lab/cbc.pdf"] });
});

const edit = (body: Record<string, unknown>, headers: Record<string, string> = {}, as = token) =>
  test.call(editPatient, as, { params: { id }, body, headers });
const read = (headers: Record<string, string> = {}) =>
  test.call(onePatient, token, { params: { id }, headers });
const stored = async () =>
  (await test.sql<Record<string, unknown>>("select * from patients where id = $1", [id]))[0];
/** What a consultation changes in the patient's row: a later time, and the same version. */
const aVisit = () =>
  test.sql(
    `with scope as materialized (select set_config('app.event', 'consultation.create', true))
     update patients set last_consultation_at = now(), updated_at = now()
     from scope where id = $1`,
    [id],
  );
const stays = () =>
  test.sql(
    `select hospital, room_number, admitted_at::text, (discharged_at at time zone 'UTC')::text as discharged_at
     from admissions where patient_id = $1 order by id`,
    [id],
  );

describe("GET /api/patients/:id", () => {
  it("refuses users who may only add", async () => {
    const clerk = await aStaffMember(test, clinic, ["add_patients"]);
    expect((await test.call(onePatient, clerk.token, { params: { id } })).statusCode).toBe(403);
  });

  it.each(["0", "x", "99999999999999999", "1e3"])("finds nobody at %s", async (text) => {
    expect((await test.call(onePatient, token, { params: { id: text } })).statusCode).toBe(404);
  });

  it("answers 304 until something changes: a field, the visit, the day", async () => {
    const first = await read();
    expect(first.headers["cache-control"]).toBe("private, no-store");
    const ifChanged = (tag: unknown) => ({ "if-none-match": String(tag) });
    const again = await read(ifChanged(first.headers.etag));
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe("");

    await edit({ remarks: "changed" });
    const second = await read(ifChanged(first.headers.etag));
    expect(second.statusCode).toBe(200);

    await aVisit();
    const third = await read(ifChanged(second.headers.etag));
    expect(third.statusCode).toBe(200);

    atInstant(test, new Date("2026-11-20T16:00:00Z"));
    token = await aSession(test, clinic.owner.id);
    expect((await read(ifChanged(third.headers.etag))).statusCode).toBe(200);
  });
});

describe("PATCH /api/patients/:id", () => {
  it.each([
    "id",
    "clinicId",
    "globalPatientId",
    "originalClinicId",
    "isSharedPatient",
    "isArchived",
    "consultationStatus",
    "consultationCompletedAt",
    "createdAt",
    "updatedAt",
    "registeredById",
    "patientPhoto",
    "nickname",
  ])("refuses %s by name", async (field) => {
    const answer = await edit({ remarks: "with it", [field]: 1 });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields)).toEqual([field]);
    expect(await stored()).toMatchObject({ remarks: null, version: 1 });
  });

  it.each([
    [{ birthday: "2027-01-01" }, "birthday"],
    [{ patientName: "" }, "patientName"],
    [{ admissionNo: "x".repeat(51) }, "admissionNo"],
    [{ age: 151 }, "age"],
    [{ imagingFiles: ["lab/cbc.pdf"] }, "imagingFiles"],
    [{ laboratoryFiles: ["lab/cbc.pdf", "lab/new.pdf"] }, "laboratoryFiles"],
    [{ remarks: "\u0000" }, "remarks"],
  ])("refuses %j", async (body, field) => {
    const answer = await edit(body);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields)).toEqual([field]);
  });

  it("changes only what was sent", async () => {
    const before = await stored();
    const answer = await edit({ remarks: "Came with her son", amount: "1,500" });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ remarks: "Came with her son", amount: "1500.00", version: 2 });
    expect(await stored()).toEqual({
      ...before,
      remarks: "Came with her son",
      amount: "1500.00",
      version: 2,
    });
  });

  it("keeps stored files, and detaches removed ones", async () => {
    expect((await edit({ laboratoryFiles: ["lab/cbc.pdf"] })).statusCode).toBe(200);
    expect((await edit({ laboratoryFiles: [] })).json().laboratoryFiles).toEqual([]);
  });

  it("refuses a change without a field", async () => {
    const answer = await edit({});
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toBe("Send at least one field to change.");
  });

  it("writes old and new values to the history, and nothing for a save that changes nothing", async () => {
    await edit({ remarks: "first" });
    await edit({ remarks: "second" });
    await edit({ remarks: "second" });
    const rows = await test.sql(
      "select event, changes from record_history where patient_id = $1 and event = 'patient.update' order by id",
      [id],
    );
    expect(rows).toEqual([
      { event: "patient.update", changes: { remarks: [null, "first"] } },
      { event: "patient.update", changes: { remarks: ["first", "second"] } },
    ]);
  });

  it("answers 409 with a free number for one that is in use", async () => {
    // A day without patients from the factory.
    await aPatient(test, clinic, { admission_no: "20261119-900" });
    const answer = await edit({ admissionNo: "20261119-900" });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: "taken",
      fields: { admissionNo: "Admission number already used" },
      suggestion: expect.stringMatching(/^20261120-\d{3}$/),
    });
  });
});

describe("a stay", () => {
  it("is opened, moved and closed by the status; a discharge keeps its first day", async () => {
    await edit({ admissionStatus: "Admitted", dateOfAdmission: "2026-11-18", roomNumber: "204-B" });
    await edit({ roomNumber: "310" });
    const discharged = await edit({ admissionStatus: "Discharged", dateOfAdmission: "", roomNumber: "" });
    expect(discharged.json()).toMatchObject({ roomNumber: null, dateOfAdmission: null });
    const first = {
      hospital: "Chong Hua Hospital - Fuente",
      room_number: "310",
      admitted_at: "2026-11-18",
      discharged_at: "2026-11-20 02:42:00",
    };
    expect(await stays()).toEqual([first]);
    await edit({ admissionStatus: "Admitted", dateOfAdmission: "2026-11-20" });
    expect(await stays()).toEqual([
      first,
      { ...first, room_number: null, admitted_at: "2026-11-20", discharged_at: null },
    ]);
  });

  it("ends on another day when the discharge is of that day, and when it is corrected", async () => {
    await edit({ admissionStatus: "Admitted", dateOfAdmission: "2026-11-10" });
    const refused = async (dateOfDischarge: string, more: object = { admissionStatus: "Discharged" }) =>
      (await edit({ ...more, dateOfDischarge })).json().fields?.dateOfDischarge;
    expect(await refused("2026-11-09")).toBe(
      "The patient was admitted on Nov 10, 2026. Enter that day or a later one.",
    );
    expect(await refused("2026-11-21")).toBe("The discharge can't be in the future.");
    const discharged = await edit({ admissionStatus: "Discharged", dateOfDischarge: "2026-11-17" });
    expect(discharged.json()).toMatchObject({ dateOfDischarge: "2026-11-17", dateOfAdmission: null });
    const stay = { admitted_at: "2026-11-10", discharged_at: "2026-11-17 04:00:00" };
    expect(await stays()).toMatchObject([stay]);
    // Saved again with its other fields it stays; alone it is corrected, within the same bounds.
    const again = await edit({ admissionStatus: "Discharged", remarks: "Left with her daughter" });
    expect(again.json().dateOfDischarge).toBe("2026-11-17");
    expect(await refused("2026-11-09", {})).toMatch(/^The patient was admitted on/);
    expect((await edit({ dateOfDischarge: "2026-11-16" })).json().dateOfDischarge).toBe("2026-11-16");
    expect((await edit({ dateOfDischarge: "" })).json().dateOfDischarge).toBe("2026-11-16");
    expect(await stays()).toMatchObject([{ ...stay, discharged_at: "2026-11-16 04:00:00" }]);
    const [latest] = await test.sql<{ changes: object }>(
      "select changes from record_history where patient_id = $1 and event = 'patient.update' order by id desc limit 1",
      [id],
    );
    expect(latest?.changes).toEqual({ date_of_discharge: ["2026-11-17", "2026-11-16"] });
    // The next stay may begin from that day on.
    const back = await edit({ admissionStatus: "Admitted", dateOfAdmission: "2026-11-16" });
    expect(back.json()).toMatchObject({ dateOfDischarge: null });
    expect(await stays()).toMatchObject([{}, { admitted_at: "2026-11-16", discharged_at: null }]);
  });

  it("is the day of discharge alone for a patient who was never admitted here", async () => {
    expect((await edit({ dateOfDischarge: "2026-11-17" })).json().dateOfDischarge).toBeNull();
    await edit({ admissionStatus: "Discharged", dateOfDischarge: "2026-11-17" });
    expect(await stays()).toMatchObject([
      { admitted_at: "2026-11-17", discharged_at: "2026-11-17 04:00:00" },
    ]);
    await edit({ admissionStatus: "Outpatient" });
    const within = await edit({ admissionStatus: "Discharged", dateOfDischarge: "2026-11-16" });
    expect(within.json().fields.dateOfDischarge).toBe(
      "There was a stay until Nov 17, 2026. Enter that day or a later one.",
    );
  });

  it("goes on when a discharge by mistake is undone by admitting from the same day", async () => {
    await edit({ admissionStatus: "Admitted", dateOfAdmission: "2026-11-18", roomNumber: "204-B" });
    await edit({ admissionStatus: "Discharged" });
    await edit({ admissionStatus: "Admitted", dateOfAdmission: "2026-11-18", roomNumber: "310" });
    const open = { admitted_at: "2026-11-18", room_number: "310", discharged_at: null };
    expect(await stays()).toMatchObject([open]);
    // Then it can be corrected like any other.
    await edit({ dateOfAdmission: "2026-11-17" });
    expect(await stays()).toMatchObject([{ ...open, admitted_at: "2026-11-17" }]);
  });

  it("does not begin within an earlier one, whichever of its fields is sent", async () => {
    await edit({ admissionStatus: "Admitted", dateOfAdmission: "2026-11-10" });
    await edit({ admissionStatus: "Discharged" });
    const refused = await edit({ admissionStatus: "Admitted", dateOfAdmission: "2026-11-12" });
    expect(refused.json().fields).toEqual({
      dateOfAdmission:
        "There was a stay from Nov 10, 2026 to Nov 20, 2026. Enter a date from its last day on.",
    });
    const clerk = await aStaffMember(test, clinic, ["edit_patients"]);
    for (const body of [
      { admissionStatus: "Admitted", dateOfAdmission: "2026-11-12" },
      { birthday: "2026-11-11" },
    ]) {
      const blind = await test.call(editPatient, clerk.token, { params: { id }, body });
      expect(blind.json().message).toMatch(/^Something in the record does not allow this\./);
    }
    await edit({ admissionStatus: "Admitted", dateOfAdmission: "2026-11-20" });
    expect((await edit({ dateOfAdmission: "2026-11-10" })).statusCode).toBe(400);
    expect((await edit({ dateOfAdmission: "2026-11-20" })).statusCode).toBe(200);
    expect(await stays()).toMatchObject([{ admitted_at: "2026-11-10" }, { admitted_at: "2026-11-20" }]);
  });

  it("begins today when no date is given, in the record and in its stays", async () => {
    expect((await edit({ admissionStatus: "Admitted", roomNumber: "512-B" })).json().dateOfAdmission).toBe(
      "2026-11-20",
    );
    expect(await stays()).toMatchObject([{ admitted_at: "2026-11-20" }]);
    await edit({ admissionStatus: "Admitted", dateOfAdmission: "2026-11-18" });
    expect((await edit({ admissionStatus: "Admitted", roomNumber: "9" })).json().dateOfAdmission).toBe(
      "2026-11-18",
    );
  });

  it("clears room and date with any other status, sent together or alone", async () => {
    await edit({ admissionStatus: "Admitted", dateOfAdmission: "2026-11-18", roomNumber: "204-B" });
    expect(
      (await edit({ admissionStatus: "Outpatient", dateOfAdmission: "2026-11-19", roomNumber: "9" })).json(),
    ).toMatchObject({ roomNumber: null, dateOfAdmission: null });
    expect((await edit({ dateOfAdmission: "2026-11-19", roomNumber: "9" })).json()).toMatchObject({
      roomNumber: null,
      dateOfAdmission: null,
    });
    expect(await stays()).toMatchObject([{ admitted_at: "2026-11-18", room_number: "204-B" }]);
  });

  it("does not begin in the future", async () => {
    const fields = { dateOfAdmission: "An admission can't be in the future." };
    const future = await edit({ admissionStatus: "Admitted", dateOfAdmission: "2026-11-21" });
    expect(future.statusCode).toBe(400);
    expect(future.json().fields).toEqual(fields);
    await edit({ admissionStatus: "Admitted", dateOfAdmission: "2026-11-20" });
    expect((await edit({ dateOfAdmission: "2026-11-21" })).json().fields).toEqual(fields);
    expect(await stays()).toMatchObject([{ admitted_at: "2026-11-20" }]);
    const other = await edit({ admissionStatus: "Outpatient", dateOfAdmission: "2026-11-21" });
    expect(other.json()).toMatchObject({ dateOfAdmission: null });
  });

  it("keeps its first day when the date is cleared while admitted", async () => {
    await edit({ admissionStatus: "Admitted", dateOfAdmission: "2026-11-18" });
    await edit({ dateOfAdmission: null });
    expect(await stays()).toMatchObject([{ admitted_at: "2026-11-18", discharged_at: null }]);
  });
});

describe("concurrent edits", () => {
  it("an outdated version is 412 with the current record", async () => {
    const tag = String((await read()).headers.etag);
    await edit({ remarks: "first" });
    const late = await edit({ remarks: "late", hospital: "Other" }, { "if-match": tag });
    expect(late.statusCode).toBe(412);
    expect(late.json()).toMatchObject({
      code: "changed_meanwhile",
      current: { id, remarks: "first", version: 2 },
    });
    expect(await stored()).toMatchObject({ remarks: "first" });
  });

  it.each(['"v1"', 'W/"v1"', "*"])("If-Match %s accepts the first version", async (tag) => {
    expect((await edit({ remarks: "fine" }, { "if-match": tag })).statusCode).toBe(200);
  });

  it.each(['"v2"', '"v0"', '"abc"', "v1", '"v1'])("If-Match %s does not", async (tag) => {
    expect((await edit({ remarks: "fine" }, { "if-match": tag })).statusCode).toBe(412);
  });

  it("accepts the tag of the day before, and after a visit: only the version counts", async () => {
    const tag = String((await read()).headers.etag);
    await aVisit();
    expect((await edit({ remarks: "fine" }, { "if-match": tag })).statusCode).toBe(200);
  });

  it("of twenty concurrent ones exactly one wins", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => edit({ remarks: `save ${n}` }, { "if-match": '"v1"' })),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, ...Array<number>(19).fill(412)]);
    const winner = answers.find(({ statusCode }) => statusCode === 200)?.json();
    expect(await stored()).toMatchObject({ remarks: winner.remarks, version: 2 });
  });

  it("without a version, changes of different fields are both applied", async () => {
    await Promise.all([edit({ remarks: "hers" }), edit({ allergies: "his" })]);
    expect(await stored()).toMatchObject({ remarks: "hers", allergies: "his", version: 3 });
  });
});

it("keeps the birthday before what is recorded, and an admission after the birthday", async () => {
  const dose = { vaccine: "BCG", dose: 1, date: "2026-01-03" };
  await test.call(addImmunization, token, { params: { id }, body: dose });
  const moved = await edit({ birthday: "2026-03-01" });
  expect(moved.statusCode).toBe(400);
  expect(moved.json().fields).toEqual({
    birthday: "There is a vaccine of Jan 3, 2026, before this birthday. Correct that first.",
  });
  expect((await edit({ birthday: "2026-01-02" })).statusCode).toBe(200);
  const admitted = await edit({ admissionStatus: "Admitted", dateOfAdmission: "2025-12-23" });
  expect(admitted.json().fields).toEqual({
    dateOfAdmission: "Enter a date from the birthday on, Jan 2, 2026",
  });
});

it.each(["1026-11-20", "2099-11-20"])("refuses a prescription of %s", async (prescriptionDate) => {
  const medications = [{ name: "Paracetamol", dosage: "1 tab", frequency: "Daily", duration: "3 days" }];
  const body = {
    medications,
    physicianName: "Rafael Peñaflor",
    physicianLicense: "0123456",
    prescriptionDate,
  };
  const answer = await test.call(savePrescription, token, { params: { id }, body });
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json().fields)).toEqual(["prescriptionDate"]);
});

it.each([
  ["visit of Nov 20, 2026", addVisit, (patientId: number) => ({ patientId })],
  ["problem of 2025", addProblem, () => ({ words: "Asthma", since: "2025" })],
  [
    "medicine of Mar 2026",
    addMedicine,
    () => ({ generic: "warfarin", since: "2026-03", source: "elsewhere" }),
  ],
])("keeps the birthday before a %s", async (what, endpoint, draft) => {
  token = await aSession(test, clinic.owner.id);
  await edit({ birthday: "2025-01-02" });
  const added = await test.call(endpoint, token, { params: { id }, body: draft(id) });
  expect(added.statusCode, added.body).toBe(200);
  // A part of a day may be any day of it.
  expect((await edit({ birthday: what.includes("2025") ? "2025-12-31" : "2026-03-31" })).statusCode).toBe(
    200,
  );
  atInstant(test, new Date("2026-11-25T02:42:00Z"));
  const moved = await test.call(editPatient, await aSession(test, clinic.owner.id), {
    params: { id },
    body: { birthday: "2026-11-24" },
  });
  expect(moved.json().fields).toEqual({
    birthday: `There is a ${what}, before this birthday. Correct that first.`,
  });
});
