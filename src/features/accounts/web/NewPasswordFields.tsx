import type { useSmallForm } from "#web/forms/small-form.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { PasswordInput } from "#web/ui/inputs/PasswordInput.tsx";

/** What the server accepts (server/auth/password-rules.ts). */
const passwordRule =
  "At least 8 characters. Not a common password, and not your name, your clinic or your email.";

/** A new password, typed twice. */
export const NewPasswordFields = ({
  label = "New password",
  name = "newPassword",
  field,
  problems,
}: {
  label?: string;
  name?: string;
} & Pick<ReturnType<typeof useSmallForm>, "field" | "problems">) => (
  <>
    <Field label={label} error={problems[name]} hint={passwordRule}>
      <PasswordInput {...field(name)} autoComplete="new-password" />
    </Field>
    <Field label="Confirm password" error={problems.confirmPassword}>
      <PasswordInput {...field("confirmPassword")} autoComplete="new-password" />
    </Field>
  </>
);
