import { FileText, HeartPulse, Stethoscope } from "lucide-react";
import { Suspense } from "react";
import { addConsultation, recordVitals } from "#features/consultations/contract.ts";
import { onePatient } from "#features/patients/contract.ts";
import { IfCan, useCan, useCurrentUser } from "#web/session.tsx";
import { Button } from "#web/ui/Button.tsx";
import {
  AddPatientDialog,
  AddPatientWizard,
  ChoosePatientDialog,
  ConsultationRecords,
  EditPatientDialog,
  GeneratePrescriptionDialog,
  LatestVitals,
  NewConsultationWizard,
  PatientDetailsDialog,
  PrescriptionHistory,
  RecordVitalsDialog,
} from "./lazy-parts.ts";
import type { Dialogs, OpenDialog } from "./use-dialogs.ts";

/** Every dialog of a clinic's pages, as the address says which are open. */
export function ClinicDialogs({ dialogs }: { dialogs: Dialogs }) {
  return dialogs.open.map((dialog) => (
    <Suspense key={`${dialog.name} ${dialog.patientId}`} fallback={null}>
      <OneDialog dialog={dialog} dialogs={dialogs} />
    </Suspense>
  ));
}

function OneDialog({ dialog: { name, patientId }, dialogs }: { dialog: OpenDialog; dialogs: Dialogs }) {
  const { close: onClose, swap } = dialogs;
  const mayView = useCan()(onePatient);
  const toDetails = (patient: { id: number }) => (mayView ? swap("details", patient.id) : onClose());
  if (name === "add")
    return <AddPatientDialog open onClose={onClose} onAdded={toDetails} onSwitch={() => swap("add-steps")} />;
  if (name === "add-steps")
    return <AddPatientWizard open onClose={onClose} onAdded={toDetails} onSwitch={() => swap("add")} />;
  if (name === "choose")
    return <ChoosePatientDialog onChosen={(id) => swap("consultation", id)} onClose={onClose} />;
  if (patientId === null) return null;
  if (name === "details") return <PatientDetails patientId={patientId} dialogs={dialogs} />;
  if (name === "edit") return <EditPatientDialog patientId={patientId} onClose={onClose} />;
  if (name === "vitals") return <RecordVitalsDialog patientId={patientId} onClose={onClose} />;
  if (name === "consultation") return <NewConsultationWizard patientId={patientId} onClose={onClose} />;
  return <GeneratePrescriptionDialog patientId={patientId} onClose={onClose} />;
}

const icon = { "aria-hidden": true, className: "size-4", strokeWidth: 1.75 } as const;

/** The record of a patient, with what the other features know of the patient put in. */
function PatientDetails({ patientId, dialogs }: { patientId: number; dialogs: Dialogs }) {
  const isOwner = useCurrentUser().data?.role === "owner";
  return (
    <PatientDetailsDialog
      patientId={patientId}
      onClose={dialogs.close}
      onEdit={() => dialogs.show("edit", patientId)}
      actions={
        <>
          <IfCan do={recordVitals}>
            <Button icon={<HeartPulse {...icon} />} onClick={() => dialogs.show("vitals", patientId)}>
              Record Vitals
            </Button>
          </IfCan>
          <IfCan do={addConsultation}>
            <Button icon={<Stethoscope {...icon} />} onClick={() => dialogs.show("consultation", patientId)}>
              New Consultation
            </Button>
          </IfCan>
          {/* The others reach the form from the patient's card. */}
          {isOwner && (
            <Button
              variant="primary"
              className="max-md:order-first max-md:basis-full"
              icon={<FileText {...icon} />}
              onClick={() => dialogs.show("prescription", patientId)}
            >
              Generate Prescription
            </Button>
          )}
        </>
      }
      vitals={<LatestVitals patientId={patientId} />}
      consultations={
        <ConsultationRecords patientId={patientId} onAdd={() => dialogs.show("consultation", patientId)} />
      }
      prescriptions={<PrescriptionHistory patientId={patientId} />}
    />
  );
}
