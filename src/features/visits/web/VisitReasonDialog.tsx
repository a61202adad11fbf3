import { type FormEvent, useId } from "react";
import * as z from "zod/mini";
import { changeVisit, type Visit } from "#features/visits/contract.ts";
import { optionalLine, requiredLine } from "#shared/formats/fields.ts";
import { isApiError } from "#web/data/api-error.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { applyServerFields, useZodForm } from "#web/forms/form.ts";
import { Checkbox } from "#web/ui/inputs/Checkbox.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { FormFoot } from "#web/ui/inputs/FormFoot.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { purposeOf, resultsOnly } from "./results-only.ts";

const Reason = z.object({ reason: optionalLine(500), isForResults: z.boolean() });
const NoBillReason = z.object({ reason: requiredLine("Say why", 200), isForResults: z.boolean() });

/** What the visit is for; of a visit that is done without a bill, why it has none. */
export function VisitReasonDialog({ visit, onClose }: { visit: Visit; onClose: () => void }) {
  const { isUnbilled } = visit;
  const form = useZodForm(isUnbilled ? NoBillReason : Reason, {
    defaultValues: {
      reason: (isUnbilled ? visit.noBillReason : visit.reason) ?? "",
      isForResults: visit.purpose === "results",
    },
  });
  const { errors, dirtyFields, isSubmitting } = form.formState;
  const usual = useId();
  const change = useEndpointMutation(changeVisit, {
    done: "Reason saved",
    failed: { title: "Error", fallback: "Failed to save the reason" },
  });
  const save = async ({ reason, isForResults }: z.output<typeof Reason>) => {
    try {
      const body = isUnbilled
        ? { noBillReason: reason }
        : {
            ...(dirtyFields.reason && { reason }),
            ...(dirtyFields.isForResults && { purpose: purposeOf(isForResults) }),
          };
      await change.mutateAsync({ params: { id: String(visit.id) }, body });
      onClose();
    } catch (error) {
      if (isApiError(error)) applyServerFields(form, error);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={isUnbilled ? "Why is there no bill?" : "Reason for the visit"}
      description={visit.patientName}
      size="sm"
      compact
      onSubmit={(event: FormEvent<HTMLFormElement>) => void form.handleSubmit(save)(event)}
      foot={<FormFoot onCancel={onClose} isSending={isSubmitting} save="Save" />}
    >
      <Field
        label="Reason"
        {...(isUnbilled ? { required: true } : { optional: true })}
        error={errors.reason?.message}
      >
        <TextInput
          maxLength={isUnbilled ? 200 : 500}
          autoComplete="off"
          list={isUnbilled ? usual : undefined}
          {...form.register("reason")}
        />
      </Field>
      {!isUnbilled && <Checkbox label={resultsOnly} className="mt-4" {...form.register("isForResults")} />}
      <datalist id={usual}>
        <option value="No charge" />
        <option value="HMO later" />
        <option value="Pays later" />
      </datalist>
    </Dialog>
  );
}
