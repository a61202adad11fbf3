import type { ComponentProps } from "react";
import type { Patient } from "#features/patients/contract.ts";
import { readVitalSigns } from "#shared/clinical/vital-signs.ts";
import { VitalSignsFields } from "#web/clinical/VitalSignsFields.tsx";
import { monthsOf } from "./months-of.ts";
import { useGrowthLimits } from "./use-growth-limits.ts";

/** The vital signs of a consultation, with a child's impossible measurements told at their fields. */
export function VisitVitalSigns({
  patient,
  ...fields
}: { patient: Patient } & Omit<ComponentProps<typeof VitalSignsFields>, "ageInMonths" | "beyond">) {
  const beyond = useGrowthLimits(patient, readVitalSigns(fields.values).values);
  return <VitalSignsFields {...fields} ageInMonths={monthsOf(patient)} beyond={beyond} />;
}
