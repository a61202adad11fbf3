import { type ReactNode, useState } from "react";
import { passwordRules } from "#shared/password-rules.ts";
import type { useSmallForm } from "#web/forms/small-form.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { PasswordInput } from "#web/ui/inputs/PasswordInput.tsx";

const { length, common, ownName } = passwordRules;
const hint = [length, common, ownName].map(({ rule }) => `${rule}.`).join(" ");

/** A new password, typed twice. */
export function NewPasswordFields({
  label = "New password",
  name = "newPassword",
  field,
  problems,
  rules,
}: {
  label?: string;
  name?: string;
  /** Of what is typed, instead of a hint. */
  rules?: (typed: string, again: string) => ReactNode;
} & Pick<ReturnType<typeof useSmallForm>, "field" | "problems">) {
  const [typed, setTyped] = useState("");
  const [again, setAgain] = useState("");
  const watched = (of: string, onTyped: (text: string) => void): ReturnType<typeof field> => {
    const props = field(of);
    return {
      ...props,
      onChange: (event) => {
        props.onChange(event);
        onTyped(event.currentTarget.value);
      },
    };
  };
  return (
    <>
      <Field label={label} error={problems[name]} hint={rules ? undefined : hint}>
        <PasswordInput {...watched(name, setTyped)} autoComplete="new-password" />
      </Field>
      {rules?.(typed, again)}
      <Field label="Confirm password" error={problems.confirmPassword}>
        <PasswordInput {...watched("confirmPassword", setAgain)} autoComplete="new-password" />
      </Field>
    </>
  );
}
