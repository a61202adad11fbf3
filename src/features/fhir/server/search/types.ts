import type { FhirResourceType } from "#shared/fhir-resource-types.ts";
import { allergies } from "./allergies.ts";
import { appointments } from "./appointments.ts";
import { conditions } from "./conditions.ts";
import { documentReferences } from "./document-references.ts";
import { encounters } from "./encounters.ts";
import { immunizations } from "./immunizations.ts";
import { medicationRequests } from "./medication-requests.ts";
import { organizations, practitioners } from "./members.ts";
import { observations } from "./observations.ts";
import { patients } from "./patients.ts";
import { reports } from "./reports.ts";
import type { SearchedType } from "./searched-type.ts";

export const searchedTypes: Record<FhirResourceType, SearchedType> = {
  Patient: patients,
  Practitioner: practitioners,
  Organization: organizations,
  Encounter: encounters,
  Condition: conditions,
  AllergyIntolerance: allergies,
  Observation: observations,
  MedicationRequest: medicationRequests,
  DiagnosticReport: reports,
  DocumentReference: documentReferences,
  Immunization: immunizations,
  Appointment: appointments,
};
