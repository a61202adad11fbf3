import type { VitalSign } from "#shared/clinical/vital-signs.ts";

/**
 * The values that are not flagged, by age; `sourcesAt` names whose they are. The adults' are for outpatients:
 * NEWS2, a score for wards, would flag a pulse of 91, a saturation of 95 and a systolic pressure of 110. Children: the
 * PALS ranges, which over-flag healthy children. Temperature and oxygen saturation have one band for all ages; weight
 * and height have none.
 */
export type Band = readonly [low: number, high: number];

const ADULT_FROM_MONTHS = 18 * 12;

export const ADULT_PULSE: Band = [51, 100];
export const ADULT_BREATHING: Band = [12, 20];
export const TEMPERATURE: Band = [36.1, 38];
export const OXYGEN_SATURATION: Band = [95, 100];
export const ADULT_SYSTOLIC: Band = [100, 139];
/** Open below: a low diastolic pressure alone is not flagged. */
const ADULT_DIASTOLIC: Band = [0, 89];

type ChildBands = { pulse: Band; breathing: Band; systolic: Band };

/** From this age in months on: pulse, respiratory rate, systolic pressure. */
const CHILD_ROWS: readonly (readonly [months: number, pulse: Band, breathing: Band, systolic: Band])[] = [
  [0, [110, 180], [30, 50], [70, 104]],
  [3, [110, 180], [30, 45], [70, 104]],
  [6, [110, 180], [25, 35], [72, 110]],
  [12, [80, 160], [20, 30], [72, 110]],
  [24, [80, 140], [20, 28], [74, 110]],
  [48, [80, 120], [20, 26], [78, 112]],
  [72, [75, 115], [18, 24], [82, 115]],
  [96, [70, 110], [18, 22], [86, 118]],
  [120, [70, 110], [16, 20], [90, 121]],
  [144, [60, 110], [16, 20], [90, 126]],
  [168, [60, 100], [16, 20], [92, 130]],
];

/** Null for adults. */
export function childBands(ageInMonths: number): ChildBands | null {
  if (ageInMonths >= ADULT_FROM_MONTHS) return null;
  const row = CHILD_ROWS.findLast(([from]) => from <= ageInMonths);
  return row ? { pulse: row[1], breathing: row[2], systolic: row[3] } : null;
}

export type NormalBand = { band: Band; of: "value" | "systolic" | "diastolic" };

/** What a chart shades at that age: two bands for an adult's blood pressure, none where nothing is flagged. */
export function normalBands(sign: VitalSign, ageInMonths: number | null): NormalBand[] {
  if (ageInMonths === null) return [];
  const child = childBands(ageInMonths);
  const value = (band: Band): NormalBand[] => [{ band, of: "value" }];
  switch (sign) {
    case "bloodPressure":
      return child
        ? [{ band: child.systolic, of: "systolic" }]
        : [
            { band: ADULT_SYSTOLIC, of: "systolic" },
            { band: ADULT_DIASTOLIC, of: "diastolic" },
          ];
    case "pulse":
      return value(child?.pulse ?? ADULT_PULSE);
    case "respiratoryRate":
      return value(child?.breathing ?? ADULT_BREATHING);
    case "temperature":
      return value(TEMPERATURE);
    case "oxygenSaturation":
      return value(OXYGEN_SATURATION);
    default:
      return [];
  }
}

/** "adult", "age 8", "age 7 mo": whose band it is. */
export function bandsOf(ageInMonths: number): string {
  if (ageInMonths >= ADULT_FROM_MONTHS) return "adult";
  return ageInMonths < 24 ? `age ${ageInMonths} mo` : `age ${Math.floor(ageInMonths / 12)}`;
}

const ADULT_SOURCES =
  "Ranges for adult outpatients: pulse up to 100 (American Heart Association), SpO2 from 95% (WHO pulse oximetry manual), blood pressure below 140/90 (Philippine hypertension guideline, 2020). The lower limits, pulse 51 and systolic 100, are Klinika's own.";
const CHILD_SOURCES =
  "Ranges for children: Pediatric Advanced Life Support (PALS), by age. Healthy children are often outside them.";

/** Said under the readings: whose limits are used at that age. */
export function sourcesAt(ageInMonths: number | null): string {
  if (ageInMonths === null) return "";
  return ageInMonths >= ADULT_FROM_MONTHS ? ADULT_SOURCES : CHILD_SOURCES;
}
