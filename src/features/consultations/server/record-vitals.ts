import type { Consultation, VitalsDraft } from "#features/consultations/contract.ts";
import { markVitalsTaken } from "#features/visits/server/follow-patient.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { insertConsultation, type PatientsAllowed } from "./insert-consultation.ts";
import { visitFromVitals } from "./new-visits.ts";

/** Stores vital signs, and moves a patient who has arrived on in the queue. */
export function recordVitals(
  clinic: ClinicScope,
  patientId: number,
  draft: VitalsDraft,
  { now, allowed }: { now: Date; allowed: PatientsAllowed },
): Promise<Consultation> {
  return clinic.transaction(async (joined) => {
    const consultation = await insertConsultation(joined, patientId, visitFromVitals(draft), {
      now,
      allowed,
    });
    await markVitalsTaken(joined, patientId, now);
    return consultation;
  });
}
