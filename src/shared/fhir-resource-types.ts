/** The FHIR R4 resource types that Klinika serves, each of which an API key may be allowed to read. */
export const fhirResourceTypes = [
  "Patient",
  "Practitioner",
  "PractitionerRole",
  "Organization",
  "Encounter",
  "Condition",
  "AllergyIntolerance",
  "Observation",
  "MedicationRequest",
  "DiagnosticReport",
  "DocumentReference",
  "Immunization",
  "Appointment",
] as const;

export type FhirResourceType = (typeof fhirResourceTypes)[number];
