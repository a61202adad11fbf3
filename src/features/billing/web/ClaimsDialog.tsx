import { ClaimsReference, markClaimsBilled, type markClaimsPaid } from "#features/billing/contract.ts";
import { formatMoney } from "#shared/formats/money.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";

/** The statement that the claims were sent with, or the payment that settles them. */
export function ClaimsDialog({
  company,
  billIds,
  amount,
  endpoint,
  onDone,
  onClose,
}: {
  company: string;
  billIds: number[];
  amount: string;
  endpoint: typeof markClaimsBilled | typeof markClaimsPaid;
  onDone: () => void;
  onClose: () => void;
}) {
  const isBilling = endpoint === markClaimsBilled;
  const { form, errors, dialog } = useFormDialog(endpoint, ClaimsReference, {
    defaultValues: { reference: "" },
    request: ({ reference }) => ({ body: { billIds, reference } }),
    done: ({ bills }) =>
      `${bills} ${bills === 1 ? "claim" : "claims"} marked as ${isBilling ? "billed" : "paid"}`,
    failed: "The claims could not be marked",
    invalidatesOnError: true,
    onSaved: () => {
      onDone();
      onClose();
    },
    onClose,
  });
  return (
    <FormDialog
      {...dialog}
      title={isBilling ? "Mark as Billed" : "Mark as Paid"}
      description={`${company}: ${billIds.length} ${billIds.length === 1 ? "bill" : "bills"}, ${formatMoney(amount)}`}
      size="sm"
      compact
      save="Save"
    >
      <Field
        label={isBilling ? "Number of the statement" : "Reference of the payment"}
        required
        error={errors.reference?.message}
      >
        <TextInput maxLength={120} autoComplete="off" {...form.register("reference")} />
      </Field>
    </FormDialog>
  );
}
