import { expect, test } from "vitest";
import { isSameMedicine } from "./same-medicine.ts";

test.each([
  ["Losartan", "losartan potassium 50 mg"],
  ["Metformin", "Metformin HCl 500 mg tablet"],
  ["amlodipine", "Amlodipine besylate"],
  ["esomeprazole", "esomeprazole magnesium trihydrate"],
  ["Cetirizine", "cetirizine dihydrochloride"],
  ["cefuroxime", "cefuroxime axetil"],
  ["paracetamol", "Acetaminophen"],
  ["sodium valproate", "valproic acid"],
  ["Co-amoxiclav", "amoxicillin/clavulanic acid"],
  ["potassium clavulanate + amoxicillin trihydrate", "amoxicillin & clavulanic acid"],
  ["cotrimoxazole", "sulfamethoxazole + trimethoprim"],
  ["losartan + HCTZ", "hydrochlorothiazide with losartan"],
  ["vitamin B12", "cyanocobalamin"],
  ["insulin 70/30", "Insulin 70/30"],
])("%s is %s", (one, other) => {
  expect(isSameMedicine(one, other)).toBe(true);
});

test.each([
  ["losartan", "losartan + hydrochlorothiazide"],
  ["amoxicillin", "co-amoxiclav"],
  ["calcium carbonate", "calcium citrate"],
  ["potassium chloride", "potassium citrate"],
  ["ferrous sulfate", "zinc sulfate"],
  ["magnesium sulfate", "morphine sulfate"],
  ["hyoscine butylbromide", "hyoscine hydrobromide"],
  ["silver sulfadiazine", "sulfadiazine"],
  ["insulin glargine", "insulin aspart"],
  ["insulin 70/30", "insulin 50/50"],
  ["folic acid", "mefenamic acid"],
  ["vitamin B1", "vitamin B12"],
  ["esomeprazole", "omeprazole"],
])("%s is not %s", (one, other) => {
  expect(isSameMedicine(one, other)).toBe(false);
});
