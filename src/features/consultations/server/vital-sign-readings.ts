import type { VitalSignReading } from "#features/consultations/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import type { VitalSigns } from "#shared/clinical/vital-signs.ts";
import { visitsOfPatient, type WantedPage } from "./visits-of-patient.ts";

/** Every recorded set of a patient, whether from a consultation or recorded on its own. */
export async function listVitalSignReadings(
  clinic: ClinicScope,
  patientId: number,
  wanted: WantedPage,
): Promise<{ rows: VitalSignReading[]; total: number | undefined }> {
  const sets = clinic.db
    .selectFrom("consultations")
    .select(["id", "vitalSigns", "createdAt as recordedAt"])
    .where("clinicId", "=", clinic.id)
    .where("vitalSigns", "is not", null);
  const { rows, total } = await visitsOfPatient(clinic, patientId, sets, wanted);
  // Vital signs are only written through VitalSignsEntry, so they are read in its shape.
  const readings = rows.map(({ vitalSigns, ...row }) => ({ ...(vitalSigns as VitalSigns), ...row }));
  return { rows: readings, total };
}
