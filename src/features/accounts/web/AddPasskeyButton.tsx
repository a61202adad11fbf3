import { type ComponentProps, useState } from "react";
import * as z from "zod/mini";
import { addPasskey, passkeyOptions } from "#features/accounts/security-contract.ts";
import type { Answered } from "#shared/endpoint.ts";
import { requiredText } from "#shared/formats/fields.ts";
import { call } from "#web/data/api.ts";
import { isApiError } from "#web/data/api-error.ts";
import { showFailure, useEndpointMutation } from "#web/data/calls.ts";
import { useSmallForm } from "#web/forms/small-form.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextInput } from "#web/ui/inputs/TextInput.tsx";
import { AccountFormDialog } from "./AccountFormDialog.tsx";
import { makePasskey, PasskeyProblem } from "./passkey.ts";

type PasskeyRequest = Answered<typeof passkeyOptions>;

const Typed = z.object({ name: requiredText("Enter a name", 60) });

/** Adds a passkey to the account. */
export function AddPasskeyButton({
  onAdded,
  ...button
}: {
  /** Called with the recovery codes of the account's first factor. */
  onAdded: (recoveryCodes: readonly string[]) => void;
} & Pick<ComponentProps<typeof Button>, "block" | "children">) {
  const [request, setRequest] = useState<PasskeyRequest | null>(null);
  const prepare = useEndpointMutation(passkeyOptions, {
    done: null,
    failed: "Failed to start adding a passkey",
  });
  return (
    <>
      <Button
        {...button}
        busy={prepare.isPending}
        busyLabel="Starting…"
        onClick={() => void prepare.mutateAsync({}).then(setRequest, () => undefined)}
      />
      {request && (
        <AddPasskeyDialog
          request={request}
          onClose={() => setRequest(null)}
          onAdded={(codes) => {
            setRequest(null);
            onAdded(codes);
          }}
        />
      )}
    </>
  );
}

/** Names the passkey, then has the browser make it. */
function AddPasskeyDialog({
  request,
  onClose,
  onAdded,
}: {
  request: PasskeyRequest;
  onClose: () => void;
  onAdded: (recoveryCodes: readonly string[]) => void;
}) {
  const [problem, setProblem] = useState<string>();
  const { form, field, problems, isSending } = useSmallForm(Typed, {
    send: async ({ name }) => {
      setProblem(undefined);
      try {
        // A challenge is valid for one attempt.
        const { options } = problem === undefined ? request : (await call(passkeyOptions, {})).data;
        const passkey = await makePasskey(options);
        onAdded((await call(addPasskey, { body: { name, passkey } })).data.recoveryCodes);
      } catch (error) {
        if (error instanceof PasskeyProblem) return setProblem(error.message);
        if (isApiError(error) && error.fields.passkey) setProblem(error.fields.passkey);
        else if (!isApiError(error) || Object.keys(error.fields).length === 0)
          showFailure(error, "Failed to add the passkey");
        throw error;
      }
    },
  });
  return (
    <AccountFormDialog
      {...{ form, isSending, problem, onClose }}
      title="Add a passkey"
      description="Name it so you can recognize it. Then your browser asks for your fingerprint, face or key."
      save="Add Passkey"
      busyLabel="Waiting for your passkey…"
    >
      <Field label="Name" error={problems.name}>
        <TextInput
          {...field("name")}
          defaultValue={request.name}
          readOnly={isSending}
          maxLength={60}
          autoComplete="off"
          data-autofocus=""
        />
      </Field>
    </AccountFormDialog>
  );
}
