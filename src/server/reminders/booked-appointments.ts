import type { ClinicScope } from "../database/db.ts";

/** The appointments of which patients are reminded: those that are booked, at places that are open. */
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
    .where("appointments.clinicId", "=", id)
    .where("visits.state", "=", "booked")
    .where("places.isActive", "=", true);
