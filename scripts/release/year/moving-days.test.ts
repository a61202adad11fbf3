import { expect, test } from "vitest";
import { daysAhead, endOfDay, millisecondsAhead } from "./moving-days.ts";

const days = { began: 1_000_000, daysBefore: 7, daySeconds: 60 };

test("a day ends after its seconds, and the next piece continues from the days before it", () => {
  expect(daysAhead(days, days.began)).toBe(7);
  expect(daysAhead(days, days.began + 59_999)).toBe(7);
  expect(daysAhead(days, days.began + 60_000)).toBe(8);
  expect(millisecondsAhead(days, days.began + 150_000)).toBe(9 * 86_400_000);
});

test("the end of a day is the instant at which the clock is a day further", () => {
  const end = endOfDay(days, days.began + 70_000);
  expect(end).toBe(days.began + 120_000);
  expect(daysAhead(days, end) - daysAhead(days, end - 1)).toBe(1);
});
