import type { FormEvent } from "react";
import * as z from "zod/mini";
import { changeVisit, type Visit } from "#features/visits/contract.ts";
import { optionalLine } from "#shared/formats/fields.ts";
import { isApiError } from "#web/data/api-error.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { applyServerFields, useZodForm } from "#web/forms/form.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { FormFoot } from "#web/ui/inputs/FormFoot.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";

const Reason = z.object({ reason: optionalLine(500) });

/** The reason for the visit, and its priority. */
export function VisitReasonDialog({ visit, onClose }: { visit: Visit; onClose: () => void }) {
  const form = useZodForm(Reason, { defaultValues: { reason: visit.reason ?? "" } });
  const { errors, isSubmitting } = form.formState;
  const change = useEndpointMutation(changeVisit, {
    done: "Reason saved",
    failed: { title: "Error", fallback: "Failed to save the reason" },
  });
  const save = async ({ reason }: z.output<typeof Reason>) => {
    try {
      await change.mutateAsync({ params: { id: String(visit.id) }, body: { reason } });
      onClose();
    } catch (error) {
      if (isApiError(error)) applyServerFields(form, error);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Reason for the visit"
      description={visit.patientName}
      size="sm"
      compact
      onSubmit={(event: FormEvent<HTMLFormElement>) => void form.handleSubmit(save)(event)}
      foot={<FormFoot onCancel={onClose} isSending={isSubmitting} save="Save" />}
    >
      <Field label="Reason" optional error={errors.reason?.message}>
        <TextInput maxLength={500} autoComplete="off" {...form.register("reason")} />
      </Field>
    </Dialog>
  );
}
