import * as z from "zod/mini";
import { type ClinicPaper, withdrawPaper } from "#features/papers/contract.ts";
import { requiredLine } from "#shared/formats/fields.ts";
import { isApiError } from "#web/data/api-error.ts";
import { showFailure, useEndpointMutation } from "#web/data/calls.ts";
import { applyServerFields, useZodForm } from "#web/forms/form.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { FormFoot } from "#web/ui/inputs/FormFoot.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";

const Reason = z.object({ reason: requiredLine("Say why it is withdrawn", 500) });

/** Asks why a paper is no longer valid. */
export function WithdrawPaperDialog({
  paper: { id, patientId, title, number, state },
  onClose,
}: {
  paper: ClinicPaper;
  onClose: () => void;
}) {
  const form = useZodForm(Reason, { defaultValues: { reason: "" } });
  const { errors, isSubmitting } = form.formState;
  const withdraw = useEndpointMutation(withdrawPaper, {
    done: `${title} No. ${number} withdrawn`,
    failed: null,
  });
  const save = form.handleSubmit(async (body) => {
    try {
      await withdraw.mutateAsync({ params: { id: String(patientId), paperId: String(id) }, body });
      onClose();
    } catch (error) {
      if (isApiError(error)) applyServerFields(form, error);
      showFailure(error, { title: "Error", fallback: "Failed to withdraw the paper" });
    }
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Withdraw No. ${number}?`}
      description={
        state === "final"
          ? "It can't be printed any more, and whoever checks its code is told that it was withdrawn. Its number stays taken."
          : "It can't be released any more. Its number stays taken."
      }
      size="sm"
      compact
      onSubmit={(event) => {
        event.stopPropagation();
        void save(event);
      }}
      foot={<FormFoot onCancel={onClose} isSending={isSubmitting} busyLabel="Withdrawing…" save="Withdraw" />}
    >
      <Field label="Reason" required error={errors.reason?.message}>
        <TextInput maxLength={500} autoComplete="off" {...form.register("reason")} />
      </Field>
    </Dialog>
  );
}
