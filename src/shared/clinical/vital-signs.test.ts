import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import {
  measuredText,
  NO_VITAL_SIGNS,
  readVitalSigns,
  type VitalSign,
  VitalSigns,
  VitalSignsEntry,
} from "#shared/clinical/vital-signs.ts";

const spoken = {
  bloodPressure: "120/80",
  temperature: 36.8,
  pulse: 72,
  respiratoryRate: 16,
  oxygenSaturation: 98,
  weight: 64.5,
  height: 165,
};

test.each([
  ["numbers", spoken],
  [
    "text",
    {
      ...spoken,
      temperature: "36.8",
      pulse: " 72 ",
      respiratoryRate: "16",
      oxygenSaturation: "98",
      weight: "64.50",
      height: "165.0",
    },
  ],
  ["JSON text", JSON.stringify(spoken)],
  ["spaces in the pressure", { ...spoken, bloodPressure: " 120 / 80 " }],
])("%s become one stored shape", (_how, input) => {
  expect(z.parse(VitalSignsEntry, input)).toEqual(spoken);
  expect(z.parse(VitalSigns, z.parse(VitalSignsEntry, input))).toEqual(spoken);
});

test("unmeasured signs are null, however they are omitted", () => {
  expect(z.parse(VitalSignsEntry, {})).toEqual(NO_VITAL_SIGNS);
  expect(z.parse(VitalSignsEntry, { bloodPressure: "", pulse: null, weight: " ", other: 1 })).toEqual(
    NO_VITAL_SIGNS,
  );
  expect(z.parse(VitalSignsEntry, "{}")).toEqual(NO_VITAL_SIGNS);
});

test.each<[VitalSign, string | number, string]>([
  ["temperature", "98.6", "Enter °C; 98.6 looks like Fahrenheit"],
  ["temperature", 98.6, "Enter °C; 98.6 looks like Fahrenheit"],
  ["temperature", "29.9", "Enter a temperature from 30 to 45 °C"],
  ["temperature", "45.1", "Enter a temperature from 30 to 45 °C"],
  ["temperature", "36.85", "Enter °C with one decimal, like 36.8"],
  ["temperature", "warm", "Enter °C with one decimal, like 36.8"],
  ["bloodPressure", "80/120", "Enter the higher number first, like 120/80"],
  ["bloodPressure", "120/120", "Enter the higher number first, like 120/80"],
  ["bloodPressure", "120", "Enter two numbers, like 120/80"],
  ["bloodPressure", "301/90", "Enter a systolic pressure from 40 to 300"],
  ["bloodPressure", "39/20", "Enter a systolic pressure from 40 to 300"],
  ["bloodPressure", "120/8", "Enter a diastolic pressure from 10 up"],
  ["pulse", "72.5", "Enter a whole number, like 72"],
  ["pulse", "19", "Enter a pulse from 20 to 300"],
  ["pulse", "-72", "Enter a whole number, like 72"],
  ["respiratoryRate", 121, "Enter a respiratory rate from 4 to 120"],
  ["oxygenSaturation", 101, "Enter an oxygen saturation from 40 to 100 %"],
  ["oxygenSaturation", 39, "Enter an oxygen saturation from 40 to 100 %"],
  ["weight", "0.2", "Enter a weight from 0.3 to 350 kg"],
  ["weight", "351", "Enter a weight from 0.3 to 350 kg"],
  ["weight", "3.2555", "Enter kg, like 64.5 or 3.255"],
  ["height", "1.65", "Enter cm; 1.65 looks like meters"],
  ["height", "251", "Enter a height from 20 to 250 cm"],
])("%s %j is refused: %s", (sign, value, message) => {
  const { values, errors } = readVitalSigns({ [sign]: value });
  expect(errors).toEqual({ [sign]: message });
  expect(values[sign]).toBeNull();
});

test("keeps the grams of a weight", () => {
  fc.assert(
    fc.property(fc.integer({ min: 300, max: 350_000 }), (grams) => {
      const { values, errors } = readVitalSigns({ weight: (grams / 1000).toFixed(3) });
      expect([Math.round((values.weight ?? 0) * 1000), errors]).toEqual([grams, {}]);
    }),
  );
});

describe("a refused call", () => {
  test("names the field and says what to do", () => {
    const result = z.safeParse(z.object({ vitalSigns: VitalSignsEntry }), {
      vitalSigns: { temperature: 98.6, bloodPressure: "80/120", pulse: 72 },
    });
    expect(result.error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
      ["vitalSigns.bloodPressure", "Enter the higher number first, like 120/80"],
      ["vitalSigns.temperature", "Enter °C; 98.6 looks like Fahrenheit"],
    ]);
  });

  test.each([["not JSON"], ["[1]"], ["null"], [[1]], [12], [null]])(
    "%j is no set of vital signs",
    (input) => {
      expect(z.safeParse(VitalSignsEntry, input).success).toBe(false);
    },
  );
});

test("blood sugar is in mg/dL, and says when it was taken", () => {
  expect(readVitalSigns({ bloodSugar: "104", bloodSugarTiming: "fasting" })).toEqual({
    values: { ...NO_VITAL_SIGNS, bloodSugar: 104, bloodSugarTiming: "fasting" },
    errors: {},
  });
  expect(readVitalSigns({ bloodSugar: "5.6" }).errors.bloodSugar).toBe("Enter mg/dL; 5.6 looks like mmol/L");
  expect(readVitalSigns({ bloodSugar: "1001" }).errors.bloodSugar).toMatch(/from 10 to 1000/);
  expect(readVitalSigns({ bloodSugarTiming: "fasting" }).errors).toEqual({
    bloodSugarTiming: "Enter the blood sugar as well",
  });
  expect(readVitalSigns({ bloodSugar: 104, bloodSugarTiming: "noon" }).errors.bloodSugarTiming).toBe(
    "Use fasting, random, after meal",
  );
  expect(measuredText({ bloodSugar: 104, bloodSugarTiming: "after meal" }, "bloodSugar")).toBe(
    "104 mg/dL (after meal)",
  );
});

test.each(["120 80", "120-80", "120.80", "120,80", "120 – 80", "120/80"])(
  "a pressure typed as %s",
  (typed) => {
    expect(z.parse(VitalSignsEntry, { bloodPressure: typed })).toMatchObject({ bloodPressure: "120/80" });
  },
);

test.each(["12080", "120//80", "120:80", "1 2080"])("%s is no pressure", (typed) => {
  expect(z.safeParse(VitalSignsEntry, { bloodPressure: typed }).success).toBe(false);
});
