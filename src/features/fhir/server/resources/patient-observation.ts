import type { Observation } from "@medplum/fhirtypes";
import { type PatientFieldName, patientField } from "#features/patients/patient-fields.ts";
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
export function fieldAsObservations(name: PatientFieldName, row: Row): Observation[] {
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
