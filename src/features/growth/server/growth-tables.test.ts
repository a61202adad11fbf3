import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  comparedLength,
  daysOfAge,
  type GrowthIndicator,
  growthOf,
  type Measured,
  rowOf,
  type Sex,
} from "#shared/clinical/growth/indicators.ts";
import { beyondLimits } from "#shared/clinical/growth/limits.ts";
import { valueAt } from "#shared/clinical/growth/lms.ts";
import { lmsOf, lmsTables, readTables, SCALES, writeTable } from "./lms-tables.ts";

const nothing: Measured = { weight: null, height: null, headCircumference: null, heightPosition: null };
const child = (measured: Partial<Measured>, sex: Sex, ageInDays: number) =>
  Object.fromEntries(
    growthOf({ ...nothing, ...measured }, { sex, ageInDays }, lmsOf).map((point) => [point.indicator, point]),
  ) as Partial<Record<GrowthIndicator, ReturnType<typeof growthOf>[number]>>;
const days = (months: number) => Math.round(months * 30.4375);

describe("the compact tables", () => {
  /** SHA-256 of "at l m s" by line, each in the shortest form, of the files that the WHO publishes. */
  const published: Record<string, string> = {
    "weightByDay M": "5494a15d1149d268506fd404d18215bcceb7a8dc43b43bf812f4aff6c1195147",
    "weightByDay F": "18c0d94cc1c4c2cd1adedc532f100f270bf77a3df6108d026b9a729c016d6c4b",
    "lengthByDay M": "7fc395872d9ae4ee80821bae2930a2559ae75871299f17e4bff3540a587bf155",
    "lengthByDay F": "3e2ba7d83eeee0294eef22f422a737cf11d32f216afa0205f9f462efa4a08778",
    "bmiByDay M": "92e6ac5b81eb0f9616ff941bbb932023e70df41cd4949518a4f29c2a4912bf4d",
    "bmiByDay F": "dc056bb6d5ca5b4fe529664e90b03a658ca29727b76d9819b85bb2c70ed00d1a",
    "headByDay M": "0176cdc0504316251ae345de704a55528c7697fa2c2474975cb7193c32739174",
    "headByDay F": "59b37c17ad63b95fafdfcfc0f67d2d41af3ce6b8da8daff5333681f29f405412",
    "weightByLength M": "be6be016855f59deb8913f5ad5beed7f10edc29db6af702c030ab61ed2d717e6",
    "weightByLength F": "c118761e842839b46e4cab42fb2310c1c526480e6c5e22c9764a2c5b3a93f343",
    "weightByHeight M": "1c5357c5cac6798a0b5797fe0942672c088b9c57419a50eb9b2f5807390023b3",
    "weightByHeight F": "37a99f72c088bd5f89dfb486395af651bf022630f51cdb82c74a42ab30e21441",
    "weightByMonth M": "99b9c78e5c72224cbdbc3ee394b30a3c19104cc4f4f699a5b3808857ec269a54",
    "weightByMonth F": "829e5ae893d453c10a8dc714e6c40d4d497e88f819935cbaaabb3fd3a1a2f097",
    "heightByMonth M": "e3b216f0f4766c6bb372a493e2fff8ecb7bedc423aecbadd4e0815a2147a41eb",
    "heightByMonth F": "59d454ba48790ae5dc5dab51ed240075549d5c20f4b591b5843b65365aea7582",
    "bmiByMonth M": "514e5807f6038e0451d665c5b636e32ccff06c46d897822a0396671ad4ef4594",
    "bmiByMonth F": "d1103100656284d0476aa0368319ec2d1253570919f54e171793b1fe79883c31",
  };

  test.each(Object.entries(published))("%s are the WHO's, row by row", (key, hash) => {
    const table = lmsTables().get(key);
    const rows = Array.from(table?.columns[0] ?? [], (_, row) =>
      [
        (table?.first ?? 0) + row,
        ...SCALES.map((scale, column) => (table?.columns[column]?.[row] ?? Number.NaN) / scale),
      ].join(" "),
    );
    expect(createHash("sha256").update(rows.join("\n")).digest("hex")).toBe(hash);
  });

  test("match the published files", () => {
    const text = readFileSync(new URL("who-lms.txt", import.meta.url), "utf8");
    const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    const tables = readTables(text);
    expect(lines).toHaveLength(18);
    for (const line of lines) {
      const [table = "", sex] = line.split(" ");
      const held = tables.get(`${table} ${sex}`);
      expect(held && writeTable(table as "weightByDay", sex as Sex, held)).toBe(line);
    }
  });
});

// Expected values from the WHO's own packages: anthro and anthroplus, tests/testthat/test-zscores.R.
describe("published z-scores", () => {
  test("length of a boy of 987 days, measured lying: 72.86 cm", () => {
    expect(child({ height: 72.86, heightPosition: "lying" }, "M", 987).lhfa).toMatchObject({
      z: -6.09,
      isPlausible: false,
      length: 72.16,
      value: 72.86,
    });
  });

  test("height of a girl of 24 months: 77.5 cm", () => {
    expect(child({ height: 77.5 }, "F", days(24)).lhfa?.z).toBe(-2.55);
    expect(child({ height: 77.5, heightPosition: "standing" }, "F", days(24)).lhfa?.z).toBe(-2.55);
  });

  test("a boy of 8 months is measured lying, one of 9 months standing", () => {
    expect(child({ height: 60, heightPosition: "standing" }, "M", days(8)).lhfa?.z).toBeCloseTo(-4.81, 2);
    expect(child({ height: 60, heightPosition: "standing" }, "M", days(9)).lhfa?.z).toBeCloseTo(-5.02, 1);
    expect(comparedLength(60, "standing", days(8))).toBe(60);
    expect(comparedLength(60, "standing", days(9))).toBe(60.7);
    expect(comparedLength(100, "standing", 730)).toBe(100.7);
    expect(comparedLength(100, "lying", 800)).toBe(99.3);
    expect(comparedLength(100, "lying", 730)).toBe(100);
    expect(comparedLength(100, "standing", 800)).toBe(100);
  });

  test("girls just over five years, by the reference of 2007", () => {
    const first = child({ height: 113.8, weight: 18.7 }, "F", 60.32 * 30.4375);
    expect([first.wfa?.z, first.bfa?.z, first.lhfa?.z]).toEqual([0.21, -0.58, 0.96]);
    const second = child({ height: 113.6, weight: 20.5 }, "F", 60.911701 * 30.4375);
    expect([second.wfa?.z, second.bfa?.z, second.lhfa?.z]).toEqual([0.79, 0.42, 0.85]);
  });
});

/** The WHO's tables of SDs, which are printed with one decimal: -3, -2, -1, median, 1, 2, 3. */
test.each([
  ["wfa", "M", 0, [2.1, 2.5, 2.9, 3.3, 3.9, 4.4, 5.0]],
  ["wfa", "M", 365, [6.9, 7.7, 8.6, 9.6, 10.8, 12.0, 13.3]],
  ["wfa", "F", 0, [2.0, 2.4, 2.8, 3.2, 3.7, 4.2, 4.8]],
  ["wfa", "F", 365, [6.3, 7.0, 7.9, 8.9, 10.1, 11.5, 13.1]],
  ["lhfa", "M", 0, [44.2, 46.1, 48.0, 49.9, 51.8, 53.7, 55.6]],
  ["lhfa", "F", 365, [66.3, 68.9, 71.4, 74.0, 76.6, 79.2, 81.7]],
  ["hcfa", "M", 0, [30.7, 31.9, 33.2, 34.5, 35.7, 37.0, 38.3]],
  ["hcfa", "F", 365, [40.8, 42.2, 43.5, 44.9, 46.3, 47.6, 49.0]],
  ["wfl", "M", 75, [7.5, 8.1, 8.8, 9.5, 10.3, 11.3, 12.3]],
] as const)("%s of %s at %d: the printed SDs", (indicator, sex, at, values) => {
  const row = rowOf(lmsOf, indicator, sex, at);
  const isSkewed = indicator !== "lhfa" && indicator !== "hcfa";
  expect(row && [-3, -2, -1, 0, 1, 2, 3].map((z) => Math.round(valueAt(row, z, isSkewed) * 10) / 10)).toEqual(
    values,
  );
});

describe("choice of table", () => {
  test("weight for length below 731 days, for height from then on, neither after five years", () => {
    expect(Object.keys(child({ weight: 11, height: 85 }, "M", 730))).toEqual(["wfa", "lhfa", "bfa", "wfl"]);
    expect(Object.keys(child({ weight: 11, height: 85 }, "M", 731))).toEqual(["wfa", "lhfa", "bfa", "wfh"]);
    expect(Object.keys(child({ weight: 18, height: 108, headCircumference: 50 }, "M", 1826))).toEqual([
      "wfa",
      "lhfa",
      "bfa",
      "hcfa",
      "wfh",
    ]);
    expect(Object.keys(child({ weight: 18, height: 108, headCircumference: 50 }, "M", 1827))).toEqual([
      "wfa",
      "lhfa",
      "bfa",
    ]);
  });

  test("weight ends at ten years, the others at nineteen; lengths outside the table have none", () => {
    expect(Object.keys(child({ weight: 30, height: 138 }, "F", days(120)))).toEqual(["wfa", "lhfa", "bfa"]);
    expect(Object.keys(child({ weight: 30, height: 138 }, "F", days(121.5)))).toEqual(["lhfa", "bfa"]);
    expect(Object.keys(child({ weight: 50, height: 160 }, "F", days(228.9)))).toEqual(["lhfa", "bfa"]);
    expect(child({ weight: 50, height: 160 }, "F", days(230))).toEqual({});
    expect(child({ weight: 2, height: 44.9 }, "F", 0).wfl).toBeUndefined();
    expect(child({ weight: 2.4, height: 45 }, "F", 0).wfl?.z).toBeCloseTo(-0.28, 1);
    expect(child({ weight: 8 }, "F", -1)).toEqual({});
  });

  test("rows are interpolated between two tenths of a centimeter", () => {
    const [low, middle, high] = [75, 75.05, 75.1].map((length) => rowOf(lmsOf, "wfl", "F", length)?.m ?? 0);
    expect(middle).toBeCloseTo(((low ?? 0) + (high ?? 0)) / 2, 9);
  });

  test("age is counted in days, across leap years", () => {
    expect(daysOfAge("2024-02-29", "2025-03-01")).toBe(366);
    expect(daysOfAge("2026-11-24", "2026-11-24")).toBe(0);
    expect(daysOfAge("2026-11-24", "2026-11-23")).toBe(-1);
  });
});

test("limits of plausible values", () => {
  const limits = { wfa: [-6, 5], lhfa: [-6, 6], bfa: [-5, 5], hcfa: [-5, 5], wfl: [-5, 5] } as const;
  const at = 365;
  for (const [name, [low, high]] of Object.entries(limits)) {
    const indicator = name as keyof typeof limits;
    const isSkewed = indicator !== "lhfa" && indicator !== "hcfa";
    const plausibleAt = (z: number) => {
      const row = rowOf(lmsOf, indicator, "F", indicator === "wfl" ? 74 : at);
      const value = row ? valueAt(row, z, isSkewed) : 0;
      const measured = {
        wfa: { weight: value },
        lhfa: { height: value },
        bfa: { weight: value * 0.74 ** 2, height: 74 },
        hcfa: { headCircumference: value },
        wfl: { weight: value, height: 74 },
      }[indicator];
      return child(measured, "F", at)[indicator]?.isPlausible;
    };
    expect([low - 0.02, low + 0.02, high - 0.02, high + 0.02].map(plausibleAt)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  }
});

test("a heavier child of the same age and length has a higher z-score", () => {
  const weights = fc.integer({ min: 200, max: 3000 });
  fc.assert(
    fc.property(
      fc.constantFrom<Sex>("M", "F"),
      fc.integer({ min: 0, max: 1826 }),
      fc.integer({ min: 450, max: 1200 }),
      weights,
      weights,
      (sex, age, length, one, other) => {
        fc.pre(one < other);
        const light = child({ weight: one / 100, height: length / 10 }, sex, age);
        const heavy = child({ weight: other / 100, height: length / 10 }, sex, age);
        for (const indicator of ["wfa", "bfa", "wfl", "wfh"] as const)
          if (light[indicator] && heavy[indicator]) {
            expect(light[indicator].z).toBeLessThanOrEqual(heavy[indicator].z);
            expect(light[indicator].centile).toBeLessThanOrEqual(heavy[indicator].centile);
          }
      },
    ),
    { numRuns: 300 },
  );
});

test("a measurement beyond the limits is told at its field", () => {
  const told = (measured: Partial<Measured>, ageInDays = 92) =>
    Object.fromEntries(
      Object.entries(beyondLimits(growthOf({ ...nothing, ...measured }, { sex: "F", ageInDays }, lmsOf))).map(
        ([sign, { text }]) => [sign, text],
      ),
    );
  const weight = "Weight for age not possible: measure again";
  expect(told({ weight: 6.2, height: 60, headCircumference: 40 })).toEqual({});
  expect(told({ weight: 26 })).toEqual({ weight });
  expect(told({ weight: 62, height: 161 })).toEqual({
    weight,
    height: "Length or height for age not possible: measure again",
  });
  expect(told({ headCircumference: 62 })).toEqual({
    headCircumference: "Head circumference for age not possible: measure again",
  });
  // Each is possible at this age, but not together.
  expect(told({ weight: 9.2, height: 52 })).toEqual({ height: "BMI for age not possible: measure again" });
  expect(told({ weight: 20, height: 160 }, days(12 * 12))).toEqual({
    height: "BMI for age not possible: measure again",
  });
});
