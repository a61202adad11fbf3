import { afterAll, beforeAll, expect, it } from "vitest";
import { addCustomField, changeCustomField, removeCustomField } from "#features/clinics/contract.ts";
import { addPatient, editPatient } from "#features/patients/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aStaffMember, type TestClinic } from "#test/data/factories.ts";

let test: TestApp;
let clinic: TestClinic;
let earlier: number;
let bloodType: number;
beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  earlier = await aPatient(test, clinic);
  const define = async (body: object) =>
    (await test.call(addCustomField, clinic.owner.token, { body })).json().id as number;
  bloodType = await define({
    fieldName: "Blood type",
    fieldType: "choice",
    fieldOptions: ["O+", "AB-"],
    isRequired: true,
  });
  await define({ fieldName: "Weight goal, kg.", fieldType: "number" });
  await define({ fieldName: "Last dental visit", fieldType: "date" });
});
afterAll(() => test.close());

let number = 0;
const register = (customFields?: object) =>
  test.call(addPatient, clinic.owner.token, {
    body: {
      admissionNo: `C-${++number}`,
      hospital: "Makati Medical Center",
      patientName: "Reyes, Ana",
      sex: "F",
      ...(customFields && { customFields }),
    },
  });
const edit = (id: number, body: object) =>
  test.call(editPatient, clinic.owner.token, { params: { id }, body });

it("a patient is not registered without the clinic's required fields", async () => {
  for (const sent of [undefined, {}, { "Blood type": "  " }]) {
    const answer = await register(sent);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      code: "invalid",
      message: "Blood type is required",
      fields: { "customFields.Blood type": "Blood type is required" },
    });
  }
});

it("each value is checked by its type, and all errors are reported together", async () => {
  const answer = await register({
    "Blood type": "O",
    "Weight goal, kg.": "sixty",
    "Last dental visit": "2026-02-30",
  });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().fields).toEqual({
    "customFields.Blood type": "Choose one of the options",
    "customFields.Weight goal, kg.": "Enter a number, like 1250.5",
    "customFields.Last dental visit": "Enter a date that exists, as MM/DD/YYYY",
  });
});

it("stores values as text under the fields' names, and omits empty ones", async () => {
  const answer = await register({
    "Blood type": "AB-",
    "Weight goal, kg.": " 1,060.5 ",
    "Last dental visit": "",
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.json().customFields).toEqual({ "Blood type": "AB-", "Weight goal, kg.": "1060.5" });
});

it("keeps another program's values under unknown names", async () => {
  const answer = await register({ "Blood type": "O+", barangay: "Zapatera" });
  expect(answer.json().customFields).toEqual({ "Blood type": "O+", barangay: "Zapatera" });
});

it("a change sets what is sent, clears what is sent empty, and leaves the rest", async () => {
  const { id } = (await register({ "Blood type": "O+", "Weight goal, kg.": "60" })).json();
  expect(
    (await edit(id, { customFields: { "Last dental visit": "2026-05-01" } })).json().customFields,
  ).toEqual({ "Blood type": "O+", "Weight goal, kg.": "60", "Last dental visit": "2026-05-01" });
  expect((await edit(id, { customFields: { "Weight goal, kg.": "" } })).json().customFields).toEqual({
    "Blood type": "O+",
    "Last dental visit": "2026-05-01",
  });
});

it("a required value cannot be cleared; a patient registered before can still be edited", async () => {
  const { id } = (await register({ "Blood type": "O+" })).json();
  const refused = await edit(id, { customFields: { "Blood type": "" } });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().fields).toEqual({ "customFields.Blood type": "Blood type is required" });
  expect((await edit(earlier, { remarks: "Moved" })).statusCode).toBe(200);
  expect((await edit(earlier, { customFields: { "Blood type": "" } })).statusCode).toBe(200);
});

it("a removed option stays with patients who have it, and cannot be chosen again", async () => {
  const { id } = (await register({ "Blood type": "AB-" })).json();
  const change = (body: object) =>
    test.call(changeCustomField, clinic.owner.token, { params: { id: bloodType }, body });
  await change({ fieldOptions: ["O+"] });
  expect((await edit(id, { customFields: { "Blood type": "AB-" } })).statusCode).toBe(200);
  expect((await register({ "Blood type": "AB-" })).statusCode).toBe(400);

  await test.call(removeCustomField, clinic.owner.token, { params: { id: bloodType } });
  expect((await register()).statusCode).toBe(200);
  const kept = await edit(id, { customFields: { "Blood type": "AB-" }, remarks: "Same" });
  expect(kept.json().customFields).toEqual({ "Blood type": "AB-" });
  await change({ isActive: true });
});

it("users who may edit but not view cannot guess the stored value of a field whose type changed", async () => {
  const other = await aClinic(test);
  const { token } = await aStaffMember(test, other, ["edit_patients"]);
  await test.sql(
    `insert into custom_field_definitions (clinic_id, field_name, field_type, is_required, display_order, created_at)
     values ($1, 'HIV status', 'number', true, 1, now())`,
    [other.id],
  );
  const id = await aPatient(test, other, {
    custom_fields: JSON.stringify({ "HIV status": "positive since 2019" }),
  });
  const without = await aPatient(test, other);
  const answer = async (patientId: number, value: string) => {
    const sent = { params: { id: patientId }, body: { customFields: { "HIV status": value } } };
    const { statusCode, body } = await test.call(editPatient, token, sent);
    return { statusCode, body };
  };
  const wrong = await answer(id, "negative");
  expect(wrong.statusCode).toBe(400);
  expect(await answer(id, "positive since 2019")).toEqual(wrong);
  expect(await answer(id, "")).toEqual(await answer(without, ""));
});

it("stores no more than one request may send, even over several requests", async () => {
  const id = await aPatient(test, clinic);
  const some = (letter: string) =>
    Object.fromEntries(Array.from({ length: 150 }, (_, place) => [`${letter}${place}`, "1"]));
  expect((await edit(id, { customFields: some("a") })).statusCode).toBe(200);
  const refused = await edit(id, { customFields: some("b") });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().fields).toEqual({ customFields: "At most 200 custom fields" });
  const emptied = Object.fromEntries(Object.keys(some("a")).map((name) => [name, ""]));
  expect((await edit(id, { customFields: emptied })).statusCode).toBe(200);
  expect((await edit(id, { customFields: some("b") })).statusCode).toBe(200);
});
