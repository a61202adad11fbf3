import type { ReactNode } from "react";
import { ClinicalTextArea } from "#web/clinical/ClinicalTextArea.tsx";
import { cx } from "#web/ui/cx.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { CopiedMark } from "./CopiedMark.tsx";
import { type NoteField, noteLabels, type WizardForm } from "./note-fields.ts";

/** Where a field was copied from, while it is unchanged. */
export type CopiedFrom = (field: NoteField) => string | null;

/** A text of the consultation, marked while it is as it was copied. It grows with what is written. */
export function NoteText({
  form,
  field,
  rows,
  copiedFrom,
  note,
  ...more
}: {
  form: WizardForm;
  field: Exclude<NoteField, "illness" | "diagnosis" | "followUpDate">;
  rows: number;
  copiedFrom: CopiedFrom;
  required?: boolean;
  /** Beside the label: where the text is from. */
  note?: ReactNode;
}) {
  const from = copiedFrom(field);
  return (
    <Field
      label={noteLabels[field]}
      error={form.formState.errors[field]?.message}
      note={from === null && note}
      aside={<CopiedMark from={from} />}
      {...more}
    >
      <ClinicalTextArea
        rows={rows}
        isCopied={from !== null}
        {...form.register(field)}
        className={cx(rows === 1 && "min-h-control! resize-none!")}
      />
    </Field>
  );
}
