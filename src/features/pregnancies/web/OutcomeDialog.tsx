import * as z from "zod/mini";
import type { Patient } from "#features/patients/contract.ts";
import type { Pregnancy } from "#features/pregnancies/contract.ts";
import {
  gestationDays,
  gestationText,
  isBirth,
  type Outcome,
  outcomeLabels,
  outcomeProblem,
  outcomes,
  startOf,
} from "#shared/clinical/pregnancy.ts";
import { isCalendarDay } from "#shared/formats/dates.ts";
import { calendarDay, optionalLine } from "#shared/formats/fields.ts";
import { DialogPatient } from "#web/clinical/DialogPatient.tsx";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { Button } from "#web/ui/Button.tsx";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { MistakeButton } from "./MistakeButton.tsx";
import { savingPregnancy } from "./saving-pregnancy.ts";

const Form = z.object({
  outcome: z.enum(outcomes, { error: "Choose how the pregnancy ended" }),
  endedOn: calendarDay,
  living: z.string().check(z.regex(/^(\d|10)?$/, "Enter a number from 0 to 10")),
  note: optionalLine(255),
});

/** Those that are possible on that day, and the one that is chosen. */
const choicesOn = (dueOn: string | null, day: string, chosen: Outcome) => [
  { value: "", label: "Choose" },
  ...outcomes
    .filter(
      (value) =>
        value === chosen ||
        dueOn === null ||
        !isCalendarDay(day) ||
        outcomeProblem(value, gestationDays(dueOn, day)) === null,
    )
    .map((value) => ({ value, label: outcomeLabels[value] })),
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
  const { endpoint, requestOf, words, invalidatesOnError } = savingPregnancy(patient.id, row);
  const { form, errors, send, dialog } = useFormDialog(endpoint, Form, {
    defaultValues: {
      outcome: row.outcome ?? ("" as Outcome),
      endedOn: row.endedOn ?? "",
      living: row.living === null ? "" : String(row.living),
      note: row.note ?? "",
    },
    draft: { form: "pregnancy-outcome", record: row.id },
    request: ({ living, ...typed }) =>
      requestOf({
        ...typed,
        living: living === "" || !hasChildren(typed.outcome) ? null : Number(living),
      }),
    ...words,
    invalidatesOnError,
    onClose,
  });
  const { isSending } = dialog;
  const outcome = form.watch("outcome");
  /** A birth is of one child, unless another number is typed or recorded. */
  const propose = () => {
    const chosen = form.getValues("outcome");
    if (form.formState.dirtyFields.living) return;
    form.setValue("living", isBirth(chosen) ? String(row.living ?? 1) : "");
  };
  return (
    <FormDialog
      {...dialog}
      title={row.state === "ended" ? "Correct Outcome" : "Record Outcome"}
      patient={<DialogPatient patient={patient} />}
      save="Save Outcome"
      className="grid gap-3.5"
      footNote={
        row.state !== "open" && (
          <span className="flex flex-wrap gap-2">
            <MistakeButton
              row={row}
              was="ended"
              disabled={isSending}
              onMark={(state) => void send(requestOf({ state }))}
            />
            {row.state === "ended" && (
              <Button
                variant="ghost"
                disabled={isSending}
                onClick={() => void send(requestOf({ state: "open" }))}
              >
                Has Not Ended
              </Button>
            )}
          </span>
        )
      }
    >
      <Field label="Outcome" error={errors.outcome?.message}>
        <Select
          options={choicesOn(row.dueOn, form.watch("endedOn"), outcome)}
          {...form.register("outcome", { onChange: propose })}
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
    </FormDialog>
  );
}
