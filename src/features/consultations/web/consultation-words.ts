import type { Consultation } from "#features/consultations/contract.ts";
import { isConsultation, isUsable, isVitalsAlone } from "#features/consultations/rules.ts";
import { VITAL_SIGNS, type VitalSign, type VitalSigns } from "#shared/clinical/vital-signs.ts";
import { manilaDay } from "#shared/formats/dates.ts";

/** Size of the first page, which the head of the record and the list below share. */
export const FIRST_CONSULTATIONS = "20";

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

/** "BP 92/58, T 38.9 °C": the measured signs in one line that breaks between signs; "" without any. */
export function vitalSignsLine(vitals: VitalSigns | null): string {
  return VITAL_SIGNS.flatMap((sign) => {
    const value = vitals?.[sign];
    const timing = sign === "bloodSugar" && vitals?.bloodSugarTiming;
    const text = value == null ? "" : short[sign](value) + (timing ? ` (${timing})` : "");
    return text === "" ? [] : text.replaceAll(" ", "\u00a0");
  }).join(", ");
}

/** A visit of the list, with the vital signs that the desk took before it on the same day. */
export type ListedVisit = { visit: Consultation; desk: Consultation[] };

/** `visits` are newest first. A consultation and the vital signs recorded before it that day become one visit. */
export function visitsOf(rows: readonly Consultation[]): ListedVisit[] {
  const visits: ListedVisit[] = [];
  for (const row of rows) {
    const day = dayOf(row);
    const later = visits.findLast(
      ({ visit }) => isConsultation(visit) && isUsable(visit) && dayOf(visit) === day,
    );
    if (isVitalsAlone(row) && row.addenda.length === 0 && isUsable(row) && later) later.desk.push(row);
    else visits.push({ visit: row, desk: [] });
  }
  return visits;
}

/** The entry whose vital signs a visit shows: its own, or the desk's, and those entered in error only without others. */
export function vitalsOf({ visit, desk }: ListedVisit): Consultation | undefined {
  const measured = [visit, ...desk].filter(({ vitalSigns }) => vitalSigns);
  return measured.find(({ vitalsInError }) => !vitalsInError) ?? measured[0];
}

const dayOf = ({ createdAt }: Consultation) => manilaDay(new Date(createdAt));
