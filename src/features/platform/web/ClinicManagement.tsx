import { Building2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type PlatformClinic, platformClinics } from "#features/platform/contract.ts";
import { isSubscriptionStatus } from "#shared/subscription.ts";
import { usePages } from "#web/data/calls.ts";
import { useAddressSearch } from "#web/hooks/use-address-search.ts";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { ClinicCard } from "./ClinicCard.tsx";
import { ConsoleList, ConsoleSearch } from "./ConsoleList.tsx";
import { readConsoleSearch } from "./console-search.ts";
import { listsEvery, statusOptions } from "./platform-words.ts";
import { ReleaseClinicDialog } from "./ReleaseClinicDialog.tsx";
import { StandingHistoryDialog } from "./StandingHistoryDialog.tsx";
import { useClinicActions } from "./use-clinic-actions.ts";
import { VerifyClinicDialog } from "./VerifyClinicDialog.tsx";

const filterOptions = [{ value: "", label: "All" }, ...statusOptions.toSorted(byLabel)];

function byLabel(one: { label: string }, other: { label: string }): number {
  const order = ["Active", "Trial", "Expired", "Suspended"];
  return order.indexOf(one.label) - order.indexOf(other.label);
}

/** Every clinic of the platform, searched and filtered on the server, a page at a time. */
export function ClinicManagement() {
  const { search, change } = useAddressSearch(readConsoleSearch);
  const read = usePages(
    platformClinics,
    { query: { search: search.search, status: search.status, limit: "25" } },
    { pollEvery: listsEvery },
  );
  const isFiltered = Boolean(search.search || search.status);
  return (
    <ConsoleList
      read={read}
      what="clinics"
      one="clinic"
      skeleton={<SkeletonRows rows={8} initials={false} />}
      tools={
        <>
          <ConsoleSearch
            label="Search clinics"
            placeholder="Clinic name or owner email"
            busy={read.isPlaceholderData}
          />
          <Select
            aria-label="Subscription status"
            className="md:w-31"
            options={filterOptions}
            value={search.status ?? ""}
            onChange={({ target }) =>
              change({ status: isSubscriptionStatus(target.value) ? target.value : undefined })
            }
          />
        </>
      }
    >
      {(clinics, foot) =>
        clinics.length > 0 ? (
          <Clinics clinics={clinics} foot={foot} />
        ) : (
          <Empty
            icon={<Building2 />}
            title="No clinics found"
            why={
              isFiltered
                ? "No clinic matches this search and status."
                : "Clinics appear here as soon as their owner signs up."
            }
            level={2}
            {...(isFiltered && {
              action: (
                <Button onClick={() => change({ search: undefined, status: undefined })}>
                  Clear Search and Filter
                </Button>
              ),
            })}
          />
        )
      }
    </ConsoleList>
  );
}

function Clinics({ clinics, foot }: { clinics: readonly PlatformClinic[]; foot: ReactNode }) {
  const { activate, subscribe, verify } = useClinicActions();
  const [verifying, setVerifying] = useState<PlatformClinic | null>(null);
  const [closing, setClosing] = useState<PlatformClinic | null>(null);
  const [lookedAt, setLookedAt] = useState<PlatformClinic | null>(null);
  const [releasing, setReleasing] = useState<PlatformClinic | null>(null);
  return (
    <>
      <ul aria-label="Clinics">
        {clinics.map((clinic) => (
          <ClinicCard
            key={clinic.id}
            clinic={clinic}
            onActivate={(isActive) => (isActive ? void activate(clinic, true) : setClosing(clinic))}
            onSubscribe={(status) => void subscribe(clinic, status)}
            onVerify={() => (clinic.verifiedAt ? void verify(clinic, false) : setVerifying(clinic))}
            onHistory={() => setLookedAt(clinic)}
            onRelease={() => setReleasing(clinic)}
          />
        ))}
      </ul>
      {foot}
      {lookedAt && <StandingHistoryDialog clinic={lookedAt} onClose={() => setLookedAt(null)} />}
      {releasing && <ReleaseClinicDialog clinic={releasing} onClose={() => setReleasing(null)} />}
      {verifying && (
        <VerifyClinicDialog
          clinic={verifying}
          onVerify={() => void verify(verifying, true)}
          onClose={() => setVerifying(null)}
        />
      )}
      {closing && (
        <ConfirmDialog
          open
          onClose={() => setClosing(null)}
          title={`Deactivate ${closing.name}?`}
          description="Everyone in this clinic is logged out until you reactivate it. No data is deleted."
          confirmLabel="Deactivate"
          danger
          onConfirm={() => {
            setClosing(null);
            void activate(closing, false);
          }}
        />
      )}
    </>
  );
}
