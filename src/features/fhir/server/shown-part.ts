import { invalidField } from "#shared/errors.ts";
import type { FhirResourceType } from "#shared/fhir-resource-types.ts";
import type { Resource } from "./resources/resource.ts";
import { type Query, repeated } from "./search/read-query.ts";

/** Parameters that choose what of a resource is returned. */
export const ofAnswer = ["_summary", "_elements", "_pretty", "_format"] as const;

/** `all`, or the elements beside those that a resource must have; `count` returns no resources. */
type ShownPart = "all" | "count" | "summary" | ReadonlySet<string>;

const summaries = {
  false: "all",
  data: "all",
  count: "count",
  true: "summary",
  text: new Set<string>(),
} as const;

/** @throws Failure */
export function shownPartOf(query: Query): ShownPart {
  const [summary] = repeated(query._summary ?? "false");
  if (!Object.hasOwn(summaries, summary ?? ""))
    throw invalidField("_summary", `Use ${Object.keys(summaries).join(", ")}.`);
  const elements = repeated(query._elements ?? []).flatMap((list) => list.split(","));
  const shown = summaries[summary as keyof typeof summaries];
  if (elements.length === 0 || shown === "count") return shown;
  // Of a search they may begin with the type.
  return new Set(elements.map((name) => name.trim().replace(/^[A-Z]\w*\./, "")));
}

/** R4's elements with a cardinality from 1, and those of the summary that Klinika fills; a test compares both. */
const elementsOf: Record<FhirResourceType, { required: string; summary: string }> = {
  Patient: {
    required: "",
    summary: "identifier active name telecom gender birthDate address managingOrganization link",
  },
  Practitioner: { required: "", summary: "identifier active name telecom" },
  PractitionerRole: { required: "", summary: "active practitioner organization code specialty" },
  Organization: { required: "", summary: "active type name" },
  Encounter: {
    required: "status class",
    summary: "type subject participant appointment reasonCode",
  },
  Condition: {
    required: "subject",
    summary: "clinicalStatus verificationStatus code encounter onsetDateTime recordedDate recorder",
  },
  AllergyIntolerance: { required: "patient", summary: "clinicalStatus verificationStatus code" },
  Observation: {
    required: "status code",
    summary: "subject encounter effectiveDateTime issued performer valueQuantity valueString component",
  },
  MedicationRequest: {
    required: "status intent medicationCodeableConcept subject",
    summary: "authoredOn requester groupIdentifier",
  },
  DiagnosticReport: {
    required: "status code",
    summary: "category subject effectiveDateTime issued performer",
  },
  DocumentReference: { required: "status content", summary: "docStatus type category subject date author" },
  Immunization: {
    required: "status vaccineCode patient occurrenceDateTime",
    summary: "primarySource",
  },
  Appointment: { required: "status participant", summary: "start end" },
};
const wordsOf = (text: string) => text.split(" ").filter(Boolean);

const subsetted = { system: "http://terminology.hl7.org/CodeSystem/v3-ObservationValue", code: "SUBSETTED" };

/** A part of a resource is tagged, so that nobody stores it as the whole. */
export function shownOf(resource: Resource, part: ShownPart): Resource {
  if (part === "all" || part === "count") return resource;
  const { required, summary } = elementsOf[resource.resourceType];
  const names = new Set(["resourceType", "id", "meta", ...wordsOf(required)]);
  for (const name of part === "summary" ? wordsOf(summary) : part) names.add(name);
  const shown = Object.fromEntries(
    Object.entries(resource).filter(([name]) => names.has(name) || names.has(choiceOf(name))),
  );
  return { ...shown, meta: { ...resource.meta, tag: [subsetted] } } as unknown as Resource;
}

/** `value` names valueQuantity and valueString, `onset` onsetDateTime. */
const choiceOf = (name: string) =>
  name.replace(/^(value|onset|effective|occurrence|medication)[A-Z]\w*$/, "$1");
