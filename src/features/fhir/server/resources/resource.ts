import { hash } from "node:crypto";
import type { Address, Coding, ContactPoint, Reference } from "@medplum/fhirtypes";
import type { FhirResourceType } from "#shared/fhir-resource-types.ts";
import { manilaDay } from "#shared/formats/dates.ts";

/** The part that searches and responses use. */
export type Resource = {
  resourceType: FhirResourceType;
  id?: string | undefined;
  meta?: { versionId?: string | undefined; lastUpdated?: string | undefined } | undefined;
};

type Draft<T> = { [Key in keyof T]: T[Key] | null | undefined };

/** FHIR has no nulls and no empty lists: unknown values are omitted. */
export function filled<T extends object>(draft: Draft<T>): T {
  const known = Object.entries(draft).filter(
    ([, value]) => value != null && value !== "" && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(known) as T;
}

/** When it was changed last: the latest of the times of whatever it is made from. */
export function metaOf(created: string, ...changes: readonly (string | null | undefined)[]) {
  let lastUpdated = created;
  for (const at of changes) if (at && Date.parse(at) > Date.parse(lastUpdated)) lastUpdated = at;
  return { lastUpdated };
}

/** With its version, which follows from its content: some of it changes without a change of its row. */
export function withVersion<R extends Resource>(resource: R): R {
  const versionId = hash("sha1", JSON.stringify(resource), "hex").slice(0, 16);
  return { ...resource, meta: { versionId, ...resource.meta } };
}

/** The day alone of a time that was recorded without a clock, else the instant. */
export const dayOrInstant = (at: string, isDayAlone: boolean): string =>
  isDayAlone ? manilaDay(new Date(at)) : at;

/** The target's own type. */
type AnyReference = Reference<never>;

/** Relative, so that it is the same in a search, an export and an archive. */
export function referTo(type: FhirResourceType, id: number | string, display?: string): AnyReference;
export function referTo(
  type: FhirResourceType,
  id: number | string | null,
  display?: string,
): AnyReference | undefined;
export function referTo(type: FhirResourceType, id: number | string | null, display?: string) {
  return id === null ? undefined : filled<AnyReference>({ reference: `${type}/${id}`, type, display });
}

const hl7 = "http://terminology.hl7.org/CodeSystem/";

export const codeSystems = {
  loinc: "http://loinc.org",
  ucum: "http://unitsofmeasure.org",
  snomed: "http://snomed.info/sct",
  icd10: "http://hl7.org/fhir/sid/icd-10",
  identifierType: `${hl7}v2-0203`,
  conditionClinical: `${hl7}condition-clinical`,
  conditionVerification: `${hl7}condition-ver-status`,
  conditionCategory: `${hl7}condition-category`,
  allergyClinical: `${hl7}allergyintolerance-clinical`,
  allergyVerification: `${hl7}allergyintolerance-verification`,
  dataAbsentReason: `${hl7}data-absent-reason`,
  observationCategory: `${hl7}observation-category`,
  interpretation: `${hl7}v3-ObservationInterpretation`,
  diagnosticService: `${hl7}v2-0074`,
  actCode: `${hl7}v3-ActCode`,
  organizationType: `${hl7}organization-type`,
  practitionerRole: `${hl7}practitioner-role`,
  contactRelationship: `${hl7}v2-0131`,
  absentReason: `${hl7}data-absent-reason`,
  /** Klinika's own code systems: tests and panels of laboratories, lists of files. */
  test: "urn:klinika:laboratory-test",
  panel: "urn:klinika:laboratory-panel",
  fileCategory: "urn:klinika:file-category",
} as const;

/** Of elements of the type `code` and of booleans, which name no system themselves: R4 binds each to one. */
export const impliedSystems = {
  gender: "http://hl7.org/fhir/administrative-gender",
  boolean: "http://terminology.hl7.org/CodeSystem/special-values",
  appointmentStatus: "http://hl7.org/fhir/appointmentstatus",
  documentStatus: "http://hl7.org/fhir/document-reference-status",
  encounterStatus: "http://hl7.org/fhir/encounter-status",
  immunizationStatus: "http://hl7.org/fhir/event-status",
  observationStatus: "http://hl7.org/fhir/observation-status",
  reportStatus: "http://hl7.org/fhir/diagnostic-report-status",
  requestIntent: "http://hl7.org/fhir/CodeSystem/medicationrequest-intent",
  requestStatus: "http://hl7.org/fhir/CodeSystem/medicationrequest-status",
} as const;

/**
 * The first one is from the draft of PH Core, which has none for the others: the clinic's own number of a patient,
 * and doctors' licenses.
 */
export const identifierSystems = {
  philHealth: "http://philhealth.gov.ph/fhir/Identifier/philhealth-id",
  patientNumber: "urn:klinika:patient-number",
  uri: "urn:ietf:rfc:3986",
  prcLicense: "urn:klinika:prc-license",
} as const;

export const coded = (system: string, code: string, display?: string) => ({
  coding: [filled<Coding>({ system, code, display })],
});

export const reachedBy = (system: "phone" | "email", value: string | null): ContactPoint[] =>
  value ? [{ system, value }] : [];

export const addressOf = (text: string | null): Address[] => (text ? [{ text, country: "PH" }] : []);
