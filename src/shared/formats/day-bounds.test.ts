import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type DayField, dayBounds, dayProblem, daysAccepted, unusualDay } from "./day-bounds.ts";

const around = { today: "2026-11-28", birthday: "1984-03-01" };
const problem = (field: DayField, day: string) => dayProblem(field, day, around);

describe("days that a record does not accept", () => {
  test.each<[DayField, string, string]>([
    ["prescription", "1026-11-28", "Enter a date from Nov 28, 2021 on"],
    ["prescription", "2099-11-28", "Enter a date that is not in the future"],
    ["prescription", "2026-11-29", "Enter a date that is not in the future"],
    ["followUp", "2026-11-27", "Enter today or a later date"],
    ["followUp", "2206-12-05", "Enter a date up to Nov 28, 2031"],
    ["followUp", "9999-01-01", "Enter a date up to Nov 28, 2031"],
    ["admission", "1984-02-20", "Enter a date from the birthday on, Mar 1, 1984"],
    ["admission", "2026-11-29", "An admission can't be in the future."],
    ["vaccineDose", "1984-02-29", "Enter a date from the birthday on, Mar 1, 1984"],
    ["result", "2026-11-29", "Enter a date that is not in the future"],
    ["birthday", "1899-12-31", "Enter a date from Jan 1, 1900 on"],
    ["birthday", "2026-11-29", "The birthday cannot be in the future"],
    ["appointment", "2029-01-05", "Enter a date up to Nov 28, 2028"],
    ["consent", "2025-11-27", "Enter a date from Nov 28, 2025 on"],
  ])("%s on %s", (field, day, words) => {
    expect(problem(field, day)).toBe(words);
  });

  test("a newborn's prescription is not older than the newborn", () => {
    const newborn = { today: "2026-11-28", birthday: "2026-11-20" };
    expect(dayProblem("prescription", "2026-11-19", newborn)).toContain("from the birthday on");
    expect(dayProblem("prescription", "2026-11-20", newborn)).toBeNull();
  });

  test("a year from February 29 is February 28", () => {
    expect(dayProblem("consent", "2027-02-27", { today: "2028-02-29" })).toBe(
      "Enter a date from Feb 28, 2027 on",
    );
  });

  test("today is accepted everywhere", () => {
    const fields: DayField[] = ["birthday", "admission", "prescription", "followUp", "appointment", "task"];
    expect(fields.map((field) => problem(field, around.today))).toEqual(fields.map(() => null));
  });
});

test.each<[DayField, string, string | null]>([
  ["followUp", "2027-11-20", null],
  ["followUp", "2028-03-01", "far ahead: check the date"],
  ["prescription", "2026-11-21", null],
  ["prescription", "2026-11-20", "long past: check the date"],
  ["admission", "2024-01-01", "long past: check the date"],
])("%s on %s is asked about: %s", (field, day, words) => {
  expect(unusualDay(field, day, around)).toBe(words);
});

test("any day is accepted within a field's bounds and refused in words outside, and never before the birthday", () => {
  const day = fc
    .date({ min: new Date("1000-01-01"), max: new Date("2500-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const fields = Object.keys(dayBounds) as DayField[];
  fc.assert(
    fc.property(fc.constantFrom(...fields), day, day, day, (field, today, birthday, typed) => {
      fc.pre(today >= "1950-01-01" && birthday >= "1900-01-01" && birthday <= today);
      const { from, to } = daysAccepted(field, { today, birthday });
      const said = dayProblem(field, typed, { today, birthday });
      expect(said === null).toBe(typed >= from && typed <= to);
      expect(said ?? "Enter").toMatch(/^(Enter|The|An|This)/);
      expect(from >= "1900-01-01" && to >= today).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
