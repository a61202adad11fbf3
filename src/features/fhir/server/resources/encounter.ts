import type { Encounter } from "@medplum/fhirtypes";
import { sql } from "kysely";
import { isConsultation } from "#features/consultations/rules.ts";
import type { ClinicScope } from "#server/database/db.ts";
import type { VisitState } from "#shared/clinical/visit-states.ts";
import { isImported, laterChange } from "../search/later-changes.ts";
import { date, impliedToken, token } from "../search/parameters.ts";
import type { SearchedType } from "../search/searched-type.ts";
import { type RowOf, source } from "../search/source.ts";
import { userOfPractitioner } from "./practitioner.ts";
import { codeSystems, dayOrInstant, filled, metaOf, referTo } from "./resource.ts";

const selectConsultations = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("consultations")
    .select([
      "consultations.id",
      "consultations.clinicId",
      "consultations.patientId",
      userOfPractitioner("consultations"),
      "consultations.consultationType",
      "consultations.chiefComplaint",
      "consultations.isIntake",
      "consultations.createdAt",
      "consultations.inErrorAt",
      isImported(clinic, "consultations.id"),
      laterChange(clinic, {
        patient: "consultations.patientId",
        entry: { table: "consultations", id: "consultations.id" },
      }),
    ])
    .where("consultations.clinicId", "=", clinic.id)
    .where("consultations.confidentialToId", "is", null);

type ConsultationRow = RowOf<typeof selectConsultations>;

const selectVisits = (clinic: ClinicScope) =>
  clinic.db
    .selectFrom("visits")
    .select([
      "visits.id",
      "visits.clinicId",
      "visits.patientId",
      userOfPractitioner("visits"),
      "visits.state",
      "visits.day",
      "visits.reason",
      "visits.arrivedAt",
      "visits.closedAt",
      "visits.updatedAt",
      sql<string | null>`(select p.name from places p
                            where p.clinic_id = visits.clinic_id and p.id = visits.place_id)`.as("placeName"),
      sql<number | null>`(select a.id from appointments a
                            where a.clinic_id = visits.clinic_id and a.visit_id = visits.id)`.as(
        "appointmentId",
      ),
      laterChange(clinic, { patient: "visits.patientId" }),
    ])
    .where("visits.clinicId", "=", clinic.id);

type VisitRow = RowOf<typeof selectVisits>;

const ambulatory = { system: codeSystems.actCode, code: "AMB", display: "ambulatory" };

export const consultationId = (id: number) => `consultation-${id}`;

/** A consultation. Its times are those of writing: it has no other. */
function consultationAsEncounter(row: ConsultationRow): Encounter {
  const at = dayOrInstant(row.createdAt, row.isImported);
  return filled<Encounter>({
    resourceType: "Encounter",
    id: consultationId(row.id),
    meta: metaOf(row.createdAt, row.inErrorAt, row.laterAt),
    status: row.inErrorAt === null ? "finished" : "entered-in-error",
    class: ambulatory,
    type: [{ text: row.consultationType }],
    subject: referTo("Patient", row.patientId),
    participant: [{ individual: referTo("Practitioner", row.doctorId) }],
    period: { start: at, end: at },
    reasonCode: row.chiefComplaint ? [{ text: row.chiefComplaint }] : [],
    serviceProvider: referTo("Organization", row.clinicId),
  });
}

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

const visitId = (id: number) => `visit-${id}`;

/** A patient's day at a place of the clinic. */
const visitAsEncounter = (row: VisitRow): Encounter =>
  filled<Encounter>({
    resourceType: "Encounter",
    id: visitId(row.id),
    meta: metaOf(row.updatedAt, row.laterAt),
    status: statusOfState[row.state as VisitState] ?? "unknown",
    class: ambulatory,
    type: [{ text: "Visit" }],
    subject: referTo("Patient", row.patientId),
    participant: [{ individual: referTo("Practitioner", row.doctorId) }],
    appointment: row.appointmentId ? [referTo("Appointment", row.appointmentId)] : [],
    period: filled({ start: row.arrivedAt ?? row.day, end: row.closedAt }),
    reasonCode: row.reason ? [{ text: row.reason }] : [],
    location: row.placeName ? [{ location: { display: row.placeName } }] : [],
    serviceProvider: referTo("Organization", row.clinicId),
  });

const consultations = source({
  prefix: "consultation-",
  select: selectConsultations,
  id: "consultations.id",
  patient: "consultations.patientId",
  newest: { column: "consultations.createdAt", type: "timestamptz", isIndexed: true },
  // Filtered here: a clinic may have more of the other kinds, and a query would read on past all of them.
  asResources: (row) => (isConsultation(row) ? [consultationAsEncounter(row)] : []),
});

const visits = source({
  prefix: "visit-",
  select: selectVisits,
  id: "visits.id",
  patient: "visits.patientId",
  newest: { column: "visits.day", type: "date", isIndexed: true },
  asResources: (row) => [visitAsEncounter(row)],
});

export const encounters: SearchedType = {
  type: "Encounter",
  sources: [consultations, visits],
  isOfPatients: true,
  time: "date",
  parameters: [
    date<Encounter>("date", ({ period }) => period?.start, "When it began."),
    impliedToken<Encounter>(
      "status",
      "encounterStatus",
      ({ status }) => status,
      "planned, arrived, in-progress, finished or cancelled.",
    ),
    token<Encounter>("class", (encounter) => (encounter.class ? [encounter.class] : []), "AMB."),
  ],
};
