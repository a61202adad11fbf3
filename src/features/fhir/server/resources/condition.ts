import type { Condition } from "@medplum/fhirtypes";
import { sql } from "kysely";
import type { ClinicScope } from "#server/database/db.ts";
import { isImported, laterChange } from "../search/later-changes.ts";
import { codings, date, token } from "../search/parameters.ts";
import type { SearchedType } from "../search/searched-type.ts";
import { type RowOf, source } from "../search/source.ts";
import { certaintyOf } from "./certainty.ts";
import { consultationId } from "./encounter.ts";
import { coded, codeSystems, dayOrInstant, filled, metaOf, referTo } from "./resource.ts";

const selectProblems = (clinic: ClinicScope) =>
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
    .where("problems.confidentialToId", "is", null);

type ProblemRow = RowOf<typeof selectProblems>;

const selectDiagnoses = (clinic: ClinicScope) =>
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
    .where("d.confidentialToId", "is", null);

type DiagnosisRow = RowOf<typeof selectDiagnoses>;

const selectWrittenDiagnoses = (clinic: ClinicScope) =>
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
    .where("c.confidentialToId", "is", null);

type WrittenDiagnosisRow = RowOf<typeof selectWrittenDiagnoses> & { diagnosis: string };

const codeOf = (words: string, code: string | null) =>
  filled({ coding: code ? [{ system: codeSystems.icd10, code }] : [], text: words });

/** Nobody records that a diagnosis was confirmed, so it is never called so. */
function verificationOf(words: string, isMistake: boolean) {
  const code = isMistake ? "entered-in-error" : certaintyOf(words);
  return code && coded(codeSystems.conditionVerification, code);
}

/** An entry recorded by mistake has no clinical status (con-5). */
const problemAsCondition = (row: ProblemRow): Condition => {
  const isMistake = row.state === "entered_in_error";
  return filled<Condition>({
    resourceType: "Condition",
    id: `problem-${row.id}`,
    meta: metaOf(row.updatedAt, row.laterAt),
    clinicalStatus: isMistake
      ? null
      : coded(codeSystems.conditionClinical, row.state === "resolved" ? "resolved" : "active"),
    verificationStatus: verificationOf(row.words, isMistake),
    category: [coded(codeSystems.conditionCategory, "problem-list-item", "Problem List Item")],
    code: codeOf(row.words, row.code),
    subject: referTo("Patient", row.patientId),
    onsetDateTime: row.since,
    recordedDate: row.recordedAt,
    recorder: referTo("Practitioner", row.recordedById),
  });
};

const diagnosisAsCondition = (row: DiagnosisRow): Condition =>
  filled<Condition>({
    resourceType: "Condition",
    id: `diagnosis-${row.id}`,
    meta: metaOf(row.createdAt, row.inErrorAt, row.laterAt),
    verificationStatus: verificationOf(row.words, row.inErrorAt !== null),
    category: [coded(codeSystems.conditionCategory, "encounter-diagnosis", "Encounter Diagnosis")],
    code: codeOf(row.words, row.code),
    subject: referTo("Patient", row.patientId),
    encounter: referTo("Encounter", consultationId(row.consultationId)),
    recordedDate: row.day,
  });

/** A diagnosis in words alone: typed without a code, or imported. */
const writtenDiagnosisAsCondition = (row: WrittenDiagnosisRow): Condition =>
  filled<Condition>({
    resourceType: "Condition",
    id: consultationId(row.id),
    meta: metaOf(row.createdAt, row.inErrorAt, row.laterAt),
    verificationStatus: verificationOf(row.diagnosis, row.inErrorAt !== null),
    category: [coded(codeSystems.conditionCategory, "encounter-diagnosis", "Encounter Diagnosis")],
    code: codeOf(row.diagnosis, null),
    subject: referTo("Patient", row.patientId),
    encounter: referTo("Encounter", consultationId(row.id)),
    recordedDate: dayOrInstant(row.createdAt, row.isImported),
    recorder: row.secretaryId ? referTo("Practitioner", row.secretaryId) : null,
  });

const problems = source({
  prefix: "problem-",
  select: selectProblems,
  id: "problems.id",
  patient: "problems.patientId",
  asResources: (row) => [problemAsCondition(row)],
});

const diagnoses = source({
  prefix: "diagnosis-",
  select: selectDiagnoses,
  id: "d.id",
  patient: "d.patientId",
  asResources: (row) => [diagnosisAsCondition(row)],
});

/** Consultations with entries are read but yield nothing, so that a page reads a limited number of rows. */
const writtenDiagnoses = source({
  prefix: "consultation-",
  select: selectWrittenDiagnoses,
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
