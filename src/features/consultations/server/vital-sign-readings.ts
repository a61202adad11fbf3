import { sql } from "kysely";
import type { VitalSignReading } from "#features/consultations/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { TERM_DAYS } from "#shared/clinical/pregnancy.ts";
import type { VitalSigns } from "#shared/clinical/vital-signs.ts";
import { visitsOfPatient, type WantedPage } from "./visits-of-patient.ts";

/** From the first day that gestation counts to the end of the pregnancy, by the Manila day of the visit. */
const isPregnant = sql<boolean>`exists (
  select from pregnancies p
  where p.clinic_id = consultations.clinic_id and p.patient_id = consultations.patient_id
    and p.state in ('open', 'ended')
    and (consultations.created_at at time zone 'Asia/Manila')::date
        between p.due_on - ${sql.lit(TERM_DAYS)}::int and case when p.state = 'open' then 'infinity'::date else p.ended_on end)`;

/** Every recorded set of a patient, whether from a consultation or recorded on its own. */
export async function listVitalSignReadings(
  clinic: ClinicScope,
  patientId: number,
  wanted: WantedPage,
): Promise<{ rows: VitalSignReading[]; total: number | undefined }> {
  const sets = clinic.db
    .selectFrom("consultations")
    .select(["id", "vitalSigns", "createdAt as recordedAt", isPregnant.as("isPregnant")])
    .where("clinicId", "=", clinic.id)
    .where("vitalSigns", "is not", null);
  const { rows, total } = await visitsOfPatient(clinic, patientId, sets, wanted);
  // Vital signs are only written through VitalSignsEntry, so they are read in its shape.
  const readings = rows.map(({ vitalSigns, ...row }) => ({ ...(vitalSigns as VitalSigns), ...row }));
  return { rows: readings, total };
}
