import fc from "fast-check";
import { expect, test } from "vitest";
import { centileLines, centileOf, valueAt, zScore } from "./lms.ts";

// Girls' weight for age at 14 months, and boys' length for age at birth.
const weight = { l: -0.0756, m: 9.3966, s: 0.12204 };
const length = { l: 1, m: 49.8842, s: 0.03795 };

const rows = fc.record({
  l: fc.double({ min: -3, max: 3, noNaN: true }).filter((l) => Math.abs(l) > 0.01),
  m: fc.double({ min: 1, max: 200, noNaN: true }),
  s: fc.double({ min: 0.02, max: 0.1, noNaN: true }),
});
const scores = fc.double({ min: -7, max: 7, noNaN: true });

test("the median is 0 and the SDs are integers", () => {
  expect(zScore(weight, weight.m, true)).toBeCloseTo(0, 12);
  for (const sd of [-3, -2, -1, 1, 2, 3])
    expect(zScore(weight, valueAt(weight, sd, true), true)).toBeCloseTo(sd, 9);
});

test("beyond three SDs the distance from the second to the third is extrapolated", () => {
  const [second, third] = [valueAt(weight, 2, true), valueAt(weight, 3, true)];
  expect(zScore(weight, third + (third - second), true)).toBeCloseTo(4, 9);
  expect(zScore(weight, third + (third - second), false)).not.toBeCloseTo(4, 2);
  // For length the formula itself is linear.
  expect(zScore(length, valueAt(length, 4, false), true)).toBeCloseTo(
    zScore(length, valueAt(length, 4, false), false),
    9,
  );
});

test("value and z-score are inverse functions and increase together", () => {
  fc.assert(
    fc.property(rows, scores, scores, fc.boolean(), (row, one, other, isSkewed) => {
      fc.pre(isSkewed || (1 + row.l * row.s * one > 0.05 && 1 + row.l * row.s * other > 0.05));
      const value = valueAt(row, one, isSkewed);
      fc.pre(value > 0);
      expect(zScore(row, value, isSkewed)).toBeCloseTo(one, 6);
      if (one < other - 1e-6) expect(value).toBeLessThan(valueAt(row, other, isSkewed));
    }),
  );
});

test("centiles are those of the normal distribution", () => {
  for (const [z, centile] of [
    [0, 50],
    [1, 84.1345],
    [-1, 15.8655],
    [2, 97.725],
    [-3, 0.13499],
  ] as const)
    expect(centileOf(z)).toBeCloseTo(centile, 3);
  for (const line of centileLines) expect(centileOf(line.z)).toBeCloseTo(line.centile, 3);
  fc.assert(
    fc.property(scores, scores, (one, other) => {
      if (one < other - 1e-6) expect(centileOf(one)).toBeLessThanOrEqual(centileOf(other) + 1e-6);
      expect(centileOf(one) + centileOf(-one)).toBeCloseTo(100, 5);
    }),
  );
});
