import * as z from "zod/mini";
import { endpoint, IdText } from "#shared/endpoint.ts";
import { type FhirResourceType, fhirResourceTypes } from "#shared/fhir-resource-types.ts";

export const FHIR_PATH = "/fhir/R4";
/** The limit of a page. */
export const FHIR_PAGE = { usual: 50, most: 200 } as const;

/**
 * One resource or a Bundle of them. Its content is decided where it is made from its row, and a test validates it
 * against HL7's definitions.
 */
const FhirResource = z.looseObject({ resourceType: z.string() });
const ById = z.object({ id: z.string().check(z.regex(/^[A-Za-z0-9\-.]{1,64}$/)) });
/** A parameter may be repeated. The parameters depend on the type. */
const AnyQuery = z.record(
  z.string().check(z.maxLength(100)),
  z.union([z.string().check(z.maxLength(2000)), z.array(z.string().check(z.maxLength(2000)))], {
    error: "Send text of at most 2,000 characters here.",
  }),
);

const read = <Type extends FhirResourceType>(type: Type) =>
  endpoint({
    method: "GET",
    path: `${FHIR_PATH}/${type}/:id`,
    access: { key: type },
    audit: "fhir.read",
    reads: [],
    params: ById,
    query: AnyQuery,
    response: FhirResource,
  });

const search = <Type extends FhirResourceType>(type: Type) =>
  endpoint({
    method: "GET",
    path: `${FHIR_PATH}/${type}`,
    access: { key: type },
    audit: "fhir.read",
    reads: [],
    query: AnyQuery,
    response: FhirResource,
  });

export const readFhirPatient = read("Patient");
export const readFhirPractitioner = read("Practitioner");
export const readFhirPractitionerRole = read("PractitionerRole");
export const readFhirOrganization = read("Organization");
export const readFhirEncounter = read("Encounter");
export const readFhirCondition = read("Condition");
export const readFhirAllergyIntolerance = read("AllergyIntolerance");
export const readFhirObservation = read("Observation");
export const readFhirMedicationRequest = read("MedicationRequest");
export const readFhirDiagnosticReport = read("DiagnosticReport");
export const readFhirDocumentReference = read("DocumentReference");
export const readFhirImmunization = read("Immunization");
export const readFhirAppointment = read("Appointment");

export const searchFhirPatients = search("Patient");
export const searchFhirPractitioners = search("Practitioner");
export const searchFhirPractitionerRoles = search("PractitionerRole");
export const searchFhirOrganizations = search("Organization");
export const searchFhirEncounters = search("Encounter");
export const searchFhirConditions = search("Condition");
export const searchFhirAllergyIntolerances = search("AllergyIntolerance");
export const searchFhirObservations = search("Observation");
export const searchFhirMedicationRequests = search("MedicationRequest");
export const searchFhirDiagnosticReports = search("DiagnosticReport");
export const searchFhirDocumentReferences = search("DocumentReference");
export const searchFhirImmunizations = search("Immunization");
export const searchFhirAppointments = search("Appointment");

/** The read and the search of each type. */
export const fhirCalls = {
  Patient: { read: readFhirPatient, search: searchFhirPatients },
  Practitioner: { read: readFhirPractitioner, search: searchFhirPractitioners },
  PractitionerRole: { read: readFhirPractitionerRole, search: searchFhirPractitionerRoles },
  Organization: { read: readFhirOrganization, search: searchFhirOrganizations },
  Encounter: { read: readFhirEncounter, search: searchFhirEncounters },
  Condition: { read: readFhirCondition, search: searchFhirConditions },
  AllergyIntolerance: { read: readFhirAllergyIntolerance, search: searchFhirAllergyIntolerances },
  Observation: { read: readFhirObservation, search: searchFhirObservations },
  MedicationRequest: { read: readFhirMedicationRequest, search: searchFhirMedicationRequests },
  DiagnosticReport: { read: readFhirDiagnosticReport, search: searchFhirDiagnosticReports },
  DocumentReference: { read: readFhirDocumentReference, search: searchFhirDocumentReferences },
  Immunization: { read: readFhirImmunization, search: searchFhirImmunizations },
  Appointment: { read: readFhirAppointment, search: searchFhirAppointments },
} as const satisfies Record<FhirResourceType, object>;

/** A search whose parameters are in the body, as in a form: they are in no log of an address. */
export const searchFhirByPost = endpoint({
  method: "POST",
  path: `${FHIR_PATH}/:fhirType/_search`,
  access: { key: "any" },
  audit: "fhir.read",
  changes: [],
  record: null,
  params: z.object({ fhirType: z.enum(fhirResourceTypes) }),
  query: AnyQuery,
  body: z.optional(AnyQuery),
  response: FhirResource,
});

/** The capability statement, for programs that were not written for Klinika. */
export const fhirMetadata = endpoint({
  method: "GET",
  path: `${FHIR_PATH}/metadata`,
  access: "public",
  audit: null,
  reads: [],
  response: FhirResource,
});

/** A patient's whole record, of the types that the key may read. */
export const fhirEverything = endpoint({
  method: "GET",
  path: `${FHIR_PATH}/Patient/:id/$everything`,
  access: { key: "Patient" },
  audit: "fhir.read",
  reads: [],
  params: ById,
  query: AnyQuery,
  response: FhirResource,
});

/** The bytes of a file that a DocumentReference names. */
export const readFhirBinary = endpoint({
  method: "GET",
  path: `${FHIR_PATH}/Binary/:id`,
  access: { key: "DocumentReference" },
  audit: "file.open",
  params: ById,
  response: "file",
});

/**
 * Starts an export of the clinic's records, of the types that the key may read or that `_type` names, and with
 * `_since` of what changed: 202 with the address of its status.
 */
export const beginFhirExport = endpoint({
  method: "GET",
  path: `${FHIR_PATH}/$export`,
  access: { key: "any" },
  audit: "fhir.export",
  reads: [],
  query: AnyQuery,
  response: FhirResource,
});
/** 202 while it is written, then 200 with the addresses of its files. */
export const fhirExportState = endpoint({
  method: "GET",
  path: `${FHIR_PATH}/$export/:id`,
  access: { key: "any" },
  audit: null,
  reads: [],
  response: z.looseObject({}),
});
/** Its files can no longer be downloaded. */
export const cancelFhirExport = endpoint({
  method: "DELETE",
  path: `${FHIR_PATH}/$export/:id`,
  access: { key: "any" },
  audit: null,
  changes: [],
  record: null,
  response: FhirResource,
});
/** NDJSON: a resource a line. */
export const fhirExportFile = endpoint({
  method: "GET",
  path: `${FHIR_PATH}/$export/:id/:fhirType`,
  access: { key: "any" },
  audit: "fhir.export",
  params: z.object({ id: IdText, fhirType: z.enum([...fhirResourceTypes, "Bundle"]) }),
  response: "file",
});
