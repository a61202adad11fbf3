import { addService, changeService, type Service, ServiceDraft } from "#features/billing/contract.ts";
import { isApiError } from "#web/data/api-error.ts";
import { showFailure, useEndpointMutation } from "#web/data/calls.ts";
import { changedFrom } from "#web/forms/changed-from.ts";
import { applyServerFields, useZodForm } from "#web/forms/form.ts";
import { useDiscardQuestion } from "#web/forms/use-discard-question.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { FormFoot } from "#web/ui/inputs/FormFoot.tsx";
import { MoneyInput } from "#web/ui/inputs/MoneyInput.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";

/** Adds a service to the price list, or changes one. */
export function ServiceDialog({ service, onClose }: { service: Service | null; onClose: () => void }) {
  const form = useZodForm(ServiceDraft, {
    defaultValues: { name: service?.name ?? "", amount: service?.amount ?? "" },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const discard = useDiscardQuestion(isDirty);
  const add = useEndpointMutation(addService, { done: "Service added", failed: null });
  const change = useEndpointMutation(changeService, { done: "Service saved", failed: null });
  const save = async (body: ServiceDraft) => {
    try {
      const opened = form.formState.defaultValues as ServiceDraft;
      await (service
        ? change.mutateAsync({ params: { id: String(service.id) }, body: changedFrom(opened, body) })
        : add.mutateAsync({ body }));
      onClose();
    } catch (error) {
      if (isApiError(error)) applyServerFields(form, error);
      showFailure(error, { title: "Error", fallback: "Failed to save the service" });
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={() => !isSubmitting && discard.mayClose()}
      title={service ? `Edit ${service.name}` : "Add Service"}
      size="sm"
      onSubmit={(event) => void form.handleSubmit(save)(event)}
      foot={
        <FormFoot
          onCancel={discard.closing(onClose)}
          isSending={isSubmitting}
          save={service ? "Save Service" : "Add Service"}
        />
      }
      bodyClassName="grid content-start gap-4"
    >
      <Field label="Service" required error={errors.name?.message}>
        <TextInput maxLength={200} autoComplete="off" placeholder="Consultation" {...form.register("name")} />
      </Field>
      <Field label="Price" required error={errors.amount?.message}>
        <MoneyInput {...form.register("amount")} />
      </Field>
      {discard.question}
    </Dialog>
  );
}
