import type { ReactNode } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { Diagnosis } from "#features/diagnoses/contract.ts";
import { comeBackIn } from "#shared/calendar/come-back.ts";
import { addDays, isCalendarDay } from "#shared/formats/dates.ts";
import { DiagnosisInput } from "#web/clinical/DiagnosisInput.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { ChipButton } from "#web/ui/ChipButton.tsx";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextArea } from "#web/ui/inputs/TextArea.tsx";
import type { TypedConsultation } from "./consultation-form.ts";

type Form = Pick<
  UseFormReturn<TypedConsultation, unknown, unknown>,
  "register" | "formState" | "setValue" | "trigger"
>;

/** What can be booked from the follow-up date on; `comeBack` changes that date. */
export type FollowUpAppointment = (day: string, comeBack: (day: string) => void) => ReactNode;

/** Step 3: what was found, what it is, what is done. */
export function TreatmentStep({
  form,
  diagnoses,
  diagnosis,
  followUpDate,
  appointment,
}: {
  form: Form;
  /** Chosen ones, and what is typed beside them. */
  diagnoses: readonly Diagnosis[];
  diagnosis: string;
  followUpDate: string;
  /** Under the follow-up date: times to book. */
  appointment?: FollowUpAppointment | undefined;
}) {
  const { errors } = form.formState;
  const today = useToday();
  const comeBack = (day: string) =>
    form.setValue("followUpDate", day, { shouldDirty: true, shouldValidate: true });
  return (
    <div className="grid gap-5">
      <Field label="Physical examination" error={errors.physicalExamination?.message}>
        <TextArea rows={3} {...form.register("physicalExamination")} />
      </Field>
      <Field label="Diagnosis" required error={errors.diagnosis?.message}>
        <DiagnosisInput
          {...form.register("diagnosis")}
          typed={diagnosis}
          chosen={diagnoses}
          onChosen={(chosen) => {
            const put = { shouldDirty: true };
            form.setValue("diagnoses", chosen, put);
            if (chosen.length > diagnoses.length) form.setValue("diagnosis", "", put);
            if (errors.diagnosis) void form.trigger("diagnosis");
          }}
        />
      </Field>
      <Field label="Treatment plan" required error={errors.treatment?.message}>
        <TextArea rows={3} {...form.register("treatment")} />
      </Field>
      <Field label="Medications" error={errors.medications?.message}>
        <TextArea rows={2} {...form.register("medications")} />
      </Field>
      <div className="grid gap-3">
        <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
          <Field label="Follow-up date" error={errors.followUpDate?.message} className="md:w-60">
            <DateInput {...form.register("followUpDate")} />
          </Field>
          <fieldset className="flex flex-wrap gap-1.5 md:pt-8" aria-label="Come back in">
            {comeBackIn.map(({ label, days }) => (
              <ChipButton
                key={label}
                pressed={followUpDate === addDays(today, days)}
                onPress={() => comeBack(addDays(today, days))}
              >
                {label}
              </ChipButton>
            ))}
          </fieldset>
        </div>
        {isCalendarDay(followUpDate) && followUpDate >= today && appointment?.(followUpDate, comeBack)}
      </div>
      <Field label="Additional notes" error={errors.notes?.message}>
        <TextArea rows={2} {...form.register("notes")} />
      </Field>
    </div>
  );
}
