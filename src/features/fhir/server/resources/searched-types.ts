import type { FhirResourceType } from "#shared/fhir-resource-types.ts";
import type { SearchedType } from "../search/searched-type.ts";
import { allergies } from "./allergy-intolerance.ts";
import { appointments } from "./appointment.ts";
import { conditions } from "./condition.ts";
import { documentReferences } from "./document-reference.ts";
import { encounters } from "./encounter.ts";
import { immunizations } from "./immunization.ts";
import { medicationRequests } from "./medication-request.ts";
import { observations } from "./observation.ts";
import { organizations } from "./organization.ts";
import { patients } from "./patient-search.ts";
import { practitioners } from "./practitioner.ts";
import { practitionerRoles } from "./practitioner-role.ts";
import { reports } from "./result.ts";

export const searchedTypes: Record<FhirResourceType, SearchedType> = {
  Patient: patients,
  Practitioner: practitioners,
  PractitionerRole: practitionerRoles,
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
