import {
  type AdultBands,
  type Band,
  childBands,
  DEFAULT_ADULT_BANDS,
  RED_LIMITS,
  type TemperatureBand,
  temperatureOf,
} from "#shared/clinical/vital-sign-bands.ts";
import { bloodPressureParts, type VitalSign, type VitalSigns } from "#shared/clinical/vital-signs.ts";

/**
 * Flags for vital signs: they point at a value and do not diagnose. A value in its band is not flagged. Outside the
 * children's ranges it is amber, since these over-flag healthy children, and red only for low systolic pressure, a
 * pressure or temperature that is red in adults, a young infant's fever, and breathing above 60 a minute.
 */
export type Flag = { level: "ok" | "amber" | "red"; text: string };
export type VitalSignFlags = Partial<Record<VitalSign, Flag>>;

const ok = (text: string): Flag => ({ level: "ok", text });
const amber = (text: string): Flag => ({ level: "amber", text });
const red = (text: string): Flag => ({ level: "red", text });

const NEVER_RED: Band = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
const FETAL_HEART: Band = [110, 160];

/** In, above or below a band; red at or below the first red limit and at or above the second. */
function against(value: number, [low, high]: Band, [redLow, redHigh]: Band): Flag {
  if (value >= low && value <= high) return ok(`Within ${low} to ${high}`);
  const text = value < low ? `Below ${low}` : `Above ${high}`;
  return value <= redLow || value >= redHigh ? red(text) : amber(text);
}

function temperature(value: number, { band: [low, high], red: [redLow, redHigh] }: TemperatureBand): Flag {
  if (value > high) return (value >= redHigh ? red : amber)(`Fever, above ${high.toFixed(1)}`);
  if (value < low) return (value <= redLow ? red : amber)(`Low, below ${low.toFixed(1)}`);
  return ok(`Within ${low.toFixed(1)} to ${high.toFixed(1)}`);
}

function oxygenSaturation(value: number, [low]: Band): Flag {
  if (value >= low) return ok(`${low} or more`);
  const [redLow] = RED_LIMITS.oxygenSaturation;
  return value > redLow ? amber(`Below ${low}`) : red(`Below ${redLow + 1}`);
}

/** Red at any age. */
function highPressure(systolic: number, diastolic: number): Flag | null {
  const [, redHigh] = RED_LIMITS.systolic;
  const [, redDiastolic] = RED_LIMITS.diastolic;
  return systolic >= redHigh || diastolic >= redDiastolic ? red(`${redHigh}/${redDiastolic} or above`) : null;
}

function adultPressure(systolic: number, diastolic: number, adults: AdultBands): Flag {
  const [redLow] = RED_LIMITS.systolic;
  if (systolic <= redLow) return red(`Systolic ${redLow} or below`);
  // Hypertension is named by the first flagged pressure: 140/90, if up to 139/89 is not flagged.
  const [over, overDiastolic] = [adults.systolic[1] + 1, adults.diastolic[1] + 1];
  const limit = `${over}/${overDiastolic}`;
  if (systolic >= over || diastolic >= overDiastolic) {
    return amber(systolic > over || diastolic > overDiastolic ? `Above ${limit}` : `At ${limit}`);
  }
  const [low] = adults.systolic;
  return systolic < low ? amber(`Systolic below ${low}`) : ok(`Below ${limit}`);
}

/** Systolic pressure below which a child's is always low (60 newborn, 70 infant, 70 + 2 × age to 10, then 90). */
function lowSystolic(months: number): number {
  if (months < 1) return 60;
  if (months < 12) return 70;
  return Math.min(70 + 2 * Math.floor(months / 12), 90);
}

function childPressure(
  { systolic, diastolic }: { systolic: number; diastolic: number },
  bands: { systolic: Band; diastolic: Band | null },
  months: number,
): Flag {
  const [low, high] = bands.systolic;
  if (systolic < lowSystolic(months)) return red(`Low, below ${lowSystolic(months)} systolic`);
  if (systolic < low) return amber(`Below ${low} systolic`);
  if (systolic > high) return amber(`Above ${high} systolic`);
  const highDiastolic = bands.diastolic?.[1];
  if (highDiastolic !== undefined && diastolic > highDiastolic)
    return amber(`Above ${highDiastolic} diastolic`);
  return ok(`Within ${low} to ${high} systolic`);
}

function childBreathing(value: number, band: Band): Flag {
  return value > 60 ? red("Above 60") : against(value, band, NEVER_RED);
}

/**
 * Not flagged up to the limits of the ADA's Standards of Care 2024: fasting below 100, two hours after a meal below 140,
 * otherwise below 200 mg/dL, and from 70 on (below 54 is its level 2 of hypoglycemia). From 300 on the CDC sends people to
 * a hospital. Newborns have other limits.
 */
function bloodSugar(
  { bloodSugar: value, bloodSugarTiming: timing }: VitalSigns,
  months: number,
): Flag | undefined {
  if (value == null || months < 1) return undefined;
  const high = timing === "fasting" ? 99 : timing === "after meal" ? 139 : 199;
  return against(value, [70, high], [53, 300]);
}

/**
 * A flag for each measured sign that has bands; weight and height have none. The age is that at the visit.
 * Nothing is flagged if it is unknown, since an adult's bands would flag every baby. `adults` are the clinic's
 * bands (`adultBands`); children have their own.
 */
export function flagVitalSigns(
  vitals: VitalSigns,
  ageInMonths: number | null,
  adults: AdultBands,
): VitalSignFlags {
  const flags: VitalSignFlags = {};
  // The unborn child's, whatever the mother's age.
  if (vitals.fetalHeartTone != null)
    flags.fetalHeartTone = against(vitals.fetalHeartTone, FETAL_HEART, NEVER_RED);
  if (ageInMonths === null) return flags;
  const sugar = bloodSugar(vitals, ageInMonths);
  if (sugar) flags.bloodSugar = sugar;
  const pressure = bloodPressureParts(vitals.bloodPressure);
  const high = pressure && highPressure(pressure.systolic, pressure.diastolic);
  const child = childBands(ageInMonths);
  if (vitals.temperature !== null)
    flags.temperature = temperature(vitals.temperature, child?.temperature ?? temperatureOf(adults));
  if (vitals.oxygenSaturation !== null)
    flags.oxygenSaturation = oxygenSaturation(
      vitals.oxygenSaturation,
      (child ? DEFAULT_ADULT_BANDS : adults).oxygenSaturation,
    );
  if (child) {
    const { pulse, breathing } = child;
    if (pressure) flags.bloodPressure = high ?? childPressure(pressure, child, ageInMonths);
    if (vitals.pulse !== null) flags.pulse = against(vitals.pulse, pulse, NEVER_RED);
    if (vitals.respiratoryRate !== null)
      flags.respiratoryRate = childBreathing(vitals.respiratoryRate, breathing);
  } else {
    if (pressure) flags.bloodPressure = high ?? adultPressure(pressure.systolic, pressure.diastolic, adults);
    if (vitals.pulse !== null) flags.pulse = against(vitals.pulse, adults.pulse, RED_LIMITS.pulse);
    if (vitals.respiratoryRate !== null)
      flags.respiratoryRate = against(
        vitals.respiratoryRate,
        adults.respiratoryRate,
        RED_LIMITS.respiratoryRate,
      );
  }
  return flags;
}

/** Body mass index with one decimal, null unless both are known. */
export function bmi(weightKg: number | null, heightCm: number | null): number | null {
  if (!weightKg || !heightCm) return null;
  return Math.round((weightKg / (heightCm / 100) ** 2) * 10) / 10;
}

const ADULT_BMI_FROM_MONTHS = 19 * 12;

/**
 * "BMI 23.9, overweight (Asia-Pacific)", by the steps 18.5, 23 and 25 of the WHO's Western Pacific region. No adult label under 19 years or in pregnancy,
 * none at all if the age is unknown.
 */
export function bmiLabel(index: number, ageInMonths: number | null, isPregnant = false): string {
  const shown = `BMI ${index.toFixed(1)}`;
  if (ageInMonths === null) return shown;
  if (ageInMonths < ADULT_BMI_FROM_MONTHS) return `${shown}, no adult label under 19`;
  if (isPregnant) return `${shown}, no adult label in pregnancy`;
  const label = index < 18.5 ? "underweight" : index < 23 ? "normal" : index < 25 ? "overweight" : "obese";
  return `${shown}, ${label} (Asia-Pacific)`;
}
