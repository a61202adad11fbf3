import type { Consultation, ConsultationDraft } from "#features/consultations/contract.ts";
import { markWithDoctor } from "#features/visits/server/follow-patient.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { insertConsultation } from "./insert-consultation.ts";
import { visitFromDraft } from "./new-visits.ts";

/** Stores a consultation, and takes a patient who waited out of those who wait. */
export function recordConsultation(
  clinic: ClinicScope,
  draft: ConsultationDraft,
  now: Date,
): Promise<Consultation> {
  const visit = visitFromDraft(draft);
  return clinic.transaction(async (joined) => {
    const consultation = await insertConsultation(joined, draft.patientId, visit, { now });
    if (!visit.isIntake) await markWithDoctor(joined, draft.patientId, now);
    return consultation;
  });
}
