import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { medicineLine, substitutionProblem } from "#shared/prescription/generic-first.ts";

test.each([
  [
    { name: "sacubitril + valsartan", brandName: "Entresto", strength: "50 mg", form: "tablet" },
    "sacubitril + valsartan 50 mg tablet",
    "(Entresto)",
  ],
  [
    { name: "amoxicillin", brandName: "Amoxil", strength: "500 mg", form: "capsule" },
    "amoxicillin 500 mg capsule",
    "(Amoxil)",
  ],
  [
    { name: "atorvastatin", brandName: "", strength: "40 mg", form: "tablet" },
    "atorvastatin 40 mg tablet",
    null,
  ],
  [
    { name: "Amoxicillin 500mg capsule", strength: "500 mg", form: "capsule" },
    "Amoxicillin 500mg capsule",
    null,
  ],
  [{ name: "amoxicillin (Amoxil)", strength: "500 mg" }, "amoxicillin 500 mg", "(Amoxil)"],
  [{ name: "amoxicillin (Amoxil)", brandName: "Amoxil" }, "amoxicillin", "(Amoxil)"],
  [{ name: "amoxicillin (as trihydrate)", strength: "500 mg" }, "amoxicillin (as trihydrate) 500 mg", null],
  [{ name: "losartan", brandName: "(Cozaar)" }, "losartan", "(Cozaar)"],
  [{ name: "Entresto", genericName: "sacubitril + valsartan" }, "sacubitril + valsartan", "(Entresto)"],
  [{ name: "Losartan 50 mg tab", genericName: "losartan", strength: "50 mg" }, "losartan 50 mg", null],
  [{ name: "captopril", form: "cap" }, "captopril cap", null],
  [{ name: "losartan 50mg/tab", strength: "50 mg", form: "tab" }, "losartan 50mg/tab", null],
  [{ name: "paracetamol 500", strength: "500 mg" }, "paracetamol 500 mg", null],
  [{ name: "paracetamol 50", strength: "500 mg" }, "paracetamol 50 500 mg", null],
  [{ name: "amlodipine 5 mg", strength: "5" }, "amlodipine 5 mg", null],
  [{ name: "amlodipine 2.5 mg", strength: "5" }, "amlodipine 2.5 mg 5", null],
  [{ name: "betamethasone 500 mcg tablet", form: "tab" }, "betamethasone 500 mcg tablet", null],
  [{ name: "paracetamol 250 mg/5 mL", strength: "250mg / 5 ml" }, "paracetamol 250 mg/5 mL", null],
  [{ name: "metformin 1,000 mg", strength: "1 g" }, "metformin 1,000 mg 1 g", null],
  [{ name: "  ferrous   sulfate " }, "ferrous sulfate", null],
])("%j prints its generic first", (medicine, generic, brand) => {
  expect(medicineLine(medicine)).toEqual({ generic, brand, problem: null, warning: null });
});

describe("it does not print when", () => {
  test.each([
    [
      { name: "Biogesic", strength: "500 mg" },
      "Biogesic is a brand name. Enter the generic name, paracetamol.",
    ],
    [
      { name: "Biogesic 500 mg tablet" },
      "Biogesic 500 mg tablet is a brand name. Enter the generic name, paracetamol.",
    ],
    [
      { name: "Entresto", brandName: "Entresto" },
      "Entresto is a brand name. Enter the generic name, sacubitril + valsartan.",
    ],
    [{ name: "Lozar", brandName: "Lozar" }, "Lozar is entered as both generic name and brand."],
    [{ name: "", brandName: "Lozar" }, "Enter the generic name of Lozar."],
    [{ name: "Lozar losartan", brandName: "Lozar" }, "Write the generic name before the brand"],
    [{ name: "Lozar (losartan)" }, "Write the generic name before the brand"],
    [{ name: "Lozar (losartan)", brandName: "Lozar" }, "Write the generic name before the brand"],
  ])("%j", (medicine, start) => {
    const { problem } = medicineLine(medicine);
    expect(problem).toContain(start);
    expect(problem).toContain("Generics Act (RA 6675)");
  });
});

test("a brand of another medicine causes a warning", () => {
  expect(medicineLine({ name: "amlodipine", brandName: "Lasix" }).warning).toBe(
    "Lasix is furosemide, not amlodipine",
  );
  expect(medicineLine({ name: "metformin hydrochloride", brandName: "Glucophage XR" }).warning).toBeNull();
  expect(medicineLine({ name: "co-amoxiclav", brandName: "Augmentin" }).warning).toBeNull();
});

const TWO_STRENGTHS = "and the name has another one";

test("a strength is left out only where the name says it, and two of them cause a warning", () => {
  const amount = fc.constantFrom(0.25, 0.5, 1, 2, 2.5, 5, 6.25, 10, 12.5, 25, 50, 100, 125, 250, 500, 1000);
  fc.assert(
    fc.property(amount, amount, fc.constantFrom("mg", " mg", " MG"), (named, typed, unit) => {
      const { generic, warning } = medicineLine({
        name: `carvedilol ${named} mg`,
        strength: `${typed}${unit}`,
      });
      expect(generic).toBe(`carvedilol ${named} mg${named === typed ? "" : ` ${typed}${unit}`}`);
      if (named === typed) expect(warning).toBeNull();
      else expect(warning).toContain(TWO_STRENGTHS);
    }),
  );
  expect(medicineLine({ name: "insulin 70/30", strength: "100 units/mL" }).warning).toBeNull();
  expect(
    medicineLine({ name: "amlodipine 5 mg + losartan 50 mg", strength: "5 mg/50 mg" }).warning,
  ).toBeNull();
});

test("no input prints a brand outside parentheses", () => {
  const text = fc.constantFrom(
    "",
    "amoxicillin",
    "Amoxil",
    "(Amoxil)",
    "amoxicillin (Amoxil)",
    "Lozar",
    "500 mg",
  );
  fc.assert(
    fc.property(text, text, text, (name, genericName, brandName) => {
      const { brand, problem, generic } = medicineLine({ name, genericName, brandName });
      if (brand !== null) expect(brand).toMatch(/^\([^()]+\)$/);
      if (problem === null) expect(generic.toLowerCase()).not.toMatch(/^amoxil/);
    }),
  );
});

test.each([
  "No substitution",
  "no generic substitution please",
  "Do not substitute",
  "don’t substitute",
  "Not to be substituted",
  "non-substitutable",
  "Substitution not allowed",
  "Dispense as written",
  "DAW",
  "brand only",
  "Branded only",
  "only brand",
  "No generics",
])("%j stops printing and names the Generics Act", (text) => {
  expect(substitutionProblem([null, "", `Low-salt diet. ${text}.`])).toContain("Generics Act (RA 6675)");
});

test.each([
  "Generic may be substituted",
  "Take with no salt",
  "Only 1 tablet",
  "dawn",
  "As written above",
  "",
])("%j forbids nothing", (text) => {
  expect(substitutionProblem([text])).toBeNull();
});
