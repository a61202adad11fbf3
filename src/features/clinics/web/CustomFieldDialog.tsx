import { useState } from "react";
import {
  addCustomField,
  type CustomField,
  type CustomFieldChanges,
  changeCustomField,
} from "#features/clinics/contract.ts";
import { customFieldTypes } from "#shared/clinical/custom-fields.ts";
import { changedFrom } from "#web/forms/changed-from.ts";
import { FormDialog } from "#web/forms/FormDialog.tsx";
import { useFormDialog } from "#web/forms/use-form-dialog.ts";
import { Checkbox } from "#web/ui/inputs/Checkbox.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { TextArea } from "#web/ui/inputs/TextArea.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { CustomFieldForm, typedField, typeWords } from "./custom-field-form.ts";

/** Adds a field, or changes one. */
export function CustomFieldDialog({ field, onClose }: { field: CustomField | null; onClose: () => void }) {
  // A refetch while it is open brings what others changed meanwhile.
  const [opened] = useState(field);
  const { form, errors, dialog } = useFormDialog(
    opened ? changeCustomField : addCustomField,
    CustomFieldForm,
    {
      defaultValues: typedField(opened),
      draft: { form: "custom-field", record: field?.id },
      request: (typed) => {
        const body = { ...typed, fieldOptions: typed.fieldType === "choice" ? typed.fieldOptions : [] };
        return opened
          ? { params: { id: String(opened.id) }, body: changedFrom<CustomFieldChanges>(opened, body) }
          : { body };
      },
      done: opened ? "Custom field saved" : "Custom field added",
      failed: "Failed to save the custom field",
      onClose,
    },
  );
  const isChoice = form.watch("fieldType") === "choice";

  return (
    <FormDialog
      {...dialog}
      title={field ? `Edit ${field.fieldName}` : "Add Custom Field"}
      size="sm"
      save={field ? "Save Field" : "Add Field"}
    >
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
    </FormDialog>
  );
}
