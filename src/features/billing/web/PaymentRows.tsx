import { Plus, X } from "lucide-react";
import { useRef } from "react";
import { type UseFieldArrayReturn, useWatch } from "react-hook-form";
import { paymentMethodLabels, paymentMethods } from "#shared/billing/payment-methods.ts";
import { formatMoney } from "#shared/formats/money.ts";
import { newKey } from "#web/data/api.ts";
import { useFormKey } from "#web/hooks/use-form-key.ts";
import { ariaKeys, keysOf } from "#web/shortcuts.ts";
import { Button } from "#web/ui/Button.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { MoneyInput } from "#web/ui/inputs/MoneyInput.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { blankPayment, type PaymentForm, type PaymentValues } from "./payment-form.ts";

const mostRows = 10;

const plain = (amount: string) => formatMoney(amount).replace("₱", "");

/** The payments. An empty amount means the rest that is due; for cash the amount handed over is enough. */
export function PaymentRows({
  form,
  list: { fields, append, remove },
  amounts,
  hasHmo,
}: {
  form: PaymentForm;
  list: UseFieldArrayReturn<PaymentValues, "payments">;
  /** Of each row. */
  amounts: readonly string[];
  hasHmo: boolean;
}) {
  const rows = useWatch({ control: form.control, name: "payments" });
  const errors = form.formState.errors.payments;
  const isFull = fields.length >= mostRows;
  const add = () => append(blankPayment(newKey()), { focusName: `payments.${fields.length}.method` });
  const section = useRef<HTMLElement>(null);
  useFormKey(
    "payment",
    () => {
      const isHere = section.current?.contains(document.activeElement);
      if (fields.length > 0 && !isHere) form.setFocus("payments.0.method");
      else if (!isFull) add();
    },
    section,
  );
  const methods = paymentMethods.filter((method) => method !== "hmo" || hasHmo);
  return (
    <section ref={section} aria-labelledby="payments-title" className="grid gap-2">
      <h3 id="payments-title" className="font-strong">
        Payments
      </h3>
      {fields.length === 0 && <p className="text-sm text-ink-2">Nothing is paid now. The bill stays open.</p>}
      <ul className="grid gap-2">
        {fields.map((field, index) => {
          const isCash = (rows[index]?.method ?? "cash") === "cash";
          const at = `payments.${index}` as const;
          return (
            <li
              key={field.id}
              className="grid grid-cols-[9rem_minmax(0,1fr)_8.5rem_2.25rem] items-start gap-2 max-md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.75rem]"
            >
              <Field label="Method" hideLabel error={errors?.[index]?.method?.message}>
                <Select
                  options={methods.map((value) => ({ value, label: paymentMethodLabels[value] }))}
                  {...form.register(`${at}.method`)}
                />
              </Field>
              {isCash ? (
                <Field
                  label="Cash received"
                  hideLabel
                  error={errors?.[index]?.tendered?.message}
                  className="max-md:col-span-2 max-md:col-start-1 max-md:row-start-2"
                >
                  <MoneyInput placeholder="Cash received" {...form.register(`${at}.tendered`)} />
                </Field>
              ) : (
                <Field
                  label="Reference"
                  hideLabel
                  error={errors?.[index]?.reference?.message}
                  className="max-md:col-span-2 max-md:col-start-1 max-md:row-start-2"
                >
                  <TextInput
                    maxLength={120}
                    autoComplete="off"
                    placeholder="Reference number"
                    {...form.register(`${at}.reference`)}
                  />
                </Field>
              )}
              <Field label="Amount" hideLabel error={errors?.[index]?.amount?.message}>
                <MoneyInput
                  placeholder={plain(amounts[index] ?? "0.00")}
                  {...form.register(`${at}.amount`)}
                />
              </Field>
              <IconButton label={`Remove payment ${index + 1}`} icon={<X />} onClick={() => remove(index)} />
            </li>
          );
        })}
      </ul>
      <Button
        variant="link"
        size="sm"
        icon={<Plus />}
        disabled={isFull}
        title={keysOf("payment").join("+")}
        aria-keyshortcuts={ariaKeys("payment")}
        className="justify-self-start"
        onClick={add}
      >
        Add payment
      </Button>
    </section>
  );
}
