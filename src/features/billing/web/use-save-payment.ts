import { useState } from "react";
import { addBill, type Bill, printBill, takePayment } from "#features/billing/contract.ts";
import { centavos, formatMoney } from "#shared/formats/money.ts";
import { callForFile } from "#web/data/api.ts";
import { isApiError } from "#web/data/api-error.ts";
import { showFailure, useEndpointMutation } from "#web/data/calls.ts";
import { applyServerFields } from "#web/forms/form.ts";
import { placeForPrinting } from "#web/printing/show-for-printing.ts";
import { notify } from "#web/ui/overlays/notify.ts";
import { amountsOf, type CheckedPayment, changeOf, type PaymentForm } from "./payment-form.ts";

export type AcknowledgementPaper = "80mm" | "A5";

/**
 * Saves the bill, takes its payments one after the other, and prints. What is saved when something fails stays saved:
 * the form goes on with the rest.
 */
export function useSavePayment(
  form: PaymentForm,
  {
    patientId,
    visitId,
    bill,
    onBill,
  }: {
    patientId: number;
    visitId: number | null;
    bill: Bill | null;
    /** A bill that is saved, while the form is still open. */
    onBill: (bill: Bill) => void;
  },
) {
  const adding = useEndpointMutation(addBill, { done: null, failed: null });
  const paying = useEndpointMutation(takePayment, { done: null, failed: null });
  const [isSaving, setSaving] = useState(false);

  const save = async (checked: CheckedPayment, paper: AcknowledgementPaper | null): Promise<boolean> => {
    // Browsers block windows that are not opened in the click handler.
    const place = paper ? placeForPrinting() : null;
    setSaving(true);
    let saved = bill;
    let taking: string | null = null;
    try {
      if (!saved) {
        saved = (await adding.mutateAsync({ body: { patientId, visitId, ...billOf(checked) } })) as Bill;
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
        saved = (await paying.mutateAsync({
          params: { id: String(saved.id) },
          body: { method, amount, tendered: given, reference: method === "cash" ? null : reference },
          idempotencyKey: key,
        })) as Bill;
        taking = null;
        onBill(saved);
        form.setValue(
          "payments",
          form.getValues("payments").filter((other) => other.key !== key),
        );
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
      if (place && paper) await print(saved, paper, place);
      return true;
    } catch (error) {
      place?.giveUp();
      if (isApiError(error) && taking !== null) showAtPayment(form, taking, error.fields);
      else if (isApiError(error)) applyServerFields(form, error);
      showFailure(error, { title: "Error", fallback: "The payment could not be saved" });
      return false;
    } finally {
      setSaving(false);
    }
  };
  return { save, isSaving };
}

/** What the server found wrong with a payment, beside its row. */
function showAtPayment(form: PaymentForm, key: string, fields: Record<string, string>): void {
  const row = form.getValues("payments").findIndex((payment) => payment.key === key);
  for (const name of ["method", "amount", "tendered", "reference"] as const) {
    const message = fields[name];
    if (row >= 0 && message) form.setError(`payments.${row}.${name}`, { type: "server", message });
  }
}

/** The bill is paid already: what fails here is the paper alone. */
async function print(bill: Bill, paper: AcknowledgementPaper, place: ReturnType<typeof placeForPrinting>) {
  try {
    const { file, name } = await callForFile(printBill, {
      params: { id: String(bill.id) },
      query: { paper },
    });
    place.show(file, name);
  } catch (error) {
    place.giveUp();
    showFailure(error, { title: "Not printed", fallback: "The acknowledgement could not be drawn" });
  }
}

function billOf({ lines, discountKind, percent, idNumber, name, ...cover }: CheckedPayment) {
  const { hasHmo, company, card, loa, approved } = cover;
  return {
    lines,
    discount: discountKind
      ? {
          kind: discountKind,
          ...(discountKind === "promo" ? { percent: Number(percent) } : { idNumber, name }),
        }
      : null,
    hmo: hasHmo && company ? { company, card, loa, approved } : null,
  };
}
