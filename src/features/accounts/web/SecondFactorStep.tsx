import * as z from "zod/mini";
import { answerSecondFactor } from "#features/accounts/contract.ts";
import { call } from "#web/data/api.ts";
import { isApiError } from "#web/data/api-error.ts";
import { useSmallForm } from "#web/forms/small-form.ts";
import { Button } from "#web/ui/Button.tsx";
import { Checkbox } from "#web/ui/inputs/Checkbox.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { CodeInput } from "./CodeInput.tsx";
import { OtherWays } from "./OtherWays.tsx";
import { hasPasskeys, requestPasskey } from "./passkey.ts";
import type { SignInAnswer } from "./sign-in-answer.ts";
import { useWaysToConfirm } from "./use-ways-to-confirm.ts";

export type Challenge = {
  token: string;
  methods: readonly string[];
  /** Set where one of the methods is a passkey. */
  passkeyOptions: object | undefined;
};

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
const NothingTyped = z.object({ rememberDevice: z.optional(z.boolean()) });
const RecoveryCode = z.object({
  recoveryCode: z
    .string()
    .check(z.trim(), z.minLength(1, "Enter a recovery code"), z.maxLength(40, "Use at most 40 characters")),
  rememberDevice: z.optional(z.boolean()),
});

const typedFor = { passkey: NothingTyped, code: Code, recoveryCode: RecoveryCode };

type Way = "passkey" | "code" | "recoveryCode";
const wayNames: Record<Way, string> = {
  passkey: "Use a passkey",
  code: "Use the authenticator app",
  recoveryCode: "Use a recovery code",
};
const explanations: Record<Way, string> = {
  passkey: "Confirm with your fingerprint, your face or your security key.",
  code: "Open your authenticator app and enter the code for Klinika.",
  recoveryCode: "Each recovery code works once.",
};

/** The second step of a sign-in, which replaces the password form. */
export function SecondFactorStep({
  challenge: { token: challenge, methods, passkeyOptions },
  failed,
  onSignedIn,
  onBack,
}: SecondFactorStepProps) {
  const ways = (["passkey", "code", "recoveryCode"] as const).filter(
    (way) => methods.includes(way) && (way !== "passkey" || (passkeyOptions !== undefined && hasPasskeys())),
  );
  const { way, others, choose, input, button, problem, confirm } = useWaysToConfirm<Way>(ways, "code");
  const { form, field, problems, isSending } = useSmallForm(typedFor[way], {
    send: (typed) =>
      confirm(async () => {
        try {
          const answer =
            way === "passkey" && passkeyOptions ? { passkey: await requestPasskey(passkeyOptions) } : {};
          const body = { challenge, ...typed, ...answer };
          await onSignedIn((await call(answerSecondFactor, { body })).data);
        } catch (error) {
          if (!isApiError(error) || error.body.code !== "wrong_sign_in") throw error;
          onBack(error.shown("This sign-in took too long. Please enter your password again."));
        }
      }, failed),
  });
  return (
    <form {...form} className="grid gap-4">
      <div>
        <p className="font-strong">Two-step sign-in</p>
        <p className="text-sm text-ink-2">{explanations[way]}</p>
      </div>
      {way === "recoveryCode" && (
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
      )}
      {way === "code" && (
        <Field label="Six-digit code" error={problems.code}>
          <CodeInput {...field("code")} ref={input} readOnly={isSending} />
        </Field>
      )}
      {problem && (
        <p role="alert" className="text-sm text-bad">
          {problem}
        </p>
      )}
      <Checkbox label="Remember this device for 30 days" name="rememberDevice" />
      <Button
        ref={button}
        type="submit"
        variant="primary"
        block
        busy={isSending}
        busyLabel={way === "passkey" ? "Waiting for your passkey…" : "Checking…"}
      >
        {way === "passkey" ? "Use Passkey" : "Continue"}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Button variant="link" onClick={() => onBack()}>
          Back
        </Button>
        <OtherWays others={others} names={wayNames} onChoose={choose} />
      </div>
    </form>
  );
}
