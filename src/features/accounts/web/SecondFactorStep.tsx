import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { answerSecondFactor } from "#features/accounts/contract.ts";
import { call } from "#web/api.ts";
import { isApiError } from "#web/api-error.ts";
import { useSmallForm } from "#web/small-form.ts";
import { Button } from "#web/ui/Button.tsx";
import { Checkbox } from "#web/ui/Checkbox.tsx";
import { Field } from "#web/ui/Field.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { CodeInput } from "./CodeInput.tsx";
import type { SignInAnswer } from "./SignInForm.tsx";
import { tellSignInFailure } from "./sign-in-failure.ts";

export type Challenge = { token: string; hasRecoveryCodes: boolean };

type SecondFactorStepProps = {
  challenge: Challenge;
  failed: { title: string; fallback: string };
  onSignedIn: (answer: SignInAnswer) => void | Promise<void>;
  /** To the password. With a message when the sign-in took too long. */
  onBack: (message?: string) => void;
};

const Code = z.object({
  code: z.string().check(z.regex(/^\d{6}$/, "Enter the six-digit code")),
  rememberDevice: z.optional(z.boolean()),
});
const RecoveryCode = z.object({
  recoveryCode: z
    .string()
    .check(z.trim(), z.minLength(1, "Enter a recovery code"), z.maxLength(40, "Use at most 40 characters")),
  rememberDevice: z.optional(z.boolean()),
});

/** The second step of a sign-in, in the place of the password form. */
export function SecondFactorStep({
  challenge: { token: challenge, hasRecoveryCodes },
  failed,
  onSignedIn,
  onBack,
}: SecondFactorStepProps) {
  const [isRecovery, setRecovery] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each kind of code has a field of its own
  useEffect(() => input.current?.focus(), [isRecovery]);
  const { form, field, problems, isSending } = useSmallForm(isRecovery ? RecoveryCode : Code, {
    send: async (typed) => {
      try {
        await onSignedIn((await call(answerSecondFactor, { body: { challenge, ...typed } })).data);
      } catch (error) {
        if (isApiError(error) && error.body.code === "wrong_sign_in")
          return onBack(error.shown("This sign-in took too long. Please enter your password again."));
        if (!isApiError(error) || Object.keys(error.fields).length === 0) tellSignInFailure(error, failed);
        // The next code is typed over this one.
        input.current?.select();
        throw error;
      }
    },
  });
  return (
    <form {...form} className="grid gap-4">
      <div>
        <p className="font-strong">Two-step sign-in</p>
        <p className="text-sm text-ink-2">
          {isRecovery
            ? "Each recovery code works once."
            : "Open your authenticator app and enter the code for Klinika."}
        </p>
      </div>
      {isRecovery ? (
        <Field label="Recovery code" error={problems.recoveryCode}>
          <TextInput
            {...field("recoveryCode")}
            ref={input}
            readOnly={isSending}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono"
          />
        </Field>
      ) : (
        <Field label="Six-digit code" error={problems.code}>
          <CodeInput {...field("code")} ref={input} readOnly={isSending} />
        </Field>
      )}
      <Checkbox label="Remember this device for 30 days" name="rememberDevice" />
      <Button type="submit" variant="primary" block busy={isSending} busyLabel="Checking…">
        Continue
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Button variant="link" onClick={() => onBack()}>
          Back
        </Button>
        {(isRecovery || hasRecoveryCodes) && (
          <Button variant="link" onClick={() => setRecovery(!isRecovery)}>
            {isRecovery ? "Use the authenticator app" : "Use a recovery code"}
          </Button>
        )}
      </div>
    </form>
  );
}
