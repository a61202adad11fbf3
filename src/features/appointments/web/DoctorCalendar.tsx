import { DoorOpen, Lock, MonitorCog } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type Appointment, addDayOff, type DayOff } from "#features/appointments/contract.ts";
import { addExtraHours, type DoctorHours, listDoctorHours } from "#features/appointments/hours-contract.ts";
import type { Place } from "#features/places/contract.ts";
import { formatDay, formatWeekday } from "#shared/formats/dates.ts";
import { useCall } from "#web/data/calls.ts";
import { useCan } from "#web/data/session.tsx";
import { QueryPending } from "#web/QueryPending.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { DoctorLetter } from "#web/ui/DoctorLetter.tsx";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { whyClosed } from "./calendar-days.ts";
import { DayAgenda } from "./DayAgenda.tsx";
import { DayOffDialog } from "./DayOffDialog.tsx";
import { DoctorChips } from "./DoctorChips.tsx";
import { type Doctor, dayOfDoctor, dayOfOthers, joined, shortTimes } from "./doctor-days.ts";
import { ExtraHoursDialog } from "./ExtraHoursDialog.tsx";
import { ExtraRow } from "./ExtraRow.tsx";
import { type CalendarDay, type Mark, type Seated, WeekGrid } from "./WeekGrid.tsx";

/** The calendar of a clinic with several doctors: a column for each on a day, or the week of one. */
export function DoctorCalendar({
  doctors,
  doctorId,
  isWeek,
  days,
  allDays,
  places,
  placeId,
  appointments,
  daysOff,
  now,
  isNarrow,
  steps,
  onDoctor,
  onOpen,
  onDay,
  onMove,
  onBook,
}: {
  doctors: readonly Doctor[];
  /** Whose calendar is shown; undefined: everybody's. */
  doctorId: number | undefined;
  isWeek: boolean;
  days: readonly string[];
  /** With everybody's appointments. */
  allDays: readonly CalendarDay[];
  /** In use. */
  places: readonly Place[];
  placeId: number | undefined;
  /** Of all doctors and places. */
  appointments: readonly Appointment[];
  daysOff: readonly DayOff[];
  now: Date;
  isNarrow: boolean;
  steps: ReactNode;
  onDoctor: (practitionerId: number | undefined) => void;
  onOpen: (appointment: Appointment) => void;
  onDay: (day: string) => void;
  /** Shows who is booked on days off. */
  onMove: (firstDay: string, lastDay: string) => void;
  onBook: ((at: Seated) => void) | undefined;
}) {
  const [from = ""] = days;
  const query = useCall(listDoctorHours, { query: { from } }, { keepsPrevious: true });
  const hours = query.data ?? [];
  const chosen = doctors.find(({ id }) => id === doctorId);
  const known = { places, hours, appointments, daysOff, now, placeId };
  const columns = columnsOfDay(from, chosen ? [chosen] : doctors, known, {
    hasOthers: chosen === undefined,
    onDoctor,
  });
  const ofChosen = chosen && isWeek ? days.map((day) => dayOfDoctor(chosen, day, known)) : undefined;
  // A Sunday on which nothing is.
  const week = (ofChosen ?? allDays.map((each) => ({ ...each, free: [] }))).filter(
    (each, index) => index > 0 || each.appointments.length > 0 || whyClosed(each.places) === null,
  );
  const shown = isWeek ? week : columns;
  const agenda = isWeek
    ? week.map((each) => ({ ...each, free: joined(each.free) }))
    : [merged(from, columns)];
  const letterOf = new Map(doctors.map(({ id, letter, name }) => [id, { letter, name }]));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <DoctorChips doctors={doctors} chosen={chosen?.id} onChoose={onDoctor} />
        <span className="ml-auto">{steps}</span>
      </div>
      <div
        className={
          chosen
            ? "grid items-start gap-5 min-[75rem]:grid-cols-[minmax(0,1fr)_18.5rem]"
            : "grid grid-cols-[minmax(0,1fr)]"
        }
      >
        <div className="grid min-w-0 gap-4">
          {!query.data ? (
            <Section flush>
              <QueryPending query={query} title="Failed to load the hours" skeleton={<SkeletonCard />} />
            </Section>
          ) : isNarrow || (chosen && !isWeek) ? (
            agenda.map((each) => (
              <DayAgenda
                key={each.day}
                day={each}
                now={now}
                hasPlaces={places.length > 1}
                showsFree={!isWeek || chosen !== undefined}
                isOneDay={!isWeek}
                doctors={letterOf}
                onOpen={onOpen}
                onBook={onBook}
              />
            ))
          ) : (
            <Section flush>
              <WeekGrid
                days={shown}
                {...{ now, onOpen, onDay, onBook }}
                showMark={(mark) => <MarkBlock mark={mark} />}
              />
            </Section>
          )}
        </div>
        {chosen && (
          <ChangesToHours
            key={chosen.id}
            doctor={chosen}
            doctors={doctors}
            days={days}
            places={places}
            hours={hours}
            daysOff={daysOff}
            week={ofChosen ?? columns}
            onMove={onMove}
          />
        )}
      </div>
    </div>
  );
}

type Known = Parameters<typeof dayOfDoctor>[2];

/** Each doctor's, then rooms and machines, then who is booked with a doctor who is no longer here. */
function columnsOfDay(
  day: string,
  doctors: readonly Doctor[],
  known: Known,
  { hasOthers, onDoctor }: { hasOthers: boolean; onDoctor: (practitionerId: number) => void },
): CalendarDay[] {
  const { places, appointments, placeId } = known;
  const ofDoctors = doctors.map((doctor): CalendarDay => {
    const own = dayOfDoctor(doctor, day, known);
    return {
      ...own,
      column: {
        id: `doctor ${doctor.id}`,
        name: doctor.name,
        onMore: () => onDoctor(doctor.id),
        head: (
          <Head mark={<DoctorLetter letter={doctor.letter} />} name={doctor.name} detail={whenWords(own)} />
        ),
      },
    };
  });
  if (!hasOthers) return ofDoctors;
  const isRoom = (place: Place | undefined) => place?.kind !== undefined;
  const isShown = (id: number) => placeId === undefined || id === placeId;
  const rooms = places.filter((place) => isRoom(place) && isShown(place.id));
  const ofRooms = rooms.map((place): CalendarDay => {
    const own = dayOfOthers(day, [place], {
      ...known,
      appointments: appointments.filter((each) => each.placeId === place.id),
    });
    const Icon = place.kind === "room" ? DoorOpen : MonitorCog;
    return {
      ...own,
      column: {
        id: `place ${place.id}`,
        name: place.name,
        head: (
          <Head
            mark={<Icon aria-hidden="true" className="size-5 text-ink-3" />}
            name={place.name}
            detail={place.kind === "room" ? "Room" : "Machine"}
          />
        ),
      },
    };
  });
  const left = appointments.filter(
    (each) =>
      isShown(each.placeId) &&
      !rooms.some(({ id }) => id === each.placeId) &&
      !isRoom(places.find(({ id }) => id === each.placeId)) &&
      !doctors.some(({ id }) => id === each.practitionerId),
  );
  const others = dayOfOthers(day, [], { ...known, appointments: left });
  if (others.appointments.length === 0) return [...ofDoctors, ...ofRooms];
  const head = <Head name="No longer here" detail="To be moved to another doctor" />;
  return [...ofDoctors, ...ofRooms, { ...others, column: { id: "others", name: "No longer here", head } }];
}

/** "Rm. 306, 9:00 to 12:00 and 2:00 to 5:00". */
function whenWords({ day, places }: CalendarDay): string {
  const open = places.filter((each) => each.open.length > 0);
  if (open.length === 0) return whyClosed(places) ?? "Closed";
  return open
    .map(
      ({ place, open: times }) =>
        `${place.room || place.name}, ${times.map((each) => shortTimes(each, day)).join(" and ")}`,
    )
    .join(", then ");
}

const Head = ({ mark, name, detail }: { mark?: ReactNode; name: string; detail: string }) => (
  <div className="flex items-start gap-2">
    {mark}
    <span className="min-w-0">
      <b className="block text-sm font-strong wrap-anywhere">{name}</b>
      <span className="block text-xs wrap-anywhere text-ink-3">{detail}</span>
    </span>
  </div>
);

/** Sunk between dashed lines with a lock: at another place. A dashed wash: open on this date alone. */
function MarkBlock({ mark: { kind, title, detail } }: { mark: Mark }) {
  const isElsewhere = kind === "elsewhere";
  return (
    <div
      className={cx(
        "flex gap-2 overflow-hidden px-2.5 py-2 text-xs",
        isElsewhere
          ? "border-y border-dashed border-line-control bg-sunk text-ink-2"
          : "border border-dashed border-brand-ring bg-brand-wash text-brand-text",
      )}
    >
      {isElsewhere && <Lock aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />}
      <p className="min-w-0 wrap-anywhere">
        <b className={cx("block font-strong", isElsewhere && "text-ink")}>{title}</b>
        {detail}
      </p>
    </div>
  );
}

/** All columns of a day as one list. */
const merged = (day: string, columns: readonly CalendarDay[]): CalendarDay => ({
  day,
  places: columns.flatMap(({ places }) => places),
  appointments: columns.flatMap(({ appointments }) => appointments),
  free: columns.flatMap(({ free }) => joined(free)),
  marks: columns.flatMap(({ marks = [] }) => marks.filter(({ kind }) => kind === "elsewhere")),
});

/** Extra hours and days off of a doctor in the shown days, and how many are booked on a day off. */
function ChangesToHours({
  doctor,
  doctors,
  days,
  places,
  hours,
  daysOff,
  week,
  onMove,
}: {
  doctor: Doctor;
  doctors: readonly Doctor[];
  days: readonly string[];
  places: readonly Place[];
  hours: readonly DoctorHours[];
  daysOff: readonly DayOff[];
  week: readonly CalendarDay[];
  onMove: (firstDay: string, lastDay: string) => void;
}) {
  const can = useCan();
  const [adding, setAdding] = useState<"extra" | "off" | null>(null);
  const [first = "", last = first] = [days[0], days.at(-1)];
  const extra = (hours.find(({ practitionerId }) => practitionerId === doctor.id)?.extra ?? []).filter(
    ({ day }) => first <= day && day <= last,
  );
  const off = daysOff.filter(
    (each) =>
      !each.isOpen &&
      (each.practitionerId === undefined || each.practitionerId === doctor.id) &&
      each.firstDay <= last &&
      first <= each.lastDay,
  );
  const bookedOn = ({ firstDay, lastDay }: DayOff) =>
    week
      .filter(({ day }) => firstDay <= day && day <= lastDay)
      .flatMap(({ appointments }) => appointments)
      .filter(({ state }) => state === "booked").length;
  return (
    <Section
      flush
      title="Changes to the hours"
      {...(can(addDayOff) && {
        foot: (
          <>
            <Button size="sm" onClick={() => setAdding("extra")}>
              Add Extra Hours
            </Button>
            <Button size="sm" onClick={() => setAdding("off")}>
              Add Day Off
            </Button>
          </>
        ),
      })}
    >
      {extra.length + off.length === 0 && <p className="px-4 py-3 text-sm text-ink-3">None in these days.</p>}
      <ul aria-label="Changes to the hours">
        {extra.map((each) => (
          <ExtraRow key={each.id} practitionerId={doctor.id} extra={each} places={places} />
        ))}
        {off.map((each) => {
          const booked = bookedOn(each);
          return (
            <li key={each.id} className="border-t border-line px-4 py-2 text-sm first:border-t-0">
              <span className="flex gap-3">
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {each.firstDay === each.lastDay
                    ? `${formatWeekday(each.firstDay).slice(0, 3)}, ${formatDay(each.firstDay)}`
                    : `${formatDay(each.firstDay)} to ${formatDay(each.lastDay)}`}
                  {each.note && <span className="block text-ink-2">{each.note}</span>}
                </span>
                <span className="text-ink-3">off</span>
              </span>
              {booked > 0 && (
                <Button variant="link" size="sm" onClick={() => onMove(each.firstDay, each.lastDay)}>
                  {booked === 1 ? "Move 1 patient" : `Move ${booked} patients`}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {adding === "extra" && can(addExtraHours) && (
        <ExtraHoursDialog
          doctor={doctor}
          day={first}
          places={places.filter(({ kind }) => kind === undefined)}
          onClose={() => setAdding(null)}
        />
      )}
      {adding === "off" && (
        <DayOffDialog
          places={places}
          doctors={doctors}
          doctorId={doctor.id}
          onClose={() => setAdding(null)}
        />
      )}
    </Section>
  );
}
