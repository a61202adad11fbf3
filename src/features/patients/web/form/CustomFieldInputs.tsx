import { type ReactNode, useState } from "react";
import type { CustomField } from "#features/clinics/contract.ts";
import { DateInput } from "#web/ui/inputs/DateInput.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { formKey } from "./custom-field-values.ts";
import type { PatientForm } from "./patient-form.ts";
import { useCustomFields } from "./use-custom-fields.ts";

/** The clinic's own fields, in the owner's order. */
export function CustomFieldInputs({ form }: { form: PatientForm }) {
  const { used } = useCustomFields();
  return used.map((field) => <OneField key={field.id} form={form} field={field} />);
}

function OneField({ form, field }: { form: PatientForm; field: CustomField }) {
  const key = formKey(field);
  const name = `customFields.${key}` as const;
  const registered = form.register(name);
  return (
    <Field
      label={field.fieldName}
      required={field.isRequired}
      error={form.formState.errors.customFields?.[key]?.message}
    >
      {field.fieldType === "date" ? (
        <DateInput {...registered} />
      ) : field.fieldType === "choice" ? (
        <Select
          placeholder="Select"
          options={withStored(field.fieldOptions, form.formState.defaultValues?.customFields?.[key])}
          {...registered}
        />
      ) : (
        <TextInput
          autoComplete="off"
          {...(field.fieldType === "number" && { inputMode: "decimal", className: "tabular-nums" })}
          {...registered}
        />
      )}
    </Field>
  );
}

/** A removed option stays with the patients who have it. */
const withStored = (options: readonly string[], stored: string | undefined): readonly string[] =>
  stored && !options.includes(stored) ? [stored, ...options] : options;

/** Renders the form once the clinic's fields are loaded; fields added later would count as changes. */
export function WhenFieldsAreKnown({
  waiting = null,
  children,
}: {
  waiting?: ReactNode;
  children: ReactNode;
}) {
  const { isPending } = useCustomFields();
  // After a failure each part of the form refetches; an open form stays open.
  const [isSettled, setSettled] = useState(!isPending);
  if (!isPending && !isSettled) setSettled(true);
  return isSettled ? children : waiting;
}
