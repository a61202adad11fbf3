import type { Consultation } from "#features/consultations/contract.ts";
import {
  VITAL_SIGN_LABELS,
  VITAL_SIGN_UNITS,
  VITAL_SIGNS,
  type VitalSigns,
} from "#shared/clinical/vital-signs.ts";

const storedDefault = "General Consultation";

/** The badge's word: a consultation stored without a type is General. */
export const typeWord = (type: string): string => (type === "" || type === storedDefault ? "General" : type);

export const isVitalsAlone = ({ consultationType }: Consultation): boolean => consultationType === "Vitals";

const short: Partial<Record<keyof VitalSigns, string>> = {
  bloodPressure: "BP",
  respiratoryRate: "RR",
  oxygenSaturation: "SpO₂",
};

/** "BP 92/58 mmHg, temperature 38.9 °C": what was measured, in one line that breaks between signs; "" for nothing. */
export function vitalSignsLine(vitals: VitalSigns | null): string {
  if (!vitals) return "";
  return VITAL_SIGNS.filter((sign) => vitals[sign] !== null)
    .map((sign) =>
      [short[sign] ?? VITAL_SIGN_LABELS[sign].toLowerCase(), vitals[sign], VITAL_SIGN_UNITS[sign]].join(
        "\u00a0",
      ),
    )
    .join(", ");
}
