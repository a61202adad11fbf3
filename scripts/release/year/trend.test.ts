import { expect, test } from "vitest";
import { addedByHalf, isFlat, trendOf } from "./trend.ts";

/** Two hours with a point each minute, off by `scatter` in alternating directions. */
const minutes = (value: (hour: number) => number, scatter = 0) =>
  Array.from({ length: 120 }, (_, minute) => ({
    at: minute / 60,
    value: value(minute / 60) + (minute % 2 === 0 ? scatter : -scatter),
  }));

test("finds hourly growth despite scatter", () => {
  const { slope, error, mean } = trendOf(minutes((hour) => 150 + 12 * hour, 5));
  expect(slope).toBeCloseTo(12, 0);
  expect(error).toBeGreaterThan(0);
  expect(error).toBeLessThan(2);
  expect(mean).toBeCloseTo(162, 0);
});

test("scatter alone is flat, growth is not, and shrinking is", () => {
  expect(isFlat(trendOf(minutes(() => 150, 20)), 0.02)).toBe(true);
  expect(isFlat(trendOf(minutes((hour) => 150 + 20 * hour, 5)), 0.02)).toBe(false);
  expect(isFlat(trendOf(minutes((hour) => 150 - 20 * hour, 5)), 0.02)).toBe(true);
});

test("too few points show nothing, which is not flat", () => {
  expect(isFlat(trendOf([{ at: 0, value: 1 }]), 0.02)).toBe(false);
});

test("increasing cost shows in the halves", () => {
  const same = addedByHalf(minutes((work) => 100 + 3 * work));
  expect(same.second).toBeCloseTo(same.first, 6);
  const more = addedByHalf(minutes((work) => 100 + work ** 2));
  expect(more.second).toBeGreaterThan(2 * more.first);
});
