import { type Bill, type Payment, voidBill, voidPayment } from "#features/billing/contract.ts";
import { paymentMethodLabels } from "#shared/billing/payment-methods.ts";
import { formatMoney } from "#shared/formats/money.ts";
import { voided } from "#shared/terms.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { ReasonDialog } from "#web/forms/ReasonDialog.tsx";

/** Voids a payment, or a bill without payments; both stay readable. */
export function VoidDialog({
  bill,
  payment,
  onVoided,
  onClose,
}: {
  bill: Bill;
  /** Null: the bill itself. */
  payment: Payment | null;
  onVoided?: () => void;
  onClose: () => void;
}) {
  const ofPayment = useEndpointMutation(voidPayment, { done: "Payment voided", failed: null });
  const ofBill = useEndpointMutation(voidBill, { done: "Bill voided", failed: null });
  return (
    <ReasonDialog
      title={payment ? "Void Payment" : "Void Bill"}
      description={
        payment
          ? `${formatMoney(payment.amount)}, ${paymentMethodLabels[payment.method]}, on bill ${bill.number}. ${voided} The bill is open again.`
          : `Bill ${bill.number} of ${formatMoney(bill.due)}. ${voided}`
      }
      missing="Say why"
      save="Void"
      fallback="It could not be voided"
      onSave={async (body) => {
        await (payment
          ? ofPayment.mutateAsync({ params: { id: String(payment.id) }, body })
          : ofBill.mutateAsync({ params: { id: String(bill.id) }, body }));
        onVoided?.();
      }}
      onClose={onClose}
    />
  );
}
