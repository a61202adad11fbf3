import type { Encounter } from "@medplum/fhirtypes";
import { sql } from "kysely";
import { isConsultation } from "#features/consultations/rules.ts";
import { consultationAsEncounter, visitAsEncounter } from "../resources/encounter.ts";
import { isImported, laterChange } from "./later-changes.ts";
import { date, impliedToken, token } from "./parameters.ts";
import type { SearchedType } from "./searched-type.ts";
import { source } from "./source.ts";

const consultations = source({
  prefix: "consultation-",
  select: (clinic) =>
    clinic.db
      .selectFrom("consultations")
      .select([
        "consultations.id",
        "consultations.clinicId",
        "consultations.patientId",
        "consultations.secretaryId",
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
      .where("consultations.confidentialToId", "is", null),
  id: "consultations.id",
  patient: "consultations.patientId",
  newest: { column: "consultations.createdAt", type: "timestamptz", isIndexed: true },
  // Filtered here: a clinic may have more of the other kinds, and a query would read on past all of them.
  asResources: (row) => (isConsultation(row) ? [consultationAsEncounter(row)] : []),
});

const visits = source({
  prefix: "visit-",
  select: (clinic) =>
    clinic.db
      .selectFrom("visits")
      .select([
        "visits.id",
        "visits.clinicId",
        "visits.patientId",
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
      .where("visits.clinicId", "=", clinic.id),
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
