import { ChevronLeft } from "lucide-react";
import { type ReactNode, Suspense, useDeferredValue, useEffect, useRef, useState } from "react";
import type { Dialogs } from "#app/web/pages/dialogs/use-dialogs.ts";
import type { StripList } from "#features/clinical-lists/web/SafetyStrip.tsx";
import type { Patient } from "#features/patients/contract.ts";
import { recordHead } from "#features/record-head/contract.ts";
import type { RecordTab } from "#shared/record-address.ts";
import { useCall } from "#web/data/calls.ts";
import { usePageKey } from "#web/hooks/use-page-key.ts";
import { PrintedWhole, usePrintWhole } from "#web/printing/print-whole.ts";
import { useKeyHint } from "#web/shortcuts.ts";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { Kbd } from "#web/ui/Kbd.tsx";
import { usePhone } from "#web/ui/use-media.ts";
import { ActRow, ThumbBar } from "./ActRow.tsx";
import { FoldedHead, useFolding } from "./FoldedHead.tsx";
import { focusInList } from "./focus-in-list.ts";
import { IdentityRow } from "./IdentityRow.tsx";
import { Strip } from "./RecordHead.tsx";
import { RecordTabs } from "./RecordTabs.tsx";
import { ListDialogs } from "./record-parts.ts";
import { titleOf } from "./record-title.ts";
import { loadTabs, TabContent } from "./TabContent.tsx";
import { useActs } from "./use-acts.tsx";
import { useNeighbours } from "./use-neighbours.ts";
import { useOrigin } from "./use-origin.ts";
import { useTabs } from "./use-tabs.ts";

type PatientRecordProps = {
  patient: Patient;
  tab: RecordTab;
  dialogs: Dialogs;
  /** Above the record: that the opened one was merged into it. */
  note?: ReactNode;
};

/** Who it is, what must not be overlooked, what to do next, and one of the record's tabs. */
export function PatientRecord({ patient, tab, dialogs, note }: PatientRecordProps) {
  const patientId = patient.id;
  const head = useCall(recordHead, { params: { id: String(patientId) } }).data;
  const origin = useOrigin();
  const phone = usePhone();
  const tabs = useTabs(patient, head);
  const shown = tabs.find(({ id }) => id === tab) ?? tabs[0];
  // The head alone first: together they would keep a slow phone busy for longer.
  const hasHead = useDeferredValue(true, false);
  const printing = usePrintWhole(loadTabs);
  const [list, changeList] = useState<StripList | null>(null);
  const acts = useActs({
    patient,
    head,
    dialogs,
    onPrint: printing.print,
    onChangeList: changeList,
    onLeave: origin.goBack,
  });
  const { end, isFolded } = useFolding();
  const title = useRef<HTMLHeadingElement>(null);
  // Opened by keyboard, the page would otherwise begin nowhere; left, it gives the focus back.
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
    return () => focusInList(patientId);
  }, [patientId]);
  usePageKey("close", origin.goBack);
  const contents = { patient, dialogs };
  return (
    <PrintedWhole value={printing.isWhole}>
      <div data-record="" className="grid grid-cols-[minmax(0,1fr)] gap-5 max-md:gap-2 print:block">
        {note}
        {!phone && <AboveHead patientId={patientId} admissionNo={patient.admissionNo} origin={origin} />}
        <section
          aria-label="Patient"
          className="spine min-w-0 rounded-md border border-line border-l-brand-ring bg-surface max-md:-mx-gutter max-md:-mt-5 max-md:rounded-none max-md:border-t-0 max-md:border-r-0"
        >
          <IdentityRow patient={patient} head={head} titleRef={title} />
          <div className="border-t border-line">
            <Strip patientId={patientId} />
          </div>
          <div ref={end} />
          {!phone && <ActRow acts={acts} hidden={isFolded} />}
        </section>
        {isFolded && <FoldedHead patient={patient} acts={phone ? null : acts} />}
        <div className="min-w-0 rounded-md border border-line bg-surface max-md:-mx-gutter max-md:rounded-none max-md:border-x-0 print:contents">
          <RecordTabs tabs={tabs} shown={shown?.id ?? "visits"} patientId={patientId} />
          {printing.isWhole ? (
            tabs.map(({ id }) => (
              <Panel key={id}>
                <TabContent tab={id} {...contents} />
              </Panel>
            ))
          ) : (
            <Panel key={shown?.id}>
              {hasHead && <TabContent tab={shown?.id ?? "visits"} {...contents} />}
            </Panel>
          )}
        </div>
        {phone && <ThumbBar acts={acts} />}
        <Suspense fallback={null}>
          {list && <ListDialogs list={list} patientId={patientId} onClose={() => changeList(null)} />}
        </Suspense>
      </div>
    </PrintedWhole>
  );
}

/** Its sheets are parts of the one below the tabs. */
const Panel = ({ children }: { children: ReactNode }) => (
  <div className="*:rounded-none *:border-0 *:border-line *:not-first:border-t *:last:rounded-b-md print:mt-5">
    <Suspense fallback={<Waiting skeleton={<SkeletonCard />} />}>{children}</Suspense>
  </div>
);

/** "‹ Consults  Patient Details - 20240311-002   J K next, previous patient" */
function AboveHead({
  patientId,
  admissionNo,
  origin,
}: {
  patientId: number;
  admissionNo: string;
  origin: ReturnType<typeof useOrigin>;
}) {
  const hint = useKeyHint();
  const { hasNeighbours } = useNeighbours(patientId);
  const keys = [hint("next"), hint("previous")].filter((key) => key !== undefined);
  return (
    <div className="-mt-2.5 -mb-3 flex min-h-7 items-center gap-2.5 text-sm text-ink-2" data-print="no">
      <button
        type="button"
        onClick={origin.goBack}
        className="inline-flex min-h-6 items-center gap-1 rounded-sm font-medium text-brand-text hover:underline"
      >
        <ChevronLeft /> {origin.title}
      </button>
      <span className="text-ink-3 tabular-nums">{titleOf(admissionNo)}</span>
      {hasNeighbours && keys.length > 0 && (
        <span className="ml-auto flex items-center gap-1.5 text-ink-3">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
          next, previous patient
        </span>
      )}
    </div>
  );
}
