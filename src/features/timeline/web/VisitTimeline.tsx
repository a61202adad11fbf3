import { Stethoscope } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import type { Consultation } from "#features/consultations/contract.ts";
import { isConsultation, isUsable } from "#features/consultations/rules.ts";
import { type TimelineVisit, visitTimeline } from "#features/timeline/contract.ts";
import { counted, formatCount } from "#shared/formats/counts.ts";
import { formatMonth } from "#shared/formats/dates.ts";
import { usePages } from "#web/data/calls.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { QueryList } from "#web/QueryList.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { VisitEntry } from "./VisitEntry.tsx";
import type { Opens } from "./WhatCameOfIt.tsx";

/** An entry in full, with the vital signs that are read with it. */
export type OpenedEntry = { consultation: Consultation; desk: Consultation[] };

/** A patient's visits, newest first: each is read in one place. */
export function VisitTimeline({
  patientId,
  detail,
  offer,
  opens = {},
}: {
  patientId: number;
  /** What View More opens. */
  detail: (opened: OpenedEntry & { onClose: () => void }) => ReactNode;
  /** What to do with the last visit's diagnoses. */
  offer?: ((last: Pick<Consultation, "diagnosis" | "diagnoses" | "isConfidential">) => ReactNode) | undefined;
  opens?: Opens;
}) {
  const query = usePages(visitTimeline, { params: { id: String(patientId) } });
  const today = useToday();
  const [openedId, setOpened] = useState<number | null>(null);
  const pages = query.data?.pages ?? [];
  const more = pages.at(-1)?.rows.more;
  const visits = pages.flatMap(({ rows }) => rows.visits);
  // By id, so that additions are shown while it is open.
  const opened = visits.map(entryOf).find((entry) => entry?.consultation.id === openedId);
  const last = visits.find(
    ({ consultation }) => consultation && isConsultation(consultation) && isUsable(consultation),
  )?.consultation;
  const isUnwritten = visits.every(({ consultation }) => consultation === null) && !more;
  return (
    <div className="@container">
      <QueryList
        query={query}
        rowsOf={() => visits}
        title="Failed to load consultations"
        skeleton={<SkeletonRows rows={3} initials={false} />}
        label="Loading consultations"
        empty={nothing("Consultations and vital signs appear here.")}
      >
        {() => (
          <>
            {visits.map((visit) => {
              const entry = entryOf(visit);
              return (
                <VisitEntry
                  key={keyOf(visit)}
                  {...{ visit, today, opens }}
                  offer={last?.diagnosis && last === visit.consultation ? offer?.(last) : undefined}
                  onViewMore={entry && (() => setOpened(entry.consultation.id))}
                />
              );
            })}
            {isUnwritten &&
              nothing(
                visits.some(({ queue }) => queue?.isOpen)
                  ? "Today's visit becomes the first one when you write it."
                  : "Consultations and vital signs appear here.",
              )}
            {more && (
              <div className="border-t border-line px-4 py-2">
                <p className="hidden text-sm text-ink-2 print:block">
                  {counted(more.days, "earlier visit")}, to {formatMonth(more.until)}, not printed.
                </p>
                <Button
                  variant="link"
                  size="sm"
                  busy={query.isFetchingNextPage}
                  busyLabel="Loading…"
                  onClick={() => void query.fetchNextPage()}
                >
                  Show {formatCount(more.days)} more, to {formatMonth(more.until)}
                </Button>
              </div>
            )}
          </>
        )}
      </QueryList>
      <Suspense fallback={null}>{opened && detail({ ...opened, onClose: () => setOpened(null) })}</Suspense>
    </div>
  );
}

/** The entry of a visit; where the doctor has written nothing yet, the latest vital signs. */
function entryOf({ consultation, desk }: TimelineVisit): OpenedEntry | undefined {
  if (consultation) return { consultation, desk };
  const [latest, ...rest] = desk;
  return latest && { consultation: latest, desk: rest };
}

const keyOf = ({ consultation, queue, day }: TimelineVisit): string =>
  consultation ? `entry ${consultation.id}` : `visit ${queue?.id ?? day}`;

const nothing = (why: string) => (
  <Empty icon={<Stethoscope />} title="No consultation records found for this patient." why={why} />
);
