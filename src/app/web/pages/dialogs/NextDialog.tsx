import { CircleCheck } from "lucide-react";
import { formatClock } from "#shared/formats/dates.ts";
import { DialogPatient } from "#web/clinical/DialogPatient.tsx";
import { firstOf, type NextStep, NextSteps } from "#web/clinical/NextSteps.tsx";
import { usePatient } from "#web/clinical/use-patient.ts";
import { Button } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";

/** After a consultation is saved: what comes next, in order. The filled button goes on to the first of it. */
export function NextDialog({
  patientId,
  savedAt,
  steps,
  onClose,
}: {
  patientId: number;
  savedAt: string | null;
  steps: readonly NextStep[];
  onClose: () => void;
}) {
  const patient = usePatient(patientId).data;
  const first = firstOf(steps);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Next for This Visit"
      {...(patient && { patient: <DialogPatient patient={patient} /> })}
      foot={
        <>
          <Button variant="ghost" onClick={onClose}>
            Close
          </Button>
          {first && (
            <Button variant="primary" icon={first.icon} onClick={first.press} data-autofocus="">
              {`Next: ${first.name}`}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-3">
        {savedAt && (
          <p role="status" className="flex items-center gap-2 font-medium text-ok">
            <CircleCheck className="shrink-0" />
            {`Consultation saved ${formatClock(savedAt)}`}
          </p>
        )}
        <NextSteps steps={steps} />
      </div>
    </Dialog>
  );
}
