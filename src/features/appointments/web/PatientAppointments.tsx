import { CalendarPlus } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import {
  bookAppointment,
  changeAppointment,
  type PatientAppointment,
  patientAppointments,
} from "#features/appointments/contract.ts";
import { listPlaces } from "#features/places/contract.ts";
import { patientReminders, type Reminder } from "#features/reminders/contract.ts";
import { isTakenOff, visitStateLabels } from "#shared/clinical/visit-states.ts";
import { formatInstant, manilaDay } from "#shared/formats/dates.ts";
import { useCall } from "#web/data/calls.ts";
import { useCan, useCurrentUser } from "#web/data/session.tsx";
import { useToday } from "#web/hooks/use-today.ts";
import { lazyPart } from "#web/lazy-part.ts";
import { QueryList } from "#web/QueryList.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Empty } from "#web/ui/feedback/Empty.tsx";
import { SkeletonRows } from "#web/ui/feedback/Skeleton.tsx";
import { Section } from "#web/ui/frame/Section.tsx";
import { useParts } from "#web/ui/lists/use-parts.tsx";

const AppointmentDialog = lazyPart(() => import("./AppointmentDialog.tsx"), "AppointmentDialog");

const PART = 10;

/** A patient's next and past appointments. */
export function PatientAppointments({
  patientId,
  consents,
  onBook,
}: {
  patientId: number;
  /** Whether the patient is reminded. */
  consents: ReactNode;
  onBook: () => void;
}) {
  const query = useCall(patientAppointments, {
    params: { id: String(patientId) },
  });
  const { data } = query;
  const { reminders = [] } = useCall(patientReminders, { params: { id: String(patientId) } }).data ?? {};
  const places = useCall(listPlaces, {}).data ?? [];
  const { doctors } = useCurrentUser().data ?? {};
  const today = useToday();
  const can = useCan();
  const [open, setOpen] = useState<PatientAppointment | null>(null);
  const parts = useParts(data ?? [], PART);
  // The latest is first.
  const next = data?.findLast((appointment) => isAhead(appointment, today));
  const hasPlaces = places.filter(({ isActive }) => isActive).length > 1;
  return (
    <Section
      flush
      title="Appointments"
      actions={
        can(bookAppointment) && (
          <Button size="sm" icon={<CalendarPlus />} onClick={onBook}>
            Book Appointment
          </Button>
        )
      }
    >
      <QueryList
        query={query}
        title="Failed to load the appointments"
        skeleton={<SkeletonRows rows={2} initials={false} />}
        empty={
          <Empty
            icon={<CalendarPlus />}
            title="No appointments"
            why="Appointments of this patient appear here."
          />
        }
      >
        {() => (
          <>
            <ul>
              {parts.shown.map((appointment) => {
                const { id, startsAt, reason, minutes, placeId, practitionerId } = appointment;
                return (
                  <li
                    key={id}
                    className="flex min-h-13 flex-wrap items-center gap-x-4 border-t border-line px-4 py-2 first:border-t-0"
                  >
                    <span className="min-w-0 flex-1 wrap-anywhere">
                      <span
                        className={cx(
                          isAhead(appointment, today) && "font-medium",
                          isTakenOff(appointment) && "text-ink-3 line-through",
                        )}
                      >
                        {formatInstant(startsAt)}
                      </span>
                      <span className="block text-sm text-ink-2">
                        {[
                          stateWords(appointment, { today, isNext: appointment === next }),
                          reason,
                          `${minutes} minutes`,
                          doctors?.find((doctor) => doctor.id === practitionerId)?.name,
                          hasPlaces && places.find((place) => place.id === placeId)?.name,
                        ]
                          .filter(Boolean)
                          .join(" · ")}
                      </span>
                      {reminders
                        .filter(({ appointmentId }) => appointmentId === id)
                        .map((reminder) => (
                          <ReminderLine key={reminder.id} reminder={reminder} />
                        ))}
                    </span>
                    {isAhead(appointment, today) && can(changeAppointment) && (
                      <Button size="sm" variant="ghost" onClick={() => setOpen(appointment)}>
                        Change
                      </Button>
                    )}
                  </li>
                );
              })}
            </ul>
            {parts.more}
          </>
        )}
      </QueryList>
      <div className="border-t border-line px-4 py-3 empty:hidden">{consents}</div>
      <Suspense fallback={null}>
        {open && <AppointmentDialog appointment={open} onClose={() => setOpen(null)} />}
      </Suspense>
    </Section>
  );
}

const isAhead = ({ state, startsAt }: PatientAppointment, today: string): boolean =>
  state === "booked" && manilaDay(new Date(startsAt)) >= today;

/** Of a day that is over and was never closed nobody knows whether the patient came. */
function stateWords(
  appointment: PatientAppointment,
  { today, isNext }: { today: string; isNext: boolean },
): string {
  if (isNext) return "Next";
  return appointment.state === "booked" && !isAhead(appointment, today)
    ? "No arrival recorded"
    : visitStateLabels[appointment.state];
}

/** The outcome of a reminder; nothing while it waits or when it was dropped. */
function ReminderLine({ reminder: { channel, state, sentAt, problem } }: { reminder: Reminder }) {
  const what = channel === "text" ? "Text" : "Email";
  if (state === "sent" && sentAt)
    return <span className="block text-sm text-ink-3">{`${what} sent ${formatInstant(sentAt)}`}</span>;
  if (state !== "failed") return null;
  return <span className="block text-sm text-warn">{`${what} not sent. ${problem ?? ""}`}</span>;
}
