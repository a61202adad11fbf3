import type { FormEvent } from "react";
import * as z from "zod/mini";
import type { Patient } from "#features/patients/contract.ts";
import type { Pregnancy } from "#features/pregnancies/contract.ts";
import {
  gestationDays,
  gestationText,
  isBirth,
  type Outcome,
  outcomeLabels,
  outcomes,
  startOf,
} from "#shared/clinical/pregnancy.ts";
import { isCalendarDay } from "#shared/formats/dates.ts";
import { calendarDay, optionalLine } from "#shared/formats/fields.ts";
import { DialogPatient } from "#web/clinical/DialogPatient.tsx";
import { DraftOffer } from "#web/drafts/DraftOffer.tsx";
import { useDraft } from "#web/drafts/use-draft.ts";
import { useZodForm } from "#web/forms/form.ts";
import { useDiscardQuestion } from "#web/forms/use-discard-question.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { Button } from "#web/ui/Button.tsx";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { FormFoot } from "#web/ui/inputs/FormFoot.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { MistakeButton } from "./MistakeButton.tsx";
import { useSavePregnancy } from "./use-save-pregnancy.ts";

const Form = z.object({
  outcome: z.enum(outcomes, { error: "Choose how the pregnancy ended" }),
  endedOn: calendarDay,
  living: z.string().check(z.regex(/^(\d|10)?$/, "Enter a number from 0 to 10")),
  note: optionalLine(255),
});

const choices = [
  { value: "", label: "Choose" },
  ...outcomes.map((value) => ({ value, label: outcomeLabels[value] })),
];

const hasChildren = (outcome: Outcome) => isBirth(outcome) || outcome === "unknown";

/** How and when a pregnancy ended, and how many of its children are living. */
export function OutcomeDialog({
  patient,
  row,
  onClose,
}: {
  patient: Patient;
  row: Pregnancy;
  onClose: () => void;
}) {
  const today = useToday();
  const form = useZodForm(Form, {
    defaultValues: {
      outcome: row.outcome ?? ("" as Outcome),
      endedOn: row.endedOn ?? "",
      living: row.living === null ? "" : String(row.living),
      note: row.note ?? "",
    },
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  const draft = useDraft(form, { form: "pregnancy-outcome", record: row.id });
  const { mayClose, closing, question } = useDiscardQuestion(isDirty, undefined, draft.forget);
  const send = useSavePregnancy(form, {
    patientId: patient.id,
    row,
    onClose: () => {
      draft.forget();
      onClose();
    },
  });
  const outcome = form.watch("outcome");
  const save = ({ living, ...typed }: z.output<typeof Form>) =>
    send({
      ...typed,
      living: living === "" || !hasChildren(typed.outcome) ? null : Number(living),
    });
  /** A birth is of one child, unless another number is typed. */
  const propose = () => {
    const chosen = form.getValues("outcome");
    if (!form.formState.dirtyFields.living) form.setValue("living", isBirth(chosen) ? "1" : "");
  };
  const chosen = form.register("outcome");
  return (
    <Dialog
      open
      onClose={onClose}
      title={row.state === "ended" ? "Correct Outcome" : "Record Outcome"}
      size="md"
      patient={<DialogPatient patient={patient} />}
      mayClose={() => !isSubmitting && mayClose()}
      onSubmit={(event: FormEvent<HTMLFormElement>) => void form.handleSubmit(save)(event)}
      foot={<FormFoot onCancel={closing(onClose)} isSending={isSubmitting} save="Save Outcome" />}
      footNote={
        row.state !== "open" && (
          <span className="flex flex-wrap gap-2">
            <MistakeButton
              row={row}
              was="ended"
              disabled={isSubmitting}
              onMark={(state) => void send({ state })}
            />
            {row.state === "ended" && (
              <Button variant="ghost" disabled={isSubmitting} onClick={() => void send({ state: "open" })}>
                Has Not Ended
              </Button>
            )}
          </span>
        )
      }
    >
      <div className="grid gap-3.5">
        <DraftOffer draft={draft} />
        <Field label="Outcome" error={errors.outcome?.message}>
          <Select
            options={choices}
            {...chosen}
            onChange={(event) => {
              const done = chosen.onChange(event);
              propose();
              return done;
            }}
          />
        </Field>
        <Field label="Date" error={errors.endedOn?.message}>
          <DateInput
            min={row.dueOn ? startOf(row.dueOn) : undefined}
            max={today}
            echoNote={(day) =>
              row.dueOn && isCalendarDay(day) ? gestationText(gestationDays(row.dueOn, day)) : undefined
            }
            {...form.register("endedOn")}
          />
        </Field>
        {(outcome as string) !== "" && hasChildren(outcome) && (
          <Field label="Living children of it" optional error={errors.living?.message}>
            <TextInput inputMode="numeric" maxLength={2} autoComplete="off" {...form.register("living")} />
          </Field>
        )}
        <Field label="Note" optional error={errors.note?.message}>
          <TextInput maxLength={255} autoComplete="off" {...form.register("note")} />
        </Field>
      </div>
      {question}
    </Dialog>
  );
}
