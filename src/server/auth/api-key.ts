import type { FastifyRequest } from "fastify";
import { Failure, forbidden } from "#shared/errors.ts";
import type { FhirResourceType } from "#shared/fhir-resource-types.ts";
import type { KeyAccess } from "#shared/permissions.ts";

/** The API key of a request, and the owner who made it: whoever reads by it reads as that person. */
export type ApiKey = {
  id: number;
  name: string;
  /** What it may read. */
  scopes: readonly FhirResourceType[];
  clinicId: number;
  userId: number;
};

declare module "fastify" {
  interface FastifyRequest {
    /** Set by endpoints that a key opens. */
    apiKey: ApiKey | null;
  }
}

const noKey = () =>
  new Failure(
    "not_signed_in",
    "Send a valid API key as a bearer token. The clinic's owner makes keys under Settings, Integrations.",
  );

/** No session opens what a key opens: a browser's cookie means nothing here. */
export function admitKey(request: FastifyRequest, { key }: KeyAccess): void {
  const { apiKey } = request;
  if (!apiKey) throw noKey();
  if (key !== "any" && !apiKey.scopes.includes(key)) throw forbidden();
}
