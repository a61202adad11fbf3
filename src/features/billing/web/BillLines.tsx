import { Plus, X } from "lucide-react";
import { useFieldArray } from "react-hook-form";
import { MAX_BILL_LINES, type Service } from "#features/billing/contract.ts";
import type { CurrentUser } from "#shared/current-user.ts";
import { formatMoney } from "#shared/formats/money.ts";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { MoneyInput } from "#web/ui/inputs/MoneyInput.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Menu } from "#web/ui/overlays/Menu.tsx";
import { usePhone } from "#web/ui/use-media.ts";
import { blankLine, type PaymentForm } from "./payment-form.ts";

const columns =
  "grid-cols-[minmax(0,1fr)_4rem_8.5rem_2.25rem] gap-2 max-md:grid-cols-[4.5rem_minmax(0,1fr)_2.75rem]";

/** The charges: of the price list, or typed. Each has its doctor where several practise. */
export function BillLines({
  form,
  services,
  doctors,
  doctor,
}: {
  form: PaymentForm;
  services: readonly Service[];
  doctors: CurrentUser["doctors"];
  /** Whom a new line is proposed for. */
  doctor: string | undefined;
}) {
  const { fields, append, remove, update } = useFieldArray({ control: form.control, name: "lines" });
  const errors = form.formState.errors.lines;
  const isFull = fields.length >= MAX_BILL_LINES;
  /** Fills the empty line, if there is one; a service that is charged already is counted once more. */
  const charge = ({ name, amount }: Service) => {
    const lines = form.getValues("lines");
    const same = lines.findIndex(
      (line) => line.description === name && line.amount === amount && line.practitionerId === doctor,
    );
    const empty = lines.findIndex(({ description, amount: typed }) => !description && !typed);
    const line = { ...blankLine(doctor), description: name, amount };
    if (same >= 0) update(same, { ...line, quantity: String(Number(lines[same]?.quantity || 0) + 1) });
    else if (empty >= 0) update(empty, line);
    else append(line, { shouldFocus: false });
  };
  const phone = usePhone();
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-3">
        <h3 id="charges-title" className="font-strong">
          Charges
        </h3>
        {services.length > 0 && (
          <Menu
            trigger={
              <Button
                variant="link"
                size="sm"
                icon={<Plus />}
                disabled={isFull}
                data-autofocus=""
                className="ml-auto"
              >
                Add from price list
              </Button>
            }
            title="Price list"
            items={services.map((service) => ({
              label: service.name,
              note: formatMoney(service.amount),
              onSelect: () => charge(service),
            }))}
          />
        )}
      </div>
      <div aria-hidden="true" className={cx("-mb-1 grid text-sm text-ink-2 max-md:hidden", columns)}>
        <span>Service</span>
        <span className="text-right">Qty</span>
        <span className="text-right">Amount</span>
      </div>
      <ul className={cx("grid", doctors ? "gap-4" : "gap-2")}>
        {fields.map((field, index) => (
          <li key={field.id} className={cx("grid items-start", columns)}>
            <Field
              label="Service"
              hideLabel={!phone}
              error={errors?.[index]?.description?.message}
              className="max-md:col-span-2"
            >
              <TextInput
                maxLength={255}
                autoComplete="off"
                {...form.register(`lines.${index}.description`)}
              />
            </Field>
            <Field
              label="Quantity"
              hideLabel={!phone}
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
              hideLabel={!phone}
              error={errors?.[index]?.amount?.message}
              className="max-md:col-start-2 max-md:row-start-2"
            >
              <MoneyInput {...form.register(`lines.${index}.amount`)} />
            </Field>
            {doctors && (
              <Field
                label="Doctor"
                hideLabel={!phone}
                error={errors?.[index]?.practitionerId?.message}
                className="max-md:col-span-2 max-md:row-start-3 md:row-start-2"
              >
                <Select
                  options={doctors.map(({ id, letter, name }) => ({
                    value: String(id),
                    label: `${letter} · ${name}`,
                  }))}
                  {...(doctor === "" && { placeholder: "Choose the doctor" })}
                  {...form.register(`lines.${index}.practitionerId`)}
                />
              </Field>
            )}
            <IconButton
              label={`Remove line ${index + 1}`}
              icon={<X />}
              disabled={fields.length === 1}
              onClick={() => remove(index)}
              className={cx("max-md:col-start-3 max-md:row-start-1", phone && "self-end")}
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
        onClick={() => append(blankLine(doctor), { focusName: `lines.${fields.length}.description` })}
      >
        Add line
      </Button>
    </div>
  );
}
