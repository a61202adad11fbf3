import * as z from "zod/mini";
import { endpoint, Id } from "#shared/endpoint.ts";
import { fhirResourceTypes } from "#shared/fhir-resource-types.ts";
import { calendarDay, requiredLine } from "#shared/formats/fields.ts";

/** The limit of active keys per clinic. */
export const MOST_KEYS = 20;
/** The longest validity of a new key, in days. */
export const LONGEST_LIFE = 365;

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  /** The resource types it may read. */
  scopes: z.array(z.enum(fhirResourceTypes)),
  /** The key's last characters, to recognize it: the key itself is shown once. */
  lastFour: z.string(),
  madeAt: z.string(),
  /** Its author, whom the record history names for what the key reads. */
  madeByName: z.nullable(z.string()),
  /** The last day on which it is valid. */
  expiresAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
  /** `orphaned`: the account that made it is no longer an active owner's, so the key is not valid. */
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

/** Valid keys, then those that ended in the last 90 days; newest first. */
export const apiKeys = endpoint({
  method: "GET",
  path: "/api/api-keys",
  access: "owner",
  audit: null,
  reads: ["apiKeys", "users"],
  response: z.array(ApiKey),
});
/** Only this response contains the key. */
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
/** The key is invalid from the next call on. */
export const revokeApiKey = endpoint({
  method: "DELETE",
  path: "/api/api-keys/:id",
  access: "owner",
  audit: "apiKey.revoke",
  changes: ["apiKeys", "staffHistory"],
  withoutPassword: "It only takes access away, which must be quick.",
  response: z.object({ id: Id }),
});
