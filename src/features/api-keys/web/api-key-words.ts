import { type FhirResourceType, fhirResourceTypes } from "#shared/fhir-resource-types.ts";
import { formatDay, manilaDay } from "#shared/formats/dates.ts";
import type { ApiKey } from "../contract.ts";

/** The resource types as a clinic calls them. */
export const typeWords: Record<FhirResourceType, string> = {
  Patient: "Patients",
  Practitioner: "Doctors",
  PractitionerRole: "Doctors' specialties",
  Organization: "The clinic",
  Encounter: "Visits and stays",
  Condition: "Diagnoses and problems",
  AllergyIntolerance: "Allergies",
  Observation: "Vital signs and results",
  MedicationRequest: "Prescriptions",
  DiagnosticReport: "Result reports",
  DocumentReference: "Files and papers",
  Immunization: "Vaccines",
  Appointment: "Appointments",
};

export const scopesInWords = (scopes: readonly FhirResourceType[]): string =>
  scopes.length === fhirResourceTypes.length
    ? "Everything"
    : scopes.map((type) => typeWords[type]).join(", ");

export function stateInWords({ state, expiresAt, revokedAt }: ApiKey, today: string): string {
  if (state === "revoked") return `Revoked ${formatDay(manilaDay(new Date(revokedAt ?? "")))}`;
  if (state === "expired") return `Expired ${formatDay(expiresAt)}`;
  if (state === "orphaned") return "Owner no longer active";
  return expiresAt === today ? "Expires today" : `Expires ${formatDay(expiresAt)}`;
}
