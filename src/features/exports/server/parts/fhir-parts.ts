import { fhirLines } from "#features/fhir/server/fhir-lines.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { fhirResourceTypes } from "#shared/fhir-resource-types.ts";
import type { LinesPart } from "../archive/archive.ts";

/** A file of FHIR R4 resources per type, without confidential ones. */
export const fhirParts = (clinic: ClinicScope, now: Date): LinesPart[] =>
  fhirResourceTypes.map((type) => ({ name: `fhir/${type}.ndjson`, lines: fhirLines(clinic, type, now) }));
