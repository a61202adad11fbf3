import { useState } from "react";
import * as z from "zod/mini";
import {
  ForgotPassword,
  forgotPassword,
  isTypedTwice,
  ResetPassword,
  resetPassword,
} from "#features/accounts/contract.ts";
import { call } from "#web/data/api.ts";
import { isApiError } from "#web/data/api-error.ts";
import { Button } from "#web/ui/Button.tsx";
import { NoteBox } from "#web/ui/feedback/NoteBox.tsx";
import { AccountForm } from "./AccountForm.tsx";
import { EmailField } from "./EmailField.tsx";
import { NewPasswordFields } from "./NewPasswordFields.tsx";
import { useAccountForm } from "./use-account-form.ts";

/** Requests a link. The message afterwards is the same for every address. */
export function RequestLink() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useAccountForm(ForgotPassword, {
    send: async (body) => {
      await call(forgotPassword, { body });
      setSentTo(body.email);
    },
    failed: "Failed to request the link",
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
    <AccountForm {...form} save="Send link" busyLabel="Sending…">
      <EmailField {...form} autoComplete="username" />
    </AccountForm>
  );
}

const Typed = z
  .extend(z.omit(ResetPassword, { token: true }), { confirmPassword: z.string() })
  .check(isTypedTwice("newPassword"));

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
  const form = useAccountForm(Typed, {
    send: async ({ newPassword }) => {
      try {
        await call(resetPassword, { body: { token, newPassword } });
        onChanged();
      } catch (error) {
        if (isApiError(error) && (error.status === 404 || error.fields.token)) return onUseless();
        throw error;
      }
    },
    failed: "Failed to change the password",
  });
  return (
    <AccountForm {...form} save="Change password" busyLabel="Saving…">
      <NewPasswordFields {...form} />
    </AccountForm>
  );
}
