import { afterAll, beforeAll, expect, test as it } from "vitest";
import { editPatient } from "#features/patients/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient, aStaffMember } from "#test/factories.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it("who may edit and not view cannot learn by guessing what stands in a field whose type was changed", async () => {
  const clinic = await aClinic(test);
  const { token } = await aStaffMember(test, clinic, ["edit_patients"]);
  // Written while the field was text; it is a number now.
  await test.sql(
    `insert into custom_field_definitions (clinic_id, field_name, field_type, display_order, created_at)
     values ($1, 'HIV status', 'number', 1, now())`,
    [clinic.id],
  );
  const id = await aPatient(test, clinic, { custom_fields: JSON.stringify({ "HIV status": "positive since 2019" }) });
  const guess = async (value: string) =>
    (await test.call(editPatient, token, { params: { id }, body: { customFields: { "HIV status": value } } })).statusCode;
  expect(await guess("positive since 2019")).toBe(await guess("negative"));
});
