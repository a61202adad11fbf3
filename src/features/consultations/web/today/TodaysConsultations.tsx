import { CalendarCheck, RefreshCw } from "lucide-react";
import { useRef, useState } from "react";
import { type TodayItem, todayOnScreen, todaysConsultations } from "#features/consultations/contract.ts";
import { addressOf } from "#shared/endpoint.ts";
import { formatClock } from "#shared/formats/dates.ts";
import { isApiError } from "#web/data/api-error.ts";
import { useCall } from "#web/data/calls.ts";
import { cachedReadAt } from "#web/data/freshness.ts";
import { useNow } from "#web/hooks/use-now.ts";
import { Count } from "#web/ui/Count.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { ErrorState } from "#web/ui/feedback/ErrorState.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { useParts } from "#web/ui/lists/use-parts.tsx";
import { useCompleteConsultation } from "../use-complete-consultation.ts";
import { NowLine, TodayRow } from "./TodayRow.tsx";
import { rowsBeforeNow, usesQueue } from "./today-words.ts";

const pollEvery = 30_000;
/**
 * Longer days are rendered in parts: a clinic that imports its records registers hundreds of patients on its first
 * day.
 */
const PART = 50;

interface TodaysConsultationsProps {
  onView: (patientId: number) => void;
  onEdit: (patientId: number) => void;
  title?: string;
  /** Patients to omit, because they are shown elsewhere. */
  without?: ReadonlySet<number> | undefined;
  /** Gives the patient a number in the queue. */
  onQueue?: ((patientId: number) => void) | undefined;
}

/** Today's patients by time, with a line at the current time. */
export function TodaysConsultations({
  title = "Today's Consultations",
  without,
  ...acts
}: TodaysConsultationsProps) {
  const today = useCall(todaysConsultations, todayOnScreen, { pollEvery });
  const { data, error, refetch, dataUpdatedAt } = today;
  const items = without ? data?.filter(({ id }) => !without.has(id)) : data;
  // Spins only for the user's own press, not for each poll.
  const [isRefreshing, setRefreshing] = useState(false);
  // Without a connection the data is older than its display.
  const readAt = cachedReadAt(addressOf(todaysConsultations, todayOnScreen)) ?? dataUpdatedAt;
  const updated = items && formatClock(new Date(readAt));
  const refresh = () => {
    setRefreshing(true);
    void refetch().finally(() => setRefreshing(false));
  };
  return (
    <Section
      title={title}
      note={items && items.length > 0 ? <Count value={items.length} className="max-md:hidden" /> : undefined}
      flush
      actions={
        <>
          {updated && (
            <span className="text-right text-sm text-ink-3 tabular-nums max-md:text-xs">
              <span role="status" className="text-warn not-empty:mr-2 max-md:mr-0! max-md:block">
                {error && "Could not be refreshed"}
              </span>
              <span className="max-md:sr-only">Updated {updated}</span>
              <span aria-hidden="true" className="md:hidden">
                {updated}
              </span>
            </span>
          )}
          <IconButton
            size="sm"
            label="Refresh"
            icon={<RefreshCw />}
            busy={isRefreshing}
            onClick={refresh}
            data-print="no"
          />
        </>
      }
    >
      {items ? (
        <Day
          isRest={(without?.size ?? 0) > 0}
          hasQueue={without !== undefined || usesQueue(items)}
          items={items}
          {...acts}
        />
      ) : error ? (
        <ErrorState
          title="Failed to load today's consultations"
          why={isApiError(error) ? error.shown("The list could not be read.") : undefined}
          onRetry={refresh}
          retrying={isRefreshing}
        />
      ) : (
        <Waiting
          skeleton={<SkeletonRows rows={4} tall />}
          onRetry={refresh}
          label="Loading today's consultations"
        />
      )}
    </Section>
  );
}

function Day({
  items,
  onView,
  onEdit,
  onQueue,
  isRest,
  hasQueue,
}: Omit<TodaysConsultationsProps, "title" | "without"> & {
  items: readonly TodayItem[];
  /** The others are shown elsewhere. */
  isRest: boolean;
  hasQueue: boolean;
}) {
  const now = useNow();
  const done = useCompleteConsultation();
  const { shown, more } = useParts(items, PART);
  const list = useRef<HTMLUListElement>(null);
  if (items.length === 0)
    return (
      <Empty
        icon={<CalendarCheck />}
        title={isRest ? "Everyone is in the queue" : "No patients waiting"}
        why="Patients registered, seen or booked today appear here until you mark them Done."
      />
    );
  const nowAt = rowsBeforeNow(items, now);
  const finish = (item: TodayItem, index: number) => {
    focusNeighbour(list.current, nowAt <= index ? index + 1 : index);
    done(item);
  };
  const rows = shown.map((item, index) => (
    <TodayRow
      key={item.id}
      item={item}
      now={now}
      hasQueue={hasQueue}
      onView={() => onView(item.id)}
      onEdit={() => onEdit(item.id)}
      onDone={() => finish(item, index)}
      onQueue={onQueue && (() => onQueue(item.id))}
    />
  ));
  const isNowDrawn = nowAt < rows.length || !more;
  return (
    <>
      <ul ref={list}>{isNowDrawn ? rows.toSpliced(nowAt, 0, <NowLine key="now" now={now} />) : rows}</ul>
      {more}
    </>
  );
}

/** When the focused row is removed, the next row's Done gets the focus, or the previous one's. */
function focusNeighbour(list: HTMLElement | null, index: number): void {
  const buttons = [...(list?.children ?? [])].map((row) =>
    row.querySelector<HTMLElement>("button:last-of-type"),
  );
  const next = buttons.slice(index + 1).find(Boolean) ?? buttons.slice(0, index).findLast(Boolean);
  next?.focus();
}
