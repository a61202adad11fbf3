import { CircleCheck } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { ChangePassword, type CurrentUser, isTypedTwice } from "#features/accounts/contract.ts";
import { changePassword } from "#features/accounts/security-contract.ts";
import { isOwnName } from "#shared/own-name.ts";
import { passwordRules } from "#shared/password-rules.ts";
import { call } from "#web/data/api.ts";
import { isApiError } from "#web/data/api-error.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { PasswordInput } from "#web/ui/inputs/PasswordInput.tsx";
import { AccountForm } from "./AccountForm.tsx";
import { NewPasswordFields } from "./NewPasswordFields.tsx";
import { PasswordRules } from "./PasswordRules.tsx";
import { useAccountForm } from "./use-account-form.ts";

/** What the server compares the password with. */
const factsOf = ({ firstName, lastName, email, clinic }: CurrentUser) => [
  firstName,
  lastName,
  email,
  clinic?.name ?? "",
];

/** The new password twice, and the old one unless it is temporary: that was just typed to sign in. */
export function ChangePasswordForm({
  user,
  onChanged,
}: {
  user: CurrentUser;
  onChanged: () => void | Promise<void>;
}) {
  const isTemporary = !user.passwordChanged;
  const known = factsOf(user);
  const Typed = z.extend(ChangePassword, { confirmPassword: z.string() }).check(
    z.refine(({ newPassword }) => !isOwnName(newPassword, known), {
      error: passwordRules.ownName.refusal,
      path: ["newPassword"],
    }),
    isTypedTwice("newPassword"),
  );
  const [refused, setRefused] = useState<string | null>(null);
  const [typed, setTyped] = useState({ newPassword: "", confirmPassword: "" });
  const form = useAccountForm(Typed, {
    send: async ({ currentPassword, newPassword }) => {
      try {
        await call(changePassword, { body: { currentPassword, newPassword } });
      } catch (error) {
        if (isApiError(error) && error.fields.newPassword === passwordRules.common.refusal)
          setRefused(newPassword);
        throw error;
      }
      await onChanged();
    },
    failed: { title: "Password not changed", fallback: "Failed to change the password" },
  });
  return (
    <AccountForm
      {...form}
      save="Change password"
      busyLabel="Saving…"
      className="md:grid-cols-2 md:gap-x-12 md:*:col-start-1"
    >
      {isTemporary ? (
        <p className="flex items-center gap-2.5 rounded-md border border-line bg-surface px-3 py-2 text-sm">
          <CircleCheck className="shrink-0 text-ok" aria-hidden="true" />
          Temporary password: kept from your sign-in
        </p>
      ) : (
        <Field label="Current password" error={form.problems.currentPassword}>
          <PasswordInput {...form.field("currentPassword")} autoComplete="current-password" />
        </Field>
      )}
      <NewPasswordFields
        {...form}
        field={(name) => {
          const { onChange, ...field } = form.field(name);
          return {
            ...field,
            onChange: (event) => {
              onChange(event);
              setTyped({ ...typed, [name]: event.currentTarget.value });
            },
          };
        }}
        rules={
          <PasswordRules
            typed={typed.newPassword}
            again={typed.confirmPassword}
            {...{ known, refused }}
            className="self-start md:col-start-2! md:row-span-2 md:row-start-2"
          />
        }
      />
    </AccountForm>
  );
}
