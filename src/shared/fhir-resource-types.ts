/** What an API key may be allowed to read: the resource types of FHIR R4 that Klinika answers. */
export const fhirResourceTypes = [
  "Patient",
  "Practitioner",
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
