import * as z from "zod/mini";
import type { Patient } from "#features/patients/contract.ts";
import type { Pregnancy } from "#features/pregnancies/contract.ts";
import { optionalLine } from "#shared/formats/fields.ts";
import { DialogPatient } from "#web/clinical/DialogPatient.tsx";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { MistakeButton } from "./MistakeButton.tsx";
import { savingPregnancy } from "./saving-pregnancy.ts";

const number = (most: number) =>
  z
    .string()
    .check(z.refine((typed) => /^\d{0,2}$/.test(typed) && Number(typed) <= most, `From 0 to ${most}`));

const Form = z.object({
  term: number(20),
  preterm: number(20),
  abortions: number(20),
  living: number(30),
  note: optionalLine(255),
});

const fields = [
  { name: "term", label: "At term" },
  { name: "preterm", label: "Preterm" },
  { name: "abortions", label: "Abortions" },
  { name: "living", label: "Living" },
] as const;

/** Pregnancies before the recorded ones, as TPAL: one row for all of them. */
export function EarlierDialog({
  patient,
  row,
  onClose,
}: {
  patient: Patient;
  row: Pregnancy | null;
  onClose: () => void;
}) {
  const typed = (value: number | null | undefined) => (value == null ? "" : String(value));
  const { endpoint, requestOf, words, invalidatesOnError } = savingPregnancy(patient.id, row);
  const { form, errors, send, dialog } = useFormDialog(endpoint, Form, {
    defaultValues: {
      term: typed(row?.term),
      preterm: typed(row?.preterm),
      abortions: typed(row?.abortions),
      living: typed(row?.living),
      note: row?.note ?? "",
    },
    request: ({ note, ...counts }) =>
      requestOf({
        term: Number(counts.term),
        preterm: Number(counts.preterm),
        abortions: Number(counts.abortions),
        living: Number(counts.living),
        note,
      }),
    ...words,
    invalidatesOnError,
    onClose,
  });
  return (
    <FormDialog
      {...dialog}
      title="Earlier Pregnancies"
      patient={<DialogPatient patient={patient} />}
      save="Save"
      className="grid gap-3.5"
      footNote={
        row && (
          <MistakeButton
            row={row}
            was="earlier"
            disabled={dialog.isSending}
            onMark={(state) => void send(requestOf({ state }))}
          />
        )
      }
    >
      <p className="text-sm text-ink-2">
        Only those that are not recorded here one by one. The others are counted by their outcomes.
      </p>
      <div className="grid grid-cols-2 gap-2.5 md:grid-cols-4">
        {fields.map(({ name, label }) => (
          <Field key={name} label={label} error={errors[name]?.message}>
            <TextInput
              inputMode="numeric"
              maxLength={2}
              placeholder="0"
              autoComplete="off"
              {...form.register(name)}
            />
          </Field>
        ))}
      </div>
      <Field label="Note" optional error={errors.note?.message}>
        <TextInput
          maxLength={255}
          placeholder="2018 NSD, 2021 CS"
          autoComplete="off"
          {...form.register("note")}
        />
      </Field>
    </FormDialog>
  );
}
