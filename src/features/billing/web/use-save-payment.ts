import { useRef, useState } from "react";
import { addBill, type Bill, patientBills, takePayment } from "#features/billing/contract.ts";
import type { AcknowledgementSize } from "#shared/billing/acknowledgement-size.ts";
import { centavos, formatMoney } from "#shared/formats/money.ts";
import { call } from "#web/data/api.ts";
import { isApiError, isQuestion } from "#web/data/api-error.ts";
import { showFailure, useEndpointMutation, useInvalidateChangedBy } from "#web/data/calls.ts";
import { applyServerFields } from "#web/forms/form.ts";
import { openForPrinting } from "#web/printing/show-for-printing.ts";
import { notify } from "#web/ui/overlays/notify.ts";
import { amountsOf, type CheckedPayment, changeOf, type PaymentForm } from "./payment-form.ts";
import { printAcknowledgement } from "./print-acknowledgement.ts";
import type { Recorded } from "./RecordedBefore.tsx";

/**
 * Saves the bill, records its payments one after the other, and prints. After a failure, what is saved stays saved:
 * the form continues with the rest.
 */
export function useSavePayment(
  form: PaymentForm,
  {
    patientId,
    visitId,
    bills,
    bill,
    removeRow,
    onBill,
    billKey,
  }: {
    patientId: number;
    visitId: number | null;
    /** The state when the form was opened. */
    bills: readonly Bill[];
    bill: Bill | null;
    /** A payment's, once it is recorded. */
    removeRow: (index: number) => void;
    /** A saved bill, while the form is still open. */
    onBill: (bill: Bill) => void;
    /** The idempotency key of the form's bill, the same after a reload. */
    billKey: string;
  },
) {
  const adding = useEndpointMutation(addBill, { done: null, failed: null });
  const paying = useEndpointMutation(takePayment, { done: null, failed: null });
  const invalidate = useInvalidateChangedBy();
  const [isSaving, setSaving] = useState(false);
  const [recorded, setRecorded] = useState<Recorded | null>(null);
  // One key for the form's bill, and one for the payments until one is confirmed, whatever is edited meanwhile: the
  // server then reports that the first save was recorded, and never records a second one.
  const unanswered = useRef<string | null>(null);
  const [question, ask] = useState<ReferenceQuestion | null>(null);
  /** The row and reference of which the user said that another payment has it too. */
  const confirmed = useRef<Pick<ReferenceQuestion, "key" | "reference"> | null>(null);

  /** What was recorded by a save whose response was lost, if any; the key is used up by it. */
  const findRecorded = async (known: Bill | null): Promise<Recorded | null> => {
    const { data } = await call(patientBills, { params: { id: String(patientId) } });
    const found = data.bills as Bill[];
    if (!known) {
      const made = found.find(({ id }) => !bills.some((earlier) => earlier.id === id));
      return made ? { bill: made, payment: null } : null;
    }
    const now = found.find(({ id }) => id === known.id);
    const payment = now?.payments.find(({ id }) => !known.payments.some((earlier) => earlier.id === id));
    return now && payment ? { bill: now, payment } : null;
  };

  /** Whether the refusal was about a save that was recorded before; then the form continues from there. */
  const goOnFromRecorded = async (error: unknown, known: Bill | null, taking: string | null) => {
    if (!isApiError(error) || error.status !== 422) return false;
    const first = await findRecorded(known).catch(() => null);
    if (!first) return false;
    setRecorded(first);
    onBill(first.bill);
    if (taking !== null) {
      unanswered.current = null;
      dropRow(taking);
    }
    void invalidate(takePayment);
    return true;
  };
  // Not by setValue, which would leave this row's fields for the next one.
  const dropRow = (key: string) => {
    const index = form.getValues("payments").findIndex((payment) => payment.key === key);
    if (index >= 0) removeRow(index);
  };

  const save = async (checked: CheckedPayment, paper: AcknowledgementSize | null): Promise<boolean> => {
    // Browsers block windows that are not opened in the click handler.
    const place = paper ? openForPrinting() : null;
    setSaving(true);
    let saved = bill;
    let taking: string | null = null;
    setRecorded(null);
    try {
      if (!saved) {
        saved = (await adding.mutateAsync({
          body: { patientId, visitId, ...billOf(checked) },
          idempotencyKey: billKey,
        })) as Bill;
        onBill(saved);
      }
      const rows = form.getValues("payments");
      const amounts = amountsOf(rows, saved.patientBalance);
      const change = changeOf(rows, amounts);
      for (const [index, row] of checked.payments.entries()) {
        const amount = amounts[index] ?? "0.00";
        if (centavos(amount) === 0n) continue;
        const { method, tendered, reference, key } = row;
        const given = method === "cash" && tendered && centavos(tendered) > 0n ? tendered : null;
        taking = key;
        unanswered.current ??= key;
        saved = (await paying.mutateAsync({
          params: { id: String(saved.id) },
          body: {
            method,
            amount,
            tendered: given,
            reference: method === "cash" ? null : reference,
            ...(confirmed.current?.key === key &&
              confirmed.current.reference === reference && { isReferenceConfirmed: true }),
          },
          idempotencyKey: unanswered.current,
        })) as Bill;
        taking = null;
        unanswered.current = null;
        onBill(saved);
        dropRow(key);
      }
      notify({
        kind: "success",
        title: saved.state === "paid" ? "Paid in full" : "Bill saved",
        description: [
          `Bill ${saved.number}`,
          saved.state === "open" && `balance ${formatMoney(saved.balance)}`,
          centavos(change) > 0n && `change ${formatMoney(change)}`,
        ]
          .filter(Boolean)
          .join(" · "),
      });
      if (place && paper) await printAcknowledgement(saved.id, paper, place);
      return true;
    } catch (error) {
      place?.giveUp();
      if (await goOnFromRecorded(error, saved, taking)) return false;
      if (isApiError(error) && taking !== null) showAtPayment(form, taking, error.fields);
      else if (isApiError(error)) applyServerFields(form, error);
      if (isApiError(error) && isQuestion(error) && taking !== null) {
        const reference = checked.payments.find(({ key }) => key === taking)?.reference ?? null;
        ask({ key: taking, reference, words: error.shown(), print: paper !== null });
      }
      showFailure(error, { title: "Error", fallback: "The payment could not be saved" });
      return false;
    } finally {
      setSaving(false);
    }
  };
  return {
    save,
    isSaving,
    recorded,
    question,
    /** Ends the question; with `isAnother`, its payment is recorded by the next save. */
    answer: (isAnother: boolean): void => {
      if (isAnother) confirmed.current = question;
      ask(null);
    },
  };
}

/** Another payment has the reference of the row `key` too. */
type ReferenceQuestion = {
  key: string;
  reference: string | null;
  words: string;
  /** Whether the interrupted save was to print. */
  print: boolean;
};

/** The server's error about a payment, at its row. */
function showAtPayment(form: PaymentForm, key: string, fields: Record<string, string>): void {
  const row = form.getValues("payments").findIndex((payment) => payment.key === key);
  for (const name of ["method", "amount", "tendered", "reference"] as const) {
    const message = fields[name];
    if (row >= 0 && message) form.setError(`payments.${row}.${name}`, { type: "server", message });
  }
}

function billOf({ lines, discountKind, percent, idNumber, name, ...cover }: CheckedPayment) {
  const { hasHmo, company, card, loa, approved } = cover;
  return {
    lines: lines.map(({ practitionerId, ...line }) => ({
      ...line,
      ...(practitionerId !== undefined && { practitionerId: Number(practitionerId) }),
    })),
    discount: discountKind
      ? {
          kind: discountKind,
          ...(discountKind === "promo" ? { percent: Number(percent) } : { idNumber, name }),
        }
      : null,
    hmo: hasHmo && company ? { company, card, loa, approved } : null,
  };
}
