import { expect, test } from "vitest";
import type { MedicineInUse } from "#features/prescriptions/contract.ts";
import { genericNames } from "#shared/prescription/generic-names.ts";
import { detailOf, medicinesFor } from "./medicine-choices.ts";

const amoxicillin: MedicineInUse = {
  name: "Amoxicillin",
  brandName: "",
  strength: "500 mg",
  form: "capsule",
  dosage: "1 cap",
  frequency: "TID",
  duration: "7 days",
  used: 40,
};
const lowStrength = { ...amoxicillin, strength: "250 mg", used: 3 };
const brand = { ...amoxicillin, name: "paracetamol", brandName: "Biogesic", used: 90 };
const inUse = [brand, amoxicillin, lowStrength];
const names = (typed: string) =>
  medicinesFor(typed, inUse).map(({ name, strength = "" }) => `${name} ${strength}`.trim());

test("the clinic's own come first, by use, then other generic names", () => {
  expect(names("amox")).toEqual([
    "Amoxicillin 500 mg",
    "Amoxicillin 250 mg",
    "amoxicillin + clavulanic acid",
  ]);
});

test("matches brands, any word, and ignores case", () => {
  expect(names("BIOG")[0]).toBe("paracetamol 500 mg");
  expect(names("clav amox")).toEqual(["amoxicillin + clavulanic acid"]);
});

test.each(["", "a", " ", "++", "zzz"])("%j offers nothing", (typed) => {
  expect(medicinesFor(typed, inUse)).toEqual([]);
});

test("offers at most eight", () => {
  expect(medicinesFor("me", [])).toHaveLength(8);
});

test("generic names are unique and sorted", () => {
  expect(new Set(genericNames).size).toBe(genericNames.length);
  expect(genericNames.toSorted()).toEqual(genericNames);
});

test("shows strength, form and directions in one line", () => {
  expect(detailOf(brand)).toBe("(Biogesic) 500 mg capsule · 1 cap, TID, 7 days");
  expect(detailOf({ name: "losartan" })).toBe("");
});
