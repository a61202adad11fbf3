import type { Observation } from "@medplum/fhirtypes";
import { sql } from "kysely";
import { fieldsWhere, patientField } from "#features/patients/patient-fields.ts";
import { judgedNow } from "#features/results/server/judged-now.ts";
import type { VitalSigns } from "#shared/clinical/vital-signs.ts";
import { fieldAsObservations } from "../resources/patient-observation.ts";
import { resultAsObservations } from "../resources/result-observations.ts";
import { vitalsAsObservations } from "../resources/vital-observations.ts";
import { isImported, laterChange } from "./later-changes.ts";
import { codings, date, impliedToken, token } from "./parameters.ts";
import { selectResults } from "./reports.ts";
import type { SearchedType } from "./searched-type.ts";
import { source } from "./source.ts";

const vitals = source({
  prefix: "vital-",
  isInParts: true,
  select: (clinic, { patientId }) => {
    const rows = clinic.db
      .selectFrom("consultations")
      .select([
        "consultations.id",
        "consultations.patientId",
        "consultations.secretaryId",
        "consultations.consultationType",
        "consultations.isIntake",
        sql<Partial<VitalSigns> | null>`consultations.vital_signs`.as("vitalSigns"),
        "consultations.createdAt",
        "consultations.vitalsInErrorAt",
        "consultations.vitalsFromId",
        isImported(clinic, "consultations.id"),
        laterChange(clinic, {
          patient: "consultations.patientId",
          entry: { table: "consultations", id: "consultations.id" },
        }),
      ])
      .where("consultations.clinicId", "=", clinic.id)
      .where("consultations.confidentialToId", "is", null);
    // Most rows of one patient have some. With the condition the planner expects so few rows that it reads and sorts
    // all.
    return patientId === undefined ? rows.where("consultations.vitalSigns", "is not", null) : rows;
  },
  id: "consultations.id",
  patient: "consultations.patientId",
  newest: { column: "consultations.createdAt", type: "timestamptz" },
  asResources: vitalsAsObservations,
});

const results = source({
  prefix: "result-",
  isInParts: true,
  select: selectResults,
  id: "results.id",
  patient: "results.patientId",
  newest: { column: "results.collectedAt", type: "timestamptz" },
  asResources: (row) => resultAsObservations(judgedNow(row)),
});

/**
 * Fields of the patient's record, such as the gestation at birth. By id, not by day: a patient has one of each at most. Each
 * has an index of the patients who have one.
 */
const ofRecord = fieldsWhere(({ fhir }) => typeof fhir === "object").map((name) => {
  const { fhir } = patientField(name);
  const value = sql<string | number | null>`${sql.ref(`patients.${name}`)}`;
  return source({
    prefix: typeof fhir === "object" ? fhir.id[0] : "",
    isInParts: true,
    select: (clinic) =>
      clinic.db
        .selectFrom("patients")
        .select([
          "patients.id",
          "patients.birthday",
          value.as("value"),
          "patients.updatedAt",
          laterChange(clinic, { patient: "patients.id" }),
        ])
        .where("patients.clinicId", "=", clinic.id)
        .where(value, "is not", null),
    id: "patients.id",
    patient: "patients.id",
    asResources: (row) => fieldAsObservations(name, row),
  });
});

export const observations: SearchedType = {
  type: "Observation",
  sources: [vitals, results, ...ofRecord],
  isOfPatients: true,
  time: "date",
  parameters: [
    token<Observation>(
      "category",
      ({ category }) => codings(...(category ?? [])),
      "vital-signs, laboratory or social-history. The gestation at birth has none.",
    ),
    token<Observation>(
      "code",
      ({ code, component }) => codings(code, ...(component ?? []).map((part) => part.code)),
      "LOINC, or Klinika's code of a laboratory test. Systolic and diastolic pressure find the blood pressure they are parts of.",
    ),
    date<Observation>(
      "date",
      ({ effectiveDateTime }) => effectiveDateTime,
      "When it was measured or collected; of the gestation at birth, the birthday.",
    ),
    impliedToken<Observation>(
      "status",
      "observationStatus",
      ({ status }) => status,
      "final, corrected or entered-in-error.",
    ),
  ],
};
