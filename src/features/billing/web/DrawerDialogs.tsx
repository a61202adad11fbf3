import {
  addPettyCash,
  type DrawerLine,
  FloatDraft,
  PettyCashDraft,
  setOpeningFloat,
  voidPettyCash,
} from "#features/billing/contract.ts";
import { formatMoney } from "#shared/formats/money.ts";
import { voided } from "#shared/terms.ts";
import { isApiError } from "#web/data/api-error.ts";
import { showFailure, useEndpointMutation } from "#web/data/calls.ts";
import { applyServerFields, useZodForm } from "#web/forms/form.ts";
import { ReasonDialog } from "#web/forms/ReasonDialog.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { FormFoot } from "#web/ui/inputs/FormFoot.tsx";
import { MoneyInput } from "#web/ui/inputs/MoneyInput.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";

/** The cash that was in the drawer before the first payment. */
export function FloatDialog({ amount, onClose }: { amount: string; onClose: () => void }) {
  const form = useZodForm(FloatDraft, { defaultValues: { amount } });
  const { errors, isSubmitting } = form.formState;
  const save = useEndpointMutation(setOpeningFloat, { done: "Opening float saved", failed: null });
  const submit = form.handleSubmit(async (body) => {
    try {
      await save.mutateAsync({ body });
      onClose();
    } catch (error) {
      if (isApiError(error)) applyServerFields(form, error);
      showFailure(error, { title: "Error", fallback: "The opening float could not be saved" });
    }
  });
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={() => !isSubmitting}
      title="Opening Float"
      description="The cash in the drawer before the first payment."
      size="sm"
      compact
      onSubmit={(event) => void submit(event)}
      foot={<FormFoot onCancel={onClose} isSending={isSubmitting} save="Save" />}
    >
      <Field label="Opening float" required error={errors.amount?.message}>
        <MoneyInput {...form.register("amount")} />
      </Field>
    </Dialog>
  );
}

/** Cash that was paid out of the drawer. */
export function PettyCashDialog({ onClose }: { onClose: () => void }) {
  const form = useZodForm(PettyCashDraft, { defaultValues: { amount: "", note: "" } });
  const { errors, isSubmitting } = form.formState;
  const add = useEndpointMutation(addPettyCash, { done: "Petty cash recorded", failed: null });
  const submit = form.handleSubmit(async (body) => {
    try {
      await add.mutateAsync({ body });
      onClose();
    } catch (error) {
      if (isApiError(error)) applyServerFields(form, error);
      showFailure(error, { title: "Error", fallback: "The petty cash could not be recorded" });
    }
  });
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={() => !isSubmitting}
      title="Petty Cash Out"
      description="Cash that was paid out of the drawer."
      size="sm"
      compact
      onSubmit={(event) => void submit(event)}
      foot={<FormFoot onCancel={onClose} isSending={isSubmitting} save="Save" />}
    >
      <div className="grid gap-4">
        <Field label="Amount" required error={errors.amount?.message}>
          <MoneyInput {...form.register("amount")} />
        </Field>
        <Field label="What for" required error={errors.note?.message}>
          <TextInput maxLength={200} autoComplete="off" {...form.register("note")} />
        </Field>
      </div>
    </Dialog>
  );
}

export function VoidPettyCashDialog({ line, onClose }: { line: DrawerLine; onClose: () => void }) {
  const voiding = useEndpointMutation(voidPettyCash, { done: "Petty cash voided", failed: null });
  return (
    <ReasonDialog
      title="Void Petty Cash"
      description={`${formatMoney(line.amount)}, ${line.note}. ${voided}`}
      missing="Say why"
      save="Void"
      fallback="It could not be voided"
      onSave={(body) => voiding.mutateAsync({ params: { id: String(line.id) }, body })}
      onClose={onClose}
    />
  );
}
