import { sql } from "kysely";
import type { VitalSignReading } from "#features/consultations/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { hasOwnVitals, markOf } from "#server/patient/entries-in-error.ts";
import { LONGEST_DAYS, TERM_DAYS } from "#shared/clinical/pregnancy.ts";
import { NO_VITAL_SIGNS, type VitalSigns } from "#shared/clinical/vital-signs.ts";
import { notFound } from "#shared/errors.ts";
import { entriesOfPatient, type WantedPage } from "./entries-of-patient.ts";

/** Of rows of `consultations`: `gestationDays`, if `isPregnantOn` the Manila day of the visit. `least` ignores the missing end of an open one. */
export const gestationDays = sql<number | null>`(
  select ${sql.lit(TERM_DAYS)}::int - (p.due_on - (consultations.created_at at time zone 'Asia/Manila')::date)
  from pregnancies p
  where p.clinic_id = consultations.clinic_id and p.patient_id = consultations.patient_id
    and p.state in ('open', 'ended')
    and (consultations.created_at at time zone 'Asia/Manila')::date
        between p.due_on - ${sql.lit(TERM_DAYS)}::int
            and least(p.due_on + ${sql.lit(LONGEST_DAYS - TERM_DAYS)}::int, p.ended_on)
  order by p.due_on desc limit 1)`;

const selectReadings = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("consultations")
    .select([
      "id",
      "vitalSigns",
      "createdAt as recordedAt",
      "secretaryId as recordedById",
      gestationDays.as("gestationDays"),
      markOf(clinic, "consultations", "vitals_in_error").as("enteredInError"),
    ])
    .where("clinicId", "=", clinic.id)
    .where(hasOwnVitals);

type Row = Omit<VitalSignReading, keyof VitalSigns | "isPregnant"> & { vitalSigns: VitalSigns | null };

const asReading = ({ vitalSigns, ...row }: Row): VitalSignReading => ({
  ...(vitalSigns ?? NO_VITAL_SIGNS),
  ...row,
  isPregnant: row.gestationDays !== null,
});

/** Every recorded set of a patient, whether from a consultation or recorded on its own. */
export async function listVitalSignReadings(
  clinic: ClinicScope,
  patientId: number,
  wanted: WantedPage,
): Promise<{ rows: VitalSignReading[]; total: number | undefined }> {
  const { rows, total } = await entriesOfPatient(clinic, patientId, selectReadings(clinic), wanted);
  return { rows: rows.map(asReading), total };
}

export async function findVitalSignReading(
  clinic: ClinicScope,
  patientId: number,
  id: number,
): Promise<VitalSignReading> {
  const row = await selectReadings(clinic)
    .where("patientId", "=", patientId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => notFound("Vital signs"));
  return asReading(row);
}
