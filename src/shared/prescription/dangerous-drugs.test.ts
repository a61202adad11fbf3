import { expect, test } from "vitest";
import {
  dangerousDrugIn,
  dangerousDrugProblem,
  quantityInWords,
} from "#shared/prescription/dangerous-drugs.ts";

test.each([
  [{ name: "diazepam" }, "diazepam"],
  [{ name: "Morphine sulfate 10 mg" }, "morphine"],
  [{ name: "MIDAZOLAM" }, "midazolam"],
  [{ name: "guaifenesin + codeine" }, "codeine"],
  [{ name: "Rivotril" }, "clonazepam"],
  [{ name: "x", brandName: "Ritalin LA" }, "methylphenidate"],
  [{ name: "Nubain", genericName: "nalbuphine" }, "nalbuphine"],
  [{ name: "tramadol" }, null],
  [{ name: "apomorphine" }, null],
  [{ name: "pseudoephedrine + paracetamol" }, null],
  [{ name: "amoxicillin", brandName: "Amoxil" }, null],
])("%j holds %j", (medicine, drug) => {
  expect(dangerousDrugIn(medicine)).toBe(drug);
});

test("a dangerous drug needs an S2 number, and then the yellow form", () => {
  const diazepam = { name: "diazepam", strength: "5 mg" };
  expect(dangerousDrugProblem(diazepam, " ")).toEqual({
    drug: "diazepam",
    code: "needs_s2_licence",
    message: "Diazepam is a dangerous drug (RA 9165). Enter your S2 number, or remove the medicine.",
  });
  expect(dangerousDrugProblem(diazepam, "S2-123456")).toMatchObject({ code: "needs_yellow_form" });
  expect(dangerousDrugProblem(diazepam, "S2-123456")?.message).toContain("DOH yellow form");
  expect(dangerousDrugProblem({ name: "amlodipine" }, null)).toBeNull();
});

test.each([
  [1, "one (1)"],
  [14, "fourteen (14)"],
  [20, "twenty (20)"],
  [21, "twenty-one (21)"],
  [90, "ninety (90)"],
  [100, "one hundred (100)"],
  [118, "one hundred eighteen (118)"],
  [1030, "one thousand thirty (1030)"],
])("%i is %s", (count, text) => {
  expect(quantityInWords(count)).toBe(text);
});

test("a quantity is a whole number", () => {
  for (const count of [0, -1, 1.5, 10_000, Number.NaN])
    expect(() => quantityInWords(count)).toThrow(RangeError);
});
