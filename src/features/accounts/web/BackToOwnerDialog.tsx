import * as z from "zod/mini";
import { leaveStaffMode } from "#features/accounts/contract.ts";
import { call } from "#web/api.ts";
import { isApiError } from "#web/api-error.ts";
import { useSmallForm } from "#web/small-form.ts";
import { Button } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { Field } from "#web/ui/Field.tsx";
import { PasswordInput } from "#web/ui/PasswordInput.tsx";
import type { SignInAnswer } from "./SignInForm.tsx";
import { tellSignInFailure } from "./sign-in-failure.ts";

const Typed = z.object({
  password: z.string().check(z.minLength(1, "Password is required"), z.maxLength(1000)),
});

/** The way out of staff mode. */
export default function OwnerPasswordDialog({
  onClose,
  onReturned,
}: {
  onClose: () => void;
  onReturned: (answer: SignInAnswer) => void;
}) {
  const { form, field, problems, isSending } = useSmallForm(Typed, {
    send: async ({ password }) => {
      try {
        onReturned((await call(leaveStaffMode, { body: { password } })).data);
      } catch (error) {
        if (!isApiError(error) || !error.fields.password)
          tellSignInFailure(error, { title: "Login Failed", fallback: "Invalid email or password" });
        throw error;
      }
    },
  });
  return (
    <Dialog
      open
      compact
      size="sm"
      onClose={onClose}
      closeOutside={false}
      title="Back to Owner"
      description="Please enter the clinic owner's password to go back."
    >
      <form {...form} className="grid gap-4">
        <Field label="Owner's password" error={problems.password}>
          <PasswordInput {...field("password")} autoComplete="off" data-autofocus="" />
        </Field>
        <Button type="submit" variant="primary" block busy={isSending} busyLabel="Switching…">
          Switch to Owner
        </Button>
      </form>
    </Dialog>
  );
}
