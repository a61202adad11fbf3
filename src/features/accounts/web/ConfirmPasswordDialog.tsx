import { ConfirmPassword } from "#features/accounts/contract.ts";
import { confirmPassword } from "#features/accounts/security-contract.ts";
import { call } from "#web/data/api.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { PasswordInput } from "#web/ui/inputs/PasswordInput.tsx";
import { AccountFormDialog } from "./AccountFormDialog.tsx";
import { useAccountForm } from "./use-account-form.ts";

/** One dialog for all calls that wait for a recent password. */
export function ConfirmPasswordDialog({ onDone }: { onDone: (isConfirmed: boolean) => void }) {
  const { field, problems, ...form } = useAccountForm(ConfirmPassword, {
    send: async ({ password }) => {
      await call(confirmPassword, { body: { password } });
      onDone(true);
    },
    failed: "Failed to check the password",
  });
  return (
    <AccountFormDialog
      {...form}
      onClose={() => onDone(false)}
      title="Enter your password"
      description="It was last typed more than 15 minutes ago."
      save="Continue"
      busyLabel="Checking…"
    >
      <Field label="Your password" error={problems.password}>
        <PasswordInput {...field("password")} autoComplete="current-password" data-autofocus="" />
      </Field>
    </AccountFormDialog>
  );
}
