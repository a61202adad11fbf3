import { closedBecause, type DayOff, type Seat } from "#shared/calendar/closed-days.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import type { ClinicScope } from "../database/db.ts";

/** The appointments of which patients may be reminded: those that are booked, at places that are open. */
export const bookedAppointments = ({ db, id }: ClinicScope) =>
  db
    .selectFrom("appointments")
    .innerJoin("visits", (join) =>
      join
        .onRef("visits.clinicId", "=", "appointments.clinicId")
        .onRef("visits.id", "=", "appointments.visitId"),
    )
    .innerJoin("places", (join) =>
      join
        .onRef("places.clinicId", "=", "appointments.clinicId")
        .onRef("places.id", "=", "appointments.placeId"),
    )
    .innerJoin("patients", (join) =>
      join
        .onRef("patients.clinicId", "=", "appointments.clinicId")
        .onRef("patients.id", "=", "appointments.patientId"),
    )
    .where("appointments.clinicId", "=", id)
    .where("visits.state", "=", "booked")
    .where("places.isActive", "=", true)
    .where("patients.isArchived", "=", false)
    .select([
      "appointments.id as appointmentId",
      "appointments.placeId",
      "appointments.practitionerId",
      "appointments.startsAt",
      "patients.id as patientId",
      "patients.email",
      "patients.contactNumber",
    ]);

/** Whether its place is closed on that day, or its doctor away: the clinic must decide first when the patient should come. */
export const isClosedThen = (
  { startsAt, ...seat }: Seat & { startsAt: string },
  daysOff: readonly DayOff[],
): boolean => closedBecause(manilaDay(new Date(startsAt)), seat, daysOff) !== null;
