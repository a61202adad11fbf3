import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import type { AdultRanges } from "#shared/clinical/adult-ranges.ts";
import { AdultRangesDraft, limitText } from "#shared/clinical/adult-ranges-draft.ts";
import { type AdultSign, adultBands, RED_LIMITS } from "#shared/clinical/vital-sign-bands.ts";
import { VITAL_SIGN_UNITS } from "#shared/clinical/vital-signs.ts";

export const AdultRangesForm = z.object({ adultRanges: AdultRangesDraft });
export type AdultRangesValues = UseFormReturn<
  z.input<typeof AdultRangesForm>,
  unknown,
  z.output<typeof AdultRangesForm>
>;

/** A row per sign: saturation has no high limit, diastolic pressure no low one. */
export const rangeRows = [
  {
    sign: "systolic",
    label: "Systolic pressure",
    unit: VITAL_SIGN_UNITS.bloodPressure,
    low: "adultRanges.systolic.low",
    high: "adultRanges.systolic.high",
  },
  {
    sign: "diastolic",
    label: "Diastolic pressure",
    unit: VITAL_SIGN_UNITS.bloodPressure,
    low: null,
    high: "adultRanges.diastolic.high",
  },
  {
    sign: "temperature",
    label: "Temperature",
    unit: VITAL_SIGN_UNITS.temperature,
    low: "adultRanges.temperature.low",
    high: "adultRanges.temperature.high",
  },
  {
    sign: "pulse",
    label: "Pulse",
    unit: VITAL_SIGN_UNITS.pulse,
    low: "adultRanges.pulse.low",
    high: "adultRanges.pulse.high",
  },
  {
    sign: "respiratoryRate",
    label: "Respiratory rate",
    unit: VITAL_SIGN_UNITS.respiratoryRate,
    low: "adultRanges.respiratoryRate.low",
    high: "adultRanges.respiratoryRate.high",
  },
  {
    sign: "oxygenSaturation",
    label: "Oxygen saturation",
    unit: VITAL_SIGN_UNITS.oxygenSaturation,
    low: "adultRanges.oxygenSaturation.low",
    high: null,
  },
] as const;
export type RangeRow = (typeof rangeRows)[number];

/** All ranges as text, with the defaults where the clinic has none. */
export function typedRanges(stored: AdultRanges | null) {
  const bands = adultBands(stored);
  const low = (sign: AdultSign) => limitText(sign, bands[sign][0]);
  const high = (sign: AdultSign) => limitText(sign, bands[sign][1]);
  const both = (sign: AdultSign) => ({ low: low(sign), high: high(sign) });
  return {
    systolic: both("systolic"),
    diastolic: { high: high("diastolic") },
    temperature: both("temperature"),
    pulse: both("pulse"),
    respiratoryRate: both("respiratoryRate"),
    oxygenSaturation: { low: low("oxygenSaturation") },
  };
}

/** "Red: 90 and below, 180 and above". */
export function redInWords(sign: AdultSign): string {
  const [low, high] = RED_LIMITS[sign];
  const parts = [
    Number.isFinite(low) && `${limitText(sign, low)} and below`,
    Number.isFinite(high) && `${limitText(sign, high)} and above`,
  ];
  return `Red: ${parts.filter(Boolean).join(", ")}`;
}
