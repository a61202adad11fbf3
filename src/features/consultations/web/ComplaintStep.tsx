import type { ReactNode } from "react";
import { symptoms } from "#shared/clinical/present-illness.ts";
import { ClinicalTextArea } from "#web/clinical/ClinicalTextArea.tsx";
import { Checkbox } from "#web/ui/inputs/Checkbox.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { CopiedMark } from "./CopiedMark.tsx";
import { type CopiedFrom, NoteText } from "./NoteText.tsx";
import type { WizardForm } from "./note-fields.ts";

/** Step 1: the complaint and its history. A ticked symptom asks for details; the rest is free text. */
export function ComplaintStep({
  form,
  deskComplaint,
  copiedFrom,
  example,
}: {
  form: WizardForm;
  /** The desk's complaint, with which the field was filled. */
  deskComplaint: string | null;
  copiedFrom: CopiedFrom;
  /** A quick text to type. */
  example: ReactNode;
}) {
  const { errors } = form.formState;
  const illness = form.watch("illness");
  const isFromDesk = deskComplaint !== null && form.watch("chiefComplaint") === deskComplaint;
  const illnessFrom = copiedFrom("illness");
  return (
    <div className="grid gap-3.5">
      <NoteText
        form={form}
        field="chiefComplaint"
        rows={1}
        required
        copiedFrom={copiedFrom}
        note={isFromDesk && "as told at the desk"}
      />
      <fieldset>
        <legend className="mb-1 flex flex-wrap gap-x-2 text-sm">
          <span className="font-medium">Symptoms</span>
          <span className="text-ink-3">tick one to add its details</span>
        </legend>
        <div className="grid gap-x-3 gap-y-1 md:grid-cols-[13.75rem_minmax(0,1fr)]">
          {symptoms.map(({ flag, detail, label, asks }) => (
            <div key={flag} className="contents">
              <Checkbox label={label} {...form.register(`illness.${flag}`)} className="md:py-1" />
              {illness[flag] ? (
                <Field
                  label={asks}
                  hideLabel
                  error={errors.illness?.[detail]?.message}
                  className="max-md:mb-1.5"
                >
                  <TextInput
                    placeholder={asks}
                    {...form.register(`illness.${detail}`)}
                    className="md:min-h-8!"
                  />
                </Field>
              ) : (
                <span className="max-md:hidden" />
              )}
            </div>
          ))}
        </div>
      </fieldset>
      <Field
        label="History of present illness"
        error={errors.illness?.details?.message}
        aside={<CopiedMark from={illnessFrom} />}
        hint={example}
      >
        <ClinicalTextArea
          rows={2}
          isCopied={illnessFrom !== null}
          placeholder="Onset, course, what makes it better or worse"
          {...form.register("illness.details")}
          className="min-h-15!"
        />
      </Field>
    </div>
  );
}
