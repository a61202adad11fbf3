import type { Encounter } from "@medplum/fhirtypes";
import type { VisitState } from "#shared/clinical/visit-states.ts";
import { codeSystems, dayOrInstant, filled, metaOf, referTo } from "./resource.ts";

const ambulatory = { system: codeSystems.actCode, code: "AMB", display: "ambulatory" };

export type ConsultationRow = {
  id: number;
  clinicId: number;
  patientId: number;
  secretaryId: number | null;
  consultationType: string;
  chiefComplaint: string | null;
  createdAt: string;
  inErrorAt: string | null;
  isImported: boolean;
  laterAt: string | null;
};

export const consultationId = (id: number) => `consultation-${id}`;

/** A consultation. Its times are those of writing: it has no other. */
export function consultationAsEncounter(row: ConsultationRow): Encounter {
  const at = dayOrInstant(row.createdAt, row.isImported);
  return filled<Encounter>({
    resourceType: "Encounter",
    id: consultationId(row.id),
    meta: metaOf(row.createdAt, row.inErrorAt, row.laterAt),
    status: row.inErrorAt === null ? "finished" : "entered-in-error",
    class: ambulatory,
    type: [{ text: row.consultationType }],
    subject: referTo("Patient", row.patientId),
    participant: row.secretaryId ? [{ individual: referTo("Practitioner", row.secretaryId) }] : [],
    period: { start: at, end: at },
    reasonCode: row.chiefComplaint ? [{ text: row.chiefComplaint }] : [],
    serviceProvider: referTo("Organization", row.clinicId),
  });
}

export type VisitRow = {
  id: number;
  clinicId: number;
  patientId: number;
  state: string;
  day: string;
  reason: string | null;
  arrivedAt: string | null;
  closedAt: string | null;
  updatedAt: string;
  placeName: string | null;
  appointmentId: number | null;
  laterAt: string | null;
};

const statusOfState: Record<VisitState, NonNullable<Encounter["status"]>> = {
  booked: "planned",
  arrived: "arrived",
  vitals_taken: "triaged",
  with_doctor: "in-progress",
  for_payment: "in-progress",
  done: "finished",
  no_show: "cancelled",
  cancelled: "cancelled",
  left: "cancelled",
};

export const visitId = (id: number) => `visit-${id}`;

/** A patient's day at a place of the clinic. */
export const visitAsEncounter = (row: VisitRow): Encounter =>
  filled<Encounter>({
    resourceType: "Encounter",
    id: visitId(row.id),
    meta: metaOf(row.updatedAt, row.laterAt),
    status: statusOfState[row.state as VisitState] ?? "unknown",
    class: ambulatory,
    type: [{ text: "Visit" }],
    subject: referTo("Patient", row.patientId),
    appointment: row.appointmentId ? [referTo("Appointment", row.appointmentId)] : [],
    period: filled({ start: row.arrivedAt ?? row.day, end: row.closedAt }),
    reasonCode: row.reason ? [{ text: row.reason }] : [],
    location: row.placeName ? [{ location: { display: row.placeName } }] : [],
    serviceProvider: referTo("Organization", row.clinicId),
  });
