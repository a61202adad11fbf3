import { bookAppointment } from "#features/appointments/contract.ts";
import { formatClock, formatDay, manilaDay } from "#shared/formats/dates.ts";
import { useEndpointMutation } from "#web/data/calls.ts";

/** The toast of an appointment that was booked. */
export const bookedWords = ({ startsAt }: { startsAt: string }) => ({
  title: "Appointment booked",
  description: `${formatDay(manilaDay(new Date(startsAt)))}, ${formatClock(startsAt)}`,
});

export const useBookAppointment = (failed: { title: string; fallback: string }) =>
  useEndpointMutation(bookAppointment, { done: bookedWords, failed });
