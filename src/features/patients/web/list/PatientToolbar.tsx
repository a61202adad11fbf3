import { ListFilter, Rows2, Table2 } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { fromSearch } from "#web/hooks/result-keyboard-nav.ts";
import { useTypedSearch } from "#web/hooks/use-typed-search.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Segment } from "#web/ui/frame/Segment.tsx";
import { SearchInput } from "#web/ui/inputs/SearchInput.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { usePhone } from "#web/ui/use-media.ts";
import {
  admissionOptions,
  chosenSort,
  patientStatusOptions,
  paymentOptions,
  sortOptions,
} from "./filter-options.ts";
import { hasAdvanced, noFilters, type PatientSearch } from "./patient-search.ts";
import type { ListLayout } from "./use-list-layout.ts";

const AdvancedFilters = lazyPart(() => import("./AdvancedFilters.tsx"), "AdvancedFilters");

/** Above the active patients: search, filters and sort. On phones the selects are in the sheet. */
export function PatientToolbar({
  search,
  change,
  exporter,
  isSearching,
}: {
  search: PatientSearch;
  change: (changes: Partial<PatientSearch>) => void;
  /** On phones; on desktops it is below. */
  exporter: ReactNode;
  isSearching: boolean;
}) {
  const phone = usePhone();
  const [isOpen, setOpen] = useState(false);
  const isOn =
    hasAdvanced(search) || (phone && Boolean(search.stage || search.status || search.payment || search.sort));
  const selects = [
    { name: "stage", label: "Patient status", options: patientStatusOptions, value: search.stage },
    { name: "status", label: "Admission status", options: admissionOptions, value: search.status },
    { name: "payment", label: "Payment", options: paymentOptions, value: search.payment },
    { name: "sort", label: "Sort", options: sortOptions(search.q), value: chosenSort(search) },
  ] as const;
  return (
    <div className="flex flex-wrap gap-2" data-print="no">
      <SearchPatients
        value={search.q}
        onSearch={(q) => change({ q })}
        isBusy={isSearching}
        className="max-md:w-full md:min-w-50 md:max-w-62.5 md:flex-1"
      />
      {!phone &&
        selects.map(({ name, label, options, value = "" }) => (
          <Select
            key={name}
            aria-label={label}
            className="md:w-auto"
            options={options}
            value={value}
            // The empty choice is "all".
            onChange={(event) => change({ [name]: event.target.value || undefined })}
          />
        ))}
      <Button
        className={phone ? "grow" : undefined}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        icon={<ListFilter />}
        onPointerEnter={AdvancedFilters.preload}
        onFocus={AdvancedFilters.preload}
        onClick={() => setOpen(true)}
      >
        Advanced Filters{" "}
        {isOn && (
          <Badge tone="new" small>
            ON
          </Badge>
        )}
      </Button>
      {phone && <span className="flex gap-2">{exporter}</span>}
      <Suspense fallback={null}>
        {isOpen && (
          <AdvancedFilters
            search={search}
            withSelects={phone}
            onApply={(changes) => {
              change(changes);
              setOpen(false);
            }}
            onClearAll={() => {
              change({ ...noFilters, sort: undefined });
              setOpen(false);
            }}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </div>
  );
}

/** Cards or table. */
export function ViewChoice({
  layout,
  onLayout,
}: {
  layout: ListLayout;
  onLayout: (layout: ListLayout) => void;
}) {
  return (
    <Segment
      label="View"
      value={layout}
      onChange={onLayout}
      options={[
        { value: "cards", label: "Cards", icon: <Rows2 />, iconOnly: true },
        { value: "table", label: "Table", icon: <Table2 />, iconOnly: true },
      ]}
    />
  );
}

/** The search box of a patient list: it searches 150 ms after the last key, and aborts the previous request. */
export function SearchPatients({
  value,
  onSearch,
  isBusy,
  className,
}: {
  value: string | undefined;
  onSearch: (value: string | undefined) => void;
  isBusy: boolean;
  className?: string;
}) {
  const [typed, setTyped] = useTypedSearch(value, onSearch);
  return (
    <SearchInput
      label="Search patients"
      placeholder="Search patients..."
      value={typed}
      onChange={setTyped}
      maxLength={200}
      busy={isBusy}
      className={className}
      data-patient-search=""
      onKeyDown={fromSearch}
    />
  );
}
