import type { UseFormReturn } from "react-hook-form";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextArea } from "#web/ui/inputs/TextArea.tsx";
import type { TypedConsultation } from "./consultation-form.ts";

type Form = Pick<UseFormReturn<TypedConsultation, unknown, unknown>, "register" | "formState">;

/** Step 3: what was found, what it is, what is done. */
export function TreatmentStep({ form }: { form: Form }) {
  const { errors } = form.formState;
  return (
    <div className="grid gap-5">
      <Field label="Physical examination" error={errors.physicalExamination?.message}>
        <TextArea rows={3} {...form.register("physicalExamination")} />
      </Field>
      <Field label="Diagnosis" required error={errors.diagnosis?.message}>
        <TextArea rows={2} {...form.register("diagnosis")} />
      </Field>
      <Field label="Treatment plan" required error={errors.treatment?.message}>
        <TextArea rows={3} {...form.register("treatment")} />
      </Field>
      <Field label="Medications" error={errors.medications?.message}>
        <TextArea rows={2} {...form.register("medications")} />
      </Field>
      <Field label="Follow-up date" error={errors.followUpDate?.message} className="md:max-w-60">
        <DateInput {...form.register("followUpDate")} />
      </Field>
      <Field label="Additional notes" error={errors.notes?.message}>
        <TextArea rows={2} {...form.register("notes")} />
      </Field>
    </div>
  );
}
