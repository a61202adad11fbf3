import type { ComponentProps } from "react";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import type { GeneralField, GeneralForm } from "./general-form.ts";

/** A line of text of the form. */
export const TextField = ({
  isNumber = false,
  label,
  hint,
  error,
  required,
  className,
  ...input
}: {
  /** Its digits have one width. */
  isNumber?: boolean;
} & Pick<ComponentProps<typeof Field>, "label" | "hint" | "error" | "required" | "className"> &
  Omit<ComponentProps<typeof TextInput>, "className" | "required">) => (
  <Field {...{ label, hint, error, required, className }}>
    <TextInput {...input} className={isNumber ? "tabular-nums" : undefined} />
  </Field>
);

/** The form's field `name`, for `TextField`. Called by the parent, because fields register in the order of focus. */
export const fieldOf = (form: GeneralForm, name: GeneralField) => ({
  ...form.register(name),
  error: form.formState.errors[name]?.message,
});
