import { Check } from "lucide-react";
import { completeConsultation, todaysConsultations } from "#features/consultations/contract.ts";
import { useCall } from "#web/data/calls.ts";
import { IfCan } from "#web/data/session.tsx";
import { Button } from "#web/ui/Button.tsx";
import { useCompleteConsultation } from "../use-complete-consultation.ts";

/** Done in the record of a patient who is on today's list. */
export const DoneButton = (props: { patientId: number; onDone: () => void }) => (
  <IfCan do={completeConsultation}>
    <OpenPatientDone {...props} />
  </IfCan>
);

function OpenPatientDone({ patientId, onDone }: { patientId: number; onDone: () => void }) {
  const item = useCall(todaysConsultations, {}).data?.find(({ id }) => id === patientId);
  const complete = useCompleteConsultation();
  if (!item) return null;
  return (
    <Button
      icon={<Check />}
      onClick={() => {
        complete(item);
        onDone();
      }}
    >
      Done
    </Button>
  );
}
