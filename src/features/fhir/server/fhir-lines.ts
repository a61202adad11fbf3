import type { ClinicScope } from "#server/database/db.ts";
import type { FhirResourceType } from "#shared/fhir-resource-types.ts";
import { readPage } from "./search/read-page.ts";
import { searchedTypes } from "./search/types.ts";

/** Rows that are in memory at a time. */
const LINES = 100;

/** Each resource of the clinic of one type as a line of NDJSON, paged by id; none of confidential entries. */
export async function* fhirLines(
  clinic: ClinicScope,
  type: FhirResourceType,
  now: Date,
): AsyncGenerator<string> {
  const { sources } = searchedTypes[type];
  for (let cursor: string | undefined; ; ) {
    const { entries, next } = await readPage(clinic, { sources, filters: [], count: LINES, cursor }, now);
    for (const { resource } of entries) yield `${JSON.stringify(resource)}\n`;
    if (next === null) return;
    cursor = next;
  }
}
