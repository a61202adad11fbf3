import { expect, it } from "vitest";
import type { Medication, Prescription } from "#features/prescriptions/contract.ts";
import { plannedMedicines } from "#shared/clinical/plan-line.ts";
import { plannedRows } from "./planned-prescription.ts";

const losartan: Medication = {
  name: "losartan",
  genericName: null,
  brandName: null,
  strength: "50 mg",
  form: "tablet",
  quantity: "60",
  dosage: "2 tabs",
  frequency: "OD",
  duration: "30 days",
  instructions: null,
};

it.each([
  ["50 mg", "2 tabs", "losartan 100 mg od", ""],
  ["50 mg", "1/2 tab", "losartan 25 mg od", ""],
  ["50 mg", "1 tab", "losartan 100 mg od", "1 tab"],
  ["50 mg", "2 tabs", "losartan 50mg od", "2 tabs"],
  ["50 mg", "2 tabs", "losartan 100 mg 1 tab od", "1 tab"],
  [null, "2 tabs", "losartan 100 mg od", ""],
])("last %s, %s; plan “%s”: the SIG is %j", (strength, dosage, plan, expected) => {
  const last = { medications: [{ ...losartan, strength, dosage }] } as Prescription;
  const [row] = plannedRows(plannedMedicines(plan), last, false);
  expect(row?.medication.dosage).toBe(expected);
});

it.each([
  ["25 mg", "25 mg"],
  ["2.5 mg", null],
])("last %s; planned 2.5 mg: it was %j", (strength, was) => {
  const last = { medications: [{ ...losartan, name: "amlodipine", strength }] } as Prescription;
  expect(plannedRows(plannedMedicines("amlodipine 2.5 mg od"), last, false)[0]?.was).toBe(was);
});
