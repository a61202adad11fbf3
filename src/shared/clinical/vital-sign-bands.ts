import { ADULT_FROM_MONTHS, bandAge } from "#shared/clinical/age.ts";
import type { VitalSign } from "#shared/clinical/vital-signs.ts";

/**
 * The values that are not flagged, by age; `sourcesAt` names their sources. The adults' are for outpatients:
 * NEWS2, a score for wards, would flag a pulse of 91, a saturation of 95 and a systolic pressure of 110. A clinic may
 * set its own for adults. Children: the PALS ranges, which over-flag healthy children, with the adults' defaults for
 * oxygen saturation and, from two months on, for temperature, fast breathing and a young infant's fever as in the WHO's
 * IMCI, and the AAP's limits of diastolic pressure; weight and height have none.
 */
export type Band = readonly [low: number, high: number];

export const ADULT_SIGNS = [
  "systolic",
  "diastolic",
  "temperature",
  "pulse",
  "respiratoryRate",
  "oxygenSaturation",
] as const;
export type AdultSign = (typeof ADULT_SIGNS)[number];
export type AdultBands = Readonly<Record<AdultSign, Band>>;

/** Klinika's defaults. Saturation has no upper limit, and a low diastolic pressure alone is not flagged. */
export const DEFAULT_ADULT_BANDS: AdultBands = {
  pulse: [51, 100],
  respiratoryRate: [12, 20],
  temperature: [36.1, 38],
  oxygenSaturation: [95, 100],
  systolic: [100, 139],
  diastolic: [0, 89],
};

/** Red at or below the first and at or above the second. A clinic's ranges must be between them. */
export const RED_LIMITS = {
  pulse: [40, 131],
  respiratoryRate: [8, 25],
  temperature: [35, 39.1],
  oxygenSaturation: [91, Number.POSITIVE_INFINITY],
  systolic: [90, 180],
  diastolic: [Number.NEGATIVE_INFINITY, 110],
} as const satisfies Record<AdultSign, Band>;

/** A clinic's own ranges: the signs that differ from the defaults. */
export type AdultRanges = {
  readonly [Sign in AdultSign]?:
    | { readonly low?: number | undefined; readonly high?: number | undefined }
    | undefined;
};

/** The bands of adults in a clinic: its own if set, else the defaults. */
export function adultBands(ranges: AdultRanges | null): AdultBands {
  if (!ranges) return DEFAULT_ADULT_BANDS;
  const bands: Record<AdultSign, Band> = { ...DEFAULT_ADULT_BANDS };
  for (const sign of ADULT_SIGNS) {
    const [low, high] = DEFAULT_ADULT_BANDS[sign];
    bands[sign] = [ranges[sign]?.low ?? low, ranges[sign]?.high ?? high];
  }
  return bands;
}

/** The signs for which the clinic has its own band. */
const ownSigns = (adults: AdultBands): AdultSign[] =>
  ADULT_SIGNS.filter((sign) => adults[sign].some((edge, index) => edge !== DEFAULT_ADULT_BANDS[sign][index]));

/** `diastolic` is null below one year. */
type ChildBands = {
  pulse: Band;
  breathing: Band;
  systolic: Band;
  diastolic: Band | null;
  temperature: TemperatureBand;
};
/** `red`: at or below the first and at or above the second. */
export type TemperatureBand = { band: Band; red: Band };

/**
 * Below two months a fever from 37.5 or a temperature below 35.5 may be a serious infection (WHO IMCI); from 38.0 on it
 * is examined for one at once (AAP 2021).
 */
const YOUNG_INFANT: TemperatureBand = { band: [36.1, 37.4], red: [35.4, 38] };
const YOUNG_UNTIL_MONTHS = 2;

/** From this age in months on: pulse, respiratory rate, systolic pressure. */
const CHILD_ROWS: readonly (readonly [months: number, pulse: Band, breathing: Band, systolic: Band])[] = [
  [0, [110, 180], [30, 50], [70, 104]],
  // Fast from 50 on at 2 to 11 months (IMCI).
  [2, [110, 180], [30, 49], [70, 104]],
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

/**
 * The highest diastolic pressures from 1 to 13 years that need no further evaluation, of boys or girls, whichever is
 * higher (AAP 2017, table 6). From 13 years on hypertension begins at 80.
 */
const CHILD_DIASTOLIC = [54, 58, 60, 62, 64, 67, 68, 69, 71, 72, 74, 75, 79] as const;

function childDiastolic(ageInMonths: number): Band | null {
  const years = Math.floor(ageInMonths / 12);
  const high = CHILD_DIASTOLIC[Math.min(years, CHILD_DIASTOLIC.length) - 1];
  return high === undefined ? null : [0, high];
}

export const temperatureOf = ({ temperature }: AdultBands): TemperatureBand => ({
  band: temperature,
  red: RED_LIMITS.temperature,
});

/** Null for adults. */
export function childBands(ageInMonths: number): ChildBands | null {
  if (ageInMonths >= ADULT_FROM_MONTHS) return null;
  const row = CHILD_ROWS.findLast(([from]) => from <= ageInMonths);
  if (!row) return null;
  return {
    pulse: row[1],
    breathing: row[2],
    systolic: row[3],
    diastolic: childDiastolic(ageInMonths),
    temperature: ageInMonths < YOUNG_UNTIL_MONTHS ? YOUNG_INFANT : temperatureOf(DEFAULT_ADULT_BANDS),
  };
}

export type NormalBand = { band: Band; of: "value" | "systolic" | "diastolic" };

/** What a chart shades at that age: two bands for blood pressure, one for an infant's; none if nothing is flagged. */
export function normalBands(sign: VitalSign, ageInMonths: number | null, adults: AdultBands): NormalBand[] {
  if (ageInMonths === null) return [];
  const child = childBands(ageInMonths);
  const value = (band: Band): NormalBand[] => [{ band, of: "value" }];
  switch (sign) {
    case "bloodPressure":
      return child
        ? [
            { band: child.systolic, of: "systolic" },
            ...(child.diastolic ? [{ band: child.diastolic, of: "diastolic" as const }] : []),
          ]
        : [
            { band: adults.systolic, of: "systolic" },
            { band: adults.diastolic, of: "diastolic" },
          ];
    case "pulse":
      return value(child?.pulse ?? adults.pulse);
    case "respiratoryRate":
      return value(child?.breathing ?? adults.respiratoryRate);
    case "temperature":
      return value((child?.temperature ?? temperatureOf(adults)).band);
    case "oxygenSaturation":
      return value((child ? DEFAULT_ADULT_BANDS : adults).oxygenSaturation);
    default:
      return [];
  }
}

/** "adult", "age 8", "age 7 mo", "age under 1 mo": to whom the band applies. */
export function bandsOf(ageInMonths: number): string {
  return ageInMonths >= ADULT_FROM_MONTHS ? "adult" : `age ${bandAge(ageInMonths)}`;
}

const ADULT_SOURCES =
  "Ranges for adult outpatients: pulse up to 100 (American Heart Association), SpO2 from 95% (WHO pulse oximetry manual), blood pressure below 140/90 (Philippine hypertension guideline, 2020). The lower limits, pulse 51 and systolic 100, are Klinika's own.";
const CHILD_SOURCES =
  "Ranges for children by age: Pediatric Advanced Life Support (PALS); fast breathing at 2 to 11 months from 50, fever below 2 months from 37.5 (WHO IMCI); diastolic from 1 year on (American Academy of Pediatrics, 2017). Healthy children are often outside them.";

const adultSignNames: Record<AdultSign, string> = {
  pulse: "pulse",
  respiratoryRate: "respiratory rate",
  temperature: "temperature",
  oxygenSaturation: "SpO2",
  systolic: "systolic",
  diastolic: "diastolic",
};

/** "pulse 55 to 110", "SpO2 from 93", "diastolic up to 84". */
function rangeInWords(sign: AdultSign, [low, high]: Band): string {
  const text = (edge: number) => (sign === "temperature" ? edge.toFixed(1) : String(edge));
  const name = adultSignNames[sign];
  if (sign === "oxygenSaturation") return `${name} from ${text(low)}`;
  return sign === "diastolic" ? `${name} up to ${text(high)}` : `${name} ${text(low)} to ${text(high)}`;
}

/** Shown below the readings: the source of the limits at that age. */
export function sourcesAt(ageInMonths: number | null, adults: AdultBands): string {
  if (ageInMonths === null) return "";
  if (ageInMonths < ADULT_FROM_MONTHS) return CHILD_SOURCES;
  const own = ownSigns(adults).map((sign) => rangeInWords(sign, adults[sign]));
  return own.length > 0
    ? `Set by this clinic for adults: ${own.join(", ")}. Klinika's defaults: ${ADULT_SOURCES}`
    : ADULT_SOURCES;
}
