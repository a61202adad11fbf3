import type { Patient } from "#features/patients/contract.ts";
import { ageInMonths } from "#shared/clinical/age.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { dateNow } from "#web/clock.ts";

/** In full months on that day (today by default), null when unknown. */
export const monthsOf = (patient: Patient, at: Date = dateNow()): number | null =>
  ageInMonths(patient, manilaDay(at));
