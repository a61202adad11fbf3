import * as z from "zod/mini";
import { endpoint, Id } from "#shared/endpoint.ts";
import { calendarDay } from "#shared/formats/fields.ts";
import { mayViewPatients } from "#shared/permissions.ts";
import { PatientAppointment } from "./contract.ts";

/** Of one call. */
export const MOST_MOVED = 100;

/** Who is booked with a doctor from today on, also with one who left, by start. At most 500. */
export const bookedOfDoctor = endpoint({
  method: "GET",
  path: "/api/practitioners/:id/appointments",
  access: mayViewPatients,
  audit: "patient.today",
  reads: ["appointments", "visits", "patients", "places", "daysOff", "doctors"],
  query: z.object({ from: z.optional(calendarDay), to: z.optional(calendarDay) }),
  response: z.object({ name: z.string(), appointments: z.array(PatientAppointment) }),
});
/**
 * Gives appointments to another doctor, each at its place and time, if the other has hours there and is not booked;
 * those that do not fit stay, with the reason.
 */
export const moveToDoctor = endpoint({
  method: "POST",
  path: "/api/practitioners/:id/appointments",
  access: { any: ["manage_schedule"] },
  audit: "appointment.change",
  changes: ["appointments", "visits", "patients", "recordHistory"],
  body: z.strictObject({
    practitionerId: z.int({ error: "Choose a doctor" }).check(z.positive("Choose a doctor")),
    appointmentIds: z
      .array(Id, { error: "Choose the appointments" })
      .check(
        z.minLength(1, "Choose the appointments"),
        z.maxLength(MOST_MOVED, `At most ${MOST_MOVED} at once`),
      ),
  }),
  response: z.object({
    moved: z.array(Id),
    left: z.array(z.object({ id: Id, why: z.string() })),
  }),
  record: null,
});
