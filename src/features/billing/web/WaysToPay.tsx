import "#web/ui/overlays/small-phone.css";
import { Banknote, Clock } from "lucide-react";
import { useRef } from "react";
import { type UseFieldArrayReturn, useWatch } from "react-hook-form";
import { paymentMethods } from "#shared/billing/payment-methods.ts";
import { centavos, formatMoney } from "#shared/formats/money.ts";
import { formatPesosShort } from "#shared/formats/short-pesos.ts";
import { newKey } from "#web/data/api.ts";
import { useFormKey } from "#web/hooks/use-form-key.ts";
import { Button } from "#web/ui/Button.tsx";
import { Balance } from "./Balance.tsx";
import { PaymentRows } from "./PaymentRows.tsx";
import {
  blankPayment,
  changeOf,
  MAX_PAYMENTS,
  type PaymentForm,
  type PaymentValues,
  type sumsOf,
} from "./payment-form.ts";

/** What is due, and how it is paid. Nothing is filled in before one of the ways is pressed. */
export function WaysToPay({
  form,
  list,
  sums,
  amounts,
  hasHmo,
  isNew,
  paidBefore,
}: {
  form: PaymentForm;
  list: UseFieldArrayReturn<PaymentValues, "payments">;
  sums: ReturnType<typeof sumsOf>;
  /** Of each payment. */
  amounts: readonly string[];
  hasHmo: boolean;
  /** The bill is not saved yet: it can be left open. */
  isNew: boolean;
  /** Of a saved bill. */
  paidBefore: string;
}) {
  const [paysLater, rows] = useWatch({ control: form.control, name: ["paysLater", "payments"] });
  const section = useRef<HTMLElement>(null);
  const { fields, append } = list;
  const due = sums.patientBalance;
  const isDue = centavos(due) > 0n;
  const pay = (
    started: Partial<PaymentValues["payments"][number]>[],
    focused: "method" | "reference" | "tendered",
  ) => {
    form.setValue("paysLater", false, { shouldDirty: true });
    append(
      started.map((row) => ({ ...blankPayment(newKey()), ...row })),
      { focusName: `payments.${fields.length}.${focused}` },
    );
  };
  /** Half in cash, half by another way: the next payment starts as the first way that has none yet. */
  const payMore = () => {
    const used = new Set(rows.map(({ method }) => method));
    pay(
      [{ method: paymentMethods.find((method) => method !== "hmo" && !used.has(method)) ?? "cash" }],
      "method",
    );
  };
  useFormKey(
    "payment",
    () => {
      const isHere = section.current?.contains(document.activeElement);
      if (fields.length > 0 && !isHere) form.setFocus("payments.0.method");
      else if (fields.length < MAX_PAYMENTS) payMore();
    },
    section,
  );
  const state = paysLater
    ? "nothing is paid now, the bill stays open"
    : centavos(paidBefore) > 0n
      ? `${formatMoney(paidBefore)} paid before`
      : fields.length > 0
        ? null
        : "nothing paid yet";
  return (
    <section
      ref={section}
      data-ways-to-pay=""
      aria-label="Payments"
      // In sight while the charges scroll, except in a low window, which it would fill.
      className="sticky bottom-0 z-1 grid gap-3 border-t border-line-strong bg-surface px-4 py-3 md:px-5 short:static low:static"
    >
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h3 className="font-strong">{hasHmo ? "Due from the patient" : "Due"}</h3>
        {state && <span className="text-sm text-ink-2">{state}</span>}
        <b className="ml-auto text-fig font-strong tabular-nums">{formatMoney(due)}</b>
      </div>
      {fields.length > 0 ? (
        <PaymentRows form={form} list={list} amounts={amounts} hasHmo={hasHmo} onAdd={payMore} />
      ) : (
        <div className="flex flex-wrap gap-2 *:grow max-md:*:basis-2/5">
          <Button
            icon={<Banknote />}
            disabled={!isDue}
            onClick={() => pay([{ method: "cash", amount: due }], "tendered")}
          >
            Cash, exact{isDue && ` ${formatPesosShort(due)}`}
          </Button>
          <Button disabled={!isDue} onClick={() => pay([{ method: "gcash", amount: due }], "reference")}>
            GCash
          </Button>
          <Button
            disabled={!isDue}
            onClick={() => pay([{ method: "cash" }, { method: "gcash" }], "tendered")}
          >
            Cash and GCash
          </Button>
          <Button disabled={centavos(sums.balance) === 0n} onClick={payMore}>
            Another Way
          </Button>
          {isNew && (
            <Button
              icon={<Clock />}
              disabled={!isDue}
              aria-pressed={paysLater}
              onClick={() => form.setValue("paysLater", !paysLater, { shouldDirty: true })}
            >
              Pays later
            </Button>
          )}
        </div>
      )}
      <Balance sums={sums} rows={rows} amounts={amounts} change={changeOf(rows, amounts)} />
    </section>
  );
}
