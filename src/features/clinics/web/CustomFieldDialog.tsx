import { type FormEvent, useState } from "react";
import {
  addCustomField,
  type CustomField,
  type CustomFieldChanges,
  changeCustomField,
} from "#features/clinics/contract.ts";
import { customFieldTypes } from "#shared/clinical/custom-fields.ts";
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
import { Select } from "#web/ui/inputs/Select.tsx";
import { TextArea } from "#web/ui/inputs/TextArea.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { CustomFieldForm, typedField, typeWords } from "./custom-field-form.ts";

/** Adds a field, or changes one. */
export function CustomFieldDialog({ field, onClose }: { field: CustomField | null; onClose: () => void }) {
  // A refetch while it is open brings what others changed meanwhile.
  const [opened] = useState(field);
  const form = useZodForm(CustomFieldForm, { defaultValues: typedField(field) });
  const { errors, isDirty, isSubmitting } = form.formState;
  const draft = useDraft(form, { form: "custom-field", record: field?.id });
  const { mayClose, closing, question } = useDiscardQuestion(isDirty, undefined, draft.forget);
  const add = useEndpointMutation(addCustomField, {
    done: "Custom field added",
    failed: null,
    act: draft.act,
  });
  const change = useEndpointMutation(changeCustomField, { done: "Custom field saved", failed: null });
  const isChoice = form.watch("fieldType") === "choice";

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.stopPropagation();
    void form.handleSubmit(async (typed) => {
      const body = { ...typed, fieldOptions: typed.fieldType === "choice" ? typed.fieldOptions : [] };
      try {
        await (opened
          ? change.mutateAsync({
              params: { id: String(opened.id) },
              body: changedFrom<CustomFieldChanges>(opened, body),
            })
          : add.mutateAsync({ body }));
        draft.forget();
        onClose();
      } catch (error) {
        if (isApiError(error)) applyServerFields(form, error);
        showFailure(error, { title: "Error", fallback: "Failed to save the custom field" });
      }
    })(event);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={() => !isSubmitting && mayClose()}
      title={field ? `Edit ${field.fieldName}` : "Add Custom Field"}
      size="sm"
      onSubmit={submit}
      foot={
        <FormFoot
          onCancel={closing(onClose)}
          isSending={isSubmitting}
          save={field ? "Save Field" : "Add Field"}
        />
      }
    >
      <div className="grid gap-4">
        <DraftOffer draft={draft} />
        <Field
          label="Field name"
          required
          error={errors.fieldName?.message}
          hint={field ? "Renaming updates every patient's record." : undefined}
        >
          <TextInput maxLength={100} autoComplete="off" {...form.register("fieldName")} />
        </Field>
        <Field label="Type" error={errors.fieldType?.message}>
          <Select
            options={customFieldTypes.map((type) => ({ value: type, label: typeWords[type] }))}
            {...form.register("fieldType")}
          />
        </Field>
        {isChoice && (
          <Field label="Options" required hint="One per line." error={errors.fieldOptions?.message}>
            <TextArea rows={5} {...form.register("fieldOptions")} />
          </Field>
        )}
        <Checkbox label="Required" hint="Required to register a patient." {...form.register("isRequired")} />
      </div>
      {question}
    </Dialog>
  );
}
