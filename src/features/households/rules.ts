import { ADULT_FROM_MONTHS, type AgeSource, ageInMonths } from "#shared/clinical/age.ts";

/** Patients under 18, and those of unknown age. `today`: the Manila day. */
export const mayHaveGuardian = (patient: AgeSource, today: string): boolean =>
  (ageInMonths(patient, today) ?? 0) < ADULT_FROM_MONTHS;
