import type { PlatformClinic } from "#features/platform/contract.ts";
import { fullName } from "#shared/formats/name-parts.ts";
import { formatPhone } from "#shared/formats/phone.ts";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";

/** What the administrator checks before a clinic is marked as verified. */
export function VerifyClinicDialog({
  clinic,
  onVerify,
  onClose,
}: {
  clinic: PlatformClinic;
  onVerify: () => void;
  onClose: () => void;
}) {
  const { owner } = clinic;
  const lines = [
    ["Clinic", clinic.name],
    ["Doctor", owner ? fullName(owner) : "No owner"],
    ["License number", owner?.licenseNumber || "None entered"],
    ["Address", clinic.address || "None entered"],
    ["Phone", clinic.phone ? formatPhone(clinic.phone) : "None entered"],
  ] as const;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Verify this clinic?"
      description="Check the license number and the name in the PRC's register. Other clinics then see the clinic as verified when they refer a patient."
      confirmLabel="Verify"
      disabled={!owner?.licenseNumber}
      onConfirm={() => {
        onClose();
        onVerify();
      }}
    >
      <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        {lines.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-sm text-ink-2">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </ConfirmDialog>
  );
}
