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
import { useEndpointMutation } from "#web/data/calls.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { ReasonDialog } from "#web/forms/ReasonDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { MoneyInput } from "#web/ui/inputs/MoneyInput.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";

/** The cash that was in the drawer before the first payment. */
export function FloatDialog({ amount, onClose }: { amount: string; onClose: () => void }) {
  const { form, errors, dialog } = useFormDialog(setOpeningFloat, FloatDraft, {
    defaultValues: { amount },
    request: (body) => ({ body }),
    done: "Opening float saved",
    failed: "The opening float could not be saved",
    onClose,
  });
  return (
    <FormDialog
      {...dialog}
      title="Opening Float"
      description="The cash in the drawer before the first payment."
      size="sm"
      compact
      save="Save"
    >
      <Field label="Opening float" required error={errors.amount?.message}>
        <MoneyInput {...form.register("amount")} />
      </Field>
    </FormDialog>
  );
}

/** Cash that was paid out of the drawer. */
export function PettyCashDialog({ onClose }: { onClose: () => void }) {
  const { form, errors, dialog } = useFormDialog(addPettyCash, PettyCashDraft, {
    defaultValues: { amount: "", note: "" },
    request: (body) => ({ body }),
    done: "Petty cash recorded",
    failed: "The petty cash could not be recorded",
    onClose,
  });
  return (
    <FormDialog
      {...dialog}
      title="Petty Cash Out"
      description="Cash that was paid out of the drawer."
      size="sm"
      compact
      save="Save"
    >
      <Field label="Amount" required error={errors.amount?.message}>
        <MoneyInput {...form.register("amount")} />
      </Field>
      <Field label="What for" required error={errors.note?.message}>
        <TextInput maxLength={200} autoComplete="off" {...form.register("note")} />
      </Field>
    </FormDialog>
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
