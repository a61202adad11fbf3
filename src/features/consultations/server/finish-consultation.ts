import type { PatientListItem } from "#features/patients/contract.ts";
import { findPatient } from "#features/patients/server/queries.ts";
import { type ConsultationStatus, setRecordStatus } from "#features/patients/server/record-status.ts";
import { closeVisits, reopenVisits } from "#features/visits/server/follow-patient.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { manilaDay } from "#shared/formats/dates.ts";

/**
 * Done and its Undo: takes the patient off today's list or puts them back, together with the visits of today that they
 * came for, and sets a waiting patient to seen or back. Repeating it changes nothing, so that a retry on a bad connection keeps
 * the first time.
 */
export function setConsultationStatus(
  clinic: ClinicScope,
  patientId: number,
  status: ConsultationStatus,
  now: Date,
): Promise<PatientListItem> {
  return clinic.transaction(async (joined) => {
    // Before the status, which an appointment later today would make pending again.
    if (status === "completed") await closeVisits(joined, patientId, now);
    const { patient, closedAt } = await setRecordStatus(joined, patientId, status, now);
    if (status === "completed" || !closedAt) return patient;
    await reopenVisits(joined, patientId, { closedAt, now });
    return findPatient(joined, patientId, manilaDay(now));
  });
}
