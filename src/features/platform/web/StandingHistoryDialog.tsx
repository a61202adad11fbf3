import { clinicStandingChanges, type PlatformClinic } from "#features/platform/contract.ts";
import { isSubscriptionStatus, subscriptionLabels } from "#shared/subscription.ts";
import { HistoryList } from "#web/clinical/HistoryList.tsx";
import { usePages } from "#web/data/calls.ts";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";

/** Changes of a clinic's standing by administrators, with name and time. */
export function StandingHistoryDialog({
  clinic,
  onClose,
}: {
  clinic: Pick<PlatformClinic, "id" | "name">;
  onClose: () => void;
}) {
  const read = usePages(
    clinicStandingChanges,
    { params: { id: String(clinic.id) }, query: { limit: "20" } },
    { refetchOnMount: "always" },
  );
  return (
    <Dialog open onClose={onClose} title="Status history" description={clinic.name} bodyClassName="p-0!">
      <HistoryList
        read={read}
        label="Status history"
        empty="Changes that administrators make to this clinic appear here."
        lineOf={(change) => ({
          id: change.id,
          at: change.changedAt,
          what:
            change.what === "subscriptionStatus" ? "Subscription changed" : (happened[change.isNow] ?? ""),
          by: change.adminName,
          changes:
            change.what === "subscriptionStatus"
              ? [{ label: "Status", before: inWords(change.was), after: inWords(change.isNow) }]
              : [],
        })}
      />
    </Dialog>
  );
}

const happened: Record<string, string> = {
  active: "Clinic made active",
  inactive: "Clinic deactivated",
  verified: "Clinic verified",
  unverified: "Verification removed",
};

const inWords = (status: string): string =>
  isSubscriptionStatus(status) ? subscriptionLabels[status] : status;
