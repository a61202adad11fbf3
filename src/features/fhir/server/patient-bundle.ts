import type { Condition } from "@medplum/fhirtypes";
import type { ClinicScope } from "#server/database/db.ts";
import { fhirResourceTypes } from "#shared/fhir-resource-types.ts";
import { readEverything } from "./everything.ts";
import type { Resource } from "./resources/resource.ts";
import { searchedTypes } from "./resources/searched-types.ts";
import { readPage } from "./search/read-page.ts";

/** Resources per page. */
const COUNT = 100;
const ofRecord = fhirResourceTypes.filter((type) => !type.startsWith("Practitioner"));

/**
 * A patient's whole record as the text of a Bundle, a page at a time, with the people it refers to but without their
 * contact details. References are relative to `base`.
 */
export async function* patientBundle(
  clinic: ClinicScope,
  patientId: number,
  { base, now }: { base: string; now: Date },
): AsyncGenerator<string> {
  const head = { resourceType: "Bundle", type: "collection", timestamp: now.toISOString() };
  yield `${JSON.stringify(head).slice(0, -1)},"entry":[`;
  const named = new Set<string>();
  let isFirst = true;
  for await (const resource of resourcesOf(clinic, patientId, named, now)) {
    const entry = JSON.stringify({ fullUrl: `${base}/${resource.resourceType}/${resource.id}`, resource });
    for (const [, id = ""] of entry.matchAll(/"reference":"Practitioner\/(\d+)"/g)) named.add(id);
    yield `${isFirst ? "" : ","}\n${entry}`;
    isFirst = false;
  }
  yield "\n]}\n";
}

/** A consultation entered in error may be of another patient, and is in no copy. */
function isOfMarkedConsultation(resource: Resource): boolean {
  const { resourceType, encounter, status, verificationStatus } = resource as Resource &
    Pick<Partial<Condition>, "encounter" | "verificationStatus"> & { status?: string };
  return (
    (resourceType === "Encounter" || encounter !== undefined) &&
    (status ?? verificationStatus?.coding?.[0]?.code) === "entered-in-error"
  );
}

/** A prescription that the doctor did not release is not the doctor's yet. */
const wasNeverReleased = ({ resourceType, status }: Resource & { status?: string }): boolean =>
  resourceType === "MedicationRequest" && (status === "draft" || status === "cancelled");

/** At the end, the people whose ids are in `named` by then. */
async function* resourcesOf(
  clinic: ClinicScope,
  patientId: number,
  named: ReadonlySet<string>,
  now: Date,
): AsyncGenerator<Resource> {
  let cursor: string | undefined;
  do {
    const page = await readEverything(clinic, patientId, { scopes: ofRecord, count: COUNT, cursor }, now);
    for (const { resource } of page.entries)
      if (!isOfMarkedConsultation(resource) && !wasNeverReleased(resource)) yield resource;
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  const { sources } = searchedTypes.Practitioner;
  const people = [...named];
  for (let from = 0; from < people.length; from += COUNT) {
    const ids = people.slice(from, from + COUNT);
    const { entries } = await readPage(clinic, { sources, ids, filters: [], count: COUNT }, now);
    for (const { resource } of entries) {
      if ("telecom" in resource) delete resource.telecom;
      yield resource;
    }
  }
}
