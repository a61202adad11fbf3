import * as z from "zod/mini";
import type { AppointmentDraft, PatientAppointment } from "#features/appointments/contract.ts";
import { clockOf, minuteOf } from "#shared/calendar/hours.ts";
import { isCalendarDay, manilaDay, manilaInstant, manilaMinute } from "#shared/formats/dates.ts";

/** All values as text, like the fields. */
export const AppointmentForm = z.object({
  patientId: z.string(),
  personName: z.string(),
  contactNumber: z.string(),
  day: z.string().check(z.refine(isCalendarDay, "Choose a day")),
  clock: z.string().check(z.refine((text) => minuteOf(text) !== null, "Choose a time")),
  minutes: z.string(),
  practitionerId: z.string(),
  placeId: z.string(),
  reason: z.string(),
  note: z.string(),
});
export type AppointmentValues = z.output<typeof AppointmentForm>;

/** "09:30" of an instant. */
export const clockIn = (instant: string) => clockOf(manilaMinute(new Date(instant)));

/** The instant of a day and clock; null while one of them is missing. */
export function startOf({ day, clock }: Pick<AppointmentValues, "day" | "clock">): string | null {
  const minute = minuteOf(clock);
  return isCalendarDay(day) && minute !== null ? manilaInstant(day, minute).toISOString() : null;
}

export const valuesOf = (appointment: PatientAppointment): AppointmentValues => ({
  patientId: String(appointment.patientId ?? ""),
  personName: appointment.patientId === null ? appointment.personName : "",
  contactNumber: appointment.patientId === null ? (appointment.contactNumber ?? "") : "",
  day: manilaDay(new Date(appointment.startsAt)),
  clock: clockIn(appointment.startsAt),
  minutes: String(appointment.minutes),
  practitionerId: String(appointment.practitionerId ?? ""),
  placeId: String(appointment.placeId),
  reason: appointment.reason ?? "",
  note: appointment.note ?? "",
});

/** What the form sends. */
export const draftOf = (values: AppointmentValues): AppointmentDraft => ({
  ...(values.patientId
    ? { patientId: Number(values.patientId) }
    : { personName: values.personName, contactNumber: values.contactNumber }),
  startsAt: startOf(values) ?? "",
  ...(values.minutes && { minutes: Number(values.minutes) }),
  ...(values.practitionerId && { practitionerId: Number(values.practitionerId) }),
  ...(values.placeId && { placeId: Number(values.placeId) }),
  reason: values.reason,
  note: values.note,
});
