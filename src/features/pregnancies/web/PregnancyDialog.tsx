import { useState } from "react";
import * as z from "zod/mini";
import type { Patient } from "#features/patients/contract.ts";
import type { Pregnancy } from "#features/pregnancies/contract.ts";
import { dueDayOf, gestationDays, pregnantText, redatedText, TERM_DAYS } from "#shared/clinical/pregnancy.ts";
import { addDays, formatDay, isCalendarDay } from "#shared/formats/dates.ts";
import { optionalDay, optionalLine } from "#shared/formats/fields.ts";
import { DialogPatient } from "#web/clinical/DialogPatient.tsx";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { MistakeButton } from "./MistakeButton.tsx";
import { savingPregnancy } from "./saving-pregnancy.ts";

const Form = z.object({ lmp: optionalDay, edc: optionalDay, note: optionalLine(255) });

const dayOrNull = (typed: string | null | undefined) => (typed && isCalendarDay(typed) ? typed : null);

/** The dates of a pregnancy: the LMP, the ultrasound's EDC or both, with the values derived while typing. */
export function PregnancyDialog({
  patient,
  row,
  onClose,
}: {
  patient: Patient;
  row: Pregnancy | null;
  onClose: () => void;
}) {
  const today = useToday();
  const { endpoint, requestOf, words, invalidatesOnError } = savingPregnancy(patient.id, row);
  const [odd, setOdd] = useState<z.output<typeof Form> | null>(null);
  const { form, errors, send, dialog } = useFormDialog(endpoint, Form, {
    defaultValues: { lmp: row?.lmp ?? "", edc: row?.edc ?? "", note: row?.note ?? "" },
    check: (typed) => {
      if (redated) setOdd(typed);
      return !redated;
    },
    request: requestOf,
    ...words,
    invalidatesOnError,
    onClose,
  });
  const dates = { lmp: dayOrNull(form.watch("lmp")), edc: dayOrNull(form.watch("edc")) };
  const dueOn = dueDayOf(dates);
  const days = dueOn ? gestationDays(dueOn, today) : null;
  const redated: string | null = redatedText(dates);
  return (
    <FormDialog
      {...dialog}
      title={row ? "Change Pregnancy" : "Record Pregnancy"}
      patient={<DialogPatient patient={patient} />}
      save="Save"
      className="grid gap-3.5"
      footNote={
        row && (
          <MistakeButton
            row={row}
            was="open"
            disabled={dialog.isSending}
            onMark={(state) => void send(requestOf({ state }))}
          />
        )
      }
    >
      <Field label="LMP" hint="First day of the last menstrual period" optional error={errors.lmp?.message}>
        <DateInput max={today} {...form.register("lmp")} />
      </Field>
      <Field
        label="EDC by ultrasound"
        hint="Used instead of the LMP when both are known"
        optional
        error={errors.edc?.message}
      >
        <DateInput max={addDays(today, TERM_DAYS)} {...form.register("edc")} />
      </Field>
      <Field label="Note" optional error={errors.note?.message}>
        <TextInput maxLength={255} autoComplete="off" {...form.register("note")} />
      </Field>
      <p role="status" className="text-sm text-ink-2 tabular-nums">
        {dueOn && days !== null && days >= 0
          ? `${pregnantText(days)}, EDC ${formatDay(dueOn)} ${dates.edc ? "by ultrasound" : "by LMP"}`
          : "Enter the LMP, the EDC or both."}
      </p>
      {odd && (
        <ConfirmDialog
          open
          title="Save dates that do not agree?"
          description={`The EDC by ultrasound is ${redated} than by the LMP. Check month and year.`}
          cancelLabel="Go back"
          confirmLabel="Save Anyway"
          onClose={() => setOdd(null)}
          onConfirm={async () => {
            setOdd(null);
            await send(requestOf(odd));
          }}
        />
      )}
    </FormDialog>
  );
}
