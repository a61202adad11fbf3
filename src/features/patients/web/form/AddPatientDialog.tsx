import { DraftOffer } from "#web/drafts/DraftOffer.tsx";
import { keepFocus } from "#web/forms/keep-focus.ts";
import { useDiscardQuestion } from "#web/forms/use-discard-question.tsx";
import { Button } from "#web/ui/Button.tsx";
import { FormFoot } from "#web/ui/inputs/FormFoot.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { AddPatientFields } from "./AddPatientFields.tsx";
import { WhenFieldsAreKnown } from "./CustomFieldInputs.tsx";
import { isExact } from "./DuplicateWarning.tsx";
import { useAddPatientForm, type WalkInStart } from "./use-add-patient-form.ts";
import { useLikelyDuplicates } from "./use-likely-duplicates.ts";

export type AddPatientProps = {
  open: boolean;
  onClose: () => void;
  onAdded: (patient: { id: number }) => void;
  /** Switches to the other way of adding a patient. */
  onSwitch?: (() => void) | undefined;
  /** Opens a possible duplicate over the form. */
  onOpenPatient?: ((patientId: number) => void) | undefined;
};

type AddPatientDialogProps = AddPatientProps & {
  /** Every field of the record, instead of those of a walk-in. */
  hasAllFields?: boolean | undefined;
  /** Only a walk-in, with the data known so far. */
  walkIn?: WalkInStart | undefined;
};

/** Add a patient in one form. */
export const AddPatientDialog = (props: AddPatientDialogProps) =>
  props.open ? (
    <WhenFieldsAreKnown>
      <OpenDialog {...props} />
    </WhenFieldsAreKnown>
  ) : null;

function OpenDialog({
  onClose,
  onAdded,
  onSwitch,
  onOpenPatient,
  hasAllFields,
  walkIn,
}: AddPatientDialogProps) {
  const adding = useAddPatientForm({ hasAllFields, walkIn, onAdded });
  const { isWhole, isSaving } = adding;
  const { mayClose, closing, question } = useDiscardQuestion(adding.isDirty, undefined, adding.draft.forget);
  const isKnown = useLikelyDuplicates(adding.form).some(isExact) && !isWhole;
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={() => !isSaving && mayClose()}
      title={walkIn ? "Add Walk-in" : "Add New Patient"}
      description={isWhole ? undefined : "Gets the next number in today's queue."}
      size={isWhole ? "lg" : undefined}
      onSubmit={adding.submit}
      head={
        !walkIn && (
          <>
            {!isWhole && (
              <Button variant="link" onMouseDown={keepFocus} onClick={() => adding.showAllFields()}>
                All fields
              </Button>
            )}
            {onSwitch && (
              // On phones the header has room for only one of them.
              <Button
                variant="link"
                className={isWhole ? undefined : "max-md:hidden"}
                onClick={closing(onSwitch)}
              >
                Step by step
              </Button>
            )}
          </>
        )
      }
      foot={
        <FormFoot
          onCancel={closing(onClose)}
          isSending={isSaving}
          isWaiting={adding.results.isWaiting}
          isPrimary={!isKnown}
          save={walkIn ? "Add to Queue" : "Save Patient"}
        />
      }
    >
      <div className="grid gap-6">
        <DraftOffer draft={adding.draft} />
        <AddPatientFields
          adding={adding}
          onOpenPatient={onOpenPatient}
          {...(!walkIn && { onAdmit: () => adding.showAllFields("Admitted") })}
        />
      </div>
      {question}
    </Dialog>
  );
}
