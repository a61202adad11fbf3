import { expect, test } from "vitest";
import { velocityOf, visitsOf } from "./visits.ts";
import { centileText, courseFlag, growthFlag, velocityText, zText } from "./words.ts";

test.each([
  ["wfa", -3.01, 400, "severely underweight, below −3"],
  ["wfa", -2.01, 400, "underweight, below −2"],
  ["wfa", -2, 400, "within −2 to +2"],
  ["lhfa", -2.5, 400, "stunted, below −2"],
  ["wfl", -3.5, 400, "severely wasted, below −3"],
  ["wfh", 2.5, 900, "overweight, above +2"],
  ["wfh", 3.5, 900, "obese, above +3"],
  ["bfa", 1.5, 900, "within −2 to +2"],
  ["bfa", 1.5, 2500, "overweight, above +1"],
  ["bfa", 2.5, 2500, "obese, above +2"],
  ["hcfa", -2.2, 400, "small head, below −2"],
] as const)("%s of %d at %d days is %s", (indicator, z, age, text) => {
  expect(growthFlag(indicator, z, age).text).toBe(text);
});

test("centiles and z-scores in words", () => {
  expect([0.2, 1, 2, 3, 11, 33, 50, 99, 99.6].map(centileText)).toEqual([
    "below the 1st centile",
    "1st centile",
    "2nd centile",
    "3rd centile",
    "11th centile",
    "33rd centile",
    "50th centile",
    "99th centile",
    "above the 99th centile",
  ]);
  expect([-0.53, 0, 1.2].map(zText)).toEqual(["−0.53", "0.00", "+1.20"]);
  expect([-0.004, 0.004, -0.005].map(zText)).toEqual(["0.00", "0.00", "−0.01"]);
});

test("velocity: grams a day, then a week, centimeters a month", () => {
  const at = (value: number, ageInDays: number) => ({ value, ageInDays });
  expect(velocityText("wfa", at(4.6, 45), at(5.6, 76))).toBe("32 g a day");
  expect(velocityText("wfa", at(8.7, 366), at(8.8, 427))).toBe("11 g a week");
  expect(velocityText("wfa", at(8.7, 366), at(8.5, 427))).toBe("−23 g a week");
  expect(velocityText("lhfa", at(73.6, 366), at(75, 427))).toBe("0.7 cm a month");
  expect(velocityText("lhfa", at(75, 366), at(74.99, 427))).toBe("0.0 cm a month");
  expect(velocityText("wfa", at(8.7, 366), at(8.699, 427))).toBe("0 g a week");
  expect(velocityText("wfa", at(8.7, 366), at(8.8, 372))).toBeNull();
});

test("slow growth and weight loss are mentioned", () => {
  const at = (value: number, z: number, ageInDays: number) => ({ value, z, ageInDays });
  expect(courseFlag("wfa", at(8.7, -0.23, 366), at(8.8, -0.53, 427))?.text).toBe("slower than before");
  expect(courseFlag("wfa", at(8.7, -0.23, 366), at(8.8, -0.53, 380))).toBeNull();
  expect(courseFlag("wfa", at(8.7, 0.5, 366), at(8.8, -0.53, 427))?.text).toBe("much slower than before");
  expect(courseFlag("wfa", at(8.7, 0, 366), at(8.6, 0.1, 427))?.text).toBe("lost weight");
  expect(courseFlag("hcfa", at(43, 0, 300), at(46, 1, 360))?.text).toBe("much faster than before");
});

test("an impossible value is ignored", () => {
  const value = (date: string, ageInDays: number, kg: number, isPlausible = true) => ({
    indicator: "wfa" as const,
    date,
    ageInDays,
    value: kg,
    length: null,
    z: 0,
    centile: 50,
    isPlausible,
    isAssessed: true,
    correctedAgeInDays: null,
  });
  const values = [
    value("2026-01-01", 100, 6),
    value("2026-02-01", 131, 60, false),
    value("2026-03-01", 159, 7),
  ];
  expect(velocityOf("wfa", values, "2026-03-01")).toEqual({
    text: "17 g a day",
    since: "2026-01-01",
    flag: null,
  });
  expect(velocityOf("wfa", values, "2026-02-01")).toBeNull();
  // Lying, then standing, without having grown less: 86 cm lying are 85.3 standing.
  const lying = { ...value("2026-01-01", 715, 86), indicator: "lhfa" as const, length: 86 };
  const standing = { ...value("2026-02-01", 746, 86), indicator: "lhfa" as const, length: 86 };
  expect(velocityOf("lhfa", [lying, standing], "2026-02-01")?.text).toBe("0.7 cm a month");
  // Measured standing, which the tables below two years count as 86.7 lying.
  const early = { ...value("2026-01-01", 700, 86), indicator: "lhfa" as const, length: 86.7 };
  const lyingNow = { ...value("2026-02-01", 730, 86.7), indicator: "lhfa" as const, length: 86.7 };
  expect(velocityOf("lhfa", [early, lyingNow], "2026-02-01")?.text).toBe("0.0 cm a month");
  expect(visitsOf(values)).toHaveLength(3);
});
