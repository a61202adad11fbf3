import { type PlatformClinic, RELEASED_FOR, releaseClinic } from "#features/platform/contract.ts";
import { useEndpointMutation } from "#web/data/calls.ts";
import { ReasonDialog } from "#web/forms/ReasonDialog.tsx";

/** Lets the owner of a locked-out clinic download its export. */
export function ReleaseClinicDialog({
  clinic: { id, name },
  onClose,
}: {
  clinic: Pick<PlatformClinic, "id" | "name">;
  onClose: () => void;
}) {
  const release = useEndpointMutation(releaseClinic, {
    done: `The data of ${name} is released for ${RELEASED_FOR} days`,
    failed: null,
  });
  return (
    <ReasonDialog
      title="Release the clinic's data?"
      description={`For ${RELEASED_FOR} days the owner of ${name} can log in and download the clinic's export, and nothing else. You do not see it. The reason is noted in the clinic's record history.`}
      missing="Say why it is released"
      save="Release"
      busyLabel="Releasing…"
      fallback="Failed to release the data"
      onSave={(body) => release.mutateAsync({ params: { id: String(id) }, body })}
      onClose={onClose}
    />
  );
}
