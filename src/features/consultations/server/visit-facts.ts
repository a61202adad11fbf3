import { sql } from "kysely";
import type { Consultation } from "#features/consultations/contract.ts";
import { isVitalsAlone, VITALS_TYPE } from "#features/consultations/rules.ts";
import { readPregnancies } from "#features/pregnancies/server/pregnancy-rows.ts";
import type { Medication } from "#features/prescriptions/contract.ts";
import { nameOfUser } from "#server/auth/user-name.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { usableVitals } from "#server/patient/entries-in-error.ts";
import { isPregnantOn, pregnancyNote } from "#shared/clinical/pregnancy.ts";
import type { VitalSigns } from "#shared/clinical/vital-signs.ts";
import { manilaDay, manilaDayRange } from "#shared/formats/dates.ts";
import { prescribedText } from "#shared/prescription/prescribed-text.ts";

/** What a visit has beside its consultation. */
export type VisitFacts = {
  /** Vital signs recorded on their own, before the consultation on its day, the oldest first. None if it has its own. */
  vitals: { vitalSigns: VitalSigns; takenAt: string; takenByName: string | null }[];
  /** "Pregnant, 24 weeks. EDC March 12, 2027", as it was known that day. */
  pregnancy: string | null;
  /** Medicines of the day's prescriptions, a line each; null for none. Not of those that are withdrawn, not released yet, or confidential. */
  prescribed: string | null;
};

export async function findVisitFacts(clinic: ClinicScope, consultation: Consultation): Promise<VisitFacts> {
  const { patientId, createdAt, vitalSigns, vitalsInError } = consultation;
  const isAlone = isVitalsAlone(consultation);
  const day = manilaDay(new Date(createdAt));
  const [vitals, pregnancies, prescribed] = await Promise.all([
    (vitalSigns === null || vitalsInError) && !isAlone ? findVitals(clinic, patientId, createdAt) : [],
    readPregnancies(clinic, patientId),
    isAlone ? null : findPrescribed(clinic, patientId, day),
  ]);
  const pregnancy = pregnancies.find(
    ({ state, dueOn, endedOn, recordedAt }) =>
      (state === "open" || (state === "ended" && endedOn !== null)) &&
      dueOn !== null &&
      isPregnantOn({ dueOn, endedOn }, day) &&
      manilaDay(new Date(recordedAt)) <= day,
  );
  return { vitals, pregnancy: pregnancy?.dueOn ? pregnancyNote(pregnancy.dueOn, day) : null, prescribed };
}

async function findPrescribed(clinic: ClinicScope, patientId: number, day: string): Promise<string | null> {
  const { start, end } = manilaDayRange(day);
  const rows = await clinic.db
    .selectFrom("prescriptions")
    .select("medications")
    .where("clinicId", "=", clinic.id)
    .where("patientId", "=", patientId)
    .where("createdAt", ">=", start.toISOString())
    .where("createdAt", "<", end.toISOString())
    .where("status", "=", "final")
    .where("confidentialToId", "is", null)
    .orderBy("createdAt")
    .orderBy("id")
    .limit(sql.lit(mostSets))
    .execute();
  return prescribedText(rows.flatMap(({ medications }) => medications as Medication[])) || null;
}

/** Of one day. */
const mostSets = 20;

async function findVitals(
  clinic: ClinicScope,
  patientId: number,
  before: string,
): Promise<VisitFacts["vitals"]> {
  const { start } = manilaDayRange(manilaDay(new Date(before)));
  const rows = await usableVitals(clinic, patientId)
    .select([
      "vitalSigns",
      "createdAt as takenAt",
      nameOfUser(clinic, "consultations.secretary_id").as("takenByName"),
    ])
    .where("createdAt", ">=", start.toISOString())
    .where("createdAt", "<=", before)
    .where("consultationType", "=", VITALS_TYPE)
    .orderBy("createdAt")
    .orderBy("id")
    .limit(sql.lit(mostSets))
    .execute();
  return rows.flatMap(({ vitalSigns, ...taken }) => (vitalSigns ? [{ vitalSigns, ...taken }] : []));
}
