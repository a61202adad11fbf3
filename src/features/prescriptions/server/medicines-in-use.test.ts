import { afterAll, beforeAll, expect, it } from "vitest";
import { medicinesInUse, savePrescription } from "#features/prescriptions/contract.ts";
import { startTestApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient } from "#test/data/factories.ts";

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it("lists what the clinic prescribed twice or more, by use, with the most frequent directions", async () => {
  const clinic = await aClinic(test);
  const elsewhere = await aClinic(test);
  const prescribe = async (of: typeof clinic, medicine: object) => {
    const answer = await test.call(savePrescription, of.owner.token, {
      params: { id: await aPatient(test, of) },
      body: {
        physicianName: "Rafael Peñaflor",
        physicianLicense: "0098412",
        medications: [{ dosage: "1 cap", frequency: "TID", duration: "7 days", ...medicine }],
      },
    });
    expect(answer.statusCode, answer.body).toBe(200);
  };
  const amoxicillin = { name: "amoxicillin", strength: "500 mg", form: "capsule" };
  await prescribe(clinic, amoxicillin);
  await prescribe(clinic, { ...amoxicillin, name: "Amoxicillin", duration: "5 days" });
  await prescribe(clinic, amoxicillin);
  await prescribe(clinic, { ...amoxicillin, strength: "250 mg" });
  for (const duration of ["30 days", "90 days", "90 days", "90 days"])
    await prescribe(clinic, { name: "losartan", strength: "50 mg", frequency: "OD", duration });
  // Each part alone is most often another one's: 1 tab OD was never written.
  for (const [dosage, frequency] of [
    ["2 tabs", "OD"],
    ["2 tabs", "OD"],
    ["2 tabs", "OD"],
    ["1 tab", "BID"],
    ["1 tab", "BID"],
    ["1 tab", "TID"],
    ["1 tab", "TID"],
  ])
    await prescribe(clinic, { name: "metformin", dosage, frequency });
  for (let count = 0; count < 3; count++) await prescribe(elsewhere, { name: "metformin" });
  expect((await test.call(medicinesInUse, clinic.owner.token)).json()).toEqual([
    {
      name: "metformin",
      brandName: "",
      strength: "",
      form: "",
      dosage: "2 tabs",
      frequency: "OD",
      duration: "7 days",
      used: 7,
    },
    {
      name: "losartan",
      brandName: "",
      strength: "50 mg",
      form: "",
      dosage: "1 cap",
      frequency: "OD",
      duration: "90 days",
      used: 4,
    },
    {
      name: expect.stringMatching(/^amoxicillin$/i),
      brandName: "",
      strength: "500 mg",
      form: "capsule",
      dosage: "1 cap",
      frequency: "TID",
      duration: "7 days",
      used: 3,
    },
  ]);
});
