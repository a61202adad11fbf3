import { afterAll, beforeAll, expect, it } from "vitest";
import { prescribingPhysician } from "#features/prescriptions/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aDoctor, aStaffMember, type TestClinic } from "#test/data/factories.ts";

let test: TestApp;
let clinic: TestClinic;

beforeAll(async () => {
  test = await startTestApp();
  clinic = await aClinic(test);
  await aClinic(test);
});
afterAll(() => test.close());

it("returns the clinic's only doctor, and null when there are two", async () => {
  await test.sql(
    "update practitioners set ptr_number = '2614407', ptr_year = 2026, specialization = 'Cardiology' where user_id = $1",
    [clinic.owner.id],
  );
  const secretary = await aStaffMember(test, clinic, ["view_patients"]);
  const answer = await test.call(prescribingPhysician, secretary.token);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    physician: {
      firstName: "Rafael",
      lastName: "Peñaflor",
      licenseNumber: "0098412",
      ptrNumber: "2614407",
      ptrYear: 2026,
      s2Number: null,
      specialization: "Cardiology",
      credentials: "MD",
    },
  });
  await aDoctor(test, clinic);
  expect((await test.call(prescribingPhysician, secretary.token)).json()).toEqual({ physician: null });
});
