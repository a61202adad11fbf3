import type { ClinicScope } from "#server/database/db.ts";
import type { FhirResourceType } from "#shared/fhir-resource-types.ts";
import { searchedTypes } from "./resources/searched-types.ts";
import { readPage, type SearchRequest } from "./search/read-page.ts";

/** Rows in memory at a time. */
const LINES = 100;

/** The clinic's resources of one type as lines of NDJSON without line ends, paged by id, without confidential ones. */
export async function* fhirLines(
  clinic: ClinicScope,
  type: FhirResourceType,
  now: Date,
  filters: SearchRequest["filters"] = [],
): AsyncGenerator<string> {
  const { sources } = searchedTypes[type];
  for (let cursor: string | undefined; ; ) {
    const { entries, next } = await readPage(clinic, { sources, filters, count: LINES, cursor }, now);
    for (const { resource } of entries) yield JSON.stringify(resource);
    if (next === null) return;
    cursor = next;
  }
}
