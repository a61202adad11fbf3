import * as z from "zod/mini";
import { ChangePassword, isTypedTwice } from "#features/accounts/contract.ts";
import { changePassword } from "#features/accounts/security-contract.ts";
import { call } from "#web/data/api.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { PasswordInput } from "#web/ui/inputs/PasswordInput.tsx";
import { AccountForm } from "./AccountForm.tsx";
import { NewPasswordFields } from "./NewPasswordFields.tsx";
import { useAccountForm } from "./use-account-form.ts";

const Typed = z.extend(ChangePassword, { confirmPassword: z.string() }).check(isTypedTwice("newPassword"));

/** The new password twice, and the old one unless it is temporary: that was just typed to sign in. */
export function ChangePasswordForm({
  isTemporary,
  onChanged,
}: {
  isTemporary: boolean;
  onChanged: () => void | Promise<void>;
}) {
  const form = useAccountForm(Typed, {
    send: async ({ currentPassword, newPassword }) => {
      await call(changePassword, { body: { currentPassword, newPassword } });
      await onChanged();
    },
    failed: { title: "Password not changed", fallback: "Failed to change the password" },
  });
  return (
    <AccountForm {...form} save="Change password" busyLabel="Saving…">
      {!isTemporary && (
        <Field label="Current password" error={form.problems.currentPassword}>
          <PasswordInput {...form.field("currentPassword")} autoComplete="current-password" />
        </Field>
      )}
      <NewPasswordFields {...form} />
    </AccountForm>
  );
}
