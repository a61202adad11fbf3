import { useState } from "react";
import * as z from "zod/mini";
import { ForgotPassword, forgotPassword, ResetPassword, resetPassword } from "#features/accounts/contract.ts";
import { call } from "#web/data/api.ts";
import { isApiError } from "#web/data/api-error.ts";
import { useSmallForm } from "#web/forms/small-form.ts";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { PasswordInput } from "#web/ui/inputs/PasswordInput.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { passwordRule } from "./password-rule.ts";
import { showFormFailure } from "./sign-in-failure.ts";

/** Requests a link. The message afterwards is the same for every address. */
export function RequestLink() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { form, field, problems, isSending } = useSmallForm(ForgotPassword, {
    send: async (body) => {
      try {
        await call(forgotPassword, { body });
        setSentTo(body.email);
      } catch (error) {
        showFormFailure(error, { title: "Error", fallback: "Failed to request the link" });
        throw error;
      }
    },
  });
  if (sentTo !== null)
    return (
      <NoteBox tone="ok" role="status" title="Check your email">
        <p>
          If there is an account for <b className="font-medium break-words">{sentTo}</b>, a link is on its
          way. It works for 30 minutes.
        </p>
        <p>Nothing after a few minutes? Look in the spam folder, and check the address.</p>
        <Button variant="link" className="mt-1" onClick={() => setSentTo(null)}>
          Use another email
        </Button>
      </NoteBox>
    );
  return (
    <form {...form} className="grid gap-4">
      <Field label="Email" error={problems.email}>
        <TextInput
          {...field("email")}
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Button type="submit" variant="primary" block busy={isSending} busyLabel="Sending…">
        Send link
      </Button>
    </form>
  );
}

const Typed = z.extend(z.omit(ResetPassword, { token: true }), { confirmPassword: z.string() }).check(
  z.refine((typed) => typed.newPassword === typed.confirmPassword, {
    error: "Passwords don't match",
    path: ["confirmPassword"],
  }),
);

/** The new password twice, with a link's token. */
export function NewPasswordForm({
  token,
  onChanged,
  onUseless,
}: {
  token: string;
  onChanged: () => void;
  /** The link was used, or has expired. */
  onUseless: () => void;
}) {
  const { form, field, problems, isSending } = useSmallForm(Typed, {
    send: async ({ newPassword }) => {
      try {
        await call(resetPassword, { body: { token, newPassword } });
        onChanged();
      } catch (error) {
        if (isApiError(error) && (error.status === 404 || error.fields.token)) return onUseless();
        showFormFailure(error, { title: "Error", fallback: "Failed to change the password" });
        throw error;
      }
    },
  });
  return (
    <form {...form} className="grid gap-4">
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
