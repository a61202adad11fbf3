import { describe, expect, test } from "vitest";
import { allergiesIn, matchesOf } from "#shared/prescription/allergy-classes.ts";

const found = (recorded: string, name: string, brandName?: string) =>
  matchesOf(allergiesIn(recorded), { name, brandName }).map(({ sentence }) => sentence);

describe("a medicine of the recorded class is found", () => {
  test.each([
    ["penicillin", "amoxicillin", "Amoxicillin is a penicillin"],
    ["Penicillin G", "amoxicillin + clavulanic acid", "Amoxicillin + clavulanic acid is a penicillin"],
    ["amoxicillin", "cloxacillin", "Cloxacillin is a penicillin"],
    ["cephalosporins", "cefuroxime 500 mg", "Cefuroxime 500 mg is a cephalosporin"],
    ["beta-lactams", "amoxicillin", "Amoxicillin is a penicillin"],
    ["sulfa drugs", "co-trimoxazole", "Co-trimoxazole is a sulfonamide"],
    ["NSAIDs", "ibuprofen", "Ibuprofen is an NSAID"],
    ["aspirin", "mefenamic acid", "Mefenamic acid is an NSAID"],
    ["NSAIDs", "aspirin", "Aspirin is an NSAID"],
    ["macrolides", "azithromycin", "Azithromycin is a macrolide"],
    ["quinolones", "levofloxacin", "Levofloxacin is a quinolone"],
    ["iodinated contrast", "povidone-iodine", "Povidone-iodine is an iodine preparation"],
    ["codeine", "tramadol", "Tramadol is an opioid"],
    ["food (shrimp), penicillin", "ampicillin", "Ampicillin is a penicillin"],
  ])("%s: %s", (recorded, name, sentence) => {
    expect(found(recorded, name)).toEqual([sentence]);
  });
});

test("the medicine itself is found, however it is written", () => {
  expect(found("Paracetamol", "PARACETAMOL 500 mg")).toEqual([
    "PARACETAMOL 500 mg is recorded as an allergy",
  ]);
  expect(found("Biogesic", "paracetamol")).toEqual(["Paracetamol is recorded as an allergy"]);
  expect(found("ibuprofen", "x", "Medicol")).toEqual(["X is recorded as an allergy"]);
});

test("a brand is matched by its generic name", () => {
  expect(found("penicillin", "", "Augmentin")).toEqual(["Augmentin is a penicillin"]);
  // An allergy is often known by the brand that caused it.
  expect(found("Unasyn", "amoxicillin")).toEqual(["Amoxicillin is a penicillin"]);
  expect(found("Bactrim", "cotrimoxazole")).toEqual(["Cotrimoxazole is recorded as an allergy"]);
  expect(found("paracetamol", "Neozep")).toEqual(["Neozep is recorded as an allergy"]);
});

test.each([
  ["penicillin", "azithromycin"],
  ["penicillin", "clavulanic acid"],
  ["mefenamic acid", "folic acid"],
  ["shrimp, latex", "amoxicillin"],
  ["opioids", "paracetamol"],
  ["milk", "Milk of Magnesia"],
  ["cow's milk", "milk thistle extract"],
  ["penicillin", ""],
])("%s does not stand against %j", (recorded, name) => {
  expect(found(recorded, name)).toEqual([]);
});

test("a name that misleads is known by its substance", () => {
  expect(found("Milk of Magnesia", "magnesium hydroxide")).toEqual([
    "Magnesium hydroxide is recorded as an allergy",
  ]);
});

test.each([
  "No known allergies",
  "NKDA",
  "None",
  "nka.",
  "No known drug allergies",
  "No known allergy (situation)",
  "wala",
])("%s is checked and nothing is found", (recorded) => {
  expect(found(recorded, "amoxicillin")).toEqual([]);
  expect(allergiesIn(recorded)).toEqual([]);
});

test("recorded allergies are split", () => {
  expect(matchesOf(allergiesIn("penicillin; NSAIDs and sulfa"), { name: "ibuprofen" })).toEqual([
    { allergy: "NSAIDs", sentence: "Ibuprofen is an NSAID" },
  ]);
});
