import { giveAppointment } from "#features/appointments/server/book.ts";
import type { Visit, VisitDraft } from "#features/visits/contract.ts";
import { insertVisit } from "#features/visits/server/add-visit.ts";
import type { ClinicScope } from "#server/database/db.ts";

/** Puts a patient in today's queue, for their appointment if there is one: at its place, by its time, for its doctor. */
export function arrive(
  clinic: ClinicScope,
  { appointmentId, ...draft }: VisitDraft,
  now: Date,
): Promise<Visit> {
  if (appointmentId === undefined) return insertVisit(clinic, draft, now);
  return clinic.transaction(async (joined) => {
    const { placeId } = await giveAppointment(joined, appointmentId, { patientId: draft.patientId, now });
    return insertVisit(joined, { ...draft, placeId }, now);
  });
}
