import { useState } from "react";
import * as z from "zod/mini";
import { addPasskey, passkeyOptions } from "#features/accounts/security-contract.ts";
import type { Answered } from "#shared/endpoint.ts";
import { requiredText } from "#shared/formats/fields.ts";
import { call } from "#web/data/api.ts";
import { isApiError } from "#web/data/api-error.ts";
import { showFailure } from "#web/data/calls.ts";
import { useSmallForm } from "#web/forms/small-form.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { makePasskey, PasskeyProblem } from "./passkey.ts";

export type PasskeyRequest = Answered<typeof passkeyOptions>;

const Typed = z.object({ name: requiredText("Enter a name", 60) });

/** Names the passkey, then has the browser make it. */
export function AddPasskeyDialog({
  asked,
  onClose,
  onAdded,
}: {
  asked: PasskeyRequest;
  onClose: () => void;
  onAdded: (recoveryCodes: readonly string[]) => void;
}) {
  const [problem, setProblem] = useState<string>();
  const { form, field, problems, isSending } = useSmallForm(Typed, {
    send: async ({ name }) => {
      setProblem(undefined);
      try {
        // A challenge is valid for one attempt.
        const { options } = problem === undefined ? asked : (await call(passkeyOptions, {})).data;
        const passkey = await makePasskey(options);
        onAdded((await call(addPasskey, { body: { name, passkey } })).data.recoveryCodes);
      } catch (error) {
        if (error instanceof PasskeyProblem) return setProblem(error.message);
        if (isApiError(error) && error.fields.passkey) setProblem(error.fields.passkey);
        else if (!isApiError(error) || Object.keys(error.fields).length === 0)
          showFailure(error, { title: "Error", fallback: "Failed to add the passkey" });
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
      title="Add a passkey"
      description="Name it so you can recognize it. Then your browser asks for your fingerprint, face or key."
    >
      <form {...form} className="grid gap-4">
        <Field label="Name" error={problems.name}>
          <TextInput
            {...field("name")}
            defaultValue={asked.name}
            readOnly={isSending}
            maxLength={60}
            autoComplete="off"
            data-autofocus=""
          />
        </Field>
        {problem && (
          <p role="alert" className="text-sm text-bad">
            {problem}
          </p>
        )}
        <Button type="submit" variant="primary" block busy={isSending} busyLabel="Waiting for your passkey…">
          Add Passkey
        </Button>
      </form>
    </Dialog>
  );
}
