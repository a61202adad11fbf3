import { addService, changeService, type Service, ServiceDraft } from "#features/billing/contract.ts";
import { changedFrom } from "#web/forms/changed-from.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { MoneyInput } from "#web/ui/inputs/MoneyInput.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";

/** Adds a service to the price list, or changes one. */
export function ServiceDialog({ service, onClose }: { service: Service | null; onClose: () => void }) {
  const { form, errors, dialog } = useFormDialog(service ? changeService : addService, ServiceDraft, {
    defaultValues: { name: service?.name ?? "", amount: service?.amount ?? "" },
    request: (body, opened) =>
      service ? { params: { id: String(service.id) }, body: changedFrom(opened, body) } : { body },
    done: service ? "Service saved" : "Service added",
    failed: "Failed to save the service",
    onClose,
  });
  return (
    <FormDialog
      {...dialog}
      title={service ? `Edit ${service.name}` : "Add Service"}
      size="sm"
      save={service ? "Save Service" : "Add Service"}
    >
      <Field label="Service" required error={errors.name?.message}>
        <TextInput maxLength={200} autoComplete="off" placeholder="Consultation" {...form.register("name")} />
      </Field>
      <Field label="Price" required error={errors.amount?.message}>
        <MoneyInput {...form.register("amount")} />
      </Field>
    </FormDialog>
  );
}
