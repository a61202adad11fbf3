import { CalendarCheck } from "lucide-react";
import { useRef } from "react";
import {
  completeConsultation,
  type TodayItem,
  todayOnScreen,
  todaysConsultations,
} from "#features/consultations/contract.ts";
import { ageSex } from "#shared/clinical/age.ts";
import { isNewVisit } from "#shared/clinical/visit-states.ts";
import { addressOf } from "#shared/endpoint.ts";
import { formatClock, manilaDay } from "#shared/formats/dates.ts";
import { useCompleteConsultation } from "#web/clinical/use-complete-consultation.ts";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { useNow } from "#web/hooks/use-now.ts";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { useParts } from "#web/ui/lists/use-parts.tsx";
import { type DayActions, DayRow } from "./DayRow.tsx";
import { DaySection } from "./DaySection.tsx";
import { consultedSince } from "./day-figures.ts";
import { rowsBeforeNow, waitInWords } from "./day-words.ts";

const pollEvery = 30_000;
/**
 * Longer days are rendered in parts: a clinic that imports its records registers hundreds of patients on its first
 * day.
 */
const PART = 50;

type NotInQueueProps = DayActions & {
  /** Patients of the queue, who are shown there. */
  queued: ReadonlySet<number>;
  /** Gives the patient a number in the queue. */
  onQueue?: ((patientId: number) => void) | undefined;
};

/** Today's patients without a number, by time, with a line at the current time. */
export function NotInQueue({ queued, ...actions }: NotInQueueProps) {
  const today = useCall(todaysConsultations, todayOnScreen, { pollEvery });
  const items = (today.data ?? []).filter(({ id }) => !queued.has(id));
  return (
    <DaySection
      title="Not in the queue"
      count={items.length}
      list={today}
      address={addressOf(todaysConsultations, todayOnScreen)}
      of="today's consultations"
      refresh="Refresh"
    >
      {items.length > 0 ? (
        <Rows items={items} {...actions} />
      ) : (
        <Empty
          icon={<CalendarCheck />}
          title={queued.size > 0 ? "Everyone is listed above" : "No patients waiting"}
          why="Patients registered, seen or booked today appear here until you mark them Done."
        />
      )}
    </DaySection>
  );
}

function Rows({
  items,
  onQueue,
  ...actions
}: Omit<NotInQueueProps, "queued"> & { items: readonly TodayItem[] }) {
  const now = useNow();
  const complete = useCompleteConsultation();
  const { shown, more } = useParts(items, PART);
  const list = useRef<HTMLUListElement>(null);
  const nowAt = rowsBeforeNow(items, now);
  const rows = shown.map((item, index) => (
    <Row
      key={item.id}
      {...{ item, now, ...actions }}
      onQueue={onQueue && (() => onQueue(item.id))}
      onDone={() => {
        focusNeighbour(list.current, nowAt <= index ? index + 1 : index);
        complete(item);
      }}
    />
  ));
  const isNowDrawn = nowAt < rows.length || !more;
  return (
    <>
      <ul className="-mt-px" ref={list}>
        {isNowDrawn ? rows.toSpliced(nowAt, 0, <NowLine key="now" now={now} />) : rows}
      </ul>
      {more}
    </>
  );
}

function Row({
  item,
  now,
  onDone,
  onQueue,
  ...actions
}: DayActions & {
  item: TodayItem;
  now: Date;
  onDone: () => void;
  onQueue: (() => void) | undefined;
}) {
  const { patientName, chiefComplaint } = item;
  const consultedAt = consultedSince(item);
  const wait = waitInWords(item, now, true);
  const can = useCan();
  return (
    <DayRow
      patient={item}
      lead={<VisitTime at={item.visitAt} />}
      isNew={isNewVisit(item.consultationCreatedAt, now)}
      detail={[
        ageSex(item, manilaDay(now)),
        chiefComplaint,
        consultedAt && `Consulted ${formatClock(consultedAt)}`,
        wait && (
          <span key="wait" className="whitespace-nowrap text-warn">
            {wait}
          </span>
        ),
      ]}
      onDone={can(completeConsultation) ? onDone : undefined}
      {...actions}
    >
      {onQueue && (
        <Button size="sm" onClick={onQueue} aria-label={`Add to Queue ${patientName}`}>
          Add to Queue
        </Button>
      )}
    </DayRow>
  );
}

function VisitTime({ at }: { at: string }) {
  const [clock, half] = formatClock(at).split(" ");
  return (
    <time
      dateTime={at}
      className="w-13 shrink-0 self-start text-right font-medium whitespace-nowrap tabular-nums md:w-16 md:self-center"
    >
      {clock} <small className="text-2xs font-normal text-ink-3 max-md:block">{half}</small>
    </time>
  );
}

/** The line at the current time, between past and coming appointments. */
function NowLine({ now }: { now: Date }) {
  const clock = formatClock(now);
  return (
    <li aria-label={`Now, ${clock}`} className="relative z-1 flex h-0 items-center" data-print="no">
      <time
        dateTime={now.toISOString()}
        className="z-1 ml-6 min-w-11 rounded-full px-1.5 border border-brand-ring bg-surface text-center text-2xs/4 font-strong text-brand-text tabular-nums"
      >
        {clock}
      </time>
      <span aria-hidden="true" className="h-0.5 flex-1 bg-brand-ring" />
    </li>
  );
}

/** When the focused row is removed, the next row's Done gets the focus, or the previous one's. */
function focusNeighbour(list: HTMLElement | null, index: number): void {
  const buttons = [...(list?.children ?? [])].map((row) => [...row.querySelectorAll("button")].at(-1));
  const next = buttons.slice(index + 1).find(Boolean) ?? buttons.slice(0, index).findLast(Boolean);
  next?.focus();
}
