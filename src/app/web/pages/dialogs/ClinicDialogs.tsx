import { Suspense, useState } from "react";
import {
  AddPatientDialog,
  ChoosePatientDialog,
  ConsultationWithAppointment,
} from "#app/web/pages/lazy-parts.ts";
import { PrescribingDialog } from "#app/web/pages/record/PrescribingDialog.tsx";
import { VisitsSheet } from "#app/web/pages/record/RecordVisits.tsx";
import {
  AddPatientWizard,
  BookForPatient,
  ChooseOtherRecord,
  ConsultationHistoryDialog,
  EditPatientDialog,
  GiveCopyDialog,
  HistoryChecklistDialog,
  OtherDoctorsEntries,
  PaperDialog,
  PrescriptionHistory,
  PrintLabelsDialog,
  RecordVitalsDialog,
  ReferPatientDialog,
  ReminderConsents,
  TakePaymentDialog,
  TaskDialog,
} from "#app/web/pages/record/record-parts.ts";
import { onePatient } from "#features/patients/contract.ts";
import { dateNow } from "#web/clock.ts";
import { useCan } from "#web/data/session.tsx";
import { DialogAddress } from "#web/dialog-address.ts";
import { AfterVisit, firstPaper, writtenAfter } from "./AfterVisit.tsx";
import { type DialogName, type Dialogs, type OpenDialog, openDialogs } from "./use-dialogs.ts";
import { useMergedInto } from "./use-merged-into.ts";
import type { Planned } from "./use-next-steps.tsx";

/** All dialogs of a clinic's pages; the URL says which are open. */
export function ClinicDialogs({ dialogs }: { dialogs: Dialogs }) {
  const [planned, setPlanned] = useState<Planned | null>(null);
  useMergedInto(dialogs);
  return dialogs.open.map((dialog, index) => (
    <DialogAddress key={nameOf(dialog)} value={addresses[index] ?? null}>
      <Suspense fallback={null}>
        <OneDialog dialog={dialog} dialogs={dialogs} planned={planned} onPlanned={setPlanned} />
      </Suspense>
    </DialogAddress>
  ));
}

const nameOf = ({ name, patientId }: OpenDialog) => `${name} ${patientId}`;

const addresses = [0, 1].map((index) => (search: object) => {
  const dialog = openDialogs({ ...search })[index];
  return dialog && nameOf(dialog);
});

/** The dialog to open once a patient is chosen, and its title for the choice. */
const chosenFor: Partial<Record<DialogName, { name: DialogName; why: string }>> = {
  choose: { name: "consultation", why: "The consultation is saved to this patient's record." },
  "choose-edit": { name: "edit", why: "The record of this patient opens for editing." },
  "choose-prescription": { name: "prescription", why: "The prescription is for this patient." },
  "choose-vitals": { name: "vitals", why: "The vital signs are recorded for this patient." },
  "choose-appointment": { name: "appointment", why: "The appointment is for this patient." },
  "choose-refer": { name: "refer", why: "This patient is referred to another clinic." },
};

function OneDialog({
  dialog: { name, patientId },
  dialogs,
  planned,
  onPlanned,
}: {
  dialog: OpenDialog;
  dialogs: Dialogs;
  planned: Planned | null;
  onPlanned: (planned: Planned | null) => void;
}) {
  const { close: onClose, swap } = dialogs;
  const mayView = useCan()(onePatient);
  // Back returns to the form, whose values are kept as a draft.
  const onOpenPatient = mayView ? (id: number) => dialogs.openRecord(id) : undefined;
  const toRecord = (patient: { id: number }) => (mayView ? dialogs.openRecord(patient.id, true) : onClose());
  if (name === "add" || name === "add-form")
    return (
      <AddPatientDialog
        open
        hasAllFields={name === "add-form"}
        {...{ onClose, onOpenPatient }}
        onAdded={toRecord}
        onSwitch={() => swap("add-steps")}
      />
    );
  if (name === "add-steps")
    return (
      <AddPatientWizard
        open
        {...{ onClose, onOpenPatient }}
        onAdded={toRecord}
        onSwitch={() => swap("add-form")}
      />
    );
  const choosing = chosenFor[name];
  if (choosing)
    return (
      <ChoosePatientDialog why={choosing.why} onChosen={(id) => swap(choosing.name, id)} onClose={onClose} />
    );
  if (name === "task") return <TaskDialog task={null} onClose={onClose} />;
  if (patientId === null) return null;
  if (name === "merge") return <ChooseOtherRecord {...{ patientId, onClose }} />;
  if (name === "edit") return <EditPatientDialog patientId={patientId} onClose={onClose} />;
  if (name === "vitals") return <RecordVitalsDialog patientId={patientId} onClose={onClose} />;
  const ofVisit = planned?.patientId === patientId ? planned : null;
  if (name === "next" || (ofVisit && writtenAfter.has(name)))
    return <AfterVisit {...{ name, patientId, dialogs, onPlanned }} planned={ofVisit} />;
  const template = firstPaper[name];
  if (template) return <PaperDialog patientId={patientId} template={template} onClose={onClose} />;
  if (name === "refer") return <ReferPatientDialog patientId={patientId} onClose={onClose} />;
  if (name === "payment") return <TakePaymentDialog patientId={patientId} onClose={onClose} />;
  if (name === "labels") return <PrintLabelsDialog patientId={patientId} onClose={onClose} />;
  if (name === "confidential") return <OtherDoctorsEntries patientId={patientId} onClose={onClose} />;
  if (name === "copy") return <GiveCopyDialog patientId={patientId} onClose={onClose} />;
  if (name === "consultation")
    return (
      <ConsultationWithAppointment
        patientId={patientId}
        onPlanned={(papers) => {
          onPlanned({ patientId, papers, savedAt: dateNow().toISOString(), written: [] });
          swap("next", patientId);
        }}
        onClose={onClose}
      />
    );
  if (name === "appointment")
    return (
      <BookForPatient
        patientId={patientId}
        consents={<ReminderConsents patientId={patientId} />}
        onClose={onClose}
      />
    );
  if (name === "checklist") return <HistoryChecklistDialog patientId={patientId} onClose={onClose} />;
  if (name === "history")
    return (
      <ConsultationHistoryDialog
        patientId={patientId}
        onClose={onClose}
        visits={<VisitsSheet patientId={patientId} onAdd={() => dialogs.show("consultation", patientId)} />}
        prescriptions={
          <PrescriptionHistory
            patientId={patientId}
            writing={(anew) => <PrescribingDialog patientId={patientId} {...anew} />}
          />
        }
      />
    );
  return <PrescribingDialog patientId={patientId} onClose={onClose} />;
}
