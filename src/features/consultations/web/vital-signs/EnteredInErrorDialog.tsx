import type { VitalSignReading } from "#features/consultations/contract.ts";
import { InErrorReason } from "#features/consultations/vital-signs-contract.ts";
import { formatInstant } from "#shared/formats/dates.ts";
import { isApiError } from "#web/data/api-error.ts";
import { applyServerFields, useZodForm } from "#web/forms/form.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { FormFoot } from "#web/ui/inputs/FormFoot.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { vitalSignsLine } from "../consultation-words.ts";
import { useMarkVitals } from "./use-mark-vitals.ts";

/** Asks why vital signs must not be used. */
export function EnteredInErrorDialog({
  patientId,
  reading,
  onClose,
}: {
  patientId: number;
  reading: VitalSignReading;
  onClose: () => void;
}) {
  const form = useZodForm(InErrorReason, { defaultValues: { reason: "" } });
  const { errors, isSubmitting } = form.formState;
  const { markInError } = useMarkVitals(patientId);
  const save = form.handleSubmit(async ({ reason }) => {
    try {
      await markInError(reading, reason);
      onClose();
    } catch (error) {
      if (isApiError(error)) applyServerFields(form, error);
    }
  });
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={() => !isSubmitting}
      title="Entered in Error"
      description={`${vitalSignsLine(reading)}, taken ${formatInstant(reading.recordedAt)}. They stay in this list, struck through, and are not used any more: not as the latest, in charts, for growth or in referrals.`}
      size="sm"
      compact
      onSubmit={(event) => {
        event.stopPropagation();
        void save(event);
      }}
      foot={<FormFoot onCancel={onClose} isSending={isSubmitting} save="Mark as Entered in Error" />}
    >
      <Field
        label="Reason"
        hint="For example: typed wrong, another patient's"
        required
        error={errors.reason?.message}
      >
        <TextInput maxLength={500} autoComplete="off" {...form.register("reason")} />
      </Field>
    </Dialog>
  );
}
