import type { ReactNode } from "react";
import type { Appointment } from "#features/appointments/contract.ts";
import type { Interval } from "#shared/calendar/hours.ts";
import {
  formatClock,
  formatDay,
  formatWeekday,
  manilaDay,
  manilaInstant,
  manilaMinute,
} from "#shared/formats/dates.ts";
import { cx } from "#web/ui/cx.ts";
import {
  clockAt,
  columnsOf,
  type FreeTime,
  openTimes,
  type PlaceDay,
  surnameOf,
  timesOf,
  whyClosed,
} from "./calendar-days.ts";

/** Pixels of an hour. */
const HOUR = 64;
/** Hours that are always shown. */
const usual = { from: 8 * 60, to: 17 * 60 };

/** A time of a doctor's column: at another place than the shown one, or open on this date alone. */
export type Mark = Interval & { kind: "elsewhere" | "extra"; title: string; detail: string };

export type CalendarDay = {
  day: string;
  places: PlaceDay[];
  appointments: Appointment[];
  free: readonly FreeTime[];
  /** Where several doctors practise. */
  marks?: readonly Mark[];
  /** Of a column that is a doctor's, or a room's, instead of a whole day. */
  column?: { id: string; name: string; head: ReactNode; onMore?: () => void };
};

/** When, where, and with whom where several doctors practise. */
export type Seated = { startsAt: string; placeId: number; practitionerId?: number };

/** Days as columns, time downwards. A free time can be pressed. */
export function WeekGrid({
  days,
  now,
  onOpen,
  onDay,
  onBook,
  showMark,
}: {
  days: readonly CalendarDay[];
  now: Date;
  onOpen: (appointment: Appointment) => void;
  onDay: (day: string) => void;
  /** Missing for users who may not book. */
  onBook: ((at: Seated) => void) | undefined;
  /** Fills the time of a mark. */
  showMark?: (mark: Mark) => ReactNode;
}) {
  const times = days.flatMap(({ places, appointments, marks = [] }) => [
    ...openTimes(places),
    ...marks,
    ...appointments.map(timesOf),
  ]);
  const first = Math.floor(Math.min(usual.from, ...times.map(({ from }) => from)) / 60);
  const last = Math.ceil(Math.max(usual.to, ...times.map(({ to }) => to)) / 60);
  const hours = Array.from({ length: last - first }, (_, index) => first + index);
  const top = (minute: number) => ((minute - first * 60) * HOUR) / 60;
  const heightOf = ({ from, to }: Interval) => ({
    top: top(from) + 1,
    height: Math.max(top(to) - top(from) - 2, 20),
  });
  const today = manilaDay(now);
  return (
    <div className="overflow-x-auto">
      <div
        className="grid min-w-[44rem]"
        style={{ gridTemplateColumns: `3.5rem repeat(${days.length}, minmax(0, 1fr))` }}
      >
        <div className="border-b border-line" />
        {days.map(({ day, places, column }) =>
          column ? (
            <div
              key={column.id}
              className="min-w-0 border-b-2 border-l border-line border-l-line px-2.5 py-2"
            >
              {column.head}
            </div>
          ) : (
            <DayHead key={day} day={day} places={places} isToday={day === today} />
          ),
        )}
        <div className="relative" style={{ height: hours.length * HOUR }} aria-hidden="true">
          {hours.map((hour) => (
            <span
              key={hour}
              className="absolute right-2 -translate-y-1/2 text-xs whitespace-nowrap text-ink-3 tabular-nums first:translate-y-0"
              style={{ top: (hour - first) * HOUR }}
            >
              {hour % 12 || 12} {hour < 12 ? "AM" : "PM"}
            </span>
          ))}
        </div>
        {days.map(({ day, places, appointments, free, marks = [], column: of }) => {
          const { shown, crowds } = columnsOf(appointments);
          const hasPlaces = places.length > 1;
          const nameOf = (id: number) => places.find(({ place }) => place.id === id)?.place.name;
          const open = openTimes(places);
          return (
            <section
              key={of?.id ?? day}
              aria-label={of ? `${of.name}, ${formatDay(day)}` : formatDay(day)}
              className="relative border-l border-line bg-sunk"
              style={{ height: hours.length * HOUR }}
            >
              {open.map(({ from, to }) => (
                <div
                  key={from}
                  aria-hidden="true"
                  className="absolute inset-x-0 bg-surface"
                  style={{ top: top(from), height: top(to) - top(from) }}
                />
              ))}
              {hours.slice(1).map((hour) => (
                <div
                  key={hour}
                  aria-hidden="true"
                  className="absolute inset-x-0 border-t border-line"
                  style={{ top: (hour - first) * HOUR }}
                />
              ))}
              {closedTimes(open, { from: first * 60, to: last * 60 }).map(({ from, words }) => (
                <p
                  key={from}
                  className="absolute inset-x-2 text-sm text-ink-3"
                  style={{ top: top(from) + 8 }}
                >
                  {words(day)}
                </p>
              ))}
              {of && open.length === 0 && marks.length === 0 && places.length > 0 && (
                <p className="absolute inset-x-2 top-2 text-sm wrap-anywhere text-ink-3">
                  {whyClosed(places)}
                </p>
              )}
              {marks.map((mark) => (
                <div
                  key={`${mark.kind} ${mark.from}`}
                  className="pointer-events-none absolute inset-x-0 grid"
                  style={{ top: top(mark.from), height: top(mark.to) - top(mark.from) }}
                >
                  {showMark?.(mark)}
                </div>
              ))}
              {onBook &&
                free.map(({ place, from, to }) => (
                  <button
                    key={`${place.id} ${from}`}
                    type="button"
                    tabIndex={-1}
                    aria-label={`Book ${formatDay(day)}, ${clockAt(day, from)}${of ? `, ${of.name}` : ""}`}
                    onClick={() => onBook(seatedAt(day, { place, from }))}
                    className="absolute inset-x-0.5 rounded-sm text-left text-xs text-transparent hover:bg-brand-wash hover:text-brand-text"
                    style={{ top: top(from) + 1, height: top(to) - top(from) - 2 }}
                  >
                    <span className="px-2 tabular-nums">{clockAt(day, from)}</span>
                  </button>
                ))}
              {shown.map(({ appointment, column, of: among }) => {
                const { from, to } = timesOf(appointment);
                return (
                  <Block
                    key={appointment.id}
                    appointment={appointment}
                    placeName={hasPlaces ? nameOf(appointment.placeId) : undefined}
                    isBeside={among > 1}
                    isNow={day === today && from <= manilaMinute(now) && manilaMinute(now) < to}
                    isOver={manilaInstant(day, to) <= now}
                    onOpen={onOpen}
                    style={{ ...heightOf({ from, to }), ...widthOf(column, among) }}
                  />
                );
              })}
              {crowds.map(({ count, ...times }) => (
                <button
                  key={times.from}
                  type="button"
                  onClick={() => (of?.onMore ? of.onMore() : onDay(day))}
                  aria-label={`${count} more from ${clockAt(day, times.from)} on ${formatDay(day)}`}
                  style={{ ...heightOf(times), ...widthOf(1, 2) }}
                  className="absolute overflow-hidden rounded-md border border-line-strong bg-surface px-1.5 py-0.5 text-left text-sm leading-snug whitespace-nowrap text-brand-text hover:border-brand-ring"
                >
                  +{count} more
                </button>
              ))}
              {day === today && <NowLine minute={manilaMinute(now)} top={top} last={last} now={now} />}
            </section>
          );
        })}
      </div>
    </div>
  );
}

/** What a press on a free time books. */
export const seatedAt = (day: string, { place, from }: Pick<FreeTime, "place" | "from">): Seated => ({
  startsAt: manilaInstant(day, from).toISOString(),
  placeId: place.id,
  ...(place.practitionerId !== undefined && { practitionerId: place.practitionerId }),
});

const widthOf = (column: number, of: number) => ({
  left: `calc(${(100 * column) / of}% + 3px)`,
  width: `calc(${100 / of}% - 6px)`,
});

/** Where a day is closed for an hour or more before it opens or after it closes, and the label there. */
function closedTimes(open: readonly Interval[], shown: Interval) {
  const [opens] = open;
  const closes = open.at(-1);
  if (!opens || !closes) return [];
  return [
    ...(opens.from - shown.from >= 60
      ? [{ from: shown.from, words: (day: string) => `Opens ${clockAt(day, opens.from)}` }]
      : []),
    ...(shown.to - closes.to >= 60
      ? [{ from: closes.to, words: (day: string) => `Closed from ${clockAt(day, closes.to)}` }]
      : []),
  ];
}

function DayHead({ day, places, isToday }: { day: string; places: readonly PlaceDay[]; isToday: boolean }) {
  const closed = whyClosed(places);
  const open = places.filter((each) => each.open.length > 0).map(({ place }) => place.name);
  return (
    <div
      className={cx(
        "min-w-0 border-b-2 border-l border-l-line px-2.5 py-2",
        isToday ? "border-b-brand" : "border-b-line",
      )}
    >
      <b className={cx("font-strong", isToday && "text-brand-text")}>
        {formatWeekday(day).slice(0, 3)} {Number(day.slice(8))}
      </b>
      <span className="block text-sm wrap-anywhere text-ink-3">
        {closed ?? (places.length > 1 ? open.join(", ") : "")}
      </span>
    </div>
  );
}

function Block({
  appointment,
  placeName,
  isBeside,
  isNow,
  isOver,
  onOpen,
  style,
}: {
  appointment: Appointment;
  /** Where there are several. */
  placeName: string | undefined;
  /** In half of the column: the name takes the room of the time, which its height shows. */
  isBeside: boolean;
  isNow: boolean;
  isOver: boolean;
  onOpen: (appointment: Appointment) => void;
  style: React.CSSProperties;
}) {
  const { startsAt, personName, state, overlaps, reason, minutes, patientId } = appointment;
  const clock = formatClock(startsAt);
  const isDone = state === "done" || isOver;
  // For a second line.
  const hasRoom = minutes >= 45;
  return (
    <button
      type="button"
      onClick={() => onOpen(appointment)}
      title={[clock, personName, placeName, reason, overlaps > 0 && `${overlaps + 1} at this time`]
        .filter(Boolean)
        .join(", ")}
      style={style}
      className={cx(
        "absolute overflow-hidden rounded-md border py-0.5 text-left text-sm leading-snug hover:border-brand-ring",
        isDone ? "border-line-strong bg-sunk text-ink-3" : "border-line-strong bg-surface",
        isBeside ? "px-1.5" : "px-2",
        isNow && "border-l-4 border-l-brand",
      )}
    >
      <span className={cx("block truncate", state === "no_show" && "line-through")}>
        <b className={cx("font-strong tabular-nums", isBeside && "sr-only")}>
          {clock.replace(/ [AP]M$/, "")}
        </b>{" "}
        {overlaps > 0 && !hasRoom && (
          <b className={cx("font-strong text-warn", isBeside && "sr-only")}>
            {overlaps + 1}×<span className="sr-only"> at this time</span>{" "}
          </b>
        )}
        {surnameOf(personName)}
        {placeName && <span className="sr-only">, {placeName}</span>}
        {state === "no_show" && <span className="sr-only">, no-show</span>}
      </span>
      {overlaps > 0 && hasRoom && (
        <span className="block truncate text-warn">{overlaps + 1} at this time</span>
      )}
      {hasRoom && (reason || patientId === null) && (
        <span className="block truncate text-ink-2">{reason ?? "not registered"}</span>
      )}
    </button>
  );
}

function NowLine({
  minute,
  top,
  last,
  now,
}: {
  minute: number;
  top: (minute: number) => number;
  last: number;
  now: Date;
}) {
  if (top(minute) < 0 || minute > last * 60) return null;
  return (
    <div
      className="pointer-events-none absolute inset-x-0 border-t-2 border-brand"
      style={{ top: top(minute) }}
      aria-hidden="true"
    >
      <span className="absolute -top-2.5 right-full mr-0.5 rounded-full border border-brand bg-surface px-1.5 text-xs font-strong text-brand-text tabular-nums">
        {formatClock(now).replace(/ [AP]M$/, "")}
      </span>
    </div>
  );
}
