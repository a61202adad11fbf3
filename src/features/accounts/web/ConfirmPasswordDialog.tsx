import { ConfirmPassword } from "#features/accounts/contract.ts";
import { confirmPassword } from "#features/accounts/security-contract.ts";
import { call } from "#web/data/api.ts";
import { useSmallForm } from "#web/forms/small-form.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { PasswordInput } from "#web/ui/inputs/PasswordInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { showFormFailure } from "./sign-in-failure.ts";

/** One dialog for all calls that wait for a recent password. */
export function ConfirmPasswordDialog({ onDone }: { onDone: (isConfirmed: boolean) => void }) {
  const { form, field, problems, isSending } = useSmallForm(ConfirmPassword, {
    send: async ({ password }) => {
      try {
        await call(confirmPassword, { body: { password } });
      } catch (error) {
        showFormFailure(error, { title: "Error", fallback: "Failed to check the password" });
        throw error;
      }
      onDone(true);
    },
  });
  return (
    <Dialog
      open
      compact
      size="sm"
      onClose={() => onDone(false)}
      closeOutside={false}
      title="Enter your password"
      description="It was last typed more than 15 minutes ago."
    >
      <form {...form} className="grid gap-4">
        <Field label="Your password" error={problems.password}>
          <PasswordInput {...field("password")} autoComplete="current-password" data-autofocus="" />
        </Field>
        <Button type="submit" variant="primary" block busy={isSending} busyLabel="Checking…">
          Continue
        </Button>
      </form>
    </Dialog>
  );
}
