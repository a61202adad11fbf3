import type { Coding, Reference } from "@medplum/fhirtypes";
import type { FhirResourceType } from "#shared/fhir-resource-types.ts";

/** The part that searches and responses use. */
export type Resource = {
  resourceType: FhirResourceType;
  id?: string | undefined;
  meta?: { versionId?: string | undefined; lastUpdated?: string | undefined } | undefined;
};

type Draft<T> = { [Key in keyof T]: T[Key] | null | undefined };

/** FHIR has no nulls and no empty lists: unknown values are omitted. */
export function filled<T extends object>(draft: Draft<T>): T {
  const kept = Object.entries(draft).filter(
    ([, value]) => value != null && value !== "" && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(kept) as T;
}

/** From a row's version, or else from the time of its last change. */
export const metaOf = (updatedAt: string, version?: number) => ({
  versionId: String(version ?? Date.parse(updatedAt)),
  lastUpdated: updatedAt,
});

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
  observationCategory: `${hl7}observation-category`,
  interpretation: `${hl7}v3-ObservationInterpretation`,
  diagnosticService: `${hl7}v2-0074`,
  actCode: `${hl7}v3-ActCode`,
  organizationType: `${hl7}organization-type`,
  contactRelationship: `${hl7}v2-0131`,
  absentReason: `${hl7}data-absent-reason`,
  /** Klinika's own code systems: tests and panels of laboratories, lists of files. */
  test: "urn:klinika:laboratory-test",
  panel: "urn:klinika:laboratory-panel",
  fileCategory: "urn:klinika:file-category",
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
