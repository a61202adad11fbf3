import { DialogPatient } from "#web/clinical/DialogPatient.tsx";
import { usePatient } from "#web/clinical/use-patient.ts";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { AllReadings } from "./AllReadings.tsx";

/** The charts of the vital signs as a table. */
export function AllReadingsDialog({ patientId, onClose }: { patientId: number; onClose: () => void }) {
  const patient = usePatient(patientId).data;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Vital Signs"
      size="wide"
      bodyLabel="All Readings"
      {...(patient && { patient: <DialogPatient patient={patient} /> })}
      // The head of the table sticks to this box, not under the page's bar.
      bodyClassName="p-0! [--frame-top:0px]"
    >
      <AllReadings patientId={patientId} />
    </Dialog>
  );
}
