import { addQuickText, changeQuickText, type QuickText } from "#features/quick-texts/contract.ts";
import { mayWrite, type Writer } from "#features/quick-texts/rules.ts";
import { blanksOf } from "#shared/clinical/quick-text.ts";
import { DiagnosisInput } from "#web/clinical/DiagnosisInput.tsx";
import { TextWithBlanks } from "#web/clinical/TextWithBlanks.tsx";
import { changedFrom } from "#web/forms/changed-from.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { Checkbox } from "#web/ui/inputs/Checkbox.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { RadioGroup } from "#web/ui/inputs/RadioGroup.tsx";
import { TextArea } from "#web/ui/inputs/TextArea.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { UnitInput } from "#web/ui/inputs/UnitInput.tsx";
import { draftOf, QuickTextForm, typedQuickText } from "./quick-text-form.ts";

/** Adds a quick text, or edits one. */
export function QuickTextDialog({
  quickText,
  user,
  onClose,
}: {
  quickText: QuickText | null;
  user: Writer;
  onClose: () => void;
}) {
  const { form, errors, dialog } = useFormDialog(quickText ? changeQuickText : addQuickText, QuickTextForm, {
    defaultValues: typedQuickText(quickText),
    draft: { form: "quick-text", record: quickText?.id },
    request: (written, opened) => {
      const body = draftOf(written);
      return quickText
        ? { params: { id: String(quickText.id) }, body: changedFrom(draftOf(opened), body) }
        : { body };
    },
    done: quickText ? "Quick text saved" : "Quick text added",
    failed: "Failed to save the quick text",
    onClose,
  });
  const typed = form.watch();

  const part = (name: "chiefComplaint" | "history" | "examination" | "treatment", label: string) => (
    <Field label={label} optional error={errors[name]?.message}>
      <TextArea rows={2} {...form.register(name)} />
    </Field>
  );
  return (
    <FormDialog
      {...dialog}
      title={quickText ? `Edit .${quickText.name}` : "Add Quick Text"}
      save={quickText ? "Save Quick Text" : "Add Quick Text"}
    >
      <div className="grid gap-4 md:grid-cols-[11rem_minmax(0,1fr)]">
        <Field
          label="Name"
          required
          error={errors.name?.message}
          hint={`Typed as .${typed.name.trim().replace(/^\./, "") || "htn"}`}
        >
          <TextInput maxLength={31} autoComplete="off" autoCapitalize="none" {...form.register("name")} />
        </Field>
        <Field label="Title" required error={errors.title?.message}>
          <TextInput
            maxLength={100}
            autoComplete="off"
            placeholder="Hypertension follow-up"
            {...form.register("title")}
          />
        </Field>
      </div>
      {mayWrite(user, { whose: "clinic" }) && (
        <RadioGroup
          label="For"
          inline
          options={[
            { value: "own", label: "Only me" },
            { value: "clinic", label: "Everyone in the clinic" },
          ]}
          {...form.register("whose")}
        />
      )}
      <Field
        label="Text"
        error={errors.text?.message}
        hint="What is in braces is filled in each time: Cough for {days}."
      >
        <TextArea rows={5} {...form.register("text")} />
      </Field>
      {blanksOf(typed.text).length > 0 && (
        <section aria-label="Preview" className="rounded-md border border-line bg-paper px-3 py-2">
          <p className="text-sm text-ink-2">Preview, with the places to fill</p>
          <p className="mt-1 whitespace-pre-line wrap-anywhere">
            <TextWithBlanks text={typed.text} />
          </p>
        </section>
      )}
      <Checkbox
        label="Also a template for a consultation"
        hint="Fills its empty fields in one press."
        {...form.register("hasTemplate")}
      />
      {typed.hasTemplate && (
        <div className="grid gap-4 border-l border-line pl-4">
          {part("chiefComplaint", "Chief complaint")}
          {part("history", "History, details")}
          {part("examination", "Physical examination")}
          <Field label="Diagnosis" optional error={errors.diagnosis?.message}>
            <DiagnosisInput
              {...form.register("diagnosis")}
              typed={typed.diagnosis}
              chosen={typed.diagnoses}
              onChosen={(chosen) => {
                form.setValue("diagnoses", chosen, { shouldDirty: true });
                if (chosen.length > typed.diagnoses.length)
                  form.setValue("diagnosis", "", { shouldDirty: true });
              }}
            />
          </Field>
          {part("treatment", "Treatment plan")}
          <Field label="Follow-up in" optional error={errors.followUpInDays?.message} className="w-40">
            <UnitInput unit="days" inputMode="numeric" {...form.register("followUpInDays")} />
          </Field>
        </div>
      )}
    </FormDialog>
  );
}
