import type { Patient } from "#features/patients/contract.ts";
import { Button } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useDiscardQuestion } from "#web/use-discard-question.tsx";
import { AddPatientFields } from "./AddPatientFields.tsx";
import { FormProblems, RegisteredAlready } from "./FormNotes.tsx";
import { useSingleForm } from "./use-single-form.ts";

export type AddPatientProps = {
  open: boolean;
  onClose: () => void;
  onAdded: (patient: Patient) => void;
  /** To the other way of adding a patient. */
  onSwitch?: (() => void) | undefined;
};

/** Add a patient in one form. */
export const AddPatientDialog = (props: AddPatientProps) => (props.open ? <OpenDialog {...props} /> : null);

function OpenDialog({ onClose, onAdded, onSwitch }: AddPatientProps) {
  const { form, vitals, submit, isSaving, free, forgetFree, registered, isDirty } = useSingleForm(onAdded);
  const { mayClose, closing, question } = useDiscardQuestion(isDirty && !registered);
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
        <>
          <Button onClick={closing(onClose)} disabled={isSaving}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={isSaving}
            busyLabel="Saving…"
            className="max-md:flex-1"
          >
            Save Patient
          </Button>
        </>
      }
    >
      <div className="grid gap-6">
        <FormProblems form={form} />
        {registered && <RegisteredAlready patient={registered} onDone={() => onAdded(registered)} />}
        <AddPatientFields {...{ form, vitals, free }} onTaken={forgetFree} />
      </div>
      {question}
    </Dialog>
  );
}
