import { afterAll, beforeAll, expect, it } from "vitest";
import { editPatient, onePatient } from "#features/patients/contract.ts";
import { permissions } from "#shared/permissions.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, anAdmin, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";
import {
  addCustomField,
  type CustomFieldDraft,
  changeCustomField,
  customFields,
  removeCustomField,
} from "../contract.ts";

let test: TestApp;
let clinic: TestClinic;
let neighbour: TestClinic;
beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  neighbour = await aClinic(test);
});
afterAll(() => test.close());

const add = (body: object, token: string | null = clinic.owner.token) =>
  test.call(addCustomField, token, { body });
const change = (id: number, body: object, token: string | null = clinic.owner.token) =>
  test.call(changeCustomField, token, { params: { id }, body });
const remove = (id: number, token: string | null = clinic.owner.token) =>
  test.call(removeCustomField, token, { params: { id } });
const read = async (of: TestClinic) => (await test.call(customFields, of.owner.token)).json();
const aField = async (of: TestClinic, draft: CustomFieldDraft): Promise<number> =>
  (await add(draft, of.owner.token)).json().id;
const namesOf = async (of: TestClinic) =>
  (await read(of)).map((field: { fieldName: string }) => field.fieldName);

it("every member reads them, only the owner changes them", async () => {
  const own = await aClinic(test);
  const id = await aField(own, { fieldName: "Religion" });
  const secretary = await aStaffMember(test, own, permissions);
  const admin = await anAdmin(test);
  expect((await test.call(customFields, secretary.token)).json()).toHaveLength(1);
  expect((await test.call(customFields, admin.token)).statusCode).toBe(403);
  for (const { token } of [secretary, admin]) {
    expect((await add({ fieldName: "X" }, token)).statusCode).toBe(403);
    expect((await change(id, { fieldName: "X" }, token)).statusCode).toBe(403);
    expect((await remove(id, token)).statusCode).toBe(403);
  }
});

it("another clinic's field is not found, and is not changed", async () => {
  const id = await aField(neighbour, { fieldName: "Occupation" });
  const before = await read(neighbour);
  expect((await change(id, { fieldName: "Taken over" })).statusCode).toBe(404);
  expect((await remove(id)).statusCode).toBe(404);
  expect(await read(neighbour)).toEqual(before);
});

it.each([
  ["no name", { fieldName: " " }, { fieldName: "Field name is required" }],
  ["a name of signs", { fieldName: "__proto__" }, { fieldName: "Begin the name with a letter or a digit" }],
  ["a name of 101", { fieldName: "x".repeat(101) }, { fieldName: "Use at most 100 characters" }],
  [
    "an unknown type",
    { fieldName: "A", fieldType: "colour" },
    { fieldType: "Choose text, number, date or choice" },
  ],
  [
    "a choice of nothing",
    { fieldName: "A", fieldType: "choice" },
    { fieldOptions: "Add at least one option" },
  ],
  [
    "an option twice",
    { fieldName: "A", fieldType: "choice", fieldOptions: ["Yes", "yes"] },
    { fieldOptions: "Each option can be listed once" },
  ],
  [
    "51 options",
    { fieldName: "A", fieldType: "choice", fieldOptions: Array.from({ length: 51 }, (_, at) => `o${at}`) },
    { fieldOptions: "Use at most 50 options" },
  ],
  ["a key of the table", { fieldName: "A", clinicId: 1 }, { clinicId: "This field cannot be set here." }],
])("refuses %s", async (_, body, fields) => {
  const answer = await add(body);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ code: "invalid", fields });
  expect(await read(clinic)).toEqual([]);
});

it("blood types that differ only by their sign are different", async () => {
  const own = await aClinic(test);
  const fieldOptions = ["O+", "O-", "AB+", "AB-"];
  const answer = await add({ fieldName: "Blood type", fieldType: "choice", fieldOptions }, own.owner.token);
  expect(answer.json().fieldOptions).toEqual(fieldOptions);
});

it("adds one at the end, and returns it as stored", async () => {
  const own = await aClinic(test);
  const answer = await add({ fieldName: " Blood type " }, own.owner.token);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    id: expect.any(Number),
    fieldName: "Blood type",
    fieldType: "text",
    fieldOptions: [],
    isRequired: false,
    displayOrder: 1,
    isActive: true,
    createdAt: expect.any(String),
  });
  await add({ fieldName: "Civil status", fieldType: "choice", fieldOptions: ["Single"] }, own.owner.token);
  expect(await read(own)).toMatchObject([
    { fieldName: "Blood type", displayOrder: 1 },
    { fieldName: "Civil status", displayOrder: 2, fieldOptions: ["Single"] },
  ]);
});

it("a name is unique regardless of case and spaces, and free in another clinic", async () => {
  const own = await aClinic(test);
  await aField(own, { fieldName: "Señior ID" });
  const answer = await add({ fieldName: "SENIOR  id" }, own.owner.token);
  expect(answer.statusCode).toBe(409);
  expect(answer.json().fields).toEqual({ fieldName: "There is a field of this name already" });
  expect((await add({ fieldName: "Señior ID" }, (await aClinic(test)).owner.token)).statusCode).toBe(200);
});

it("limits a form to fifty", async () => {
  const own = await aClinic(test);
  for (let at = 1; at <= 50; at += 1) await aField(own, { fieldName: `Field ${at}` });
  const answer = await add({ fieldName: "One more" }, own.owner.token);
  expect(answer.statusCode).toBe(409);
  expect(answer.json().message).toBe("A clinic can use 50 custom fields. Switch one off first.");
});

it("moves a field to a position, and shifts the others", async () => {
  const own = await aClinic(test);
  for (const fieldName of ["A", "B", "C"]) await aField(own, { fieldName });
  const [, , third] = await read(own);
  await change(third.id, { displayOrder: 1 }, own.owner.token);
  expect(await namesOf(own)).toEqual(["C", "A", "B"]);
  await change(third.id, { displayOrder: 99 }, own.owner.token);
  expect(await read(own)).toMatchObject([
    { fieldName: "A", displayOrder: 1 },
    { fieldName: "B", displayOrder: 2 },
    { fieldName: "C", displayOrder: 3 },
  ]);
});

it("changes only what is sent; a choice needs an option", async () => {
  const own = await aClinic(test);
  const id = await aField(own, { fieldName: "Diet", fieldType: "choice", fieldOptions: ["Low salt"] });
  expect((await change(id, { isRequired: true }, own.owner.token)).json()).toMatchObject({
    fieldName: "Diet",
    fieldOptions: ["Low salt"],
    isRequired: true,
  });
  const refused = await change(id, { fieldOptions: [] }, own.owner.token);
  expect(refused.json().fields).toEqual({ fieldOptions: "Add at least one option" });
});

it("a new name is applied to the patients' values and their history", async () => {
  const own = await aClinic(test);
  const id = await aField(own, { fieldName: "Senoir ID" });
  const patient = await aPatient(test, own);
  const idle = await aPatient(test, own);
  const { token } = own.owner;
  await test.call(editPatient, token, {
    params: { id: patient },
    body: { customFields: { "Senoir ID": "77-1" } },
  });
  expect((await change(id, { fieldName: "Senior ID" }, token)).statusCode).toBe(200);
  const record = (await test.call(onePatient, token, { params: { id: patient } })).json();
  expect(record.customFields).toEqual({ "Senior ID": "77-1" });
  expect(record.version).toBe(3);
  const history = await test.sql("select event from record_history where patient_id = $1 order by id", [
    patient,
  ]);
  expect(history.at(-1)).toMatchObject({ event: "patient.update" });
  expect((await test.call(onePatient, token, { params: { id: idle } })).json().version).toBe(1);
});

it("a new name is refused where a patient has another value under it, and nothing is lost", async () => {
  const own = await aClinic(test);
  const { token } = own.owner;
  const id = await aField(own, { fieldName: "Blood type" });
  const patient = await aPatient(test, own);
  const values = { "Blood type": "O+", "Blood group": "written by another program" };
  await test.call(editPatient, token, { params: { id: patient }, body: { customFields: values } });
  const answer = await change(id, { fieldName: "Blood group" }, token);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().fields).toHaveProperty("fieldName");
  const record = (await test.call(onePatient, token, { params: { id: patient } })).json();
  expect(record.customFields).toEqual(values);
  expect(await namesOf(own)).toEqual(["Blood type"]);
});

it("deleting a field with values deactivates it; one without values is deleted", async () => {
  const own = await aClinic(test);
  const { token } = own.owner;
  const used = await aField(own, { fieldName: "Barangay" });
  const idle = await aField(own, { fieldName: "Nobody has it" });
  const patient = await aPatient(test, own);
  await test.call(editPatient, token, {
    params: { id: patient },
    body: { customFields: { Barangay: "Zapatera" } },
  });
  expect((await remove(used, token)).json()).toMatchObject({ isKept: true });
  expect((await remove(idle, token)).json()).toEqual({ message: "Custom field deleted", isKept: false });
  expect(await read(own)).toMatchObject([{ fieldName: "Barangay", isActive: false }]);
  const record = (await test.call(onePatient, token, { params: { id: patient } })).json();
  expect(record.customFields).toEqual({ Barangay: "Zapatera" });
  expect((await change(used, { isActive: true }, token)).json().isActive).toBe(true);
});
