import { addApiKey } from "#features/api-keys/contract.ts";
import { type FhirResourceType, fhirResourceTypes } from "#shared/fhir-resource-types.ts";
import type { Stage } from "../app.ts";
import type { TestClinic } from "./factories.ts";

/** A key of the clinic's owner, for all types or for some. */
export async function aKey(
  app: Stage,
  clinic: TestClinic,
  scopes: readonly FhirResourceType[] = fhirResourceTypes,
): Promise<string> {
  const body = { name: `Reads ${scopes.length} types`, scopes, expiresAt: "2027-06-30" };
  const made = await app.call(addApiKey, clinic.owner.token, { body });
  if (made.statusCode !== 200) throw new Error(`No key was made: ${made.body}`);
  return made.json().key;
}
