import type { ReactNode } from "react";
import type { Diagnosis } from "#features/diagnoses/contract.ts";
import { comeBackIn } from "#shared/calendar/come-back.ts";
import { addDays, isCalendarDay } from "#shared/formats/dates.ts";
import { ClosedDay } from "#web/clinical/ClosedDay.tsx";
import { ConfidentialBox } from "#web/clinical/ConfidentialBox.tsx";
import { DiagnosisInput } from "#web/clinical/DiagnosisInput.tsx";
import { dateBounds } from "#web/forms/date-bounds.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { ChipButton } from "#web/ui/ChipButton.tsx";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { CopiedMark } from "./CopiedMark.tsx";
import { type CopiedFrom, NoteText } from "./NoteText.tsx";
import { noteLabels, type WizardForm } from "./note-fields.ts";
import { PlanRows } from "./PlanRows.tsx";
import type { usePlan } from "./use-plan.ts";

/** Bookable times from the follow-up date on; `comeBack` changes that date. */
export type FollowUpAppointment = (day: string, comeBack: (day: string) => void) => ReactNode;

/** Step 3: findings, diagnosis, plan. */
export function TreatmentStep({
  form,
  diagnoses,
  diagnosis,
  followUpDate,
  plan,
  copiedFrom,
  appointment,
}: {
  form: WizardForm;
  /** The chosen ones, and the text typed beside them. */
  diagnoses: readonly Diagnosis[];
  diagnosis: string;
  followUpDate: string;
  plan: ReturnType<typeof usePlan>;
  copiedFrom: CopiedFrom;
  /** Under the follow-up date: times to book. */
  appointment?: FollowUpAppointment | undefined;
}) {
  const { errors } = form.formState;
  const today = useToday();
  const comeBack = (day: string) =>
    form.setValue("followUpDate", day, { shouldDirty: true, shouldValidate: true });
  return (
    <div className="grid gap-5">
      <NoteText form={form} field="physicalExamination" rows={3} copiedFrom={copiedFrom} />
      <Field
        label={noteLabels.diagnosis}
        required
        error={errors.diagnosis?.message}
        aside={<CopiedMark from={copiedFrom("diagnosis")} />}
      >
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
      <NoteText
        form={form}
        field="treatment"
        rows={3}
        required
        copiedFrom={copiedFrom}
        hint="Write one order per line: losartan 100 mg OD 30 days, or back in 2 weeks. What is understood appears below."
      />
      <PlanRows
        {...plan}
        followUpDate={followUpDate}
        onUseDay={comeBack}
        onChange={({ start, end }) => {
          form.setFocus("treatment");
          const field = document.activeElement;
          if (field instanceof HTMLTextAreaElement) field.setSelectionRange(start, end);
        }}
      />
      <NoteText form={form} field="medications" rows={2} copiedFrom={copiedFrom} />
      <div className="grid gap-3">
        <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
          <Field label="Follow-up date" error={errors.followUpDate?.message} className="md:w-60">
            <DateInput {...form.register("followUpDate")} {...dateBounds("followUp", { today })} />
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
        {isCalendarDay(followUpDate) && followUpDate >= today && (
          <>
            <ClosedDay day={followUpDate} />
            {appointment?.(followUpDate, comeBack)}
          </>
        )}
      </div>
      <NoteText form={form} field="notes" rows={2} copiedFrom={copiedFrom} />
      <ConfidentialBox {...form.register("isConfidential")} />
    </div>
  );
}
