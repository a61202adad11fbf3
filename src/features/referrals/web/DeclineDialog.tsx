import { useState } from "react";
import type { SharedReferral } from "#features/referrals/contract.ts";
import { Field } from "#web/ui/inputs/Field.tsx";
import { TextArea } from "#web/ui/inputs/TextArea.tsx";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { useDecline } from "./use-answers.ts";

/** Declines a referral, with an optional reason for the sender. */
export function DeclineDialog({ referral, onClose }: { referral: SharedReferral; onClose: () => void }) {
  const [reason, setReason] = useState("");
  const decline = useDecline();
  const send = async () => {
    // The toast has shown the error; what was typed stays for a retry.
    if ((await decline(referral.id, reason)) !== "failed") onClose();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={send}
      title={`Decline ${referral.patient.patientName}?`}
      description={`${referral.fromClinic.name} sees that you declined, and your reason.`}
      confirmLabel="Decline Referral"
      busyLabel="Declining…"
      danger
    >
      <Field label="Reason" optional>
        <TextArea
          rows={3}
          maxLength={1000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </ConfirmDialog>
  );
}
