import { expect, test } from "vitest";
import {
  ageAt,
  ageInMonths,
  ageInWords,
  ageLabel,
  ageSex,
  bandAge,
  growthAge,
  spanInWords,
  yearsAt,
} from "#shared/clinical/age.ts";

test.each([
  ["1959-11-20", "2026-11-20", 67, 0],
  ["1959-11-21", "2026-11-20", 66, 11],
  ["2026-04-20", "2026-11-20", 0, 7],
  ["2026-04-21", "2026-11-20", 0, 6],
  ["2026-11-20", "2026-11-20", 0, 0],
  ["2024-02-29", "2025-02-28", 0, 11],
  ["2024-02-29", "2025-03-01", 1, 0],
  ["2026-01-31", "2026-02-28", 0, 0],
])("born %s, on %s: %i years %i months", (birthday, day, years, months) => {
  expect(ageAt(birthday, day)).toEqual({ years, months });
});

test("a future or missing birthday gives no age", () => {
  expect(ageAt("2026-11-21", "2026-11-20")).toBeNull();
  expect(ageAt("1959", "2026-11-20")).toBeNull();
});

test.each([
  [{ birthday: "1959-03-08", age: 12 }, "67"],
  [{ birthday: "2026-11-20" }, "0 d"],
  [{ birthday: "2026-11-08" }, "12 d"],
  [{ birthday: "2026-10-21", age: 0 }, "30 d"],
  [{ birthday: "2026-10-20" }, "1 mo"],
  [{ birthday: "2026-04-20" }, "7 mo"],
  [{ birthday: "2024-11-21" }, "23 mo"],
  [{ birthday: "2024-11-20" }, "2"],
  [{ birthday: null, age: 45 }, "45"],
  [{ birthday: "2030-01-01", age: 45 }, "45"],
  [{ birthday: null, age: null }, ""],
  [{ birthday: "", age: 0 }, ""],
  [{}, ""],
])("%j shows %j", (source, label) => {
  expect(ageLabel(source, "2026-11-20")).toBe(label);
});

test.each([
  [{ birthday: "2026-11-20" }, "0 days old"],
  [{ birthday: "2026-11-19" }, "1 day old"],
  [{ birthday: "2026-10-21" }, "30 days old"],
  [{ birthday: "2026-10-20" }, "1 month old"],
  [{ birthday: "2024-11-21" }, "23 months old"],
  [{ birthday: "2024-11-20" }, "2 years old"],
  [{ age: 1 }, "1 year old"],
  [{ age: 0 }, ""],
])("%j is told as %j", (source, words) => {
  expect(ageInWords(source, "2026-11-20")).toBe(words);
});

test("a newborn's days are counted over the end of a month and of a year", () => {
  expect(ageLabel({ birthday: "2026-01-31" }, "2026-02-28")).toBe("28 d");
  expect(ageLabel({ birthday: "2026-12-31" }, "2027-01-02")).toBe("2 d");
});

test("a band of the first month is not of zero months", () => {
  expect([0, 1, 23, 24].map(bandAge)).toEqual(["under 1 mo", "1 mo", "23 mo", "2"]);
});

test("vital signs take the age in months, unknown when nobody gave one", () => {
  expect(ageInMonths({ birthday: "2026-05-20" }, "2026-11-20")).toBe(6);
  expect(ageInMonths({ age: 67 }, "2026-11-20")).toBe(804);
  expect(ageInMonths({ age: 0 }, "2026-11-20")).toBeNull();
  expect(ageInMonths({}, "2026-11-20")).toBeNull();
});

test.each([
  [{ birthday: "1959-03-04", sex: "F" }, "67 / F"],
  [{ birthday: "2026-04-18", sex: "M" }, "7 mo / M"],
  [{ birthday: "2026-11-08", sex: "F" }, "12 d / F"],
  [{ age: 0, sex: "F" }, "F"],
])("age and sex of %j are told as %j", (patient, told) => {
  expect(ageSex(patient, "2026-11-20")).toBe(told);
});

test.each([
  ["2026-11-20", 59],
  ["2027-11-19", 59],
  ["2027-11-20", 60],
  ["2028-11-20", 61],
  ["2025-11-20", 58],
  ["2025-11-21", 59],
])("an age of 59 told on November 20, 2026 is on %s %i", (day, years) => {
  expect(yearsAt({ ageTold: { years: 59, on: "2026-11-20" }, age: 12 }, day)).toBe(years);
});

test("a told age is about right on screens, and a birthday wins over it", () => {
  const ageTold = { years: 59, on: "2026-11-20" };
  expect(ageSex({ ageTold, sex: "F" }, "2028-11-20")).toBe("about 61 / F");
  expect(ageSex({ age: 45, sex: "F" }, "2028-11-20")).toBe("about 45 / F");
  expect(ageInWords({ ageTold }, "2028-11-20")).toBe("61 years old");
  expect(ageSex({ ageTold, birthday: "1959-03-04", sex: "F" }, "2026-11-20")).toBe("67 / F");
});

test.each([
  ["2025-11-20", "2026-11-20", "12 mo"],
  ["2024-11-20", "2026-11-19", "23 mo"],
  ["2024-11-20", "2026-11-20", "2 y"],
  ["2024-08-20", "2026-11-20", "2 y 3 mo"],
  ["2026-02-28", "2026-08-28", "6 mo"],
  ["2026-02-28", "2026-08-27", "5 mo"],
  ["2026-10-01", "2026-11-20", "50 days"],
  ["2026-11-19", "2026-11-20", "1 day"],
  ["2024-02-29", "2026-02-28", "23 mo"],
])("a child born %s is on %s %s old", (birthday, day, words) => {
  expect(growthAge(birthday, day)).toBe(words);
});

test.each([
  ["2026-11-20", "2026-11-20", "0 days"],
  ["2026-11-07", "2026-11-20", "13 days"],
  ["2026-11-06", "2026-11-20", "2 weeks"],
  ["2026-09-21", "2026-11-20", "8 weeks"],
  ["2026-09-20", "2026-11-20", "2 months"],
  ["2025-11-20", "2026-11-20", "12 months"],
  ["2024-11-21", "2026-11-20", "23 months"],
  ["2024-11-20", "2026-11-20", "2 years"],
])("from %s to %s it is %s", (from, to, words) => {
  expect(spanInWords(from, to)).toBe(words);
});
