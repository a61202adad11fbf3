import * as z from "zod/mini";
import { requiredLine } from "#shared/formats/fields.ts";
import { isApiError } from "#web/data/api-error.ts";
import { showFailure } from "#web/data/calls.ts";
import { applyServerFields, useZodForm } from "#web/forms/form.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { FormFoot } from "#web/ui/inputs/FormFoot.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";

const Reason = z.object({ reason: requiredLine("Say why it is withdrawn", 500) });

/** Asks why a prescription, certificate or request is no longer valid. */
export function WithdrawDialog({
  title,
  description,
  fallback,
  onWithdraw,
  onClose,
}: {
  title: string;
  description: string;
  /** If it fails without a message. */
  fallback: string;
  onWithdraw: (body: z.output<typeof Reason>) => Promise<unknown>;
  onClose: () => void;
}) {
  const form = useZodForm(Reason, { defaultValues: { reason: "" } });
  const { errors, isSubmitting } = form.formState;
  const save = form.handleSubmit(async (body) => {
    try {
      await onWithdraw(body);
      onClose();
    } catch (error) {
      if (isApiError(error)) applyServerFields(form, error);
      showFailure(error, { title: "Error", fallback });
    }
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
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
