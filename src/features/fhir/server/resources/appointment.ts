import type { Appointment, AppointmentParticipant } from "@medplum/fhirtypes";
import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import type { VisitState } from "#shared/clinical/visit-states.ts";
import { laterChange } from "../search/later-changes.ts";
import { date, impliedToken } from "../search/parameters.ts";
import type { SearchedType } from "../search/searched-type.ts";
import { type RowOf, source } from "../search/source.ts";
import { userOfPractitioner } from "./practitioner.ts";
import { filled, metaOf, referTo } from "./resource.ts";

const selectAppointmentRows = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("appointments as a")
    .leftJoin("visits as v", (join) => join.on("v.clinicId", "=", clinic.id).onRef("v.id", "=", "a.visitId"))
    .select([
      "a.id",
      "a.patientId",
      "a.personName",
      sql<string>`(select p.name from places p where p.clinic_id = a.clinic_id and p.id = a.place_id)`.as(
        "placeName",
      ),
      userOfPractitioner("a"),
      "a.startsAt",
      "a.minutes",
      "a.reason",
      "a.note",
      sql<string>`coalesce(v.state, a.state)`.as("state"),
      "a.createdAt",
      sql<string>`greatest(a.updated_at, v.updated_at)`.as("updatedAt"),
      laterChange(clinic, { patient: "a.patientId" }),
    ])
    .where("a.clinicId", "=", clinic.id);

type AppointmentRow = RowOf<typeof selectAppointmentRows>;

/** The state of its visit, if it has one. */
const statusOf: Record<VisitState, NonNullable<Appointment["status"]>> = {
  booked: "booked",
  arrived: "arrived",
  vitals_taken: "checked-in",
  with_doctor: "checked-in",
  for_payment: "checked-in",
  done: "fulfilled",
  no_show: "noshow",
  cancelled: "cancelled",
  left: "cancelled",
};

/** A person who is not registered has only a name. */
const participant = (row: AppointmentRow): AppointmentParticipant => ({
  actor: referTo("Patient", row.patientId) ?? { display: row.personName ?? "Not registered" },
  status: "accepted",
});

const asAppointment = (row: AppointmentRow): Appointment =>
  filled<Appointment>({
    resourceType: "Appointment",
    id: String(row.id),
    meta: metaOf(row.updatedAt, row.laterAt),
    status: statusOf[row.state as VisitState] ?? "booked",
    description: row.reason,
    start: row.startsAt,
    end: new Date(Date.parse(row.startsAt) + row.minutes * 60_000).toISOString(),
    minutesDuration: row.minutes,
    created: row.createdAt,
    comment: row.note,
    participant: [
      participant(row),
      { actor: referTo("Practitioner", row.doctorId), status: "accepted" },
      { actor: { display: row.placeName }, status: "accepted" },
    ],
  });

const appointmentRows = source({
  select: selectAppointmentRows,
  id: "a.id",
  patient: "a.patientId",
  newest: { column: "a.startsAt", type: "timestamptz", isIndexed: true },
  asResources: (row) => [asAppointment(row)],
});

export const appointments: SearchedType = {
  type: "Appointment",
  sources: [appointmentRows],
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
