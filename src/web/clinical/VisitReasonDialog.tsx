import { useId } from "react";
import * as z from "zod/mini";
import { changeVisit, type Visit } from "#features/visits/contract.ts";
import { optionalLine, requiredLine } from "#shared/formats/fields.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { Checkbox } from "#web/ui/inputs/Checkbox.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { purposeOf, resultsOnly } from "./results-only.ts";

const Reason = z.object({ reason: optionalLine(500), isForResults: z.boolean() });
const NoBillReason = z.object({ reason: requiredLine("Say why", 200), isForResults: z.boolean() });

/** What the visit is for; of a visit that is done without a bill, why it has none. */
export function VisitReasonDialog({ visit, onClose }: { visit: Visit; onClose: () => void }) {
  const { isUnbilled } = visit;
  const { form, errors, dialog } = useFormDialog(changeVisit, isUnbilled ? NoBillReason : Reason, {
    defaultValues: {
      reason: (isUnbilled ? visit.noBillReason : visit.reason) ?? "",
      isForResults: visit.purpose === "results",
    },
    request: ({ reason, isForResults }, _, dirtyFields) => ({
      params: { id: String(visit.id) },
      body: isUnbilled
        ? { noBillReason: reason }
        : {
            ...(dirtyFields.reason && { reason }),
            ...(dirtyFields.isForResults && { purpose: purposeOf(isForResults) }),
          },
    }),
    done: "Reason saved",
    failed: "Failed to save the reason",
    onClose,
  });
  const usual = useId();
  return (
    <FormDialog
      {...dialog}
      title={isUnbilled ? "Why is there no bill?" : "Reason for the visit"}
      description={visit.patientName}
      size="sm"
      compact
      save="Save"
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
      {!isUnbilled && <Checkbox label={resultsOnly} {...form.register("isForResults")} />}
      <datalist id={usual}>
        <option value="No charge" />
        <option value="HMO later" />
        <option value="Pays later" />
      </datalist>
    </FormDialog>
  );
}
