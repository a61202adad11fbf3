import type * as z from "zod/mini";
import { type Bill, type Payment, VoidReason, voidBill, voidPayment } from "#features/billing/contract.ts";
import { paymentMethodLabels } from "#shared/billing/payment-methods.ts";
import { formatMoney } from "#shared/formats/money.ts";
import { isApiError } from "#web/data/api-error.ts";
import { showFailure, useEndpointMutation } from "#web/data/calls.ts";
import { applyServerFields, useZodForm } from "#web/forms/form.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { FormFoot } from "#web/ui/inputs/FormFoot.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";

/** Voids a payment, or a bill without payments; both stay readable. */
export function VoidDialog({
  bill,
  payment,
  onClose,
}: {
  bill: Bill;
  /** Null: the bill itself. */
  payment: Payment | null;
  onClose: () => void;
}) {
  const form = useZodForm(VoidReason, { defaultValues: { reason: "" } });
  const { errors, isSubmitting } = form.formState;
  const ofPayment = useEndpointMutation(voidPayment, { done: "Payment voided", failed: null });
  const ofBill = useEndpointMutation(voidBill, { done: "Bill voided", failed: null });
  const save = async (body: z.output<typeof VoidReason>) => {
    try {
      await (payment
        ? ofPayment.mutateAsync({ params: { id: String(payment.id) }, body })
        : ofBill.mutateAsync({ params: { id: String(bill.id) }, body }));
      onClose();
    } catch (error) {
      if (isApiError(error)) applyServerFields(form, error);
      showFailure(error, { title: "Error", fallback: "It could not be voided" });
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={() => !isSubmitting}
      title={payment ? "Void Payment" : "Void Bill"}
      description={
        payment
          ? `${formatMoney(payment.amount)}, ${paymentMethodLabels[payment.method]}, on bill ${bill.number}. It stays readable, and the bill is open again.`
          : `Bill ${bill.number} of ${formatMoney(bill.due)}. It stays readable, and nothing is due of it.`
      }
      size="sm"
      compact
      onSubmit={(event) => void form.handleSubmit(save)(event)}
      foot={<FormFoot onCancel={onClose} isSending={isSubmitting} save="Void" />}
    >
      <Field label="Reason" required error={errors.reason?.message}>
        <TextInput maxLength={500} autoComplete="off" {...form.register("reason")} />
      </Field>
    </Dialog>
  );
}
