import fc from "fast-check";
import { expect, test } from "vitest";
import {
  adultBands,
  bandsOf,
  DEFAULT_ADULT_BANDS,
  normalBands,
  sourcesAt,
} from "#shared/clinical/vital-sign-bands.ts";
import { flagVitalSigns } from "#shared/clinical/vital-sign-flags.ts";
import { NO_VITAL_SIGNS, type VitalSign } from "#shared/clinical/vital-signs.ts";

const ADULT = 40 * 12;
const bandOf = (sign: VitalSign, months: number | null, adults = DEFAULT_ADULT_BANDS) =>
  normalBands(sign, months, adults).map(({ band }) => band);

test("the band depends on the age: children's rows, in months below two years, then the adult's", () => {
  expect(bandOf("pulse", 6)).toEqual([[110, 180]]);
  expect(bandOf("pulse", 12)).toEqual([[80, 160]]);
  expect(bandOf("pulse", 8 * 12)).toEqual([[70, 110]]);
  expect(bandOf("pulse", 18 * 12)).toEqual([[51, 100]]);
  expect(bandOf("bloodPressure", 11)).toEqual([[72, 110]]);
  expect(bandOf("bloodPressure", 8 * 12)).toEqual([
    [86, 118],
    [0, 69],
  ]);
  expect(bandOf("bloodPressure", ADULT)).toEqual([
    [100, 139],
    [0, 89],
  ]);
});

test("there is no band without an age, or for weight and height", () => {
  expect(bandOf("pulse", null)).toEqual([]);
  expect(bandOf("weight", ADULT)).toEqual([]);
  expect(bandOf("height", ADULT)).toEqual([]);
});

const clinicsOwn = {
  pulse: { low: 55, high: 110 },
  oxygenSaturation: { low: 93 },
  temperature: { low: 35.5, high: 37.5 },
  diastolic: { high: 84 },
};

test("a clinic's own ranges are its adults' bands, and the other signs have the defaults", () => {
  expect(adultBands(null)).toEqual(DEFAULT_ADULT_BANDS);
  expect(adultBands(clinicsOwn)).toEqual({
    pulse: [55, 110],
    respiratoryRate: [12, 20],
    temperature: [35.5, 37.5],
    oxygenSaturation: [93, 100],
    systolic: [100, 139],
    diastolic: [0, 84],
  });
});

test("children's bands are not the clinic's", () => {
  const own = adultBands(clinicsOwn);
  for (const sign of [
    "pulse",
    "respiratoryRate",
    "temperature",
    "oxygenSaturation",
    "bloodPressure",
  ] as const)
    for (const months of [0, 7, 8 * 12, 18 * 12 - 1])
      expect(bandOf(sign, months, own)).toEqual(bandOf(sign, months));
});

test("the sources name the clinic's own ranges, only for adults", () => {
  const own = adultBands(clinicsOwn);
  expect(sourcesAt(ADULT, DEFAULT_ADULT_BANDS)).toMatch(/^Ranges for adult outpatients/);
  expect(sourcesAt(ADULT, own)).toMatch(
    /^Set by this clinic for adults: diastolic up to 84, temperature 35.5 to 37.5, pulse 55 to 110, SpO2 from 93\. /,
  );
  expect(sourcesAt(8 * 12, own)).toMatch(/^Ranges for children/);
  expect(sourcesAt(null, own)).toBe("");
});

test("a value is flagged only outside its band", () => {
  const signs = ["pulse", "respiratoryRate", "oxygenSaturation", "temperature"] as const;
  fc.assert(
    fc.property(
      fc.constantFrom(...signs),
      fc.integer({ min: 0, max: 100 * 12 }),
      fc.integer({ min: 4, max: 300 }),
      fc.constantFrom(null, clinicsOwn),
      (sign, months, value, own) => {
        const adults = adultBands(own);
        const [[low, high] = [0, 0]] = bandOf(sign, months, adults);
        const level = flagVitalSigns({ ...NO_VITAL_SIGNS, [sign]: value }, months, adults)[sign]?.level;
        const isHigherThanAny = sign === "oxygenSaturation" && value > 100;
        expect(level === "ok").toBe((value >= low && value <= high) || isHigherThanAny);
      },
    ),
  );
});

test.each([
  [0, "age under 1 mo"],
  [7, "age 7 mo"],
  [23, "age 23 mo"],
  [24, "age 2"],
  [18 * 12 - 1, "age 17"],
  [18 * 12, "adult"],
])("at %i months it is named %s", (months, name) => {
  expect(bandsOf(months)).toBe(name);
});
