import { Banknote, Check } from "lucide-react";
import { clinicSettings } from "#features/clinics/contract.ts";
import { completeConsultation } from "#features/consultations/contract.ts";
import { moveVisit, patientVisits } from "#features/visits/contract.ts";
import { useQueue } from "#features/visits/web/use-queue.ts";
import { usePatient } from "#web/clinical/use-patient.ts";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { Button } from "#web/ui/Button.tsx";
import { useCompleteConsultation } from "../use-complete-consultation.ts";

/** Of a patient's latest visits, enough for those of one day. */
const latest = "10";

/**
 * Closes the consultation in the record of a patient whose consultation is pending: For Payment when the clinic takes
 * payment after the doctor and the patient is in the queue, else Done.
 */
export function DoneButton({ patientId, onDone }: { patientId: number; onDone: () => void }) {
  const can = useCan();
  const today = useToday();
  const patient = usePatient(patientId).data;
  const complete = useCompleteConsultation();
  const queue = useQueue({ onCalled: () => undefined });
  const isPending = patient?.consultationStatus === "pending";
  const settings = useCall(clinicSettings, {});
  const visits = useCall(
    patientVisits,
    { params: { id: String(patientId) }, query: { limit: latest } },
    { enabled: isPending && can(moveVisit) },
  );
  // Not before both have answered or failed: the button would change under the pointer.
  if (!isPending || settings.isPending || (can(moveVisit) && visits.isPending)) return null;
  const visit = visits.data?.find(
    ({ day, state }) => day === today && ["arrived", "vitals_taken", "with_doctor"].includes(state),
  );
  if (visit && settings.data?.queueHasPayment && can(moveVisit))
    return (
      <Button
        icon={<Banknote />}
        onClick={() => {
          void queue.move(visit, "for_payment");
          onDone();
        }}
      >
        For Payment
      </Button>
    );
  if (!can(completeConsultation)) return null;
  return (
    <Button
      icon={<Check />}
      onClick={() => {
        complete(patient);
        onDone();
      }}
    >
      Done
    </Button>
  );
}
