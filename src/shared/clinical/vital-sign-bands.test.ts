import fc from "fast-check";
import { expect, test } from "vitest";
import { bandsOf, normalBands } from "#shared/clinical/vital-sign-bands.ts";
import { flagVitalSigns } from "#shared/clinical/vital-sign-flags.ts";
import { NO_VITAL_SIGNS, type VitalSign } from "#shared/clinical/vital-signs.ts";

const ADULT = 40 * 12;
const bandOf = (sign: VitalSign, months: number | null) => normalBands(sign, months).map(({ band }) => band);

test("the band is that of the age: in months below two years, by the children's rows, then the adult's", () => {
  expect(bandOf("pulse", 6)).toEqual([[110, 180]]);
  expect(bandOf("pulse", 12)).toEqual([[80, 160]]);
  expect(bandOf("pulse", 8 * 12)).toEqual([[70, 110]]);
  expect(bandOf("pulse", 18 * 12)).toEqual([[51, 100]]);
  expect(bandOf("bloodPressure", 8 * 12)).toEqual([[86, 118]]);
  expect(bandOf("bloodPressure", ADULT)).toEqual([
    [100, 139],
    [0, 89],
  ]);
});

test("without an age, and for weight and height, there is none", () => {
  expect(bandOf("pulse", null)).toEqual([]);
  expect(bandOf("weight", ADULT)).toEqual([]);
  expect(bandOf("height", ADULT)).toEqual([]);
});

test("what stands in its band is not flagged, and what stands outside is", () => {
  const signs = ["pulse", "respiratoryRate", "oxygenSaturation", "temperature"] as const;
  fc.assert(
    fc.property(
      fc.constantFrom(...signs),
      fc.integer({ min: 0, max: 100 * 12 }),
      fc.integer({ min: 4, max: 300 }),
      (sign, months, value) => {
        const [[low, high] = [0, 0]] = bandOf(sign, months);
        const level = flagVitalSigns({ ...NO_VITAL_SIGNS, [sign]: value }, months)[sign]?.level;
        const isHigherThanAny = sign === "oxygenSaturation" && value > 100;
        expect(level === "ok").toBe((value >= low && value <= high) || isHigherThanAny);
      },
    ),
  );
});

test.each([
  [7, "age 7 mo"],
  [23, "age 23 mo"],
  [24, "age 2"],
  [18 * 12 - 1, "age 17"],
  [18 * 12, "adult"],
])("at %i months it is named %s", (months, name) => {
  expect(bandsOf(months)).toBe(name);
});
