import { expect, it } from "vitest";
import { namedByHeader } from "../header-targets.ts";
import { readAge } from "./list-values.ts";
import { inStoredUnit } from "./units.ts";

const stored = (field: string, typed: string, header = "") => {
  const read = inStoredUnit(field, typed, header);
  return "value" in read ? read.value : read.problem;
};

// 1 lb is 0.45359237 kg and 1 in is 2.54 cm by definition (NIST SP 811); glucose has 180.16 g/mol.
it.each([
  ["weight", "Weight (lbs)", "154", "69.9"],
  ["weight", "Weight (lbs)", "70 kg", "70"],
  ["weight", "Wt. in pounds", "7.5", "3.4"],
  ["weight", "weight_lb", "154", "69.9"],
  ["weight", "WeightLbs", "154", "69.9"],
  ["weight", "weightlbs", "154", "69.9"],
  ["weight", "Weight [g]", "3255", "3.255"],
  ["weight", "Timbang (libra)", "100", "45.4"],
  ["weight", "Weight (stone)", "11", "69.9"],
  ["weight", "Weight (kg)", "64.5", "64.5"],
  ["weight", "Weight", "64.5kgs.", "64.5"],
  ["weight", "Weight", "154 lbs", "69.9"],
  ["height", "Height (in)", "64", "162.6"],
  ["height", "Height in inches", "64", "162.6"],
  ["height", "Height in", "64", "162.6"],
  ["height", "Height in cm", "165.5", "165.5"],
  ["height", "Height (m)", "1.65", "165"],
  ["height", "Ht (ft)", "5'4", "162.6"],
  ["height", "Ht (ft)", "5-4", "162.6"],
  ["height", "Ht (ft/in)", "5 4", "162.6"],
  ["height", "Ht (ft)", "5", "152.4"],
  ["height", "Ht (ft)", "5.11", "Enter feet and inches, like 5'4\""],
  ["height", "Ht", '64"', "162.6"],
  ["height", "Ht", "5'14", "5'14"],
  ["temperature", "Temp (°F)", "98.6", "37"],
  ["temperature", "Temp F", "100.4", "38"],
  ["temperature", "Temp (F) oral", "98.6", "37"],
  ["temperature", "Temp (C/F)", "36.8", "36.8"],
  ["temperature", "Temp", "98.6 °F", "37"],
  ["temperature", "Temp", "36.8 °C", "36.8"],
  ["bloodSugar", "CBG (mmol/L)", "5.5", "99"],
  ["bloodSugar", "CBG", "5.5 mmol/L", "99"],
  ["bloodSugar", "CBG (mg/dL)", "104", "104"],
  ["age", "Age (months)", "18", "18 months"],
  ["age", "Age (months)", "3 y/o", "3 y/o"],
  ["age", "Age in weeks", "6", "6 weeks"],
  ["age", "Edad (buwan)", "6", "6 months"],
  ["age", "Age (mos/days)", "6", "Enter the unit beside the number"],
  ["age", "Age (yrs/mos)", "6", "6"],
  ["age", "Age (months)", "5 days", "5 days"],
  ["age", "Age on day of visit", "46", "46"],
  ["pulse", "Pulse (lbs)", "72", "72"],
  ["weight", "Weight", "refused", "refused"],
])("%s under “%s”: %s is %s", (field, header, typed, expected) => {
  expect(stored(field, typed, header)).toBe(expected);
});

it("an age in months is read in full years", () => {
  for (let months = 0; months < 240; months += 1)
    expect(readAge(stored("age", String(months), "Age (months)"))).toEqual({
      value: Math.floor(months / 12),
    });
});

it.each([
  ["Weight lbs", "weight"],
  ["weight_lb", "weight"],
  ["WeightLbs", "weight"],
  ["Body Weight (lbs)", "weight"],
  ["Height in inches", "height"],
  ["heightft", "height"],
  ["Temp F", "temperature"],
  ["CBG mmol/L", "bloodSugar"],
  ["Age in months", "age"],
  ["ageinmonths", "age"],
  ["TC", null],
  ["Weight gain lbs", null],
  ["Mother's age in years", null],
])("%s is %s", (header, target) => {
  expect(
    namedByHeader(header, "consultations")?.target ?? namedByHeader(header, "patients")?.target ?? null,
  ).toBe(target);
});

it("of two columns the one in the stored unit is the field", () => {
  const placeOf = (header: string) => namedByHeader(header, "patients")?.place ?? 0;
  expect(placeOf("Age (months)")).toBeGreaterThan(placeOf("Age (years)"));
});
