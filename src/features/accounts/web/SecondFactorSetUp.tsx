import { Check } from "lucide-react";
import { useEffect, useRef } from "react";
import * as z from "zod/mini";
import { confirmSecondFactor, type setUpSecondFactor } from "#features/accounts/security-contract.ts";
import type { Answered } from "#shared/endpoint.ts";
import { call } from "#web/data/api.ts";
import { isApiError } from "#web/data/api-error.ts";
import { showFailure } from "#web/data/calls.ts";
import { useSmallForm } from "#web/forms/small-form.ts";
import { Button } from "#web/ui/Button.tsx";
import { buttonClass } from "#web/ui/button-class.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { QrCode } from "#web/ui/QrCode.tsx";
import { CodeInput } from "./CodeInput.tsx";

export type SecondFactorKey = Answered<typeof setUpSecondFactor>;

const Typed = z.object({ code: z.string().check(z.regex(/^\d{6}$/, "Enter the six-digit code")) });

/** Step 1: add the key to the app, by QR code or by typing. */
export function AddKey({ authenticator, onNext }: { authenticator: SecondFactorKey; onNext: () => void }) {
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => next.current?.focus(), []);
  return (
    <div className="grid gap-4">
      <p className="text-pretty">
        Open an authenticator app on your phone, such as Google Authenticator or Microsoft Authenticator, and
        scan this code.
      </p>
      <div className="justify-self-center">
        <QrCode text={authenticator.uri} label="QR code for your authenticator app" />
      </div>
      <a href={authenticator.uri} className={buttonClass({ className: "md:hidden" })}>
        Open an app on this phone
      </a>
      <div>
        <p className="text-sm text-ink-2">Cannot scan it? Type this key into the app:</p>
        <code className="block font-mono wrap-break-word select-all">
          {authenticator.secret.match(/.{1,4}/g)?.join(" ")}
        </code>
      </div>
      <Button ref={next} variant="primary" className="justify-self-end" data-autofocus="" onClick={onNext}>
        Continue
      </Button>
    </div>
  );
}

/** Step 2: a code from the app shows that it has the key, and turns the second factor on. */
export function ConfirmCode({
  onConfirmed,
  onBack,
}: {
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onBack: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const { form, field, problems, isSending } = useSmallForm(Typed, {
    send: async (body) => {
      try {
        onConfirmed((await call(confirmSecondFactor, { body })).data.recoveryCodes);
      } catch (error) {
        if (!isApiError(error) || !error.fields.code)
          showFailure(error, "Failed to turn on two-step sign-in");
        input.current?.select();
        throw error;
      }
    },
  });
  return (
    <form {...form} className="grid gap-4">
      <p>Enter the six digits that the app shows for Klinika.</p>
      <Field label="Code" error={problems.code}>
        <CodeInput {...field("code")} ref={input} readOnly={isSending} data-autofocus="" />
      </Field>
      <div className="flex items-center justify-between gap-3">
        <Button variant="ghost" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" variant="primary" icon={<Check />} busy={isSending} busyLabel="Checking…">
          Turn On
        </Button>
      </div>
    </form>
  );
}
