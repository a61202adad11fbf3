import { sql } from "kysely";
import { mostVisits, type Pregnancy, type PrenatalVisit } from "#features/pregnancies/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { usableVitals } from "#server/patient/entries-in-error.ts";
import { gestationDays, startOf } from "#shared/clinical/pregnancy.ts";
import { manilaDay, manilaDayRange } from "#shared/formats/dates.ts";
import { findPregnancy } from "./pregnancy-rows.ts";

/** Sets of vital signs that are read: several may be of one day. */
const SETS = 300;

/** Measurements of one day are combined, using the latest of each. Latest day first. */
export async function listPrenatalVisits(
  clinic: ClinicScope,
  patientId: number,
  id: number,
  now: Date,
): Promise<PrenatalVisit[]> {
  return visitsOf(clinic, await findPregnancy(clinic, patientId, id), now);
}

export async function visitsOf(
  clinic: ClinicScope,
  { patientId, dueOn, endedOn }: Pregnancy,
  now: Date,
): Promise<PrenatalVisit[]> {
  if (dueOn === null) return [];
  const { start } = manilaDayRange(startOf(dueOn));
  const { end } = manilaDayRange(endedOn ?? manilaDay(now));
  const sets = await usableVitals(clinic, patientId)
    .select(["vitalSigns", "createdAt"])
    .where("createdAt", ">=", start.toISOString())
    .where("createdAt", "<", end.toISOString())
    .orderBy("createdAt", "desc")
    .limit(sql.lit(SETS))
    .execute();
  const days = new Map<string, PrenatalVisit>();
  for (const { vitalSigns: signs, createdAt } of sets) {
    if (!signs) continue;
    const date = manilaDay(new Date(createdAt));
    const later = days.get(date);
    const visit: PrenatalVisit = {
      date,
      days: gestationDays(dueOn, date),
      bloodPressure: later?.bloodPressure ?? signs.bloodPressure,
      weight: later?.weight ?? signs.weight,
      fundalHeight: later?.fundalHeight ?? signs.fundalHeight ?? null,
      fetalHeartTone: later?.fetalHeartTone ?? signs.fetalHeartTone ?? null,
      presentation: later?.presentation ?? signs.presentation ?? null,
    };
    const { bloodPressure, weight, fundalHeight, fetalHeartTone } = visit;
    if ([bloodPressure, weight, fundalHeight, fetalHeartTone].some((value) => value != null))
      days.set(date, visit);
  }
  return [...days.values()].slice(0, mostVisits);
}
