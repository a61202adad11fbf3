import { clinicSettings } from "#features/clinics/contract.ts";
import { completeConsultation } from "#features/consultations/contract.ts";
import { moveVisit, patientVisits, type Visit } from "#features/visits/contract.ts";
import { statesBeforePayment, visitIn, visitsUntil } from "#features/visits/visit-of-day.ts";
import { visitStateLabels } from "#shared/clinical/visit-states.ts";
import { useCompleteConsultation } from "#web/clinical/use-complete-consultation.ts";
import { usePatient } from "#web/clinical/use-patient.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";

/**
 * What closes the consultation of a patient whose consultation is pending: For Payment when the clinic takes payment
 * after the doctor and the patient is in the queue, else Done. Null while that is not known, and where nothing is to be
 * closed.
 */
export function useCloseVisit(
  patientId: number,
): { label: "For Payment" | "Done"; visit: Visit | null; close: () => void } | null {
  const can = useCan();
  const today = useToday();
  const patient = usePatient(patientId).data;
  const complete = useCompleteConsultation();
  const isPending = patient?.consultationStatus === "pending";
  const settings = useCall(clinicSettings, {}, { enabled: isPending });
  const visits = useCall(
    patientVisits,
    { params: { id: String(patientId) }, query: visitsUntil(today) },
    { enabled: isPending && can(moveVisit) },
  );
  const visit = visitIn(visits.data ?? [], today, statesBeforePayment);
  const failed = { title: "Error", fallback: "The queue could not be changed" };
  const back = useEndpointMutation(moveVisit, { done: null, failed });
  const pays = useEndpointMutation(moveVisit, {
    done: { title: visitStateLabels.for_payment, ...(patient && { description: patient.patientName }) },
    failed,
    invalidatesOnError: true,
    undo: ({ id }) =>
      back.mutate({ params: { id: String(id) }, body: { state: visit?.state ?? "with_doctor" } }),
  });
  // Not before both have answered or failed: the button would change under the pointer.
  if (!isPending || settings.isPending || (can(moveVisit) && visits.isPending)) return null;
  if (visit && settings.data?.queueHasPayment && can(moveVisit))
    return {
      label: "For Payment",
      visit,
      close: () =>
        pays.mutate({
          params: { id: String(visit.id) },
          body: { state: "for_payment", from: visit.state },
        }),
    };
  return can(completeConsultation) ? { label: "Done", visit, close: () => complete(patient) } : null;
}
