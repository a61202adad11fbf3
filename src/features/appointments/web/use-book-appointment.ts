import { bookAppointment } from "#features/appointments/contract.ts";
import { formatClock, formatDay, manilaDay } from "#shared/formats/dates.ts";
import { type AttemptRef, useEndpointMutation } from "#web/data/calls.ts";

/** `failed: null`: the form shows it. */
export const useBookAppointment = (failed: { title: string; fallback: string } | null, act?: AttemptRef) =>
  useEndpointMutation(bookAppointment, {
    done: ({ startsAt }) => ({
      title: "Appointment booked",
      description: `${formatDay(manilaDay(new Date(startsAt)))}, ${formatClock(startsAt)}`,
    }),
    failed,
    ...(act && { act }),
  });
