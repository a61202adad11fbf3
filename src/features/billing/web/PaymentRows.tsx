import { Plus, X } from "lucide-react";
import { type UseFieldArrayReturn, useWatch } from "react-hook-form";
import { paymentMethodLabels, paymentMethods } from "#shared/billing/payment-methods.ts";
import { formatAmount } from "#shared/formats/money.ts";
import { shortcutProps } from "#web/shortcuts.ts";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { MoneyInput } from "#web/ui/inputs/MoneyInput.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { MAX_PAYMENTS, type PaymentForm, type PaymentValues } from "./payment-form.ts";

/** The payments, each with what was typed; of cash handed over, what is due counts as paid and the rest is change. */
export function PaymentRows({
  form,
  list: { fields, remove },
  amounts,
  hasHmo,
  onAdd,
}: {
  form: PaymentForm;
  list: UseFieldArrayReturn<PaymentValues, "payments">;
  /** Of each row. */
  amounts: readonly string[];
  hasHmo: boolean;
  onAdd: () => void;
}) {
  const rows = useWatch({ control: form.control, name: "payments" });
  const errors = form.formState.errors.payments;
  const methods = paymentMethods.filter((method) => method !== "hmo" || hasHmo);
  return (
    <div className="grid gap-2">
      <ul className="grid gap-2">
        {fields.map((field, index) => {
          const isCash = (rows[index]?.method ?? "cash") === "cash";
          const at = `payments.${index}` as const;
          return (
            <li
              key={field.id}
              className="grid grid-cols-[9rem_minmax(0,1fr)_8.5rem_2.25rem] items-start gap-2 max-md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.75rem]"
            >
              <Field label="Method" hideLabel={index > 0} error={errors?.[index]?.method?.message}>
                <Select
                  options={methods.map((value) => ({ value, label: paymentMethodLabels[value] }))}
                  {...form.register(`${at}.method`)}
                />
              </Field>
              {isCash ? (
                <Field
                  label="Cash received"
                  hideLabel={index > 0}
                  error={errors?.[index]?.tendered?.message}
                  className="max-md:col-span-2 max-md:col-start-1 max-md:row-start-2"
                >
                  <MoneyInput {...form.register(`${at}.tendered`)} />
                </Field>
              ) : (
                <Field
                  label="Reference"
                  hideLabel={index > 0}
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
              <Field
                label={isCash ? "Counts as paid" : "Amount"}
                hideLabel={index > 0}
                error={errors?.[index]?.amount?.message}
              >
                <MoneyInput
                  placeholder={formatAmount(amounts[index] ?? "0.00")}
                  onFocus={(event) => event.target.select()}
                  {...form.register(`${at}.amount`)}
                />
              </Field>
              <IconButton
                label={`Remove payment ${index + 1}`}
                icon={<X />}
                onClick={() => remove(index)}
                className={cx(index === 0 && "mt-6.5")}
              />
            </li>
          );
        })}
      </ul>
      <Button
        variant="link"
        size="sm"
        icon={<Plus />}
        disabled={fields.length >= MAX_PAYMENTS}
        {...shortcutProps("payment")}
        className="justify-self-start"
        onClick={onAdd}
      >
        Add payment
      </Button>
    </div>
  );
}
