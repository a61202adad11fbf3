import type * as z from "zod/mini";
import { ClaimsReference, markClaimsBilled, type markClaimsPaid } from "#features/billing/contract.ts";
import { formatMoney } from "#shared/formats/money.ts";
import { isApiError } from "#web/data/api-error.ts";
import { showFailure, useEndpointMutation } from "#web/data/calls.ts";
import { applyServerFields, useZodForm } from "#web/forms/form.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { FormFoot } from "#web/ui/inputs/FormFoot.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";

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
  const form = useZodForm(ClaimsReference, { defaultValues: { reference: "" } });
  const { errors, isSubmitting } = form.formState;
  const mark = useEndpointMutation(endpoint, {
    done: ({ bills }) =>
      `${bills} ${bills === 1 ? "claim" : "claims"} marked as ${isBilling ? "billed" : "paid"}`,
    failed: null,
    invalidatesOnError: true,
  });
  const save = async ({ reference }: z.output<typeof ClaimsReference>) => {
    try {
      await mark.mutateAsync({ body: { billIds, reference } });
      onDone();
      onClose();
    } catch (error) {
      if (isApiError(error)) applyServerFields(form, error);
      showFailure(error, { title: "Error", fallback: "The claims could not be marked" });
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={() => !isSubmitting}
      title={isBilling ? "Mark as Billed" : "Mark as Paid"}
      description={`${company}: ${billIds.length} ${billIds.length === 1 ? "bill" : "bills"}, ${formatMoney(amount)}`}
      size="sm"
      compact
      onSubmit={(event) => void form.handleSubmit(save)(event)}
      foot={<FormFoot onCancel={onClose} isSending={isSubmitting} save="Save" />}
    >
      <Field
        label={isBilling ? "Number of the statement" : "Reference of the payment"}
        required
        error={errors.reference?.message}
      >
        <TextInput maxLength={120} autoComplete="off" {...form.register("reference")} />
      </Field>
    </Dialog>
  );
}
