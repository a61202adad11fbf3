import { ChevronLeft, ChevronRight, FlaskConical, Plus, Printer } from "lucide-react";
import { Suspense, useState } from "react";
import { addResult, type Result } from "#features/results/contract.ts";
import { sources } from "#shared/clinical/results/sources.ts";
import { IfCan } from "#web/data/session.tsx";
import { storedResultUnits, storeResultUnits } from "#web/device-preferences.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { PrintedWhole, usePrintedWhole, usePrintWhole } from "#web/printing/print-whole.ts";
import { QueryPending } from "#web/QueryPending.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonTable } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Segment } from "#web/ui/frame/Segment.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { PrintedPart } from "#web/ui/lists/LoadMore.tsx";
import { usePhone } from "#web/ui/use-media.ts";
import { PrintedResults, ResultsOnPaper } from "./PrintedResults.tsx";
import { ResultsTable } from "./ResultsTable.tsx";
import { columnsOf, groupsOf, type ResultColumn, type UnitSystem } from "./result-table.ts";
import { TestDialog } from "./TestDialog.tsx";
import { useResultPages } from "./use-result-pages.ts";

const EnterResultsDialog = lazyPart(() => import("./EnterResultsDialog.tsx"), "EnterResultsDialog");

/** Dates side by side. */
const ACROSS = { desk: 4, phone: 2 } as const;

const unitOptions = [
  { value: "si", label: "SI" },
  { value: "conventional", label: "Conventional" },
] as const;

/** All results of a patient: tests by date. Printed with the whole record, it is no paper of its own. */
export function ResultsSheet({ patientId }: { patientId: number }) {
  const isPartOfPaper = usePrintedWhole();
  const { isWhole, print } = usePrintWhole();
  return (
    <PrintedWhole value={isPartOfPaper || isWhole}>
      <ResultsByDate patientId={patientId} isPartOfPaper={isPartOfPaper} onPrint={print} />
    </PrintedWhole>
  );
}

function ResultsByDate({
  patientId,
  isPartOfPaper,
  onPrint,
}: {
  patientId: number;
  isPartOfPaper: boolean;
  onPrint: () => void;
}) {
  const today = useToday();
  const { pages, results } = useResultPages(patientId);
  const [system, setSystem] = useState<UnitSystem>(storedResultUnits);
  const [entering, setEntering] = useState<{ result: Result | null } | null>(null);
  const [openTest, setOpenTest] = useState<string | null>(null);
  const columns = columnsOf(results ?? []);
  const part = pages.hasNextPage && results && (
    <PrintedPart shown={results.length} total={pages.data?.pages[0]?.total ?? undefined} />
  );
  const groups = groupsOf(columns, system);
  const row = groups.flatMap(({ rows }) => rows).find(({ analyte }) => analyte === openTest);
  return (
    <Section
      flush
      title="Results by date"
      actions={
        <>
          <Segment
            label="Units"
            options={unitOptions}
            value={system}
            onChange={(next) => {
              setSystem(next);
              storeResultUnits(next);
            }}
          />
          {columns.length > 0 && (
            <Button icon={<Printer />} onClick={onPrint}>
              Print
            </Button>
          )}
          <IfCan do={addResult}>
            <Button icon={<Plus />} onClick={() => setEntering({ result: null })}>
              Enter Results
            </Button>
          </IfCan>
        </>
      }
    >
      {results ? (
        columns.length === 0 ? (
          <Empty
            icon={<FlaskConical />}
            title="No results yet"
            why="Values from a laboratory's paper are checked against the range for sex and age, and compared over time."
          />
        ) : isPartOfPaper ? (
          <ResultsOnPaper {...{ columns, system, today }} />
        ) : (
          <PagedColumns
            columns={columns}
            hasEarlier={pages.hasNextPage}
            isLoading={pages.isFetchingNextPage}
            onEarlier={() => void pages.fetchNextPage()}
          >
            {(shown) => (
              <ResultsTable
                groups={groups}
                columns={columns}
                shown={shown}
                today={today}
                onOpen={setOpenTest}
              />
            )}
          </PagedColumns>
        )
      ) : (
        <QueryPending
          query={pages}
          title="Failed to load the results"
          skeleton={<SkeletonTable rows={6} columns={5} />}
          label="Loading results"
        />
      )}
      {columns.length > 0 && (
        <p className="border-t border-line px-4 py-3 text-sm text-ink-2">
          H high, L low, A abnormal, by the range for sex and age at collection. Critical limits:{" "}
          {sources.kost}. Where your laboratory prints another range, the owner can enter it under Settings.
        </p>
      )}
      {isPartOfPaper && part}
      {row && !entering && (
        <TestDialog
          row={row}
          columns={columns}
          today={today}
          onCorrect={(result) => setEntering({ result })}
          onClose={() => setOpenTest(null)}
        />
      )}
      <Suspense fallback={null}>
        {entering && (
          <EnterResultsDialog
            patientId={patientId}
            result={entering.result}
            onMarked={() => setOpenTest(null)}
            onClose={() => setEntering(null)}
          />
        )}
      </Suspense>
      {columns.length > 0 && !isPartOfPaper && (
        <PrintedResults patientId={patientId} part={part} {...{ columns, system, today }} />
      )}
    </Section>
  );
}

/** As many dates as fit, newest first; Earlier and Later page through them. */
function PagedColumns({
  columns,
  hasEarlier,
  isLoading,
  onEarlier,
  children,
}: {
  columns: readonly ResultColumn[];
  hasEarlier: boolean;
  isLoading: boolean;
  onEarlier: () => void;
  children: (shown: readonly ResultColumn[]) => React.ReactNode;
}) {
  const across = usePhone() ? ACROSS.phone : ACROSS.desk;
  // Counted from the newest date, so that loading earlier ones does not move it.
  const [after, setAfter] = useState(0);
  const end = columns.length - after;
  const start = Math.max(0, end - across);
  const isFirst = start === 0 && !hasEarlier;
  const goEarlier = () => {
    if (start === 0) onEarlier();
    setAfter(Math.min(after + across, columns.length - 1 + (start === 0 ? across : 0)));
  };
  const shown = columns.slice(start, Math.max(end, start + 1));
  return (
    <>
      {!(isFirst && after === 0) && (
        <div className="flex items-center gap-2 border-b border-line px-4 py-2" data-print="no">
          <IconButton
            label="Earlier dates"
            icon={<ChevronLeft />}
            disabled={isFirst}
            busy={isLoading}
            onClick={goEarlier}
          />
          <p className="text-sm text-ink-2 tabular-nums" aria-live="polite">
            {shown[0]?.label}
            {shown.length > 1 && ` to ${shown.at(-1)?.label}`}
          </p>
          <IconButton
            label="Later dates"
            icon={<ChevronRight />}
            disabled={after === 0}
            onClick={() => setAfter(Math.max(0, after - across))}
          />
        </div>
      )}
      {children(shown)}
    </>
  );
}
