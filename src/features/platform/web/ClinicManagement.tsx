import { Building2 } from "lucide-react";
import { useState } from "react";
import { type PlatformClinic, platformClinics } from "#features/platform/contract.ts";
import { usePages } from "#web/calls.ts";
import { Button } from "#web/ui/Button.tsx";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { Empty } from "#web/ui/Empty.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { LoadMore } from "#web/ui/LoadMore.tsx";
import { SearchInput } from "#web/ui/SearchInput.tsx";
import { Select } from "#web/ui/Select.tsx";
import { SkeletonRows } from "#web/ui/Skeleton.tsx";
import { Waiting } from "#web/ui/Waiting.tsx";
import { useAddressSearch } from "#web/use-address-search.ts";
import { useTypedSearch } from "#web/use-typed-search.ts";
import { ClinicCard } from "./ClinicCard.tsx";
import { readConsoleSearch } from "./console-search.ts";
import { counted, isStatus, listsEvery, statusOptions } from "./platform-words.ts";
import { useClinicActs } from "./use-clinic-acts.ts";

const filterOptions = [{ value: "", label: "All" }, ...statusOptions.toSorted(byLabel)];

function byLabel(one: { label: string }, other: { label: string }): number {
  const order = ["Active", "Trial", "Expired", "Suspended"];
  return order.indexOf(one.label) - order.indexOf(other.label);
}

/** Every clinic of the platform, searched and filtered on the server, a page at a time. */
export function ClinicManagement() {
  const { search, change } = useAddressSearch(readConsoleSearch);
  const [typed, setTyped] = useTypedSearch(search.search, (found) => change({ search: found }));
  const read = usePages(
    platformClinics,
    { query: { search: search.search, status: search.status, limit: "25" } },
    { pollEvery: listsEvery },
  );
  const [first] = read.data?.pages ?? [];
  const isFiltered = Boolean(search.search || search.status);
  return (
    <div className="grid gap-4 pt-5">
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput
          label="Search clinics"
          placeholder="Clinic name or owner e-mail"
          value={typed}
          onChange={setTyped}
          maxLength={255}
          busy={read.isPlaceholderData}
          className="max-md:w-full md:w-90"
        />
        <Select
          aria-label="Subscription status"
          className="md:w-31"
          options={filterOptions}
          value={search.status ?? ""}
          onChange={({ target }) => change({ status: isStatus(target.value) ? target.value : undefined })}
        />
        {first?.total != null && (
          <span role="status" className="ml-auto text-ink-2 tabular-nums">
            {counted(first.total, "clinic")}
          </span>
        )}
      </div>
      <div className="rounded-md border border-line bg-surface">
        {read.data ? (
          <Clinics
            clinics={read.data.pages.flatMap(({ rows }) => rows)}
            total={first?.total ?? undefined}
            isFiltered={isFiltered}
            onClear={() => change({ search: undefined, status: undefined })}
            onMore={read.hasNextPage ? () => void read.fetchNextPage() : undefined}
            isReadingMore={read.isFetchingNextPage}
          />
        ) : read.error ? (
          <ErrorState
            title="Failed to load clinics"
            why={read.error.shown("The list could not be read.")}
            onRetry={() => void read.refetch()}
            retrying={read.isFetching}
            reference={read.error.body.reference}
            level={2}
          />
        ) : (
          <Waiting
            label="Loading clinics..."
            onRetry={() => void read.refetch()}
            skeleton={<SkeletonRows rows={8} initials={false} />}
          />
        )}
      </div>
    </div>
  );
}

function Clinics({
  clinics,
  total,
  isFiltered,
  onClear,
  onMore,
  isReadingMore,
}: {
  clinics: readonly PlatformClinic[];
  total: number | undefined;
  isFiltered: boolean;
  onClear: () => void;
  onMore: (() => void) | undefined;
  isReadingMore: boolean;
}) {
  const { activate, subscribe } = useClinicActs();
  const [closing, setClosing] = useState<PlatformClinic | null>(null);
  if (clinics.length === 0)
    return (
      <Empty
        icon={<Building2 />}
        title="No clinics found"
        why={
          isFiltered
            ? "No clinic matches this search and status."
            : "A clinic stands here as soon as its owner signs up."
        }
        level={2}
        {...(isFiltered && { action: <Button onClick={onClear}>Clear Search and Filter</Button> })}
      />
    );
  return (
    <>
      <ul aria-label="Clinics">
        {clinics.map((clinic) => (
          <ClinicCard
            key={clinic.id}
            clinic={clinic}
            onActivate={(isActive) => (isActive ? void activate(clinic, true) : setClosing(clinic))}
            onSubscribe={(status) => void subscribe(clinic, status)}
          />
        ))}
      </ul>
      <LoadMore shown={clinics.length} total={total} onMore={onMore} busy={isReadingMore} />
      {closing && (
        <ConfirmDialog
          open
          onClose={() => setClosing(null)}
          title={`Deactivate ${closing.name}?`}
          description="Everyone of this clinic is shut out from their next step on, until it is made active again. Nothing is deleted."
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
