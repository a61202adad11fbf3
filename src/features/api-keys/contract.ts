import * as z from "zod/mini";
import { ById, endpoint, Id } from "#shared/endpoint.ts";
import { fhirResourceTypes } from "#shared/fhir-resource-types.ts";
import { calendarDay, requiredLine } from "#shared/formats/fields.ts";

/** Live keys of one clinic. */
export const MOST_KEYS = 20;
/** Days from today to the last day on which a new key may open anything. */
export const LONGEST_LIFE = 365;

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  /** What it may read. */
  scopes: z.array(z.enum(fhirResourceTypes)),
  /** By which people know it again: the key itself is shown once. */
  lastFour: z.string(),
  madeAt: z.string(),
  /** Who made it, and whom the record history names for what is read by it. */
  madeByName: z.nullable(z.string()),
  /** The last day on which it opens anything. */
  expiresAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
  /** `orphaned`: the account of who made it is no longer an active owner's, so it opens nothing. */
  state: z.enum(["live", "expired", "revoked", "orphaned"]),
});
export type ApiKey = z.output<typeof ApiKey>;

const noScope = "Choose what the key may read";

export const ApiKeyDraft = z.strictObject({
  name: requiredLine("Name is required", 100),
  scopes: z.union(
    [
      z.literal("all"),
      z
        .array(z.enum(fhirResourceTypes))
        .check(z.minLength(1, noScope), z.maxLength(fhirResourceTypes.length, "Name each type once")),
    ],
    { error: noScope },
  ),
  expiresAt: calendarDay,
});
export type ApiKeyDraft = z.output<typeof ApiKeyDraft>;

/** Those that open something, then those that ended in the last 90 days; newest first. */
export const apiKeys = endpoint({
  method: "GET",
  path: "/api/api-keys",
  access: "owner",
  audit: null,
  reads: ["apiKeys", "users"],
  response: z.array(ApiKey),
});
/** In the answer is the key, this once. */
export const addApiKey = endpoint({
  method: "POST",
  path: "/api/api-keys",
  access: "owner",
  audit: "apiKey.create",
  changes: ["apiKeys", "staffHistory"],
  recentPassword: true,
  body: ApiKeyDraft,
  response: z.extend(ApiKey, { key: z.string() }),
  isSecret: true,
});
/** Opens nothing from the next call on. */
export const revokeApiKey = endpoint({
  method: "DELETE",
  path: "/api/api-keys/:id",
  access: "owner",
  audit: "apiKey.revoke",
  changes: ["apiKeys", "staffHistory"],
  params: ById,
  response: z.object({ id: Id }),
});
