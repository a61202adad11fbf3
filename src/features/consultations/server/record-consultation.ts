import type { Consultation, ConsultationDraft } from "#features/consultations/contract.ts";
import { markWithDoctor } from "#features/visits/server/follow-patient.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { practitionerFor } from "#server/practitioners.ts";
import { requireDay } from "#server/require-day.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { isDoctor, type Role } from "#shared/permissions.ts";
import { insertConsultation } from "./insert-consultation.ts";
import { consultationFromDraft } from "./new-consultations.ts";

/** Stores a consultation, and ends the patient's waiting. */
export function recordConsultation(
  clinic: ClinicScope,
  draft: ConsultationDraft,
  { now, role }: { now: Date; role: Role },
): Promise<Consultation> {
  const entry = consultationFromDraft(draft);
  if (entry.followUpDate)
    requireDay("followUp", entry.followUpDate, "followUpDate", { today: manilaDay(now) });
  return clinic.transaction(async (joined) => {
    // A doctor who names nobody saw the patient; staff did not.
    const isNamed = draft.practitionerId !== undefined || (!isDoctor(role) && !entry.isIntake);
    const doctor = isNamed ? await practitionerFor(joined, draft.practitionerId) : undefined;
    const consultation = await insertConsultation(joined, draft.patientId, entry, {
      now,
      practitionerId: doctor?.id,
    });
    if (!entry.isIntake) await markWithDoctor(joined, draft.patientId, now);
    return consultation;
  });
}
