import { type ReactNode, useState } from "react";
import { listPlaces } from "#features/places/contract.ts";
import type { Visit } from "#features/visits/contract.ts";
import { formatClock } from "#shared/formats/dates.ts";
import { useCall } from "#web/data/calls.ts";
import { useProgressiveParts } from "#web/data/use-progressive-parts.ts";
import { Button } from "#web/ui/Button.tsx";
import { useParts } from "#web/ui/lists/use-parts.tsx";
import { usePrinting } from "#web/ui/use-media.ts";
import { owedInWords, type QueueGroups } from "./day-words.ts";
import { EmptyQueue } from "./EmptyQueue.tsx";
import { type VisitActions, VisitRow } from "./VisitRow.tsx";

/** Rows of a group that are rendered at first, and added as they scroll into view. */
const PART = 50;
const ROWS = 10;

type Shown = { now: Date; today: string; actions: VisitActions };

/** The queue's groups in their order; closed visits are shown on request. */
export function VisitGroups({
  groups: { withDoctor, waiting, forPayment, visitors, booked, done, notSeen },
  unfinished,
  otherVisitors,
  isNarrow = false,
  empty,
  children,
  ...shown
}: Shown & {
  groups: QueueGroups;
  unfinished: readonly Visit[];
  /** Those who are not patients, after the patients who came for results. Null: nobody. */
  otherVisitors: ReactNode;
  /** In a column: how many wait, instead of in which order. */
  isNarrow?: boolean;
  /** Instead of the words for nobody. */
  empty?: ReactNode;
  /** After those who are booked. */
  children?: ReactNode;
}) {
  const open = [withDoctor, waiting, forPayment, visitors, unfinished].some(({ length }) => length > 0);
  const [firstBooked] = booked;
  const owed = owedInWords(done);
  return (
    <>
      <Group
        title="Not closed"
        note="From earlier days. Was the patient seen?"
        rows={unfinished}
        {...shown}
      />
      <Group title="With doctor" rows={withDoctor} {...shown} />
      <Group
        title="Waiting"
        note={isNarrow ? waiting.length : "priority, then appointment, then arrival"}
        rows={waiting}
        isQueue
        {...shown}
      />
      <Group title="For payment" rows={forPayment} {...shown} />
      <Group title="Visitors" note="no consultation" rows={visitors} {...shown}>
        {otherVisitors}
      </Group>
      <ClosedGroup
        title="Booked for later"
        note={firstBooked?.appointmentAt && `from ${formatClock(firstBooked.appointmentAt)}`}
        rows={booked}
        {...shown}
      />
      {children}
      {!open && !otherVisitors && (empty === undefined ? <EmptyQueue hasSeen={done.length > 0} /> : empty)}
      <ClosedGroup
        title="Done"
        note={owed && <b className="font-strong text-warn">{owed}</b>}
        rows={done}
        {...shown}
      />
      <ClosedGroup title="Not seen" rows={notSeen} {...shown} />
    </>
  );
}

/** Its rows are shown on request. */
function ClosedGroup({
  title,
  note,
  rows,
  ...shown
}: Shown & { title: string; note?: ReactNode; rows: readonly Visit[] }) {
  const isPrinting = usePrinting();
  const [isOpen, setOpen] = useState(false);
  if (rows.length === 0) return null;
  const word = isOpen ? "Hide" : "Show";
  return (
    <Group
      title={title}
      note={
        <>
          {rows.length} {note && <span className="ml-1">{note}</span>}
        </>
      }
      rows={isOpen || isPrinting ? rows : []}
      isOptional
      action={
        <Button
          variant="link"
          size="sm"
          aria-expanded={isOpen}
          aria-label={`${word} ${title.toLowerCase()}`}
          onClick={() => setOpen(!isOpen)}
        >
          {word}
        </Button>
      }
      {...shown}
    />
  );
}

function Group({
  title,
  note,
  rows,
  action,
  isOptional = false,
  isQueue = false,
  children,
  ...shown
}: Shown & {
  title: string;
  note?: ReactNode;
  rows: readonly Visit[];
  /** After the rows. */
  children?: ReactNode;
  action?: ReactNode;
  /** Keeps its header without rows. */
  isOptional?: boolean;
  /** Rows can be moved before each other. */
  isQueue?: boolean;
}) {
  const parts = useParts(rows, PART);
  const reached = useProgressiveParts(Math.ceil(parts.shown.length / ROWS), 1);
  const isPrinting = usePrinting();
  const places = useCall(listPlaces, {}).data ?? [];
  if (rows.length === 0 && !isOptional && !children) return null;
  const hasPlaces = new Set(rows.map(({ placeId }) => placeId)).size > 1;
  return (
    <section aria-label={title} className="group/queue">
      <h3 className="flex min-h-9 break-after-avoid items-center gap-2 border-t border-line bg-sunk px-4 text-sm font-strong group-first/queue:border-t-0">
        {title}
        {note && <span className="font-normal text-ink-2 tabular-nums">{note}</span>}
        {action && <span className="ml-auto">{action}</span>}
      </h3>
      <ul>
        {(isPrinting ? parts.shown : parts.shown.slice(0, reached.shown * ROWS)).map((visit) => (
          <VisitRow
            key={visit.id}
            visit={visit}
            waiting={isQueue ? rows : []}
            placeName={hasPlaces ? places.find(({ id }) => id === visit.placeId)?.name : undefined}
            {...shown}
          />
        ))}
      </ul>
      <div ref={reached.end} />
      {parts.more}
      {children}
    </section>
  );
}
