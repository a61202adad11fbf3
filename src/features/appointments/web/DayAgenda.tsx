import type { Appointment } from "#features/appointments/contract.ts";
import { isTakenOff, visitStateLabels } from "#shared/clinical/visit-states.ts";
import { formatClock, formatDay, formatWeekday, manilaDay } from "#shared/formats/dates.ts";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { DoctorLetter } from "#web/ui/DoctorLetter.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { clockAt, timesOf, whyClosed } from "./calendar-days.ts";
import { type CalendarDay, type Seated, seatedAt } from "./WeekGrid.tsx";

/** A day as a list: appointments by time, and the free times between them. */
export function DayAgenda({
  day: { day, places, appointments, free, marks = [] },
  now,
  hasPlaces,
  showsFree,
  isOneDay = showsFree,
  doctors,
  onOpen,
  onBook,
}: {
  day: CalendarDay;
  now: Date;
  hasPlaces: boolean;
  /** Set when only this day is shown: then with its free times. */
  showsFree: boolean;
  /** Then its day is told above. */
  isOneDay?: boolean;
  /** By practitioner, where several practise. */
  doctors?: ReadonlyMap<number, { letter: string; name: string }>;
  onOpen: (appointment: Appointment) => void;
  onBook: ((at: Seated) => void) | undefined;
}) {
  const today = manilaDay(now);
  const closed = whyClosed(places);
  const rows = [
    ...appointments.map((appointment) => ({ at: timesOf(appointment).from, appointment })),
    ...(showsFree && onBook ? free : []).map((time) => ({ at: time.from, time })),
    ...marks.map((mark) => ({ at: mark.from, mark })),
  ].sort((one, other) => one.at - other.at);
  return (
    <Section
      flush
      title={
        isOneDay
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
            "mark" in row ? (
              <li
                key={`${row.mark.kind} ${row.mark.title} ${row.at}`}
                className="flex min-h-11 gap-3 border-t border-line bg-sunk px-4 py-2 first:border-t-0"
              >
                <span className="w-18 shrink-0 text-right text-sm tabular-nums">{clockAt(day, row.at)}</span>
                <span className="min-w-0 flex-1 text-sm text-ink-2 wrap-anywhere">
                  <b className="block font-medium text-ink">{row.mark.title}</b>
                  {row.mark.detail}
                </span>
              </li>
            ) : "time" in row ? (
              <li
                key={`${row.time.place.id} ${row.time.place.practitionerId ?? ""} ${row.at}`}
                className="flex min-h-11 items-center gap-3 border-t border-line px-4 first:border-t-0"
              >
                <span className="w-18 shrink-0 text-right text-sm text-ink-3 tabular-nums">
                  {clockAt(day, row.at)}
                </span>
                <span className="flex-1 text-sm text-ink-3">
                  <Letter doctor={doctors?.get(row.time.place.practitionerId ?? 0)} />
                  Free, {row.time.to - row.time.from} minutes{hasPlaces && ` · ${row.time.place.name}`}
                </span>
                <Button
                  variant="link"
                  size="sm"
                  data-print="no"
                  aria-label={[
                    `Book ${clockAt(day, row.at)}`,
                    hasPlaces && `at ${row.time.place.name}`,
                    withWhom(doctors?.get(row.time.place.practitionerId ?? 0)),
                  ]
                    .filter(Boolean)
                    .join(" ")}
                  onClick={() => onBook?.(seatedAt(day, row.time))}
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
                      <Letter doctor={doctors?.get(row.appointment.practitionerId ?? 0)} />
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

type Named = { letter: string; name: string } | undefined;

const withWhom = (doctor: Named) => doctor && `with ${doctor.name}`;

/** Beside the words; the name is for a screen reader. */
const Letter = ({ doctor }: { doctor: Named }) =>
  doctor && (
    <>
      <DoctorLetter letter={doctor.letter} size={18} />
      <span className="sr-only">{withWhom(doctor)},</span>{" "}
    </>
  );

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
