import type { PatientListItem } from "#features/patients/contract.ts";
import { type ConsultationStatus, setRecordStatus } from "#features/patients/server/record-status.ts";
import { closeVisits, reopenVisits } from "#features/visits/server/follow-patient.ts";
import type { ClinicScope } from "#server/database/db.ts";

/**
 * Done and its Undo: takes the patient off today's list or puts them back, together with their open visits of today,
 * and sets a waiting patient to seen or back. Repeating it changes nothing, so that a retry on a bad connection keeps
 * the first time.
 */
export function setConsultationStatus(
  clinic: ClinicScope,
  patientId: number,
  status: ConsultationStatus,
  now: Date,
): Promise<PatientListItem> {
  return clinic.transaction(async (joined) => {
    const { patient, closedAt } = await setRecordStatus(joined, patientId, status, now);
    if (status === "completed") await closeVisits(joined, patientId, now);
    else if (closedAt) await reopenVisits(joined, patientId, { closedAt, now });
    return patient;
  });
}
