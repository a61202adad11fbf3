import { expect, it } from "vitest";
import { DEFAULT_ADULT_BANDS } from "#shared/clinical/vital-sign-bands.ts";
import { flagVitalSigns } from "#shared/clinical/vital-sign-flags.ts";
import { NO_VITAL_SIGNS, type VitalSign } from "#shared/clinical/vital-signs.ts";
import { signInWords } from "./FlaggedSigns.tsx";

const told = (sign: VitalSign, value: string | number, months = 40 * 12) => {
  const flag =
    flagVitalSigns({ ...NO_VITAL_SIGNS, [sign]: value }, months, DEFAULT_ADULT_BANDS)[sign] ?? null;
  return signInWords({ sign, words: String(value), flag });
};

it("says of every flag whether the value is low or high, and of a red one that it is very much so", () => {
  expect(
    ["190/100", "150/92", "140/90", "96/60", "80/50"].map((value) => told("bloodPressure", value)),
  ).toEqual(["190/100 very high", "150/92 high", "140/90 high", "96/60 low", "80/50 very low"]);
  expect([30, 45, 104, 140].map((value) => told("pulse", value))).toEqual([
    "30 very low",
    "45 low",
    "104 high",
    "140 very high",
  ]);
  expect([told("temperature", 38.4), told("temperature", 35), told("oxygenSaturation", 88)]).toEqual([
    "38.4 high",
    "35 very low",
    "88 very low",
  ]);
  expect([told("bloodPressure", "142/80", 60), told("bloodPressure", "60/40", 60)]).toEqual([
    "142/80 high",
    "60/40 very low",
  ]);
});
