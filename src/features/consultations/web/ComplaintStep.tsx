import type { UseFormReturn } from "react-hook-form";
import { symptoms } from "#shared/clinical/present-illness.ts";
import { ClinicalTextArea } from "#web/clinical/ClinicalTextArea.tsx";
import { Checkbox } from "#web/ui/inputs/Checkbox.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { CopiedMark } from "./CopiedMark.tsx";
import type { TypedConsultation } from "./consultation-form.ts";
import type { NoteField } from "./note-fields.ts";

type Form = Pick<UseFormReturn<TypedConsultation, unknown, unknown>, "register" | "watch" | "formState">;

/** Step 1: the complaint and its history. A ticked symptom asks for details; the rest is free text. */
export function ComplaintStep({
  form,
  copiedFrom,
}: {
  form: Form;
  /** Where a field was copied from, while it is unchanged. */
  copiedFrom: (field: NoteField) => string | null;
}) {
  const { errors } = form.formState;
  const illness = form.watch("illness");
  const complaintFrom = copiedFrom("chiefComplaint");
  const illnessFrom = copiedFrom("illness");
  return (
    <div className="grid gap-5">
      <Field
        label="Chief complaint"
        required
        error={errors.chiefComplaint?.message}
        aside={<CopiedMark from={complaintFrom} />}
      >
        <ClinicalTextArea rows={3} isCopied={complaintFrom !== null} {...form.register("chiefComplaint")} />
      </Field>
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
