import type { ReactNode } from "react";
import {
  type adminLogin,
  type login,
  SignIn,
  type secretaryLogin,
  type staffLogin,
  type tokenLogin,
} from "#features/accounts/contract.ts";
import type { Answered } from "#shared/endpoint.ts";
import { call } from "#web/api.ts";
import { useSmallForm } from "#web/small-form.ts";
import { Button } from "#web/ui/Button.tsx";
import { Checkbox } from "#web/ui/Checkbox.tsx";
import { Field } from "#web/ui/Field.tsx";
import { notify } from "#web/ui/notify.ts";
import { PasswordInput } from "#web/ui/PasswordInput.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { tellSignInFailure } from "./sign-in-failure.ts";

export type SignInAnswer = Answered<typeof login>;

type SignInFormProps = {
  endpoint: typeof login | typeof tokenLogin | typeof adminLogin | typeof staffLogin | typeof secretaryLogin;
  /** Title and fallback of the error catalogue. */
  failed: { title: string; fallback: string };
  /** Said when a field is empty. */
  missing?: { title: string; description?: string };
  onSignedIn: (answer: SignInAnswer) => void | Promise<void>;
  submitLabel?: string;
  /** Offers "Remember me". */
  remembers?: boolean;
  /** Typed in already: whose session ended. */
  email?: string;
  passwordAside?: ReactNode;
  children?: ReactNode;
};

/** E-mail and password. */
export function SignInForm({
  endpoint,
  failed,
  missing,
  onSignedIn,
  submitLabel = "Login",
  remembers,
  email,
  passwordAside,
  children,
}: SignInFormProps) {
  const { form, field, problems, isSending } = useSmallForm(SignIn, {
    refused: (typed) => {
      if (missing && (!typed.email || !typed.password)) notify({ kind: "error", ...missing });
    },
    send: async (body) => {
      try {
        await onSignedIn((await call(endpoint, { body })).data);
      } catch (error) {
        tellSignInFailure(error, failed);
        throw error;
      }
    },
  });
  return (
    <form {...form} className="grid gap-4">
      <Field label="Email" error={problems.email}>
        <TextInput
          {...field("email")}
          {...(email !== undefined && { defaultValue: email })}
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label="Password" error={problems.password} aside={passwordAside}>
        <PasswordInput
          {...field("password")}
          autoComplete="current-password"
          {...(email !== undefined && { "data-autofocus": "" })}
        />
      </Field>
      {remembers && <Checkbox label="Remember me" name="rememberMe" />}
      <Button type="submit" variant="primary" block busy={isSending} busyLabel="Logging in…">
        {submitLabel}
      </Button>
      {children}
    </form>
  );
}
