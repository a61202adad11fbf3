import { useState } from "react";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { AddKey, ConfirmCode, type SecondFactorKey } from "./SecondFactorSetUp.tsx";

/** Adds an authenticator app, then shows the recovery codes, which only their own button closes. */
export function SetUpDialog({
  authenticator,
  email,
  onClose,
}: {
  authenticator: SecondFactorKey;
  email: string;
  /** Called with whether the second factor was turned on. */
  onClose: (isOn: boolean) => void;
}) {
  const [step, setStep] = useState<1 | 2>(1);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes)
    return (
      <RecoveryCodesDialog
        codes={codes}
        email={email}
        step="Authenticator app is on. Step 3 of 3: keep these codes."
        onClose={() => onClose(true)}
      />
    );
  return (
    <Dialog
      open
      size="sm"
      onClose={() => onClose(false)}
      closeOutside={false}
      title={`Add an authenticator app, step ${step} of 3`}
    >
      {step === 1 ? (
        <AddKey authenticator={authenticator} onNext={() => setStep(2)} />
      ) : (
        <ConfirmCode onConfirmed={setCodes} onBack={() => setStep(1)} />
      )}
    </Dialog>
  );
}

export function RecoveryCodesDialog({
  codes,
  email,
  step,
  onClose,
}: {
  codes: readonly string[];
  email: string;
  /** What was done before. */
  step?: string;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      locked
      title={
        <span tabIndex={-1} data-autofocus="" className="outline-none">
          Your recovery codes
        </span>
      }
      description={step}
      onClose={onClose}
    >
      <RecoveryCodes codes={codes} email={email} onSaved={onClose} />
    </Dialog>
  );
}
