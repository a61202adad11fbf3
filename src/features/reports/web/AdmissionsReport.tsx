import { BedDouble } from "lucide-react";
import { onePatient } from "#features/patients/contract.ts";
import {
  type Admission,
  type AdmissionSort,
  type AdmissionView,
  exportAdmissions,
  listAdmissions,
  printAdmissions,
} from "#features/reports/contract.ts";
import { usePages } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { usePage } from "#web/data/use-page.ts";
import { useListTop } from "#web/hooks/use-list-top.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { useTypedSearch } from "#web/hooks/use-typed-search.ts";
import { ExportButton } from "#web/printing/ExportButton.tsx";
import { PrintAllButton, PrintableList } from "#web/printing/PrintAll.tsx";
import { usePrintAll } from "#web/printing/use-print-all.ts";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { ErrorState } from "#web/ui/feedback/ErrorState.tsx";
import { SkeletonTable } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { SearchInput } from "#web/ui/inputs/SearchInput.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { Pager } from "#web/ui/lists/Pager.tsx";
import { Table } from "#web/ui/lists/Table.tsx";
import type { TableSort } from "#web/ui/lists/table-sort.ts";
import { AdmissionCard } from "./AdmissionCard.tsx";
import { AdmissionFigures } from "./AdmissionFigures.tsx";
import { admissionColumns } from "./admission-columns.tsx";
import { useReportSearch } from "./use-report-search.ts";

const PAGE_SIZE = 25;

const views: { value: AdmissionView; label: string }[] = [
  { value: "admitted", label: "Currently Admitted" },
  { value: "recent", label: "Recently Discharged" },
  { value: "all", label: "All Admissions" },
];

/** The Hospital Admissions report: four figures, and each patient's hospital and length of stay. */
export function AdmissionsReport({ onOpenPatient }: { onOpenPatient: (id: number) => void }) {
  const { search, change } = useReportSearch();
  const { show = "admitted", q } = search;
  const sort = show === "admitted" || !isByStay(search.sort) ? search.sort : undefined;
  const filter = { show, search: q, sort };
  const read = usePages(
    listAdmissions,
    { query: { ...filter, limit: String(PAGE_SIZE) } },
    { refetchOnMount: "always" },
  );
  const page = usePage(read, JSON.stringify(filter), PAGE_SIZE);
  const paper = usePrintAll(printAdmissions, { query: filter }, page.total);
  const today = useToday();
  const mayOpen = useCan()(onePatient);
  const [typed, setTyped] = useTypedSearch(q, (next) => change({ q: next }));
  const top = useListTop<HTMLDivElement>(page.from);
  const label = views.find(({ value }) => value === show)?.label ?? "";
  const nothing = q ? `Nothing among ${label} matches “${q}”.` : emptyBecause[show];

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h1 className="text-xl font-strong tracking-tight md:text-2xl">Hospital Admissions</h1>
      <AdmissionFigures />
      <div
        ref={top}
        className="flex scroll-mt-[calc(var(--frame-top,0px)+0.75rem)] flex-wrap gap-2"
        data-print="no"
      >
        <SearchInput
          label="Search admissions"
          placeholder="Search patients..."
          value={typed}
          onChange={setTyped}
          maxLength={200}
          busy={page.isStale && page.isFetching}
          className="max-md:w-full md:w-80"
        />
        <Select
          aria-label="Which admissions"
          className="md:w-auto"
          options={views}
          value={show}
          onChange={(event) => change({ show: event.target.value as AdmissionView })}
        />
        <span className="flex gap-2 max-md:w-full max-md:justify-end md:ml-auto">
          <PrintAllButton onPrint={paper.print} busy={paper.isFetching} />
          <ExportButton
            endpoint={exportAdmissions}
            sent={{ query: filter }}
            total={page.isStale ? undefined : page.total}
            nothing={nothing}
            failed="Failed to export the admissions"
          >
            Export Report
          </ExportButton>
        </span>
      </div>
      <p className="hidden print:block">
        {label}
        {q && `, “${q}”`}
      </p>
      {page.error ? (
        <Section flush>
          <ErrorState
            level={2}
            title="Failed to fetch patients"
            why={page.error.shown("The server did not answer. Nothing was changed.")}
            onRetry={page.retry}
            retrying={page.isFetching}
          />
        </Section>
      ) : !page.rows ? (
        <Waiting label="Loading admissions" onRetry={page.retry} skeleton={<SkeletonTable columns={7} />} />
      ) : (
        <PrintableList
          {...{ from: page.from, to: page.to, total: page.total, pageSize: PAGE_SIZE }}
          all={
            paper.rows && (
              <Table label="All rows" columns={admissionColumns(today)} rows={paper.rows} rowKey={byId} />
            )
          }
        >
          <Section flush>
            <Table
              label="Hospital Admissions"
              columns={admissionColumns(today, {
                search: q,
                isSorted: true,
                sortsByStay: show === "admitted",
              })}
              rows={page.rows}
              rowKey={byId}
              {...(mayOpen && { onOpen: ({ id }: Admission) => onOpenPatient(id) })}
              card={(admission) => (
                <AdmissionCard
                  {...{ admission, today }}
                  search={q}
                  onOpen={mayOpen ? () => onOpenPatient(admission.id) : undefined}
                />
              )}
              sort={shownSort(sort)}
              onSort={(next) => change({ sort: nextOrder(sort, next) })}
              stale={page.isStale}
              minWidth="60rem"
              foot={
                <Pager
                  {...{ from: page.from, to: page.to, total: page.total }}
                  onPrevious={page.onPrevious}
                  onNext={page.onNext}
                  busy={page.isTurning}
                />
              }
              empty={
                <Empty
                  icon={<BedDouble />}
                  level={2}
                  title="No admissions found"
                  why={nothing}
                  {...(q && {
                    action: <Button onClick={() => change({ q: undefined })}>Clear Filters</Button>,
                  })}
                />
              }
            />
          </Section>
        </PrintableList>
      )}
    </div>
  );
}

const byId = ({ id }: Admission) => id;

const emptyBecause: Record<AdmissionView, string> = {
  admitted: "No patients are admitted.",
  recent: "No patients were discharged in the last seven days.",
  all: "No patient has been admitted yet.",
};

const isByStay = (sort: AdmissionSort | undefined) => sort === "longest" || sort === "shortest";

const tableSorts: Partial<Record<AdmissionSort, TableSort>> = {
  "hospital-asc": { column: "hospital", direction: "ascending" },
  "hospital-desc": { column: "hospital", direction: "descending" },
  shortest: { column: "duration", direction: "ascending" },
  longest: { column: "duration", direction: "descending" },
};

const shownSort = (sort: AdmissionSort | undefined): TableSort | undefined => sort && tableSorts[sort];

/** A third press on a column header restores newest first. */
function nextOrder(sort: AdmissionSort | undefined, next: TableSort): AdmissionSort | undefined {
  const now = shownSort(sort);
  if (now?.column === next.column && now.direction === "descending") return undefined;
  const found = Object.entries(tableSorts).find(
    ([, known]) => known.column === next.column && known.direction === next.direction,
  );
  return found?.[0] as AdmissionSort | undefined;
}
