import { Fingerprint } from "lucide-react";
import { useState } from "react";
import type { CurrentUser } from "#features/accounts/contract.ts";
import { addPasskey, removePasskey, type secondFactor } from "#features/accounts/security-contract.ts";
import type { Answered } from "#shared/endpoint.ts";
import { useEndpointMutation, useInvalidateChangedBy } from "#web/data/calls.ts";
import { Button } from "#web/ui/Button.tsx";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { notify } from "#web/ui/overlays/notify.ts";
import { AddPasskeyButton } from "./AddPasskeyButton.tsx";
import { addedAndUsed } from "./added-and-used.ts";
import { hasPasskeys } from "./passkey.ts";
import { rowIcon, SecurityRow } from "./SecurityRow.tsx";

type Passkeys = Answered<typeof secondFactor>["passkeys"];

export const lastFactorWords = (isRequired: boolean) =>
  isRequired
    ? "Two-step sign-in is required: you will be asked to set it up again before you continue."
    : "Your password alone will log you in. Your recovery codes and remembered devices end.";

/** The passkeys of the account, one row each under the row that adds them. */
export function PasskeyRows({
  passkeys,
  isLastFactor,
  user,
  onCodes,
}: {
  passkeys: Passkeys;
  isLastFactor: boolean;
  user: CurrentUser;
  /** Called with the recovery codes of the first factor. */
  onCodes: (codes: readonly string[]) => void;
}) {
  const invalidateChangedBy = useInvalidateChangedBy();
  const [removed, setRemoved] = useState<Passkeys[number] | null>(null);
  const remove = useEndpointMutation(removePasskey, {
    done: "Passkey removed",
    failed: "Failed to remove the passkey",
  });
  return (
    <>
      <SecurityRow
        icon={<Fingerprint {...rowIcon} />}
        title="Passkeys"
        note={
          hasPasskeys()
            ? "Your fingerprint, your face or a security key, after your password."
            : "Passkeys need an https address and a browser that supports them."
        }
      >
        {hasPasskeys() && (
          <AddPasskeyButton
            onAdded={(codes) => {
              void invalidateChangedBy(addPasskey);
              if (codes.length > 0) onCodes(codes);
              else notify({ kind: "success", title: "Passkey added" });
            }}
          >
            Add Passkey
          </AddPasskeyButton>
        )}
      </SecurityRow>
      {passkeys.map((passkey) => (
        <SecurityRow key={passkey.id} title={passkey.name} note={addedAndUsed(passkey)}>
          <Button
            variant="ghost"
            aria-label={`Remove passkey ${passkey.name}`}
            onClick={() => setRemoved(passkey)}
          >
            Remove
          </Button>
        </SecurityRow>
      ))}
      {removed && (
        <ConfirmDialog
          open
          danger
          title={`Remove the passkey ${removed.name}?`}
          description={
            isLastFactor
              ? lastFactorWords(user.secondFactor.isRequired)
              : "It no longer logs you in. Remove it from the device as well."
          }
          confirmLabel="Remove"
          busyLabel="Removing…"
          onClose={() => setRemoved(null)}
          onConfirm={() =>
            remove.mutateAsync({ params: { id: String(removed.id) } }).then(
              () => setRemoved(null),
              () => undefined,
            )
          }
        />
      )}
    </>
  );
}
