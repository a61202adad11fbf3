import type { ReactNode } from "react";
import type { Diagnosis } from "#features/diagnoses/contract.ts";
import { isCalendarDay } from "#shared/formats/dates.ts";
import { ClosedDay } from "#web/clinical/ClosedDay.tsx";
import { ConfidentialBox } from "#web/clinical/ConfidentialBox.tsx";
import { DiagnosisInput } from "#web/clinical/DiagnosisInput.tsx";
import { dateBounds } from "#web/forms/date-bounds.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { CopiedMark } from "./CopiedMark.tsx";
import { type CopiedFrom, NoteText } from "./NoteText.tsx";
import { noteLabels, type WizardForm } from "./note-fields.ts";
import { PlanEditor } from "./PlanEditor.tsx";
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
  hasConfidential,
}: {
  form: WizardForm;
  /** The chosen ones, and the text typed beside them. */
  diagnoses: readonly Diagnosis[];
  diagnosis: string;
  followUpDate: string;
  plan: ReturnType<typeof usePlan>;
  copiedFrom: CopiedFrom;
  /** With the follow-up: times to book. */
  appointment?: FollowUpAppointment | undefined;
  /** On a phone; elsewhere its box is beside the buttons. */
  hasConfidential: boolean;
}) {
  const { errors } = form.formState;
  const today = useToday();
  const comeBack = (day: string) =>
    form.setValue("followUpDate", day, { shouldDirty: true, shouldValidate: true });
  const isAhead = isCalendarDay(followUpDate) && followUpDate >= today;
  return (
    <div className="grid gap-2.5">
      <NoteText form={form} field="physicalExamination" rows={1} copiedFrom={copiedFrom} />
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
      <PlanEditor
        form={form}
        plan={plan}
        copiedFrom={copiedFrom}
        followUpDate={followUpDate}
        onComeBack={comeBack}
        slots={isAhead && appointment?.(followUpDate, comeBack)}
      />
      <div className="grid gap-3 md:grid-cols-[11rem_minmax(0,1fr)_minmax(0,1fr)] md:gap-4">
        <div className="grid content-start gap-1">
          <Field label="Follow-up date" error={errors.followUpDate?.message}>
            <DateInput {...form.register("followUpDate")} {...dateBounds("followUp", { today })} />
          </Field>
          {isAhead && <ClosedDay day={followUpDate} />}
        </div>
        <NoteText form={form} field="medications" rows={1} copiedFrom={copiedFrom} />
        <NoteText form={form} field="notes" rows={1} copiedFrom={copiedFrom} />
      </div>
      {hasConfidential && <ConfidentialBox {...form.register("isConfidential")} />}
    </div>
  );
}
