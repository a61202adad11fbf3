import { sql } from "kysely";
import type { TodaysVitals } from "#features/clinical-lists/summary-contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { ageTold } from "#server/patient/age-told.ts";
import { hasUsableVitals } from "#server/patient/entries-in-error.ts";
import type { AdultRanges } from "#shared/clinical/adult-ranges.ts";
import { adultBands } from "#shared/clinical/vital-sign-bands.ts";
import { signInShort } from "#shared/clinical/vital-signs.ts";
import { manilaDay, manilaDayRange } from "#shared/formats/dates.ts";
import { newestSigns, type VitalSet } from "./newest-signs.ts";

/** Sets of one day; the busiest clinics record some 300. */
const MOST_SETS = 2000;

/** The vital signs recorded today of those who are in today's queue, each patient once. */
export async function listTodaysVitals(clinic: ClinicScope, now: Date): Promise<TodaysVitals[]> {
  const day = manilaDay(now);
  const { start, end } = manilaDayRange(day);
  const [rows, own] = await Promise.all([
    clinic.db
      .selectFrom("consultations")
      .innerJoin("patients", (join) =>
        join
          .onRef("patients.clinicId", "=", "consultations.clinicId")
          .onRef("patients.id", "=", "consultations.patientId"),
      )
      .select([
        "consultations.patientId",
        "consultations.vitalSigns",
        "consultations.createdAt",
        "patients.birthday",
        ageTold(),
        sql<string | null>`(select p.due_on from pregnancies p
           where p.clinic_id = consultations.clinic_id and p.patient_id = consultations.patient_id
             and p.state = 'open' limit 1)`.as("dueOn"),
      ])
      .where("consultations.clinicId", "=", clinic.id)
      // By patient: an index has their vital signs by time.
      .where("consultations.patientId", "in", (db) =>
        db
          .selectFrom("visits")
          .select("visits.patientId")
          .where("visits.clinicId", "=", clinic.id)
          .where("visits.day", "=", day)
          .where("visits.isOpen", "=", sql.lit(true)),
      )
      .where("consultations.createdAt", ">=", start.toISOString())
      .where("consultations.createdAt", "<", end.toISOString())
      .where(hasUsableVitals)
      .orderBy("consultations.createdAt", "desc")
      .limit(sql.lit(MOST_SETS))
      .execute(),
    clinic.db
      .selectFrom("clinics")
      .select(sql<AdultRanges | null>`adult_ranges`.as("adultRanges"))
      .where("id", "=", clinic.id)
      .executeTakeFirstOrThrow(),
  ]);
  const adults = adultBands(own.adultRanges);
  return [...Map.groupBy(rows, ({ patientId }) => patientId)].flatMap(([patientId, ofPatient]) => {
    const [person] = ofPatient;
    if (!person) return [];
    const sets: VitalSet[] = ofPatient.map(({ vitalSigns, createdAt }) => ({ vitalSigns, createdAt }));
    const pregnancy = person.dueOn === null ? null : { dueOn: person.dueOn };
    const signs = newestSigns(sets, person, adults, pregnancy).map(({ sign, value, flag }) => ({
      sign,
      words: signInShort(sign, String(value)),
      flag,
    }));
    return [{ patientId, signs }];
  });
}
