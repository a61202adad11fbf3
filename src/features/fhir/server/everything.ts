import type { ClinicScope } from "#server/database/db.ts";
import { fromCursor, toCursor } from "#server/http/cursor.ts";
import { type FhirResourceType, fhirResourceTypes } from "#shared/fhir-resource-types.ts";
import { searchedTypes } from "./resources/searched-types.ts";
import { type Page, readPage, type SearchRequest } from "./search/read-page.ts";

/**
 * One type after the other, the patient first. People and the clinic are included whole, since a record may refer to
 * any of them.
 */
export async function readEverything(
  clinic: ClinicScope,
  patientId: number,
  {
    scopes,
    filters = [],
    count,
    cursor,
  }: {
    scopes: readonly FhirResourceType[];
    filters?: SearchRequest["filters"];
    count: number;
    cursor: string | undefined;
  },
  now: Date,
): Promise<Page> {
  const [first, inner] = cursor === undefined ? [0, ""] : fromCursor(cursor, ["number", "string"]);
  const entries: Page["entries"] = [];
  let within: string | undefined = inner || undefined;
  for (let place = first; place < fhirResourceTypes.length; place += 1) {
    const type = fhirResourceTypes[place];
    if (!type || !scopes.includes(type)) continue;
    const { sources, isOfPatients } = searchedTypes[type];
    const page: Page = await readPage(
      clinic,
      {
        sources,
        ids: type === "Patient" ? [String(patientId)] : undefined,
        patientId: isOfPatients ? patientId : undefined,
        filters,
        count: count - entries.length,
        cursor: within,
      },
      now,
    );
    within = undefined;
    entries.push(...page.entries);
    if (page.next !== null) return { entries, next: toCursor([place, page.next]) };
    if (entries.length >= count)
      return { entries, next: place + 1 < fhirResourceTypes.length ? toCursor([place + 1, ""]) : null };
  }
  return { entries, next: null };
}
