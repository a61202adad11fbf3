import type { FormEventHandler, ReactNode } from "react";
import type { Patient } from "#features/patients/contract.ts";
import { DraftOffer } from "#web/drafts/DraftOffer.tsx";
import type { Draft } from "#web/drafts/use-draft.ts";
import { useDiscardQuestion } from "#web/forms/use-discard-question.tsx";
import { FormFoot } from "#web/ui/inputs/FormFoot.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { AskSex } from "./AskSex.tsx";
import { DialogPatient } from "./DialogPatient.tsx";
import { PatientPending } from "./PatientPending.tsx";
import type { usePatient } from "./use-patient.ts";

/**
 * A form about one patient, with the patient's name above it. Offers its draft, and asks before closing discards
 * changes.
 */
export function PatientFormDialog({
  patient,
  title,
  isDirty,
  draft,
  isSending,
  isLoading = false,
  save,
  busyLabel,
  onSubmit,
  onClose,
  children,
}: {
  patient: ReturnType<typeof usePatient>;
  title: string;
  isDirty: boolean;
  draft: Draft;
  isSending: boolean;
  /** Part of the fields is still being loaded: it cannot be sent yet. */
  isLoading?: boolean;
  /** The submit button's label, and its label while submitting. */
  save: string;
  busyLabel?: string;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onClose: () => void;
  /** The fields. */
  children: (patient: Patient) => ReactNode;
}) {
  const { mayClose, closing, question } = useDiscardQuestion(isDirty, undefined, draft.forget);
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="lg"
      patient={
        patient.data && <DialogPatient patient={patient.data} alerts={<AskSex patient={patient.data} />} />
      }
      onSubmit={onSubmit}
      mayClose={() => !isSending && mayClose()}
      foot={
        <FormFoot
          onCancel={closing(onClose)}
          isSending={isSending}
          {...(busyLabel && { busyLabel })}
          disabled={!patient.data || isLoading}
          save={save}
        />
      }
    >
      {patient.data ? (
        <div className="grid gap-4">
          <DraftOffer draft={draft} />
          {children(patient.data)}
        </div>
      ) : (
        <PatientPending patient={patient} />
      )}
      {question}
    </Dialog>
  );
}
