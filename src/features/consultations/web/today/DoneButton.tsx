import { Check } from "lucide-react";
import { completeConsultation } from "#features/consultations/contract.ts";
import { usePatient } from "#web/clinical/use-patient.ts";
import { useCan } from "#web/data/session.tsx";
import { Button } from "#web/ui/Button.tsx";
import { useCompleteConsultation } from "../use-complete-consultation.ts";

/** The Done button in the record of a patient whose consultation is pending. */
export function DoneButton({ patientId, onDone }: { patientId: number; onDone: () => void }) {
  const can = useCan();
  const patient = usePatient(patientId).data;
  const complete = useCompleteConsultation();
  if (patient?.consultationStatus !== "pending" || !can(completeConsultation)) return null;
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
