import type { ReactNode } from "react";
import { passwordRules } from "#shared/password-rules.ts";
import type { useSmallForm } from "#web/forms/small-form.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { PasswordInput } from "#web/ui/inputs/PasswordInput.tsx";

const { length, common, ownName } = passwordRules;
const hint = [length, common, ownName].map(({ rule }) => `${rule}.`).join(" ");

/** A new password, typed twice. */
export const NewPasswordFields = ({
  label = "New password",
  name = "newPassword",
  field,
  problems,
  rules,
}: {
  label?: string;
  name?: string;
  /** Below the first field, instead of its hint. */
  rules?: ReactNode;
} & Pick<ReturnType<typeof useSmallForm>, "field" | "problems">) => (
  <>
    <Field label={label} error={problems[name]} hint={rules ? undefined : hint}>
      <PasswordInput {...field(name)} autoComplete="new-password" />
    </Field>
    {rules}
    <Field label="Confirm password" error={problems.confirmPassword}>
      <PasswordInput {...field("confirmPassword")} autoComplete="new-password" />
    </Field>
  </>
);
