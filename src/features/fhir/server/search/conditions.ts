import type { Condition } from "@medplum/fhirtypes";
import { sql } from "kysely";
import {
  diagnosisAsCondition,
  problemAsCondition,
  writtenDiagnosisAsCondition,
} from "../resources/condition.ts";
import { isImported, laterChange } from "./later-changes.ts";
import { codings, date, token } from "./parameters.ts";
import type { SearchedType } from "./searched-type.ts";
import { source } from "./source.ts";

const problems = source({
  prefix: "problem-",
  select: (clinic) =>
    clinic.db
      .selectFrom("problems")
      .select([
        "problems.id",
        "problems.patientId",
        "problems.words",
        "problems.code",
        "problems.since",
        "problems.state",
        "problems.recordedById",
        "problems.recordedAt",
        "problems.updatedAt",
        laterChange(clinic, {
          patient: "problems.patientId",
          entry: { table: "problems", id: "problems.id" },
        }),
      ])
      .where("problems.clinicId", "=", clinic.id)
      .where("problems.confidentialToId", "is", null),
  id: "problems.id",
  patient: "problems.patientId",
  asResources: (row) => [problemAsCondition(row)],
});

const diagnoses = source({
  prefix: "diagnosis-",
  select: (clinic) =>
    clinic.db
      .selectFrom("consultationDiagnoses as d")
      .select([
        "d.id",
        "d.patientId",
        "d.consultationId",
        "d.words",
        "d.code",
        "d.day",
        "d.inErrorAt",
        sql<string>`(select c.created_at from consultations c
                     where c.clinic_id = d.clinic_id and c.id = d.consultation_id)`.as("createdAt"),
        laterChange(clinic, {
          patient: "d.patientId",
          entry: { table: "consultations", id: "d.consultationId" },
        }),
      ])
      .where("d.clinicId", "=", clinic.id)
      .where("d.confidentialToId", "is", null),
  id: "d.id",
  patient: "d.patientId",
  asResources: (row) => [diagnosisAsCondition(row)],
});

/** Consultations with entries are read but yield nothing, so that a page reads a limited number of rows. */
const writtenDiagnoses = source({
  prefix: "consultation-",
  select: (clinic) =>
    clinic.db
      .selectFrom("consultations as c")
      .select([
        "c.id",
        "c.patientId",
        "c.secretaryId",
        "c.createdAt",
        "c.inErrorAt",
        isImported(clinic, "c.id"),
        laterChange(clinic, { patient: "c.patientId", entry: { table: "consultations", id: "c.id" } }),
        // The limit makes the planner look up row by row instead of hashing the whole clinic.
        sql<string | null>`case when (
          select d.id from consultation_diagnoses d where d.clinic_id = c.clinic_id and d.consultation_id = c.id limit 1)
          is null then c.diagnosis end`.as("diagnosis"),
      ])
      .where("c.clinicId", "=", clinic.id)
      .where("c.isIntake", "=", false)
      .where("c.confidentialToId", "is", null),
  id: "c.id",
  patient: "c.patientId",
  newest: { column: "c.createdAt", type: "timestamptz" },
  asResources: ({ diagnosis, ...row }) =>
    diagnosis === null ? [] : [writtenDiagnosisAsCondition({ ...row, diagnosis })],
});

export const conditions: SearchedType = {
  type: "Condition",
  sources: [problems, diagnoses, writtenDiagnoses],
  isOfPatients: true,
  parameters: [
    token<Condition>(
      "category",
      ({ category }) => codings(...(category ?? [])),
      "problem-list-item or encounter-diagnosis.",
    ),
    token<Condition>(
      "clinical-status",
      ({ clinicalStatus }) => codings(clinicalStatus),
      "active or resolved, of problems. The diagnosis of a consultation has none.",
    ),
    token<Condition>("code", ({ code }) => codings(code), "ICD-10."),
    date<Condition>("recorded-date", ({ recordedDate }) => recordedDate, "When it was recorded."),
  ],
};
