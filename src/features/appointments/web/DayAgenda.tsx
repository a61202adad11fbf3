import type { Appointment } from "#features/appointments/contract.ts";
import { isTakenOff, visitStateLabels } from "#shared/clinical/visit-states.ts";
import { formatClock, formatDay, formatWeekday, manilaDay, manilaInstant } from "#shared/formats/dates.ts";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Section } from "#web/ui/frame/Section.tsx";
import { clockAt, timesOf, whyClosed } from "./calendar-days.ts";
import type { CalendarDay } from "./WeekGrid.tsx";

/** A day as a list: appointments by time, and the free times between them. */
export function DayAgenda({
  day: { day, places, appointments, free },
  now,
  hasPlaces,
  showsFree,
  onOpen,
  onBook,
}: {
  day: CalendarDay;
  now: Date;
  hasPlaces: boolean;
  /** Set when only this day is shown: then with its free times. */
  showsFree: boolean;
  onOpen: (appointment: Appointment) => void;
  onBook: ((at: { startsAt: string; placeId: number }) => void) | undefined;
}) {
  const today = manilaDay(now);
  const closed = whyClosed(places);
  const rows = [
    ...appointments.map((appointment) => ({ at: timesOf(appointment).from, appointment })),
    ...(showsFree && onBook ? free : []).map((time) => ({ at: time.from, time })),
  ].sort((one, other) => one.at - other.at);
  return (
    <Section
      flush
      title={
        showsFree
          ? "Appointments"
          : `${day === today ? "Today, " : ""}${formatWeekday(day)}, ${formatDay(day)}`
      }
      {...(closed !== null && { actions: <span className="text-sm text-ink-3">{closed}</span> })}
    >
      {rows.length === 0 ? (
        <p className="px-4 py-3 text-sm text-ink-3">
          {closed === null ? "Nobody is booked." : "No appointments."}
        </p>
      ) : (
        <ul>
          {rows.map((row) =>
            "time" in row ? (
              <li
                key={`${row.time.place.id} ${row.at}`}
                className="flex min-h-11 items-center gap-3 border-t border-line px-4 first:border-t-0"
              >
                <span className="w-18 shrink-0 text-right text-sm text-ink-3 tabular-nums">
                  {clockAt(day, row.at)}
                </span>
                <span className="flex-1 text-sm text-ink-3">
                  Free, {row.time.to - row.time.from} minutes{hasPlaces && ` · ${row.time.place.name}`}
                </span>
                <Button
                  variant="link"
                  size="sm"
                  data-print="no"
                  aria-label={`Book ${clockAt(day, row.at)}${hasPlaces ? ` at ${row.time.place.name}` : ""}`}
                  onClick={() =>
                    onBook?.({
                      startsAt: manilaInstant(day, row.at).toISOString(),
                      placeId: row.time.place.id,
                    })
                  }
                >
                  Book
                </Button>
              </li>
            ) : (
              <li
                key={row.appointment.id}
                data-print="whole"
                className="border-t border-line first:border-t-0"
              >
                <button
                  type="button"
                  onClick={() => onOpen(row.appointment)}
                  className="flex min-h-14 w-full items-start gap-3 px-4 py-2 text-left hover:bg-paper focus-visible:-outline-offset-2"
                >
                  <span className="w-18 shrink-0 text-right font-medium tabular-nums">
                    {formatClock(row.appointment.startsAt)}
                  </span>
                  <span className="min-w-0 flex-1">
                    <b
                      className={cx(
                        "block font-medium wrap-anywhere",
                        isTakenOff(row.appointment) && "text-ink-3 line-through",
                      )}
                    >
                      {row.appointment.personName}
                    </b>
                    <span className="block text-sm text-ink-2 wrap-anywhere">
                      {wordsOf(row.appointment, places, hasPlaces)}
                    </span>
                  </span>
                  {row.appointment.overlaps > 0 && (
                    <span className="shrink-0 text-sm text-warn print:text-ink">
                      {row.appointment.overlaps + 1} at this time
                    </span>
                  )}
                </button>
              </li>
            ),
          )}
        </ul>
      )}
    </Section>
  );
}

const wordsOf = (
  { state, reason, minutes, placeId, patientId, closed, number }: Appointment,
  places: CalendarDay["places"],
  hasPlaces: boolean,
) =>
  [
    state !== "booked" && visitStateLabels[state] + (number === null ? "" : `, number ${number}`),
    patientId === null && "not registered",
    reason,
    `${minutes} minutes`,
    hasPlaces && places.find(({ place }) => place.id === placeId)?.place.name,
    state === "booked" && closed,
  ]
    .filter(Boolean)
    .join(" · ");
