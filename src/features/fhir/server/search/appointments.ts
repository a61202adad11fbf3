import type { Appointment } from "@medplum/fhirtypes";
import { sql } from "kysely";
import { asAppointment } from "../resources/appointment.ts";
import { laterChange } from "./later-changes.ts";
import { date, impliedToken } from "./parameters.ts";
import type { SearchedType } from "./searched-type.ts";
import { source } from "./source.ts";

const rows = source({
  select: (clinic) =>
    clinic.db
      .selectFrom("appointments as a")
      .select([
        "a.id",
        "a.patientId",
        "a.personName",
        sql<string>`(select p.name from places p where p.clinic_id = a.clinic_id and p.id = a.place_id)`.as(
          "placeName",
        ),
        "a.startsAt",
        "a.minutes",
        "a.reason",
        "a.note",
        sql<string>`coalesce((select v.state from visits v where v.clinic_id = a.clinic_id and v.id = a.visit_id), a.state)`.as(
          "state",
        ),
        "a.createdAt",
        sql<string>`greatest(a.updated_at, (select v.updated_at from visits v
                                            where v.clinic_id = a.clinic_id and v.id = a.visit_id))`.as(
          "updatedAt",
        ),
        laterChange(clinic, { patient: "a.patientId" }),
      ])
      .where("a.clinicId", "=", clinic.id),
  id: "a.id",
  patient: "a.patientId",
  newest: { column: "a.startsAt", type: "timestamptz", isIndexed: true },
  asResources: (row) => [asAppointment(row)],
});

export const appointments: SearchedType = {
  type: "Appointment",
  sources: [rows],
  isOfPatients: true,
  time: "date",
  parameters: [
    date<Appointment>("date", ({ start }) => start, "When it begins."),
    impliedToken<Appointment>(
      "status",
      "appointmentStatus",
      ({ status }) => status,
      "booked, arrived, checked-in, fulfilled, noshow or cancelled.",
    ),
  ],
};
