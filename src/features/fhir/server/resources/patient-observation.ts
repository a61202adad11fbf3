import type { Observation } from "@medplum/fhirtypes";
import { sql } from "kysely";
import { fieldsWhere, type PatientFieldName, patientField } from "#features/patients/patient-fields.ts";
import { laterChange } from "../search/later-changes.ts";
import { source } from "../search/source.ts";
import { quantity } from "./quantity.ts";
import { coded, codeSystems, filled, metaOf, referTo } from "./resource.ts";

type Row = {
  id: number;
  birthday: string | null;
  value: string | number | null;
  updatedAt: string;
  laterAt: string | null;
};

/** The observations of a field of the record: one, or none where nothing is known. */
function fieldAsObservations(name: PatientFieldName, row: Row): Observation[] {
  const { fhir, label, type } = patientField(name);
  if (row.value === null || fhir === undefined || fhir === "patient") return [];
  const { id, loinc, display, category } = fhir;
  return [
    filled<Observation>({
      resourceType: "Observation",
      id: `${id[0]}${row.id}${id[1] ?? ""}`,
      meta: metaOf(row.updatedAt, row.laterAt),
      status: "final",
      category: category ? [coded(codeSystems.observationCategory, category, "Social History")] : [],
      code: { ...coded(codeSystems.loinc, loinc, display), text: label },
      subject: referTo("Patient", row.id),
      // Days are an age: the gestation, in days as it is stored, since weeks would need a fraction.
      ...(type === "days"
        ? { effectiveDateTime: row.birthday, valueQuantity: quantity(Number(row.value), "d") }
        : { valueCodeableConcept: { text: String(row.value) } }),
    }),
  ];
}

/**
 * Fields of the patient's record, such as the gestation at birth. By id, not by day: a patient has one of each at most. Each
 * has an index of the patients who have one.
 */
export const fieldSources = fieldsWhere(({ fhir }) => typeof fhir === "object").map((name) => {
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
