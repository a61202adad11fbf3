import { ListFilter, Users } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import {
  type PatientFilter,
  type PatientListItem,
  patientCounts,
  printPatients,
} from "#features/patients/contract.ts";
import { formatCount } from "#shared/formats/counts.ts";
import { useCall } from "#web/data/calls.ts";
import { useListTop } from "#web/hooks/use-list-top.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { SearchedOnDevice } from "#web/offline/SearchedOnDevice.tsx";
import { PrintAllButton, PrintableList } from "#web/printing/PrintAll.tsx";
import { usePrintAll } from "#web/printing/use-print-all.ts";
import { Button } from "#web/ui/Button.tsx";
import { ChipButton } from "#web/ui/ChipButton.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonCard, SkeletonTable } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Pager } from "#web/ui/lists/Pager.tsx";
import { Table } from "#web/ui/lists/Table.tsx";
import { usePhone } from "#web/ui/use-media.ts";
import { usePatientActions } from "../record/use-patient-actions.ts";
import { ExportPatientsButton } from "./ExportPatientsButton.tsx";
import { ListFailed } from "./ListFailed.tsx";
import { PatientCards } from "./PatientCards.tsx";
import type { PatientActions } from "./PatientMenu.tsx";
import { PatientRows, patientColumns } from "./PatientRows.tsx";
import { PatientToolbar, ViewChoice } from "./PatientToolbar.tsx";
import { activeFilters, asQuery, noFilters, type PatientSearch } from "./patient-search.ts";
import { useListLayout } from "./use-list-layout.ts";
import { PAGE_SIZE, type PatientPages, usePatientPages, usePrefetchPatients } from "./use-patient-pages.ts";

const ActiveFilters = lazyPart(() => import("./ActiveFilters.tsx"), "ActiveFilters");
const DeletePatientDialog = lazyPart(
  () => import("../record/DeletePatientDialog.tsx"),
  "DeletePatientDialog",
);

type ActivePatientsProps = {
  search: PatientSearch;
  change: (changes: Partial<PatientSearch>) => void;
  onOpen: (id: number) => void;
  onConsultations: (id: number) => void;
  onPrescribe: (id: number) => void;
  onEdit: (id: number) => void;
  /** Below "No patients found.", for users who may add patients. */
  addButton: ReactNode;
};

/** The active patients: the filters, the count, and the cards or rows. */
export function ActivePatients({
  search,
  change,
  onOpen,
  onConsultations,
  onPrescribe,
  onEdit,
  addButton,
}: ActivePatientsProps) {
  const filter = asQuery(search);
  const pages = usePatientPages("active", filter);
  const paper = usePrintAll(printPatients, { query: filter }, pages.total);
  const counts = useCall(patientCounts, {}).data;
  const phone = usePhone();
  const [layout, setLayout] = useListLayout();
  const [deleting, setDeleting] = useState<PatientListItem | null>(null);
  const { archive } = usePatientActions();
  const filters = activeFilters(search);
  const ask = usePrefetchPatients();
  const filterBy = (changes: Partial<PatientSearch>) => {
    ask(asQuery({ ...search, ...changes }));
    change(changes);
  };
  const top = useListTop<HTMLDivElement>(pages.from);
  const shown = phone ? "cards" : layout;
  const exporter = (
    <>
      <PrintAllButton onPrint={paper.print} busy={paper.isFetching} />
      <ExportPatientsButton filter={filter} total={pages.total} isFiltered={filters.length > 0} />
    </>
  );
  const actions = { onOpen, onConsultations, onPrescribe, onEdit, onArchive: archive, onDelete: setDeleting };

  return (
    <div className="grid gap-3">
      <PatientToolbar
        search={search}
        change={filterBy}
        isSearching={pages.isStale && pages.isFetching}
        exporter={exporter}
      />
      <div
        ref={top}
        className="flex min-h-7 scroll-mt-[calc(var(--frame-top,0px)+0.75rem)] flex-wrap items-center gap-2.5"
      >
        <Showing total={pages.total} all={counts?.active} />
        {filter.search !== undefined && pages.total === undefined && !pages.error && <SearchedOnDevice />}
        <Suspense fallback={null}>
          {filters.length > 0 && <ActiveFilters filters={filters} change={change} />}
        </Suspense>
        <span
          data-print="no"
          className="flex flex-wrap gap-2 max-md:w-full md:ml-auto [&>button]:max-md:flex-auto [&>button]:max-md:justify-center"
        >
          <ChipButton
            pressed={search.status === "Admitted"}
            count={counts?.admitted}
            onPress={() => change({ status: search.status === "Admitted" ? undefined : "Admitted" })}
          >
            Admitted
          </ChipButton>
          <ChipButton
            pressed={search.payment === "Pending"}
            count={counts?.paymentPending}
            onPress={() => change({ payment: search.payment === "Pending" ? undefined : "Pending" })}
          >
            Payment Pending
          </ChipButton>
          {shown === "table" && (
            <ChipButton count={counts?.archived} onPress={() => change({ view: "archived" })}>
              Archived
            </ChipButton>
          )}
        </span>
        {!phone && (
          <span data-print="no" className="flex gap-2">
            <ViewChoice layout={layout} onLayout={setLayout} />
            {exporter}
          </span>
        )}
      </div>
      <PrintableList
        {...{ from: pages.from, to: pages.to, total: pages.total, pageSize: PAGE_SIZE }}
        all={paper.rows && <PaperRows patients={paper.rows} />}
      >
        <List
          {...{ pages, shown, actions, addButton }}
          filter={filter}
          words={filters.map(({ label }) => label)}
          change={change}
        />
      </PrintableList>
      <Suspense fallback={null}>
        {deleting && <DeletePatientDialog patient={deleting} onClose={() => setDeleting(null)} />}
      </Suspense>
    </div>
  );
}

function List({
  pages,
  shown,
  filter,
  words,
  actions,
  change,
  addButton,
}: {
  pages: PatientPages;
  shown: "cards" | "table";
  filter: PatientFilter;
  /** The active filters, in words. */
  words: string[];
  actions: PatientActions;
  change: ActivePatientsProps["change"];
  addButton: ReactNode;
}) {
  const today = useToday();
  // The search of the visible rows: rows of the previous search keep its highlights.
  const [found, setFound] = useState({ by: filter.search, list: "" });
  const list = JSON.stringify([filter, pages.from]);
  if (!pages.isStale && found.list !== list) setFound({ by: filter.search, list });
  if (pages.error) return <ListFailed error={pages.error} pages={pages} />;
  const { rows } = pages;
  if (!rows)
    return (
      <Waiting
        label="Loading patients..."
        onRetry={pages.retry}
        skeleton={shown === "table" ? <SkeletonTable columns={7} /> : <SkeletonCards />}
      />
    );
  if (rows.length === 0)
    return (
      <Section flush>
        {words.length > 0 ? (
          <Empty
            icon={<ListFilter />}
            level={2}
            title="No patients match your search criteria."
            why={`No results for ${words.join(", ")}.`}
            action={<Button onClick={() => change(noFilters)}>Clear Filters</Button>}
          />
        ) : (
          <Empty
            icon={<Users />}
            level={2}
            title="No patients found."
            why="Your clinic has no patients yet."
            action={addButton}
          />
        )}
      </Section>
    );
  const { from, to, total, onPrevious, onNext, isTurning, isStale } = pages;
  const pager = <Pager {...{ from, to, total, onPrevious, onNext }} busy={isTurning} />;
  const common = { patients: rows, search: found.by, today, actions, isStale };
  if (shown === "table") return <PatientRows {...common} foot={pager} />;
  return (
    <>
      <PatientCards {...common} list={found.list} />
      {(onPrevious || onNext) && (
        <div className="rounded-md border border-line bg-surface [&>div]:border-t-0">{pager}</div>
      )}
    </>
  );
}

/** Every row, as a table, for printing. */
function PaperRows({ patients }: { patients: readonly PatientListItem[] }) {
  const columns = patientColumns(useToday());
  return <Table label="All patients" columns={columns} rows={patients} rowKey={({ id }) => id} />;
}

function Showing({ total, all }: { total: number | undefined; all: number | undefined }) {
  const figure = (value: number) => <b className="font-strong text-ink tabular-nums">{formatCount(value)}</b>;
  return (
    <p role="status" className="whitespace-nowrap text-ink-2">
      {total !== undefined && (
        <>
          Showing {figure(total)} of {figure(Math.max(total, all ?? total))} patients
        </>
      )}
    </p>
  );
}

function SkeletonCards() {
  return (
    <div className="grid gap-3 xl:grid-cols-2">
      {["a", "b", "c", "d", "e", "f"].map((key) => (
        <div key={key} className="grid min-h-38.5">
          <SkeletonCard />
        </div>
      ))}
    </div>
  );
}
