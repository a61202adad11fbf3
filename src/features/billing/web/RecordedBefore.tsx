import type { Bill, Payment } from "#features/billing/contract.ts";
import { paymentMethodLabels } from "#shared/billing/payment-methods.ts";
import { formatClock } from "#shared/formats/dates.ts";
import { formatMoney } from "#shared/formats/money.ts";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";

/** What an earlier save recorded although its response was lost. */
export type Recorded = { bill: Bill; payment: Payment | null };

/** Shows what is recorded already, so that it is not recorded a second time. */
export function RecordedBefore({ bill, payment }: Recorded) {
  return (
    <NoteBox
      tone="warn"
      role="alert"
      title={
        payment
          ? `${paymentMethodLabels[payment.method]} ${formatMoney(payment.amount)} is already recorded, at ${formatClock(payment.takenAt)}`
          : `Bill ${bill.number} of ${formatMoney(bill.due)} is already saved`
      }
    >
      {payment
        ? "Your first Save went through, but the connection was lost before you were told. What you changed since is not saved. If the payment is wrong, void it in the record; if more was paid, add a payment."
        : "Your first Save went through, but the connection was lost before you were told. What you changed since is not saved. If the bill is wrong, void it in the record before anything is paid."}
    </NoteBox>
  );
}
