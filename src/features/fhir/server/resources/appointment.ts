import type { Appointment, AppointmentParticipant } from "@medplum/fhirtypes";
import type { VisitState } from "#shared/clinical/visit-states.ts";
import { filled, metaOf, referTo } from "./resource.ts";

type AppointmentRow = {
  id: number;
  patientId: number | null;
  personName: string | null;
  placeName: string;
  startsAt: string;
  minutes: number;
  reason: string | null;
  note: string | null;
  state: string;
  createdAt: string;
  updatedAt: string;
  laterAt: string | null;
};

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

export const asAppointment = (row: AppointmentRow): Appointment =>
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
    participant: [participant(row), { actor: { display: row.placeName }, status: "accepted" }],
  });
