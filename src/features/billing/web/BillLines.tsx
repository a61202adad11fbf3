import { Plus, X } from "lucide-react";
import { useFieldArray } from "react-hook-form";
import { MAX_BILL_LINES, type Service } from "#features/billing/contract.ts";
import { formatMoney } from "#shared/formats/money.ts";
import { Button } from "#web/ui/Button.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { MoneyInput } from "#web/ui/inputs/MoneyInput.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { blankLine, type PaymentForm } from "./payment-form.ts";

/** The charges: a button for each service of the price list, or typed. */
export function BillLines({ form, services }: { form: PaymentForm; services: readonly Service[] }) {
  const { fields, append, remove, update } = useFieldArray({ control: form.control, name: "lines" });
  const errors = form.formState.errors.lines;
  const isFull = fields.length >= MAX_BILL_LINES;
  /** Fills the empty line, if there is one; a service that is charged already is counted once more. */
  const charge = ({ name, amount }: Service) => {
    const lines = form.getValues("lines");
    const same = lines.findIndex((line) => line.description === name && line.amount === amount);
    const empty = lines.findIndex(({ description, amount: typed }) => !description && !typed);
    const line = { description: name, quantity: "1", amount };
    if (same >= 0) update(same, { ...line, quantity: String(Number(lines[same]?.quantity || 0) + 1) });
    else if (empty >= 0) update(empty, line);
    else append(line, { shouldFocus: false });
  };
  return (
    <div className="grid gap-2">
      <h3 id="charges-title" className="font-strong">
        Charges
      </h3>
      {services.length > 0 && (
        <div className="flex flex-wrap gap-1.5">
          {services.map((service, index) => (
            <Button
              key={service.id}
              size="sm"
              disabled={isFull}
              {...(index === 0 && { "data-autofocus": "" })}
              onClick={() => charge(service)}
              className="max-w-full text-left text-balance whitespace-normal! wrap-anywhere"
            >
              <span className="min-w-0">{service.name}</span>
              <span className="shrink-0 text-ink-3 tabular-nums">{formatMoney(service.amount)}</span>
            </Button>
          ))}
        </div>
      )}
      <ul className="grid gap-2">
        {fields.map((field, index) => (
          <li
            key={field.id}
            className="grid grid-cols-[minmax(0,1fr)_4rem_8.5rem_2.25rem] items-start gap-2 max-md:grid-cols-[4.5rem_minmax(0,1fr)_2.75rem]"
          >
            <Field
              label="Service"
              hideLabel
              error={errors?.[index]?.description?.message}
              className="max-md:col-span-2"
            >
              <TextInput
                maxLength={255}
                autoComplete="off"
                placeholder="Service"
                {...form.register(`lines.${index}.description`)}
              />
            </Field>
            <Field
              label="Quantity"
              hideLabel
              error={errors?.[index]?.quantity?.message}
              className="max-md:col-start-1 max-md:row-start-2"
            >
              <TextInput
                inputMode="numeric"
                maxLength={3}
                autoComplete="off"
                className="text-right"
                {...form.register(`lines.${index}.quantity`)}
              />
            </Field>
            <Field
              label="Amount"
              hideLabel
              error={errors?.[index]?.amount?.message}
              className="max-md:col-start-2 max-md:row-start-2"
            >
              <MoneyInput {...form.register(`lines.${index}.amount`)} />
            </Field>
            <IconButton
              label={`Remove line ${index + 1}`}
              icon={<X />}
              disabled={fields.length === 1}
              onClick={() => remove(index)}
              className="max-md:col-start-3 max-md:row-start-1"
            />
          </li>
        ))}
      </ul>
      <Button
        variant="link"
        size="sm"
        icon={<Plus />}
        disabled={isFull}
        className="justify-self-start"
        onClick={() => append(blankLine, { focusName: `lines.${fields.length}.description` })}
      >
        Add line
      </Button>
    </div>
  );
}
