import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import {
  type adminLogin,
  type login,
  SignIn,
  type secretaryLogin,
  type staffLogin,
  type tokenLogin,
} from "#features/accounts/contract.ts";
import { call } from "#web/data/api.ts";
import { isApiError } from "#web/data/api-error.ts";
import { useSmallForm } from "#web/forms/small-form.ts";
import { Button } from "#web/ui/Button.tsx";
import { Checkbox } from "#web/ui/inputs/Checkbox.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { PasswordInput } from "#web/ui/inputs/PasswordInput.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
import { EmailField } from "./EmailField.tsx";
import type { Challenge, SecondFactorStep } from "./SecondFactorStep.tsx";
import type { SignInAnswer } from "./sign-in-answer.ts";
import { showSignInFailure } from "./sign-in-failure.ts";

type SignInFormProps = {
  endpoint: typeof login | typeof tokenLogin | typeof adminLogin | typeof staffLogin | typeof secretaryLogin;
  /** Title and fallback of the error catalogue. */
  failed: { title: string; fallback: string };
  /** The message for an empty field. */
  missing?: { title: string; description?: string };
  onSignedIn: (answer: SignInAnswer) => void | Promise<void>;
  submitLabel?: string;
  /** Offers "Remember me". */
  remembers?: boolean;
  /** Filled in: the user whose session ended. */
  email?: string;
  passwordAside?: ReactNode;
  children?: ReactNode;
};

type Step = {
  Form: ComponentType<Parameters<typeof SecondFactorStep>[0]>;
  challenge: Challenge;
};

/** The second step, or null for every other failure. Loaded only for an account that has one. */
async function secondStepOf(error: unknown): Promise<Step | null> {
  if (!isApiError(error) || error.body.code !== "second_factor_required") return null;
  const { challenge, methods = [], passkeyOptions } = error.body;
  if (!challenge) return null;
  const { SecondFactorStep: Form } = await import("./SecondFactorStep.tsx");
  return { Form, challenge: { token: challenge, methods, passkeyOptions } };
}

/** E-mail and password, then the code of an account with two-step sign-in. */
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
  const [step, setStep] = useState<Step | null>(null);
  const [timeout, setTimeoutMessage] = useState<string>();
  const element = useRef<HTMLFormElement>(null);
  const wasInStep = useRef(false);
  useEffect(() => {
    if (wasInStep.current && !step) element.current?.querySelector<HTMLElement>("[name=password]")?.focus();
    wasInStep.current = step !== null;
  }, [step]);
  const { form, field, problems, isSending } = useSmallForm(SignIn, {
    refused: (typed) => {
      if (missing && (!typed.email || !typed.password)) notify({ kind: "error", ...missing });
    },
    send: async (body) => {
      setTimeoutMessage(undefined);
      try {
        await onSignedIn((await call(endpoint, { body })).data);
      } catch (error) {
        let failure = error;
        const second = await secondStepOf(error).catch((notFetched: unknown) => {
          failure = notFetched;
          return null;
        });
        if (second) return setStep(second);
        showSignInFailure(failure, failed);
        throw error;
      }
    },
  });
  const goBack = (message?: string) => {
    setTimeoutMessage(message);
    setStep(null);
  };
  const password = (
    <form {...form} ref={element} hidden={step !== null} className="grid gap-4">
      <EmailField {...{ field, problems, email }} autoComplete="username" />
      <Field label="Password" error={problems.password ?? timeout} aside={passwordAside}>
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
  return (
    <>
      {password}
      {step && (
        <step.Form challenge={step.challenge} failed={failed} onSignedIn={onSignedIn} onBack={goBack} />
      )}
    </>
  );
}
