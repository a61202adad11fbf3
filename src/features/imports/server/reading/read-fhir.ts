import { manilaDay } from "#shared/formats/dates.ts";
import { fhirHeaders, patientCells } from "./fhir-patient.ts";
import { asList, asObject, asText, conceptText, hasCode, type Json } from "./fhir-values.ts";
import { type BuiltList, ListBuilder } from "./list-builder.ts";
import { RefusedList } from "./refused-list.ts";

/** Whether the file is JSON instead of a list with headers. */
export const isFhir = (text: string): boolean => /^\s*\{/.test(text);

type Named = { resource: Json; fullUrl: string };

/**
 * The patients of a FHIR R4 bundle, or of resources one a line (NDJSON), with their allergies. A row's number is the
 * patient's position in the file.
 * @throws RefusedList
 */
export function readFhir(text: string, now = new Date()): BuiltList & { leftOut: string | null } {
  const { resources, hasMore } = resourcesOf(text);
  const allergies = allergiesByPatient(resources);
  const ofPatients = new Set<Json>();
  const today = manilaDay(now);
  const builder = new ListBuilder();
  const leftOut = new Map<string, number>();
  builder.add(0, fhirHeaders);
  let place = 0;
  for (const { resource, fullUrl } of resources) {
    const type = asText(resource.resourceType);
    if (type === "Patient") place += 1;
    if (type === "Patient" && !isReplaced(resource)) {
      const own = [fullUrl, `Patient/${asText(resource.id)}`].flatMap((key) => allergies.get(key) ?? []);
      for (const { allergy } of own) ofPatients.add(allergy);
      builder.add(place, patientCells(resource, [...new Set(own.map(({ to }) => to))], today));
    } else if (type !== "AllergyIntolerance") {
      const words = type === "Patient" ? "Patient that another one replaced" : type;
      leftOut.set(words, (leftOut.get(words) ?? 0) + 1);
    }
  }
  const lost = resources.filter(({ resource }) => isCurrentAllergy(resource) && !ofPatients.has(resource));
  if (lost.length > 0) leftOut.set("AllergyIntolerance of no patient in this file", lost.length);
  if (place === 0) throw new RefusedList("This file holds no Patient resource.");
  return {
    ...builder.finish(),
    leftOut: [hasMore ? ONE_PAGE : null, inWords(leftOut)].filter(Boolean).join(" ") || null,
  };
}

/** @throws RefusedList */
function resourcesOf(text: string): { resources: Named[]; hasMore: boolean } {
  const whole = parsed(text);
  const found = whole ? entriesOf(whole) : linesOf(text);
  if (found.some(({ resource }) => !/^[A-Z][A-Za-z]{1,63}$/.test(asText(resource.resourceType))))
    throw new RefusedList("This JSON file is no FHIR bundle: it holds something without a resourceType.");
  return { resources: found, hasMore: asList(whole?.link).some(({ relation }) => relation === "next") };
}

const ONE_PAGE = "This file is one page of a search. Import the files of the next pages as well.";

function entriesOf(whole: Json): Named[] {
  if (whole.resourceType !== "Bundle") return [{ resource: whole, fullUrl: "" }];
  return asList(whole.entry)
    .map(({ resource, fullUrl }) => ({ resource: asObject(resource), fullUrl: asText(fullUrl) }))
    .filter(({ resource }) => Object.keys(resource).length > 0);
}

function linesOf(text: string): Named[] {
  const lines = text.split(/\r\n|\n/);
  return lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    const resource = parsed(line);
    if (!resource)
      throw new RefusedList(
        lines.length === 1
          ? "This file begins like FHIR JSON and is none. Export it again."
          : `Line ${index + 1} is no FHIR resource in JSON. Export the file again.`,
      );
    return entriesOf(resource);
  });
}

function parsed(text: string): Json | null {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : null;
  } catch {
    return null;
  }
}

const isReplaced = (patient: Json) => asList(patient.link).some(({ type }) => type === "replaced-by");

const isCurrentAllergy = ({ resourceType, clinicalStatus, verificationStatus }: Json): boolean =>
  resourceType === "AllergyIntolerance" &&
  !hasCode(clinicalStatus, "inactive", "resolved") &&
  !hasCode(verificationStatus, "refuted", "entered-in-error");

/** The resource, without the version and, for `Patient/id`, without the server. */
const referenceOf = (value: unknown): string =>
  asText(asObject(value).reference)
    .replace(/\/_history\/[^/]*$/, "")
    .replace(/^.*\/(?=Patient\/)/, "");

type AllergyTo = { to: string; allergy: Json };

/** Allergies by the patient's reference: that of the entry, or `Patient/id`. */
function allergiesByPatient(resources: readonly Named[]): Map<string, AllergyTo[]> {
  const found = new Map<string, AllergyTo[]>();
  for (const { resource } of resources) {
    if (!isCurrentAllergy(resource)) continue;
    const to = conceptText(resource.code);
    const reference = referenceOf(resource.patient);
    if (!to || !reference) continue;
    const known = found.get(reference);
    if (known) known.push({ to, allergy: resource });
    else found.set(reference, [{ to, allergy: resource }]);
  }
  return found;
}

function inWords(leftOut: ReadonlyMap<string, number>): string | null {
  if (leftOut.size === 0) return null;
  const counts = [...leftOut].toSorted(([, one], [, other]) => other - one);
  const named = counts.slice(0, 5).map(([type, count]) => `${type} (${count})`);
  const more = counts.length > named.length ? ` and ${counts.length - named.length} other types` : "";
  return `Only patients and their allergies are imported. Left out: ${named.join(", ")}${more}.`;
}
