import { type Prescription, withdrawPrescription } from "#features/prescriptions/contract.ts";
import { formatLongDay } from "#shared/formats/dates.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { ReasonDialog } from "#web/forms/ReasonDialog.tsx";

/** Asks why a prescription is no longer valid. */
export function WithdrawPrescriptionDialog({
  prescription: { id, patientId, prescriptionDate, status },
  onWithdrawn,
  onClose,
}: {
  prescription: Prescription;
  onWithdrawn?: () => void;
  onClose: () => void;
}) {
  const withdraw = useEndpointMutation(withdrawPrescription, {
    done: "Prescription withdrawn",
    failed: null,
  });
  return (
    <ReasonDialog
      title={`Withdraw the prescription of ${formatLongDay(prescriptionDate)}?`}
      description={
        status === "final"
          ? "It stays in the record, marked as withdrawn. Its medicines no longer count as taken, and it can't be printed any more. A copy that was printed before has no mark: ask for it back."
          : "It stays in the record, marked as withdrawn. It can't be released any more."
      }
      missing="Say why it is withdrawn"
      save="Withdraw"
      busyLabel="Withdrawing…"
      fallback="Failed to withdraw the prescription"
      onSave={async (body) => {
        await withdraw.mutateAsync({ params: { id: String(patientId), rxId: String(id) }, body });
        onWithdrawn?.();
      }}
      onClose={onClose}
    />
  );
}
