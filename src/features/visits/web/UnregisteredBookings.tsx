import { Check } from "lucide-react";
import type { Appointment } from "#features/appointments/contract.ts";
import { formatClock } from "#shared/formats/dates.ts";
import { formatPhone } from "#shared/formats/phone.ts";
import { Button } from "#web/ui/Button.tsx";

/** Today's appointments of people who are not registered yet. */
export function UnregisteredBookings({
  appointments,
  onArrive,
}: {
  appointments: readonly Appointment[];
  /** Missing for users who may not register patients. */
  onArrive: ((appointment: Appointment) => void) | undefined;
}) {
  return (
    <section aria-label="Booked, not registered">
      <h3 className="flex min-h-9 break-after-avoid items-center border-t border-line bg-sunk px-4 text-sm font-strong">
        Booked, not registered
      </h3>
      <ul>
        {appointments.map((appointment) => (
          <li
            key={appointment.id}
            className="flex min-h-14.5 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2"
          >
            <span className="min-w-0 flex-1">
              <span className="block font-strong wrap-anywhere">{appointment.personName}</span>
              <span className="block text-sm text-ink-2 wrap-anywhere">
                {[
                  `booked ${formatClock(appointment.startsAt)}`,
                  appointment.contactNumber && formatPhone(appointment.contactNumber),
                  appointment.reason,
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </span>
            {onArrive && (
              <Button
                size="sm"
                icon={<Check />}
                aria-label={`Arrived ${appointment.personName}`}
                onClick={() => onArrive(appointment)}
                className="max-md:min-h-touch"
                data-print="no"
              >
                Arrived
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
