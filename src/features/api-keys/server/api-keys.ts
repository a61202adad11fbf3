import { sql } from "kysely";
import { writeAccountHistory } from "#server/audit/record-history.ts";
import { newApiKey } from "#server/auth/api-key.ts";
import { sha256 } from "#server/auth/secrets.ts";
import { userName } from "#server/auth/user-name.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { lockInTransaction } from "#server/database/lock-in-transaction.ts";
import { Failure, invalidField, notFound } from "#shared/errors.ts";
import { type FhirResourceType, fhirResourceTypes } from "#shared/fhir-resource-types.ts";
import { addDays, manilaDay } from "#shared/formats/dates.ts";
import { type ApiKey, type ApiKeyDraft, LONGEST_LIFE, MOST_KEYS } from "../contract.ts";

/** How many days a key is listed after it ended. */
const LISTED_FOR = 90;
const MOST_LISTED = 200;

type Row = Awaited<ReturnType<typeof rowsOf>>[number];

const rowsOf = (clinic: ClinicScope, since: string) =>
  clinic.db
    .selectFrom("apiKeys as key")
    .leftJoin("users as owner", (join) =>
      join.onRef("owner.id", "=", "key.madeById").on("owner.clinicId", "=", clinic.id),
    )
    .select([
      "key.id",
      "key.name",
      "key.scopes",
      "key.lastFour",
      "key.madeAt",
      "key.expiresOn",
      "key.lastUsedAt",
      "key.revokedAt",
      userName("owner").as("madeByName"),
      sql<boolean>`owner.is_active and owner.role = 'owner'`.as("isOwnerActive"),
    ])
    .where("key.clinicId", "=", clinic.id)
    .where("key.expiresOn", ">=", since)
    .where((where) => where.or([where("key.revokedAt", "is", null), where("key.revokedAt", ">=", since)]))
    .orderBy("key.id", "desc")
    .limit(MOST_LISTED)
    .execute();

export async function listApiKeys(clinic: ClinicScope, now: Date): Promise<ApiKey[]> {
  const today = manilaDay(now);
  const listed = (await rowsOf(clinic, addDays(today, -LISTED_FOR))).map((row) => asApiKey(row, today));
  const isLive = ({ state }: ApiKey) => state === "live";
  return [...listed.filter(isLive), ...listed.filter((key) => !isLive(key))];
}

function asApiKey({ expiresOn, isOwnerActive, scopes, ...row }: Row, today: string): ApiKey {
  const isExpired = expiresOn < today;
  const state =
    row.revokedAt !== null ? "revoked" : isExpired ? "expired" : isOwnerActive ? "live" : "orphaned";
  return { ...row, scopes: scopes as FhirResourceType[], expiresAt: expiresOn, state };
}

export function makeApiKey(
  clinic: ClinicScope,
  { name, scopes, expiresAt }: ApiKeyDraft,
  now: Date,
): Promise<ApiKey & { key: string }> {
  const today = manilaDay(now);
  if (expiresAt < today) throw invalidField("expiresAt", "Choose today or a later day");
  if (expiresAt > addDays(today, LONGEST_LIFE)) throw invalidField("expiresAt", "Choose a day within a year");
  const granted = fhirResourceTypes.filter((type) => scopes === "all" || scopes.includes(type));
  return clinic.transaction(async (joined) => {
    await lockInTransaction(joined, "api keys");
    const live = (await rowsOf(joined, today)).filter((row) => asApiKey(row, today).state === "live");
    if (live.length >= MOST_KEYS)
      throw new Failure("unusable", `A clinic has at most ${MOST_KEYS} API keys. Revoke one first.`);
    const key = newApiKey();
    const { id } = await joined.db
      .insertInto("apiKeys")
      .values({
        clinicId: joined.id,
        name,
        scopes: granted,
        tokenHash: sha256(key),
        lastFour: key.slice(-4),
        madeById: joined.userId,
        madeAt: now.toISOString(),
        expiresOn: expiresAt,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await writeAccountHistory(joined, "apiKey.create", joined.userId, { name, scopes: granted, expiresAt });
    const made = (await rowsOf(joined, today)).find((row) => row.id === id);
    if (!made) throw new Error("The key was just made.");
    return { ...asApiKey(made, today), key };
  });
}

export function endApiKey(clinic: ClinicScope, id: number, now: Date): Promise<{ id: number }> {
  return clinic.transaction(async (joined) => {
    const key = await joined.db
      .selectFrom("apiKeys")
      .select(["id", "name", "madeById", "revokedAt"])
      .where("clinicId", "=", joined.id)
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!key) throw notFound("API key");
    if (key.revokedAt !== null) return { id };
    await joined.db
      .updateTable("apiKeys")
      .set({ revokedAt: now.toISOString() })
      .where("clinicId", "=", joined.id)
      .where("id", "=", id)
      .execute();
    await writeAccountHistory(joined, "apiKey.revoke", key.madeById, { name: key.name });
    return { id };
  });
}
