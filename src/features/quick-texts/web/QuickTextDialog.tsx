import type { FormEvent } from "react";
import { addQuickText, changeQuickText, type QuickText } from "#features/quick-texts/contract.ts";
import { placesOf } from "#shared/clinical/quick-text.ts";
import { DiagnosisInput } from "#web/clinical/DiagnosisInput.tsx";
import { PlacesText } from "#web/clinical/PlacesText.tsx";
import { isApiError } from "#web/data/api-error.ts";
import { showFailure, useEndpointMutation } from "#web/data/calls.ts";
import { DraftOffer } from "#web/drafts/DraftOffer.tsx";
import { useDraft } from "#web/drafts/use-draft.ts";
import { changedFrom } from "#web/forms/changed-from.ts";
import { applyServerFields, useZodForm } from "#web/forms/form.ts";
import { useDiscardQuestion } from "#web/forms/use-discard-question.tsx";
import { Checkbox } from "#web/ui/inputs/Checkbox.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { FormFoot } from "#web/ui/inputs/FormFoot.tsx";
import { RadioGroup } from "#web/ui/inputs/RadioGroup.tsx";
import { TextArea } from "#web/ui/inputs/TextArea.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { UnitInput } from "#web/ui/inputs/UnitInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { draftOf, QuickTextForm, typedQuickText } from "./quick-text-form.ts";

/** Adds a quick text, or edits one. */
export function QuickTextDialog({
  quickText,
  isOwner,
  onClose,
}: {
  quickText: QuickText | null;
  isOwner: boolean;
  onClose: () => void;
}) {
  const form = useZodForm(QuickTextForm, { defaultValues: typedQuickText(quickText, "own") });
  const { errors, isDirty, isSubmitting } = form.formState;
  const draft = useDraft(form, { form: "quick-text", record: quickText?.id });
  const { mayClose, closing, question } = useDiscardQuestion(isDirty, undefined, draft.forget);
  const add = useEndpointMutation(addQuickText, { done: "Quick text added", failed: null, act: draft.act });
  const change = useEndpointMutation(changeQuickText, { done: "Quick text saved", failed: null });
  const typed = form.watch();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.stopPropagation();
    void form.handleSubmit(async (written) => {
      const body = draftOf(written);
      try {
        const opened = draftOf(form.formState.defaultValues as typeof written);
        await (quickText
          ? change.mutateAsync({ params: { id: String(quickText.id) }, body: changedFrom(opened, body) })
          : add.mutateAsync({ body }));
        draft.forget();
        onClose();
      } catch (error) {
        if (isApiError(error)) applyServerFields(form, error);
        showFailure(error, { title: "Error", fallback: "Failed to save the quick text" });
      }
    })(event);
  };

  const part = (name: "chiefComplaint" | "history" | "examination" | "treatment", label: string) => (
    <Field label={label} optional error={errors[name]?.message}>
      <TextArea rows={2} {...form.register(name)} />
    </Field>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={() => !isSubmitting && mayClose()}
      title={quickText ? `Edit .${quickText.name}` : "Add Quick Text"}
      onSubmit={submit}
      foot={
        <FormFoot
          onCancel={closing(onClose)}
          isSending={isSubmitting}
          save={quickText ? "Save Quick Text" : "Add Quick Text"}
        />
      }
    >
      <div className="grid gap-4">
        <DraftOffer draft={draft} />
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
        {isOwner && (
          <RadioGroup
            label="For"
            inline
            options={[
              { value: "own", label: "Me alone" },
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
        {placesOf(typed.text).length > 0 && (
          <section aria-label="Preview" className="rounded-md border border-line bg-paper px-3 py-2">
            <p className="text-sm text-ink-2">Preview, with the places to fill</p>
            <p className="mt-1 whitespace-pre-line wrap-anywhere">
              <PlacesText text={typed.text} />
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
      </div>
      {question}
    </Dialog>
  );
}
