import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { Failure } from "#shared/errors.ts";
import type { FhirResourceType } from "#shared/fhir-resource-types.ts";
import type { KeyAccess } from "#shared/permissions.ts";
import type { FunctionRow } from "../database/database-functions.ts";
import { networkOf } from "../http/network-address.ts";
import type { Kit } from "../kit.ts";
import { beginAttempt } from "./guess-limit.ts";
import { sha256 } from "./secrets.ts";
import { requireClinicInGoodStanding } from "./session.ts";

/** The API key of a request, and the owner who created it, as whom it reads. */
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
    /** Set by endpoints for API keys. */
    apiKey: ApiKey | null;
  }
}

/** Lets secret scanners and people recognize a key of Klinika. */
const prefix = "klk_";
const form = /^klk_[\w-]{43}$/;

export const newApiKey = () => prefix + randomBytes(32).toString("base64url");

const refused = (message: string) => new Failure("not_signed_in", message);
const howToGetKey =
  "Send an API key as a bearer token. The clinic's owner creates keys under Settings, Integrations.";

/**
 * Finds the key of a request and checks what it may read. Sessions are not accepted: a browser's cookie is ignored.
 * @throws Failure
 */
export async function admitKey(kit: Kit, request: FastifyRequest, { key }: KeyAccess): Promise<void> {
  const now = kit.now();
  const row = await lookUp(kit, request, now);
  if (row.isRevoked) throw refused("This API key was revoked. Ask the clinic's owner for a new one.");
  if (row.isExpired) throw refused("This API key has expired. Ask the clinic's owner for a new one.");
  if (!row.isOwnerActive)
    throw refused("The account of the owner who created this API key is no longer active.");
  const { clinicName: name, clinicIsActive: isActive, subscriptionStatus } = row;
  requireClinicInGoodStanding({ clinic: { name, isActive, subscriptionStatus } });
  const scopes = row.scopes.split(" ") as FhirResourceType[];
  if (key !== "any" && !scopes.includes(key))
    throw new Failure("forbidden", `This API key may not read ${key}.`);
  request.apiKey = { id: row.id, name: row.name, scopes, clinicId: row.clinicId, userId: row.userId };
  if (row.isToTouch) touch(kit, request, now);
}

async function lookUp(kit: Kit, request: FastifyRequest, now: Date): Promise<FunctionRow<"lookUpApiKey">> {
  const [scheme, token] = request.headers.authorization?.split(" ") ?? [];
  if (!scheme || !token || scheme.toLowerCase() !== "bearer") throw refused(howToGetKey);
  const row = form.test(token)
    ? await kit.databases.functions.row("lookUpApiKey", { tokenHash: sha256(token), at: now })
    : undefined;
  if (row) return row;
  // The network must wait after too many, with other keys only: people there still sign in. A valid key never waits.
  const limit = kit.settings.failedSignInsPerAddress;
  await beginAttempt(kit, now, [
    { key: `keys of address:${networkOf(request.ip)}`, limit, outlastsSuccess: true },
  ]);
  throw refused(`There is no such API key. ${howToGetKey}`);
}

/** At most once a minute, in parallel to the read. */
function touch({ databases }: Kit, { apiKey, log }: FastifyRequest, at: Date): void {
  if (!apiKey) return;
  databases.functions
    .value("touchApiKey", { clinicId: apiKey.clinicId, id: apiKey.id, at })
    .catch((error: unknown) => log.warn({ err: error }, "the last use of an API key could not be saved"));
}
