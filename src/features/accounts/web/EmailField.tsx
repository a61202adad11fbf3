import type { ComponentProps } from "react";
import type { useSmallForm } from "#web/forms/small-form.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";

/** The email that an account signs in with. */
export const EmailField = ({
  field,
  problems,
  autoComplete,
  email,
}: Pick<ReturnType<typeof useSmallForm>, "field" | "problems"> &
  Pick<ComponentProps<"input">, "autoComplete"> & {
    /** Filled in. */
    email?: string | undefined;
  }) => (
  <Field label="Email" error={problems.email}>
    <TextInput
      {...field("email")}
      {...(email !== undefined && { defaultValue: email })}
      type="email"
      autoComplete={autoComplete}
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
    />
  </Field>
);
