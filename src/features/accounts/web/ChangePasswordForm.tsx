import * as z from "zod/mini";
import { ChangePassword } from "#features/accounts/contract.ts";
import { changePassword } from "#features/accounts/security-contract.ts";
import { call } from "#web/data/api.ts";
import { useSmallForm } from "#web/forms/small-form.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { PasswordInput } from "#web/ui/inputs/PasswordInput.tsx";
import { passwordRule } from "./password-rule.ts";
import { showFormFailure } from "./sign-in-failure.ts";

const Typed = z.extend(ChangePassword, { confirmPassword: z.string() }).check(
  z.refine((typed) => typed.newPassword === typed.confirmPassword, {
    error: "Passwords don't match",
    path: ["confirmPassword"],
  }),
);

/** The new password twice, and the old one unless it is temporary: that was just typed to sign in. */
export function ChangePasswordForm({
  isTemporary,
  onChanged,
}: {
  isTemporary: boolean;
  onChanged: () => void | Promise<void>;
}) {
  const { form, field, problems, isSending } = useSmallForm(Typed, {
    send: async ({ currentPassword, newPassword }) => {
      try {
        await call(changePassword, { body: { currentPassword, newPassword } });
        await onChanged();
      } catch (error) {
        showFormFailure(error, { title: "Password not changed", fallback: "Failed to change the password" });
        throw error;
      }
    },
  });
  return (
    <form {...form} className="grid gap-4">
      {!isTemporary && (
        <Field label="Current password" error={problems.currentPassword}>
          <PasswordInput {...field("currentPassword")} autoComplete="current-password" />
        </Field>
      )}
      <Field label="New password" error={problems.newPassword} hint={passwordRule}>
        <PasswordInput {...field("newPassword")} autoComplete="new-password" />
      </Field>
      <Field label="Confirm password" error={problems.confirmPassword}>
        <PasswordInput {...field("confirmPassword")} autoComplete="new-password" />
      </Field>
      <Button type="submit" variant="primary" block busy={isSending} busyLabel="Saving…">
        Change password
      </Button>
    </form>
  );
}
