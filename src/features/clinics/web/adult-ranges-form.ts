import type { FieldPath, UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import type { AdultRanges } from "#shared/clinical/adult-ranges.ts";
import { AdultRangesDraft, type Edge, edgesOf, limitText } from "#shared/clinical/adult-ranges-draft.ts";
import { type AdultSign, adultBands, RED_LIMITS } from "#shared/clinical/vital-sign-bands.ts";
import { VITAL_SIGN_UNITS } from "#shared/clinical/vital-signs.ts";

export const AdultRangesForm = z.object({ adultRanges: AdultRangesDraft });
export type AdultRangesValues = UseFormReturn<
  z.input<typeof AdultRangesForm>,
  unknown,
  z.output<typeof AdultRangesForm>
>;

/** In the order of the screen. */
export const rangeRows: readonly { sign: AdultSign; label: string; unit: string }[] = [
  { sign: "systolic", label: "Systolic pressure", unit: VITAL_SIGN_UNITS.bloodPressure },
  { sign: "diastolic", label: "Diastolic pressure", unit: VITAL_SIGN_UNITS.bloodPressure },
  { sign: "temperature", label: "Temperature", unit: VITAL_SIGN_UNITS.temperature },
  { sign: "pulse", label: "Pulse", unit: VITAL_SIGN_UNITS.pulse },
  { sign: "respiratoryRate", label: "Respiratory rate", unit: VITAL_SIGN_UNITS.respiratoryRate },
  { sign: "oxygenSaturation", label: "Oxygen saturation", unit: VITAL_SIGN_UNITS.oxygenSaturation },
];

/** The form's field of a limit; null where the sign has none. */
export const limitName = (sign: AdultSign, edge: Edge) =>
  edgesOf(sign).includes(edge)
    ? (`adultRanges.${sign}.${edge}` as FieldPath<z.input<typeof AdultRangesForm>>)
    : null;

/** All ranges as text, with the defaults where the clinic has none. */
export function typedRanges(stored: AdultRanges | null): z.input<typeof AdultRangesDraft> {
  const bands = adultBands(stored);
  const typedOf = (sign: AdultSign) =>
    Object.fromEntries(
      edgesOf(sign).map((edge) => [edge, limitText(sign, bands[sign][edge === "low" ? 0 : 1])]),
    );
  return Object.fromEntries(rangeRows.map(({ sign }) => [sign, typedOf(sign)]));
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
