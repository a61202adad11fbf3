import type { VitalSignReading } from "#features/consultations/contract.ts";
import { flagSigns } from "#shared/clinical/pregnancy.ts";
import { type AdultBands, type NormalBand, normalBands } from "#shared/clinical/vital-sign-bands.ts";
import type { Flag } from "#shared/clinical/vital-sign-flags.ts";
import { bloodPressureParts, type VitalSign, valueText } from "#shared/clinical/vital-signs.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import type { Scale } from "#web/clinical/BandChart.tsx";

/** More than a chart shows, so that a rarely measured sign still has its last values. */
export const FIRST_READINGS = "60";

/** The number of readings in a sign's chart. */
const SHOWN = 12;

/** One measured value of a sign, judged by the age at that visit. */
export type SignPoint = {
  readingId: number;
  /** The Manila day of the visit. */
  day: string;
  /** "152/92", "36.9". */
  text: string;
  /** One value, or systolic and diastolic. */
  values: readonly number[];
  bands: readonly NormalBand[];
  flag: Flag | undefined;
};

export type AgeAt = (instant: Date) => number | null;

/** The last readings that include the sign, oldest first. `readings` are newest first. */
export function pointsOf(
  sign: VitalSign,
  readings: readonly VitalSignReading[],
  ageInMonthsAt: AgeAt,
  adults: AdultBands,
): SignPoint[] {
  const points: SignPoint[] = [];
  for (const reading of readings) {
    const value = reading[sign];
    if (value == null) continue;
    const taken = new Date(reading.recordedAt);
    const months = ageInMonthsAt(taken);
    const pressure = typeof value === "string" ? bloodPressureParts(value) : null;
    if (typeof value === "string" && !pressure) continue;
    points.unshift({
      readingId: reading.id,
      day: manilaDay(taken),
      text: valueText(sign, value),
      values: pressure ? [pressure.systolic, pressure.diastolic] : [Number(value)],
      bands: normalBands(sign, months, adults),
      flag: flagSigns(reading, { ageInMonths: months, adults, gestation: reading.gestationDays ?? null })[
        sign
      ],
    });
    if (points.length === SHOWN) break;
  }
  return points;
}

/** The smallest range of a chart, so that a small change does not look large. */
const LEAST_SPAN: Record<VitalSign, number> = {
  bloodPressure: 60,
  pulse: 40,
  oxygenSaturation: 8,
  temperature: 2.5,
  respiratoryRate: 12,
  weight: 4,
  height: 4,
  bloodSugar: 40,
  headCircumference: 4,
  fundalHeight: 4,
  fetalHeartTone: 40,
};

/** From the lowest to the highest of values and bands, with a margin. A band that is open below adds nothing there. */
export function scaleOf(sign: VitalSign, points: readonly SignPoint[]): Scale {
  const marks = points.flatMap(({ values, bands }) => [
    ...values,
    ...bands.flatMap(({ band }) => band.filter((edge) => edge > 0)),
  ]);
  const [lowest, highest] = [Math.min(...marks), Math.max(...marks)];
  const air = Math.max((highest - lowest) * 0.12, (LEAST_SPAN[sign] - (highest - lowest)) / 2);
  return { low: lowest - air, high: highest + air };
}
