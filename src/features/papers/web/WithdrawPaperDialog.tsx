import { type ClinicPaper, withdrawPaper } from "#features/papers/contract.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { ReasonDialog } from "#web/forms/ReasonDialog.tsx";

/** Asks why a paper is no longer valid. */
export function WithdrawPaperDialog({
  paper: { id, patientId, title, number, state },
  onClose,
}: {
  paper: ClinicPaper;
  onClose: () => void;
}) {
  const withdraw = useEndpointMutation(withdrawPaper, {
    done: `${title} No. ${number} withdrawn`,
    failed: null,
  });
  return (
    <ReasonDialog
      title={`Withdraw No. ${number}?`}
      description={
        state === "final"
          ? "It can't be printed any more, and whoever checks its code is told that it was withdrawn. Its number is not used again."
          : "It can't be released any more. Its number is not used again."
      }
      missing="Say why it is withdrawn"
      save="Withdraw"
      busyLabel="Withdrawing…"
      fallback="Failed to withdraw the paper"
      onSave={(body) =>
        withdraw.mutateAsync({ params: { id: String(patientId), paperId: String(id) }, body })
      }
      onClose={onClose}
    />
  );
}
