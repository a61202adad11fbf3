import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { adultBands, DEFAULT_ADULT_BANDS } from "#shared/clinical/vital-sign-bands.ts";
import { bmi, bmiLabel, flagVitalSigns } from "#shared/clinical/vital-sign-flags.ts";
import { NO_VITAL_SIGNS, type VitalSigns } from "#shared/clinical/vital-signs.ts";

const ADULT = 40 * 12;
const flags = (vitals: Partial<VitalSigns>, months: number | null, adults = DEFAULT_ADULT_BANDS) =>
  flagVitalSigns({ ...NO_VITAL_SIGNS, ...vitals }, months, adults);

describe("an adult's", () => {
  test.each([
    ["138/88", "ok", "Below 140/90"],
    ["140/90", "amber", "At 140/90"],
    ["140/80", "amber", "At 140/90"],
    ["141/80", "amber", "Above 140/90"],
    ["120/95", "amber", "Above 140/90"],
    ["182/112", "red", "180/110 or above"],
    ["150/110", "red", "180/110 or above"],
    ["108/71", "ok", "Below 140/90"],
    ["100/70", "ok", "Below 140/90"],
    ["99/70", "amber", "Systolic below 100"],
    ["90/60", "red", "Systolic 90 or below"],
  ] as const)("blood pressure %s is %s", (bloodPressure, level, text) => {
    expect(flags({ bloodPressure }, ADULT)).toEqual({ bloodPressure: { level, text } });
  });

  test.each([
    ["pulse", 92, "ok"],
    ["pulse", 100, "ok"],
    ["pulse", 101, "amber"],
    ["pulse", 130, "amber"],
    ["pulse", 131, "red"],
    ["pulse", 50, "amber"],
    ["pulse", 40, "red"],
    ["respiratoryRate", 20, "ok"],
    ["respiratoryRate", 21, "amber"],
    ["respiratoryRate", 25, "red"],
    ["respiratoryRate", 11, "amber"],
    ["respiratoryRate", 8, "red"],
    ["oxygenSaturation", 95, "ok"],
    ["oxygenSaturation", 94, "amber"],
    ["oxygenSaturation", 91, "red"],
    ["temperature", 36.1, "ok"],
    ["temperature", 38, "ok"],
    ["temperature", 38.1, "amber"],
    ["temperature", 39.1, "red"],
    ["temperature", 36, "amber"],
    ["temperature", 35, "red"],
  ] as const)("%s %f is %s", (sign, value, level) => {
    expect(flags({ [sign]: value }, ADULT)[sign]?.level).toBe(level);
  });
});

describe("an adult's in a clinic with its own ranges", () => {
  const own = adultBands({
    pulse: { low: 55, high: 110 },
    systolic: { low: 95, high: 129 },
    diastolic: { high: 79 },
    temperature: { low: 35.8, high: 37.5 },
    oxygenSaturation: { low: 93 },
  });
  test.each([
    ["pulse", 105, "ok", "Within 55 to 110"],
    ["pulse", 54, "amber", "Below 55"],
    ["pulse", 131, "red", "Above 110"],
    ["respiratoryRate", 21, "amber", "Above 20"],
    ["oxygenSaturation", 93, "ok", "93 or more"],
    ["oxygenSaturation", 92, "amber", "Below 93"],
    ["oxygenSaturation", 91, "red", "Below 92"],
    ["temperature", 37.6, "amber", "Fever, above 37.5"],
    ["temperature", 35.7, "amber", "Low, below 35.8"],
    ["temperature", 39.1, "red", "Fever, above 37.5"],
    ["bloodPressure", "129/79", "ok", "Below 130/80"],
    ["bloodPressure", "130/70", "amber", "At 130/80"],
    ["bloodPressure", "120/81", "amber", "Above 130/80"],
    ["bloodPressure", "94/60", "amber", "Systolic below 95"],
    ["bloodPressure", "180/70", "red", "180/110 or above"],
  ] as const)("%s %s is %s: %s", (sign, value, level, text) => {
    expect(flags({ [sign]: value }, ADULT, own)[sign]).toEqual({ level, text });
    expect(flags({ [sign]: value }, 8 * 12, own)).toEqual(flags({ [sign]: value }, 8 * 12));
  });
});

test("a girl of eight reads as on the consultation screen", () => {
  const months = 8 * 12 + 5;
  expect(
    flags(
      {
        bloodPressure: "92/58",
        temperature: 38.9,
        pulse: 128,
        respiratoryRate: 24,
        oxygenSaturation: 97,
        weight: 24.5,
      },
      months,
    ),
  ).toEqual({
    bloodPressure: { level: "ok", text: "Within 86 to 118 systolic" },
    temperature: { level: "amber", text: "Fever, above 38.0" },
    pulse: { level: "amber", text: "Above 110" },
    respiratoryRate: { level: "amber", text: "Above 22" },
    oxygenSaturation: { level: "ok", text: "95 or more" },
  });
});

test("a pulse of 150 is not flagged at six months and red at forty years", () => {
  expect(flags({ pulse: 150 }, 6).pulse?.level).toBe("ok");
  expect(flags({ pulse: 150 }, ADULT).pulse?.level).toBe("red");
});

test.each([
  [0, "61/40", "amber"],
  [0, "59/40", "red"],
  [6, "71/40", "amber"],
  [6, "69/40", "red"],
  [5 * 12, "79/50", "red"],
  [5 * 12, "80/50", "ok"],
  [15 * 12, "91/60", "amber"],
  [15 * 12, "89/60", "red"],
  // AAP 2017, table 6.
  [11, "80/60", "ok"],
  [5 * 12, "100/64", "ok"],
  [5 * 12, "100/65", "amber"],
  [12 * 12, "110/75", "ok"],
  [12 * 12, "110/76", "amber"],
  [13 * 12, "118/79", "ok"],
  [13 * 12, "118/80", "amber"],
  [17 * 12, "128/110", "red"],
  [9 * 12, "180/90", "red"],
] as const)("at %i months %s is %s", (months, bloodPressure, level) => {
  expect(flags({ bloodPressure }, months).bloodPressure?.level).toBe(level);
});

// WHO, Integrated Management of Childhood Illness: fast from 50 at 2 to 11 months, from 40 at 12 to 59.
test.each([
  [2, 50],
  [11, 50],
  [12, 40],
  [59, 40],
])("breathing that is fast at %i months is flagged", (months, respiratoryRate) => {
  expect(flags({ respiratoryRate }, months).respiratoryRate?.level).toBe("amber");
});

// WHO IMCI, sick young infant: fever from 37.5, low below 35.5. AAP 2021: from 38.0 the infant is examined at once.
test.each([
  [0, 37.4, "ok"],
  [0, 37.5, "amber"],
  [1, 37.9, "amber"],
  [1, 38, "red"],
  [1, 35.5, "amber"],
  [0, 35.4, "red"],
  [2, 38, "ok"],
  [2, 35.4, "amber"],
] as const)("at %i months %d °C is %s", (months, temperature, level) => {
  expect(flags({ temperature }, months).temperature?.level).toBe(level);
});

test("breathing above 60 a minute is red at any age", () => {
  expect(flags({ respiratoryRate: 61 }, 1).respiratoryRate?.level).toBe("red");
  expect(flags({ respiratoryRate: 60 }, 1).respiratoryRate?.level).toBe("amber");
});

test("nothing is flagged if the age is unknown, nor what was not measured", () => {
  expect(flags({ pulse: 150, temperature: 40, bloodPressure: "200/120" }, null)).toEqual({});
  expect(flags({}, ADULT)).toEqual({});
});

test("children's pulse is never red, and every age has its bands", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 215 }), fc.integer({ min: 20, max: 300 }), (months, pulse) => {
      expect(["ok", "amber"]).toContain(flags({ pulse }, months).pulse?.level);
    }),
  );
});

test("the body mass index names its scheme, and not for minors", () => {
  expect(bmi(65, 165)).toBe(23.9);
  expect(bmi(null, 165)).toBeNull();
  expect(bmiLabel(23.9, ADULT)).toBe("BMI 23.9, overweight (Asia-Pacific)");
  expect(bmiLabel(22.9, ADULT)).toBe("BMI 22.9, normal (Asia-Pacific)");
  expect(bmiLabel(18.4, ADULT)).toBe("BMI 18.4, underweight (Asia-Pacific)");
  expect(bmiLabel(25, ADULT)).toBe("BMI 25.0, obese (Asia-Pacific)");
  expect(bmiLabel(bmi(24.5, 126) ?? 0, 8 * 12)).toBe("BMI 15.4, no adult label under 19");
  expect(bmiLabel(29.6, ADULT, true)).toBe("BMI 29.6, no adult label in pregnancy");
  expect(bmiLabel(23.9, 17 * 12, true)).toBe("BMI 23.9, no adult label under 19");
  expect(bmiLabel(23.9, null)).toBe("BMI 23.9");
});

// ADA, Standards of Care 2024: 70 and 54 mg/dL; 100 fasting, 140 two hours after a meal, 200 at any time.
test.each([
  [53, undefined, "red", "Below 70"],
  [54, undefined, "amber", "Below 70"],
  [70, "fasting", "ok", "Within 70 to 99"],
  [99, "fasting", "ok", "Within 70 to 99"],
  [100, "fasting", "amber", "Above 99"],
  [139, "after meal", "ok", "Within 70 to 139"],
  [140, "after meal", "amber", "Above 139"],
  [199, "random", "ok", "Within 70 to 199"],
  [200, "random", "amber", "Above 199"],
  [199, undefined, "ok", "Within 70 to 199"],
  [299, "random", "amber", "Above 199"],
  [300, "fasting", "red", "Above 99"],
] as const)("a blood sugar of %d, %s, is %s", (bloodSugar, bloodSugarTiming, level, text) => {
  const sugar = { bloodSugar, ...(bloodSugarTiming && { bloodSugarTiming }) };
  expect(flags(sugar, ADULT)).toEqual({ bloodSugar: { level, text } });
  // A newborn's limits are others.
  expect(flags(sugar, 0)).toEqual({});
});
