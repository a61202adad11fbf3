import { Plus, X } from "lucide-react";
import { useFieldArray } from "react-hook-form";
import * as z from "zod/mini";
import { listServices } from "#features/billing/contract.ts";
import { type DoctorShares, MOST_SHARES, setDoctorShares } from "#features/billing/statements-contract.ts";
import { parseMoney } from "#shared/formats/money.ts";
import { useCall } from "#web/data/calls.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { Button } from "#web/ui/Button.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";

const kinds = ["percent", "amount"] as const;

const SharesForm = z
  .object({
    shares: z.array(
      z.object({
        /** Empty: every other service. */
        serviceId: z.string(),
        kind: z.enum(kinds),
        value: z.string().check(z.trim()),
      }),
    ),
  })
  .check(({ value: { shares }, issues }) => {
    const refuse = (index: number, field: string, message: string) =>
      issues.push({ code: "custom", path: ["shares", index, field], message, input: shares });
    for (const [index, { serviceId, kind, value }] of shares.entries()) {
      if (kind === "percent" && !(/^\d{1,3}(\.\d{1,2})?$/.test(value) && Number(value) <= 100))
        refuse(index, "value", "Enter a percentage from 0 to 100");
      if (kind === "amount" && parseMoney(value) === null)
        refuse(index, "value", "Enter an amount, like 150.00");
      if (shares.findIndex((other) => other.serviceId === serviceId) < index)
        refuse(index, "serviceId", "This service has a share already");
    }
  });

const columns =
  "grid-cols-[minmax(0,1fr)_5.5rem_8.5rem_2.25rem] gap-2 max-md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.75rem]";

/** A doctor's shares by service. */
export function SharesDialog({ doctor, onClose }: { doctor: DoctorShares; onClose: () => void }) {
  const { practitionerId, doctorName, shares } = doctor;
  const services = useCall(listServices, {}).data?.filter(
    ({ id, isActive }) => isActive || shares.some(({ serviceId }) => serviceId === id),
  );
  const { form, errors, dialog } = useFormDialog(setDoctorShares, SharesForm, {
    defaultValues: {
      shares: (shares.length > 0 ? shares : [{ serviceId: null, percent: null, amount: null }]).map(
        ({ serviceId, percent, amount }) => ({
          serviceId: serviceId === null ? "" : String(serviceId),
          kind: amount === null ? ("percent" as const) : ("amount" as const),
          value: amount ?? (percent === null ? "" : String(percent)),
        }),
      ),
    },
    request: (typed) => ({
      params: { id: String(practitionerId) },
      body: {
        shares: typed.shares.map(({ serviceId, kind, value }) => ({
          serviceId: serviceId === "" ? null : Number(serviceId),
          ...(kind === "percent" ? { percent: value } : { amount: value }),
        })),
      },
    }),
    done: { title: "Shares saved", description: `For bills of ${doctorName} from now on` },
    failed: "Failed to save the shares",
    onClose,
  });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "shares" });
  return (
    <FormDialog {...dialog} title={`Shares of ${doctorName}`} save="Save Shares">
      {fields.length === 0 && <p className="text-sm text-ink-2">No share: the clinic keeps all.</p>}
      <ul className="grid gap-3">
        {fields.map((field, index) => (
          <li key={field.id} className={`grid items-end ${columns}`}>
            <Field
              label="Service"
              error={errors.shares?.[index]?.serviceId?.message}
              className="max-md:col-span-2 self-start"
            >
              <Select
                options={[
                  { value: "", label: "Every other service" },
                  ...(services ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
                ]}
                {...form.register(`shares.${index}.serviceId`)}
              />
            </Field>
            <Field
              label="Share"
              error={errors.shares?.[index]?.value?.message}
              className="self-start max-md:col-start-1 max-md:row-start-2"
            >
              <TextInput
                inputMode="decimal"
                maxLength={14}
                autoComplete="off"
                className="text-right"
                {...form.register(`shares.${index}.value`)}
              />
            </Field>
            <Field label="Of" className="self-start max-md:col-start-2 max-md:row-start-2">
              <Select
                options={[
                  { value: "percent", label: "% collected" },
                  { value: "amount", label: "₱ for each" },
                ]}
                {...form.register(`shares.${index}.kind`)}
              />
            </Field>
            <IconButton
              label={`Remove share ${index + 1}`}
              icon={<X />}
              className="self-start max-md:col-start-3 max-md:row-start-1 mt-6"
              onClick={() => remove(index)}
            />
          </li>
        ))}
      </ul>
      <Button
        variant="link"
        size="sm"
        icon={<Plus />}
        disabled={fields.length >= MOST_SHARES}
        className="justify-self-start"
        onClick={() =>
          append(
            { serviceId: "", kind: "percent", value: "" },
            { focusName: `shares.${fields.length}.serviceId` },
          )
        }
      >
        Add Share
      </Button>
    </FormDialog>
  );
}
