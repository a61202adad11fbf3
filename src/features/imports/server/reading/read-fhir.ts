import { manilaDay } from "#shared/formats/dates.ts";
import { type AllergyEntry, isOfPatient, readAllergy } from "./fhir-allergy.ts";
import { type Beside, fhirHeaders, observedCodes, patientCells } from "./fhir-patient.ts";
import { asList, asObject, asText, conceptText, hasCode, type Json } from "./fhir-values.ts";
import { type BuiltList, ListBuilder } from "./list-builder.ts";
import { RefusedList } from "./refused-list.ts";

/** Whether the file is JSON instead of a list with headers. */
export const isFhir = (text: string): boolean => /^\s*\{/.test(text);

type Named = { resource: Json; fullUrl: string };

/**
 * The patients of a FHIR R4 bundle, or of resources one a line (NDJSON), with their allergies and what else is a field of
 * theirs. A row's number is the patient's position in the file.
 * @throws RefusedList
 */
export function readFhir(text: string, now = new Date()): BuiltList & { leftOut: string | null } {
  const { resources, hasMore } = resourcesOf(text);
  const statements = statementsByPatient(resources);
  followReplaced(resources, statements);
  // A number of several, such as the PhilHealth member's, names none of them.
  const holders = Map.groupBy(
    resources.flatMap(({ resource }) => (resource.resourceType === "Patient" ? numbersOf(resource) : [])),
    (number) => number,
  );
  const read = new Set<Json>();
  const today = manilaDay(now);
  const builder = new ListBuilder();
  const leftOut = new Map<string, number>();
  const leave = (words: string, count = 1) => leftOut.set(words, (leftOut.get(words) ?? 0) + count);
  builder.add(0, fhirHeaders);
  let place = 0;
  for (const { resource, fullUrl } of resources) {
    if (asText(resource.resourceType) !== "Patient") continue;
    place += 1;
    read.add(resource);
    if (isReplaced(resource)) {
      leave("Patient that another one replaced");
      continue;
    }
    const own = [
      ...new Set([fullUrl, `Patient/${asText(resource.id)}`]),
      ...numbersOf(resource).filter((number) => holders.get(number)?.length === 1),
    ].flatMap((key) => statements.get(key) ?? []);
    for (const { resource: one } of own) read.add(one);
    builder.add(place, patientCells(resource, besideOf(own), today));
    const photos = asList(resource.photo).length;
    if (photos > 0) leave("Photo", photos);
  }
  if (place === 0) throw new RefusedList("This file has no patients: no Patient resource.");
  for (const { resource } of resources) {
    const type = asText(resource.resourceType);
    if (read.has(resource) || (type === "AllergyIntolerance" && !isOfPatient(resource))) continue;
    leave(type === "AllergyIntolerance" ? whyLost(resource) : type);
  }
  return {
    ...builder.finish(),
    leftOut: [hasMore ? ONE_PAGE : null, inWords(leftOut)].filter(Boolean).join(" ") || null,
  };
}

const whyLost = (allergy: Json) =>
  readAllergy(allergy)
    ? "AllergyIntolerance of no patient in this file"
    : "AllergyIntolerance without a substance";

/** @throws RefusedList */
function resourcesOf(text: string): { resources: Named[]; hasMore: boolean } {
  const whole = parsed(text);
  const found = whole ? entriesOf(whole) : linesOf(text);
  if (found.some(({ resource }) => !/^[A-Z][A-Za-z]{1,63}$/.test(asText(resource.resourceType))))
    throw new RefusedList("This JSON file is not a FHIR bundle: something in it has no resourceType.");
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
          ? "This looks like FHIR JSON, but is not. Export it again."
          : `Line ${index + 1} is not a FHIR resource in JSON. Export the file again.`,
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

const replacing = (patient: Json) => asList(patient.link).find(({ type }) => type === "replaced-by");
const isReplaced = (patient: Json) => replacing(patient) !== undefined;

/** What is said of a patient whom another one replaced is said of that one. */
function followReplaced(resources: readonly Named[], statements: Map<string, Statement[]>): void {
  for (const { resource, fullUrl } of resources) {
    const link = resource.resourceType === "Patient" ? replacing(resource) : undefined;
    const survivor = referenceOf(link?.other);
    if (!survivor) continue;
    const own = [fullUrl, `Patient/${asText(resource.id)}`].flatMap((key) => statements.get(key) ?? []);
    if (own.length > 0) statements.set(survivor, [...(statements.get(survivor) ?? []), ...own]);
  }
}

const keyOfNumber = (system: string, value: string) => `${system}|${value}`;

/** Each of the patient's numbers with its system, once. An empty one is nobody's. */
const numbersOf = (patient: Json): string[] => [
  ...new Set(
    asList(patient.identifier)
      .filter(({ value }) => asText(value) !== "")
      .map(({ system, value }) => keyOfNumber(asText(system), asText(value))),
  ),
];

/**
 * The resource, without the version and, for `Patient/id`, without the server; or the patient's number, where the
 * reference has it: `Patient?identifier=system|value`, or as its `identifier`.
 */
function referenceOf(value: unknown): string {
  const { reference, identifier } = asObject(value);
  const [, number] = /Patient\?(?:.*&)?identifier=([^&]*)/.exec(asText(reference)) ?? [];
  if (number !== undefined) return number.includes("%") ? decoded(number) : number;
  const { system, value: of } = asObject(identifier);
  if (asText(reference) === "" && asText(of) !== "") return keyOfNumber(asText(system), asText(of));
  return asText(reference)
    .replace(/\/_history\/[^/]*$/, "")
    .replace(/^.*\/(?=Patient\/)/, "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type Statement = {
  resource: Json;
  allergy: AllergyEntry | null;
  observed: [code: string, value: string] | null;
};

/** What the resources say of patients, by the patient's reference: that of the entry, or `Patient/id`. */
function statementsByPatient(resources: readonly Named[]): Map<string, Statement[]> {
  const found = new Map<string, Statement[]>();
  for (const { resource } of resources) {
    const allergy = isOfPatient(resource) ? readAllergy(resource) : null;
    const observed = observedOf(resource);
    const reference = referenceOf(resource.patient ?? resource.subject);
    if ((!allergy && !observed) || !reference) continue;
    const known = found.get(reference);
    const statement = { resource, allergy, observed };
    if (known) known.push(statement);
    else found.set(reference, [statement]);
  }
  return found;
}

const besideOf = (statements: readonly Statement[]): Beside => ({
  allergies: statements.flatMap(({ allergy }) => allergy?.allergies ?? []),
  remarks: statements.flatMap(({ allergy }) => allergy?.remarks ?? []),
  observed: new Map(statements.flatMap(({ observed }) => (observed ? [observed] : []))),
});

/** An observation that is a field of the patient. */
function observedOf({ resourceType, status, code, ...values }: Json): Statement["observed"] {
  if (resourceType !== "Observation" || hasCode(status, "entered-in-error", "cancelled")) return null;
  const loinc = observedCodes.find((one) => hasCode(code, one));
  const { value, code: unit } = asObject(values.valueQuantity);
  const text =
    conceptText(values.valueCodeableConcept) ||
    asText(values.valueString) ||
    [asText(value), asText(unit)].filter(Boolean).join(" ");
  return loinc && text ? [loinc, text] : null;
}

/** Types that are named; a file of all types of R4 would fill the page. */
const MOST_NAMED = 30;

function inWords(leftOut: ReadonlyMap<string, number>): string | null {
  if (leftOut.size === 0) return null;
  const counts = [...leftOut].toSorted(([, one], [, other]) => other - one);
  const named = counts.slice(0, MOST_NAMED).map(([type, count]) => `${type} (${count})`);
  const more = counts.length > named.length ? ` and ${counts.length - named.length} other types` : "";
  return `Only patients and their allergies are imported. Left out: ${named.join(", ")}${more}.`;
}
