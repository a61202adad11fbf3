import fc from "fast-check";
import { expect, test } from "vitest";
import { confusedSulfate, disagree, nameAlone, safeDose, sameDose } from "./safe-doses.ts";
import { prescriptionSheet } from "./sheet.ts";

test.each([
  ["Losartan 50 mg tablet", "losartan"],
  ["losartan", "losartan"],
  ["co-amoxiclav 625mg tab", "co-amoxiclav"],
  ["paracetamol 250 mg/5 mL syrup", "paracetamol"],
  ["losartan + hydrochlorothiazide 50 mg/12.5 mg", "losartan+hydrochlorothiazide"],
  ["losartan + hydrochlorothiazide", "losartan+hydrochlorothiazide"],
  ["captopril", "captopril"],
  ["vitamin B12 500 mcg", "vitamin b12"],
  ["levothyroxine 50 micrograms", "levothyroxine"],
  ["levothyroxine 50 UG", "levothyroxine"],
  ["losartan 50 mgs.", "losartan"],
  ["ceftriaxone 1 gram", "ceftriaxone"],
  ["amoxicillin 250mg per 5mL", "amoxicillin"],
  ["salbutamol 100 mcg/puff", "salbutamol"],
  ["fentanyl 25 mcg/hr", "fentanyl"],
  ["rivastigmine 4.6 mg/24 hours", "rivastigmine"],
  ["budesonide + formoterol 160/4.5 mcg", "budesonide+formoterol"],
  ["insulin 70/30", "insulin 70/30"],
  ["500 mg", "500 mg"],
])("%s is %s without strength and form", (name, alone) => {
  expect(nameAlone(name)).toBe(alone);
});

test("strengths are the same however they are written, and a point is not left out", () => {
  expect(sameDose("1,000 MG")).toBe(sameDose("1000mg"));
  expect(sameDose("50 µg")).toBe(sameDose("50 mcg"));
  for (const typed of ["50 UG", "50 \u03bcg", "50 mcgs", "50 microgram", "50 Micrograms"])
    expect(sameDose(typed), typed).toBe("50mcg");
  for (const typed of ["500 milligrams", "500 mgs", "500MGM"]) expect(sameDose(typed), typed).toBe("500mg");
  expect(sameDose("250 milligrams per 5 milliliters")).toBe(sameDose("250 mg/5 mL"));
  expect(sameDose("2.50 mg")).toBe(sameDose("2.5 mg"));
  expect(sameDose("2.5 mg")).not.toBe(sameDose("25 mg"));
});

test("a name and a strength in other words of the unit disagree only by their amounts", () => {
  expect(disagree("levothyroxine 50 mcg", "100 micrograms")).toBe(true);
  expect(disagree("levothyroxine 50 mcg", "50 micrograms")).toBe(false);
  expect(disagree("ceftriaxone 1 gram", "1000 mg")).toBe(false);
});

// Joint Commission, "Do Not Use" list (2004, 2024); ISMP, list of error-prone abbreviations (2024).
test.each([
  ["1.0 mg", "1 mg"],
  ["1.50 mg", "1.5 mg"],
  ["0.50 mg", "0.5 mg"],
  ["1,000.0 mg", "1,000 mg"],
  ["2.0-4.0 mg", "2-4 mg"],
  ["500.0 mg/5.0 mL", "500 mg/5 mL"],
  ["1.0", "1"],
  [".5 mg", "0.5 mg"],
  [".50 mg", "0.5 mg"],
  ["1-.5 tab", "1-0.5 tab"],
  ["10U", "10 units"],
  ["1 u", "1 unit"],
  ["100U/mL", "100 units/mL"],
  ["400 IU", "400 international units"],
  ["400 I.U.", "400 international units"],
  ["50 µg", "50 mcg"],
  ["50ug", "50mcg"],
  ["50 UG", "50 mcg"],
  // With the Greek letter.
  ["50 \u03bcg", "50 mcg"],
  ["BIW", "2 times a week"],
  ["qw", "once a week"],
  ["5cc", "5 mL"],
  ["QD", "once a day"],
  ["q.d.", "once a day"],
  ["Q.O.D.", "every other day"],
  ["qod", "every other day"],
  ["MgSO4 4.0 g", "magnesium sulfate 4 g"],
])("%j is printed as %j", (typed, printed) => {
  expect(safeDose(typed)).toBe(printed);
  expect(safeDose(typed, { isProse: true })).toBe(typed === "1.0" ? typed : printed);
});

test.each([
  "10 mg",
  "100 mg",
  "10.05 mg",
  "0.5 mg",
  "QID",
  "8.00 am",
  "8.00-10.00 am",
  "at 8.30",
  "₱1,200.50",
  "PHP 50.00",
  "20.11.2026",
  "version 1.0.2",
  "insulin U-100",
  "drug",
])("%j stays", (typed) => {
  expect(safeDose(typed)).toBe(typed);
  expect(safeDose(typed, { isProse: true })).toBe(typed);
});

test("a dose keeps its value, without a trailing zero and with a leading one", () => {
  const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), maxLength: 4 });
  const whole = fc.integer({ min: 0, max: 9999 }).map(String);
  fc.assert(
    fc.property(
      fc.oneof(whole, fc.constant("")),
      digits,
      fc.constantFrom("mg", " mg", " mL", " tabs", "g", " mcg", " units"),
      (before, after, unit) => {
        fc.pre(before !== "" || after !== "");
        const typed = `${before}${after && `.${after}`}${unit}`;
        for (const isProse of [false, true]) {
          const printed = safeDose(typed, { isProse });
          expect(Number.parseFloat(printed)).toBe(Number.parseFloat(typed));
          expect(printed).toMatch(/^(?:0|[1-9]\d*)(?:\.\d*[1-9])?\s?\p{L}+$/u);
          expect(safeDose(printed, { isProse })).toBe(printed);
        }
      },
    ),
  );
});

test.each(["MS 10 mg", "MSO4", "MgSO4", "MgSO₄ 50%"])("%s is written in full", (name) =>
  expect(confusedSulfate(name)).toContain("Write the name in full"),
);
test.each(["MS Contin", "morphine sulfate", "Ms. Reyes", "AMS"])("%s is a name", (name) =>
  expect(confusedSulfate(name)).toBeNull(),
);

test("every text of a prescription has safe doses on its page", () => {
  const sheet = prescriptionSheet({
    clinic: { name: "Clinic" },
    patient: { name: "Reyes, Ana", age: 40, birthday: null },
    date: "2026-11-20",
    medications: [
      {
        name: "levothyroxine",
        strength: "50.0 µg",
        form: "tablet",
        quantity: "30.0",
        dosage: "1.0 tab",
        frequency: "QD",
        duration: "30 days",
        instructions: "Increase by .5 tab after 7.0 days",
      },
      { name: "insulin glargine", strength: "100U/mL", dosage: "(10U)", frequency: "HS", duration: "1 mo" },
    ],
    additionalInstructions: "Vitamin D 400IU QOD at 8.30",
    physician: { name: "Dr. Cruz", license: "1" },
    prescriptionId: null,
  });
  expect(
    sheet.lines.map(({ generic, quantity, sig, instructions }) => [generic, quantity, sig, instructions]),
  ).toEqual([
    [
      "levothyroxine 50 mcg tablet",
      "#30",
      "1 tablet, once a day, for 30 days",
      "Increase by 0.5 tab after 7 days",
    ],
    ["insulin glargine 100 units/mL", "# not given", "(10 units), at bedtime, for 1 month", null],
  ]);
  expect(sheet.additionalInstructions).toBe("Vitamin D 400 international units every other day at 8.30");
});
