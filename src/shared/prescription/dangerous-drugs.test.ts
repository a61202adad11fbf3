import { expect, test } from "vitest";
import {
  dangerousDrugIn,
  dangerousDrugProblem,
  isTriplicateAllowed,
  quantityInWords,
  supplyWarning,
  wordedQuantity,
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

const diazepam = { name: "diazepam", strength: "5 mg", quantity: "21" };
const holder = { s2: "S2-123456", isAlone: true, isTriplicateAllowed: false };

test("a dangerous drug without an S2 number is refused", () => {
  expect(dangerousDrugProblem(diazepam, { ...holder, s2: " " })).toEqual({
    drug: "diazepam",
    code: "needs_s2_licence",
    stopsSaving: true,
    message: "Diazepam is a dangerous drug (RA 9165). Enter your S2 number, or remove the medicine.",
  });
});

test("it is refused together with other medicines", () => {
  expect(dangerousDrugProblem(diazepam, { ...holder, isAlone: false })).toMatchObject({
    code: "stands_alone",
    stopsSaving: true,
  });
});

test("alone and with an S2 number it is printed on the yellow form, its quantity in words", () => {
  const problem = dangerousDrugProblem(diazepam, holder);
  expect(problem).toMatchObject({ code: "needs_yellow_form", stopsSaving: false });
  expect(problem?.message).toContain("Use the DOH yellow form");
  expect(problem?.message).toContain("quantity twenty-one (21), no refill");
});

test("on ordinary paper, while that is allowed, it needs a quantity that can be put in words", () => {
  const allowed = { ...holder, isTriplicateAllowed: true };
  expect(dangerousDrugProblem(diazepam, allowed)).toBeNull();
  expect(dangerousDrugProblem({ ...diazepam, quantity: "a few" }, allowed)).toMatchObject({
    code: "needs_quantity",
    stopsSaving: false,
  });
});

test("an ordinary medicine has none of this", () => {
  expect(dangerousDrugProblem({ name: "amlodipine" }, { ...holder, s2: null, isAlone: false })).toBeNull();
});

test("ordinary paper is allowed until its last day, for prescriptions written and dated by then", () => {
  const on = (prescriptionDate: string, writtenOn: string) =>
    isTriplicateAllowed("2026-06-30", { prescriptionDate, writtenOn });
  expect(on("2026-06-30", "2026-06-30")).toBe(true);
  expect(on("2026-07-01", "2026-06-30")).toBe(false);
  // Backdated.
  expect(on("2026-06-30", "2026-07-01")).toBe(false);
  expect(isTriplicateAllowed(null, { prescriptionDate: "2026-06-30", writtenOn: "2026-06-30" })).toBe(false);
});

const once = { dosage: "1 tab", frequency: "OD" };

test.each([
  ["21", "twenty-one (21)"],
  ["# 21", "twenty-one (21)"],
  ["21 tablets", "twenty-one (21) tablets"],
  ["", null],
  ["0", null],
  ["1/2", null],
  ["1.5", null],
  ["1,000", "one thousand (1000)"],
  ["10-15", null],
  ["a bottle", null],
])("a quantity of %j is %j", (typed, text) => {
  expect(wordedQuantity(typed)).toBe(text);
});

test.each([
  ["30 days", false],
  ["x 4 weeks", false],
  ["31 d", true],
  ["2 months", true],
  ["for as long as needed", false],
  ["two months", true],
  ["20 days, then 1/2 tab OD for 20 days", true],
])("a supply for %s is pointed out: %j", (duration, isSaid) => {
  expect(supplyWarning({ ...diazepam, ...once, duration }) !== null).toBe(isSaid);
  expect(supplyWarning({ name: "amlodipine", ...once, duration })).toBeNull();
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
