import { symptoms } from "#shared/clinical/present-illness.ts";
import { ClinicalTextArea } from "#web/clinical/ClinicalTextArea.tsx";
import { Checkbox } from "#web/ui/inputs/Checkbox.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { CopiedMark } from "./CopiedMark.tsx";
import { type CopiedFrom, NoteText } from "./NoteText.tsx";
import type { WizardForm } from "./note-fields.ts";

/** Step 1: the complaint and its history. A ticked symptom asks for details; the rest is free text. */
export function ComplaintStep({ form, copiedFrom }: { form: WizardForm; copiedFrom: CopiedFrom }) {
  const { errors } = form.formState;
  const illness = form.watch("illness");
  const illnessFrom = copiedFrom("illness");
  return (
    <div className="grid gap-5">
      <NoteText form={form} field="chiefComplaint" rows={3} required copiedFrom={copiedFrom} />
      <fieldset className="grid gap-4 md:grid-cols-2">
        <legend className="mb-1.5 flex flex-wrap gap-x-2 text-sm font-medium">
          History of present illness <CopiedMark from={illnessFrom} />
        </legend>
        <div className="grid content-start gap-1">
          {symptoms.map(({ flag, detail, label, asks }) => (
            <div key={flag}>
              <Checkbox label={label} {...form.register(`illness.${flag}`)} />
              {illness[flag] && (
                <Field
                  label={asks}
                  optional
                  error={errors.illness?.[detail]?.message}
                  className="mt-1 mb-3 ml-2 border-l border-line pl-4.5"
                >
                  <TextInput {...form.register(`illness.${detail}`)} />
                </Field>
              )}
            </div>
          ))}
        </div>
        <Field label="Details" optional error={errors.illness?.details?.message}>
          <ClinicalTextArea
            rows={6}
            isCopied={illnessFrom !== null}
            placeholder="Onset, course, what makes it better or worse"
            {...form.register("illness.details")}
          />
        </Field>
      </fieldset>
    </div>
  );
}
