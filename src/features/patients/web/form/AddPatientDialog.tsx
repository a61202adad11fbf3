import type { Patient } from "#features/patients/contract.ts";
import { DraftOffer } from "#web/drafts/DraftOffer.tsx";
import { useDiscardQuestion } from "#web/forms/use-discard-question.tsx";
import { Button } from "#web/ui/Button.tsx";
import { FormFoot } from "#web/ui/inputs/FormFoot.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { AddPatientFields } from "./AddPatientFields.tsx";
import { WhenFieldsAreKnown } from "./CustomFieldInputs.tsx";
import { FormProblems } from "./FormNotes.tsx";
import { useSingleForm } from "./use-single-form.ts";

export type AddPatientProps = {
  open: boolean;
  onClose: () => void;
  onAdded: (patient: Patient) => void;
  /** To the other way of adding a patient. */
  onSwitch?: (() => void) | undefined;
  /** A patient who may be the same, over the form. */
  onOpenPatient?: ((patientId: number) => void) | undefined;
};

/** Add a patient in one form. */
export const AddPatientDialog = (props: AddPatientProps) =>
  props.open ? (
    <WhenFieldsAreKnown>
      <OpenDialog {...props} />
    </WhenFieldsAreKnown>
  ) : null;

function OpenDialog({ onClose, onAdded, onSwitch, onOpenPatient }: AddPatientProps) {
  const { form, vitals, results, submit, draft, isSaving, free, clearFreeNumber, isDirty } =
    useSingleForm(onAdded);
  const { mayClose, closing, question } = useDiscardQuestion(isDirty, undefined, draft.forget);
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={() => !isSaving && mayClose()}
      title="Add New Patient"
      size="lg"
      onSubmit={submit}
      head={
        onSwitch && (
          <Button variant="link" onClick={closing(onSwitch)}>
            Step by step
          </Button>
        )
      }
      foot={
        <FormFoot
          onCancel={closing(onClose)}
          isSending={isSaving}
          isWaiting={results.isWaiting}
          save="Save Patient"
        />
      }
    >
      <div className="grid gap-6">
        <DraftOffer draft={draft} />
        <FormProblems form={form} />
        <AddPatientFields {...{ form, vitals, results, free, onOpenPatient }} onTaken={clearFreeNumber} />
      </div>
      {question}
    </Dialog>
  );
}
