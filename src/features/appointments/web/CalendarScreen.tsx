import { useNavigate } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight, Plus } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import {
  type Appointment,
  bookAppointment,
  changeAppointment,
  listAppointments,
  listDaysOff,
  listRecalls,
  type PatientAppointment,
} from "#features/appointments/contract.ts";
import { isTakenOff } from "#shared/clinical/visit-states.ts";
import {
  addDays,
  formatDay,
  formatLongDay,
  formatWeekday,
  isCalendarDay,
  weekOf,
} from "#shared/formats/dates.ts";
import type { FindablePatient } from "#web/clinical/FoundPatient.tsx";
import { useCall } from "#web/data/calls.ts";
import { useCan, useCurrentUser } from "#web/data/session.tsx";
import { placeOptions, useActivePlaces } from "#web/hooks/use-active-places.ts";
import { useNow } from "#web/hooks/use-now.ts";
import { usePreloadAtRest } from "#web/hooks/use-preload-at-rest.ts";
import { useToday } from "#web/hooks/use-today.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { usePageSearch } from "#web/page-search.ts";
import { QueryPending } from "#web/QueryPending.tsx";
import { Button } from "#web/ui/Button.tsx";
import { SkeletonCard } from "#web/ui/feedback/Skeleton.tsx";
import { Waiting } from "#web/ui/feedback/Waiting.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { Segment } from "#web/ui/frame/Segment.tsx";
import { holdFocus } from "#web/ui/hold-focus.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import { Select } from "#web/ui/inputs/Select.tsx";
import { usePhone, usePrinting } from "#web/ui/use-media.ts";
import type { Booking } from "./AppointmentDialog.tsx";
import { dayOf, freeOn, placesOn, whyClosed } from "./calendar-days.ts";
import { RecallList } from "./RecallList.tsx";
import { type CalendarDay, type Seated, WeekGrid } from "./WeekGrid.tsx";

const DayAgenda = lazyPart(() => import("./DayAgenda.tsx"), "DayAgenda");
const MoveList = lazyPart(() => import("./MoveList.tsx"), "MoveList");
const DoctorChips = lazyPart(() => import("./DoctorChips.tsx"), "DoctorChips");
const DoctorCalendar = lazyPart(() => import("./DoctorCalendar.tsx"), "DoctorCalendar");
const AppointmentDialog = lazyPart(() => import("./AppointmentDialog.tsx"), "AppointmentDialog");

const pollEvery = 60_000;
type View = "day" | "week" | "recall" | "move";

/** Week and day by place, and the recall list. The view is in the address. */
export function CalendarScreen({
  head,
  besideRecalls,
  onOpenPatient,
}: {
  head: (note: ReactNode, actions: ReactNode) => ReactNode;
  /** Shown below the recall list; gets the function that books for a patient. */
  besideRecalls?: (onBook: (patient: FindablePatient) => void) => ReactNode;
  onOpenPatient: (patientId: number) => void;
}) {
  const search = usePageSearch();
  const navigate = useNavigate();
  const today = useToday();
  const now = useNow();
  // Printed with whole names, which a day's column would cut.
  const isNarrow = [usePhone(), usePrinting()].includes(true);
  const can = useCan();
  const { doctors } = useCurrentUser().data ?? {};
  // Several doctors are side by side on one day.
  const usualView: View = doctors ? "day" : "week";
  const views: View[] = ["day", "week", "recall", ...(doctors && search.doctor ? ["move" as const] : [])];
  const view = views.find((each) => each === search.view) ?? usualView;
  // Of the calendar itself, not of its lists.
  const isOfDays = view === "day" || view === "week";
  const doctorId = doctors?.find(({ id }) => String(id) === search.doctor)?.id;
  const day = search.day && isCalendarDay(search.day) ? search.day : today;
  const go = (more: {
    view?: View;
    day?: string;
    place?: string;
    doctor?: string | undefined;
    until?: string;
  }) =>
    void navigate({
      to: ".",
      search: (before) => {
        const next = { ...before, ...more };
        return {
          ...next,
          view: next.view === usualView ? undefined : next.view,
          day: next.day === today ? undefined : next.day,
          place: next.place || undefined,
          until: next.view === "move" ? next.until : undefined,
        };
      },
      replace: true,
    });
  const [open, setOpen] = useState<{ appointment: PatientAppointment } | { booking: Booking } | null>(null);

  const everyPlace = useActivePlaces();
  const hasPlaces = everyPlace.length > 1;
  const places = everyPlace.filter(({ id, kind }) =>
    search.place ? String(id) === search.place : !doctors || kind === undefined,
  );
  const week = weekOf(day);
  const [from = day, to = day] = view === "week" ? [week[0], week[6]] : [day, day];
  const daysOff = useCall(listDaysOff, { query: { from } }, { keepsPrevious: true }).data ?? [];
  const query = useCall(
    listAppointments,
    // Of all places, at which the doctor is then, and of the evening before, which may run over midnight.
    { query: { from: addDays(from, -1), to } },
    { pollEvery, keepsPrevious: true, enabled: isOfDays },
  );
  const { data } = query;
  const recalls = useCall(
    listRecalls,
    doctorId === undefined ? {} : { query: { practitionerId: String(doctorId) } },
  ).data?.length;
  const mayBook = can(bookAppointment);
  usePreloadAtRest(AppointmentDialog, mayBook);
  const book = mayBook
    ? (at?: Seated) =>
        setOpen({ booking: { patient: null, at, practitionerId: at?.practitionerId ?? doctorId } })
    : undefined;

  const appointments = data ?? [];
  const days: CalendarDay[] = (view === "week" ? week : [day]).map((each) => ({
    day: each,
    places: placesOn(each, places, daysOff),
    appointments: appointments.filter(
      (appointment) =>
        dayOf(appointment) === each &&
        appointment.state !== "cancelled" &&
        (!search.place || String(appointment.placeId) === search.place) &&
        (doctorId === undefined || appointment.practitionerId === doctorId),
    ),
    free: freeOn(each, places, { appointments, daysOff, now }),
  }));
  const shownDays = days.filter(
    ({ places: placeDays, appointments: ofDay }, index) =>
      (view === "week" ? index > 0 : true) ||
      ofDay.length > 0 ||
      placeDays.some((each) => each.open.length > 0),
  );
  const isWeek = view === "week";
  const heading = isWeek
    ? `${withoutYear(from)} to ${formatDay(to)}`
    : `${formatWeekday(day)}, ${formatLongDay(day)}`;
  const note = [
    doctors && isOfDays && heading,
    hasPlaces && `${everyPlace.length} places`,
    isOfDays && data && bookedInWords(days, view, today),
    ...closedInWords(days),
  ]
    .filter(Boolean)
    .join(" · ");
  const mayChange = can(changeAppointment);
  const openAppointment = (appointment: Appointment) =>
    mayChange
      ? setOpen({ appointment })
      : appointment.patientId !== null && onOpenPatient(appointment.patientId);

  const steps = <DaySteps isWeek={isWeek} day={day} today={today} onStep={(next) => go({ day: next })} />;
  return (
    <>
      {head(
        note,
        <>
          {hasPlaces && isOfDays && (
            <Select
              aria-label="Place"
              className="md:w-56"
              value={search.place ?? ""}
              onChange={(event) => go({ place: event.target.value })}
              options={[{ value: "", label: "All places" }, ...placeOptions(everyPlace)]}
            />
          )}
          <Segment
            label="View"
            value={view}
            onChange={(next) => go({ view: next })}
            options={[
              { value: "day", label: "Day" },
              { value: "week", label: "Week" },
              { value: "recall", label: recalls ? `To Call ${recalls}` : "To Call" },
            ]}
          />
          {book && (
            <Button variant="primary" icon={<Plus />} onClick={() => book()}>
              New Appointment
            </Button>
          )}
        </>,
      )}
      <div ref={holdFocus}>
        {view === "recall" ? (
          <div className="grid gap-5">
            {doctors && (
              <Suspense fallback={null}>
                <DoctorChips
                  doctors={doctors}
                  chosen={doctorId}
                  onChoose={(id) => go({ doctor: id === undefined ? undefined : String(id) })}
                />
              </Suspense>
            )}
            <RecallList
              doctorId={doctorId}
              onOpen={onOpenPatient}
              onBook={({ patientId, ...recall }) =>
                setOpen({
                  booking: {
                    patient: { ...recall, id: patientId, patientPhoto: null },
                    practitionerId: doctors?.find(({ id }) => id === recall.practitionerId)?.id,
                  },
                })
              }
            />
            {besideRecalls?.((patient) => setOpen({ booking: { patient } }))}
          </div>
        ) : view === "move" && doctors ? (
          <Suspense fallback={<Waiting skeleton={<SkeletonCard />} />}>
            <MoveList
              doctorId={Number(search.doctor)}
              from={search.day}
              until={search.until}
              doctors={doctors}
              onOpen={(appointment) => setOpen({ appointment })}
            />
          </Suspense>
        ) : (
          <div className="grid gap-4">
            {!data ? (
              <Section flush title={heading} actions={steps}>
                <QueryPending query={query} title="Failed to load the calendar" skeleton={<SkeletonCard />} />
              </Section>
            ) : doctors ? (
              <Suspense fallback={<Waiting skeleton={<SkeletonCard />} />}>
                <DoctorCalendar
                  {...{ doctors, doctorId, isWeek, appointments, daysOff, now, isNarrow, steps }}
                  days={isWeek ? week : [day]}
                  allDays={days}
                  places={everyPlace}
                  placeId={everyPlace.find(({ id }) => String(id) === search.place)?.id}
                  onDoctor={(id) => go({ doctor: id === undefined ? undefined : String(id) })}
                  onOpen={openAppointment}
                  onDay={(next) => go({ view: "day", day: next })}
                  onMove={(first, last) => go({ view: "move", day: first, until: last })}
                  onBook={book}
                />
              </Suspense>
            ) : view === "week" && !isNarrow ? (
              <Section flush title={heading} actions={steps}>
                <WeekGrid
                  days={shownDays}
                  now={now}
                  onOpen={openAppointment}
                  onDay={(next) => go({ view: "day", day: next })}
                  onBook={book}
                />
              </Section>
            ) : (
              <>
                <div className="flex flex-wrap items-center gap-2">
                  <h2 className="text-lg font-strong tracking-snug">{heading}</h2>
                  <span className="ml-auto">{steps}</span>
                </div>
                <Suspense fallback={<Waiting skeleton={<SkeletonCard />} />}>
                  {shownDays.map((each) => (
                    <DayAgenda
                      key={each.day}
                      day={each}
                      now={now}
                      hasPlaces={hasPlaces}
                      showsFree={view === "day"}
                      onOpen={openAppointment}
                      onBook={book}
                    />
                  ))}
                </Suspense>
              </>
            )}
          </div>
        )}
      </div>
      <Suspense fallback={null}>
        {open && (
          <AppointmentDialog
            {...open}
            onOpenPatient={(id) => {
              setOpen(null);
              onOpenPatient(id);
            }}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </>
  );
}

const withoutYear = (day: string) => formatDay(day).replace(/, \d{4}$/, "");

function bookedInWords(days: readonly CalendarDay[], view: View, today: string): string {
  const booked = days.flatMap(({ appointments }) => appointments).filter((each) => !isTakenOff(each));
  if (view !== "week") return `${booked.length} booked`;
  return `${booked.length} booked ${days.some(({ day }) => day === today) ? "this week" : "in the week"}`;
}

/** The days from Monday to Saturday on which the clinic is closed, and why. */
const closedInWords = (days: readonly CalendarDay[]): string[] =>
  days
    .slice(days.length === 7 ? 1 : 0)
    .filter(({ places }) => whyClosed(places) !== null && places.some(({ closed }) => closed))
    .map(({ day, places }) => `${withoutYear(day)} closed: ${whyClosed(places)}`);

function DaySteps({
  isWeek,
  day,
  today,
  onStep,
}: {
  isWeek: boolean;
  day: string;
  today: string;
  onStep: (day: string) => void;
}) {
  const step = isWeek ? 7 : 1;
  return (
    <span className="flex items-center gap-1 print:hidden">
      <IconButton
        label={isWeek ? "Previous week" : "Previous day"}
        icon={<ChevronLeft />}
        onClick={() => onStep(addDays(day, -step))}
      />
      <Button size="sm" onClick={() => onStep(today)} disabled={day === today}>
        Today
      </Button>
      <IconButton
        label={isWeek ? "Next week" : "Next day"}
        icon={<ChevronRight />}
        onClick={() => onStep(addDays(day, step))}
      />
    </span>
  );
}
