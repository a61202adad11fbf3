import { CalendarOff, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { addDayOff, type DayOff, deleteDayOff, listDaysOff } from "#features/appointments/contract.ts";
import { listPlaces } from "#features/places/contract.ts";
import { type Holiday, holidays } from "#shared/calendar/holidays.ts";
import { formatDay, formatWeekday } from "#shared/formats/dates.ts";
import { useCall, useEndpointMutation } from "#web/data/calls.ts";
import { useCan, useCurrentUser } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { QueryList } from "#web/QueryList.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { useParts } from "#web/ui/lists/use-parts.tsx";
import { DayOffDialog } from "./DayOffDialog.tsx";

/** Rows shown at first. */
const PART = 6;

type ClosedDay = { day: string; off: DayOff } | { day: string; holiday: Holiday };

/** The clinic's days off and the national holidays from today on, by day. */
function closedDaysFrom(today: string, daysOff: readonly DayOff[]): ClosedDay[] {
  const isOpened = ({ day }: Holiday) =>
    daysOff.some((off) => off.isOpen && off.firstDay <= day && day <= off.lastDay);
  return [
    ...daysOff.map((off) => ({ day: off.firstDay, off })),
    ...holidays
      .filter((holiday) => holiday.day >= today && !isOpened(holiday))
      .map((holiday) => ({ day: holiday.day, holiday })),
  ].sort((one, other) => one.day.localeCompare(other.day));
}

/** Days off and holidays; the clinic can be open on a holiday. */
export function DaysOffSettings() {
  const today = useToday();
  const query = useCall(listDaysOff, {});
  const { data } = query;
  const places = useCall(listPlaces, {}).data ?? [];
  const mayChange = useCan()(addDayOff);
  const { doctors } = useCurrentUser().data ?? {};
  const [isAdding, setAdding] = useState(false);
  const parts = useParts(closedDaysFrom(today, data ?? []), PART);
  return (
    <Section
      flush
      title="Days off and holidays"
      actions={
        mayChange && (
          <Button size="sm" icon={<Plus />} onClick={() => setAdding(true)}>
            Add Day Off
          </Button>
        )
      }
    >
      <p className="border-b border-line px-4 py-3 text-sm text-ink-2">
        No free times are offered on these days. Add holidays that are proclaimed later, such as Eid.
      </p>
      <QueryList
        query={query}
        title="Failed to load the days off"
        skeleton={<SkeletonRows rows={3} initials={false} />}
        rowsOf={() => parts.shown}
        empty={
          <Empty icon={<CalendarOff />} title="No days off" why="Days when you are closed appear here." />
        }
      >
        {(closed) => (
          <>
            <ul aria-label="Days off and holidays">
              {closed.map((each) =>
                "off" in each ? (
                  <OffRow
                    key={each.off.id}
                    off={each.off}
                    whose={[
                      each.off.practitionerId !== undefined &&
                        (doctors?.find(({ id }) => id === each.off.practitionerId)?.name ?? "One doctor"),
                      places.length > 1 &&
                        (places.find(({ id }) => id === each.off.placeId)?.name ?? "All places"),
                    ]}
                    mayChange={mayChange}
                  />
                ) : (
                  <HolidayRow key={each.day} holiday={each.holiday} mayChange={mayChange} />
                ),
              )}
            </ul>
            {parts.more}
          </>
        )}
      </QueryList>
      {isAdding && (
        <DayOffDialog
          doctors={doctors}
          places={places.filter(({ isActive }) => isActive)}
          onClose={() => setAdding(false)}
        />
      )}
    </Section>
  );
}

const failed = { title: "Error", fallback: "Failed to change the days off" };

function OffRow({
  off: { id, firstDay, lastDay, placeId, practitionerId, note, isOpen },
  whose,
  mayChange,
}: {
  off: DayOff;
  /** The doctor and the place, where there are several. */
  whose: readonly (string | false)[];
  mayChange: boolean;
}) {
  const again = useEndpointMutation(addDayOff, { done: null, failed });
  const remove = useEndpointMutation(deleteDayOff, {
    done: isOpen ? "Closed on this holiday" : "Day off deleted",
    failed,
    undo: () =>
      again.mutate({
        body: {
          firstDay,
          lastDay,
          note,
          isOpen,
          ...(placeId !== null && { placeId }),
          ...(practitionerId !== undefined && { practitionerId }),
        },
      }),
  });
  const days =
    firstDay === lastDay
      ? `${formatWeekday(firstDay)}, ${formatDay(firstDay)}`
      : `${formatDay(firstDay)} to ${formatDay(lastDay)}`;
  return (
    <Row
      days={days}
      why={[isOpen && "Open", note ?? (isOpen ? null : "Day off"), ...whose].filter(Boolean).join(" · ")}
    >
      {mayChange && (
        <Button
          size="sm"
          variant="ghost"
          busy={remove.isPending}
          aria-label={isOpen ? `Close on ${days}` : `Delete ${days}`}
          onClick={() => remove.mutate({ params: { id: String(id) } })}
        >
          {isOpen ? "Close" : "Delete"}
        </Button>
      )}
    </Row>
  );
}

function HolidayRow({ holiday: { day, name }, mayChange }: { holiday: Holiday; mayChange: boolean }) {
  const add = useEndpointMutation(addDayOff, { done: "Open on this holiday", failed });
  return (
    <Row days={`${formatWeekday(day)}, ${formatDay(day)}`} why={name}>
      {mayChange && (
        <Button
          size="sm"
          variant="ghost"
          busy={add.isPending}
          aria-label={`Open This Day: ${name}, ${formatDay(day)}`}
          onClick={() => add.mutate({ body: { firstDay: day, lastDay: day, isOpen: true, note: name } })}
        >
          Open This Day
        </Button>
      )}
    </Row>
  );
}

const Row = ({ days, why, children }: { days: string; why: string; children: ReactNode }) => (
  <li className="flex min-h-13 items-center gap-3 border-t border-line px-4 py-2 first:border-t-0">
    <span className="min-w-0 flex-1 wrap-anywhere">
      {days}
      <span className="block text-sm text-ink-2">{why}</span>
    </span>
    {children}
  </li>
);
