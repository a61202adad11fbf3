import { VITAL_SIGNS, type VitalSign, type VitalSigns } from "#shared/clinical/vital-signs.ts";
import { formatInstant } from "#shared/formats/dates.ts";
import type { FullHistory } from "./contract.ts";

/** The type of a consultation that names none. */
export const DEFAULT_TYPE = "General Consultation";

/** A consultation stored without a type is General. */
export const typeWord = (type: string): string => (type === "" || type === DEFAULT_TYPE ? "General" : type);

/** "Finished Nov 20, 2026, 10:42 AM by Rafael Peñaflor", or who edited a draft last. */
export function fullHistoryState(record: FullHistory): string {
  const { status, finishedAt, updatedAt, doctorName, writtenByName } = record;
  const by = (name: string | null) => (name ? ` by ${name}` : "");
  return status === "finished"
    ? `Finished ${formatInstant(finishedAt ?? updatedAt)}${by(doctorName)}`
    : `Last written ${formatInstant(updatedAt)}${by(writtenByName)}`;
}

/** Weight and height are recognizable by their units. */
const short: Record<VitalSign, (value: string | number) => string> = {
  bloodPressure: (value) => `BP ${value}`,
  temperature: (value) => `T ${value} °C`,
  pulse: (value) => `pulse ${value}`,
  respiratoryRate: (value) => `RR ${value}`,
  oxygenSaturation: (value) => `SpO₂ ${value} %`,
  weight: (value) => `${value} kg`,
  height: (value) => `${value} cm`,
  bloodSugar: (value) => `CBG ${value} mg/dL`,
  headCircumference: (value) => `head ${value} cm`,
  fundalHeight: (value) => `FH ${value} cm`,
  fetalHeartTone: (value) => `FHT ${value}`,
};

/** "BP 92/58", "T 38.9 °C": the measured signs, none of which breaks. */
export function vitalSignWords(vitals: VitalSigns | null): { sign: VitalSign; words: string }[] {
  return VITAL_SIGNS.flatMap((sign) => {
    const value = vitals?.[sign];
    if (value == null) return [];
    const timing = sign === "bloodSugar" && vitals?.bloodSugarTiming;
    const words = short[sign](value) + (timing ? ` (${timing})` : "");
    return [{ sign, words: words.replaceAll(" ", "\u00a0") }];
  });
}

/** The same in one line, "" without any. */
export const vitalSignsLine = (vitals: VitalSigns | null): string =>
  vitalSignWords(vitals)
    .map(({ words }) => words)
    .join(", ");
