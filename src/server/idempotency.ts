import { createHash } from "node:crypto";
import type { Endpoint } from "#shared/endpoint.ts";
import { Failure } from "#shared/errors.ts";
import type { Clinic } from "./db.ts";

export type StoredAnswer = { status: number; answer: unknown };

/**
 * Takes the key inside the running transaction. Null: the key is new and the work may be done. A second
 * request with the same key waits for the first one's transaction, then gets its answer (decision B28).
 */
export async function takeIdempotencyKey(
  clinic: Clinic,
  endpoint: Endpoint,
  key: string,
  path: string,
  body: unknown,
): Promise<StoredAnswer | null> {
  const bodyHash = createHash("sha256")
    .update(`${path}\n${JSON.stringify(body ?? null)}`)
    .digest();
  const name = `${endpoint.method} ${endpoint.path}`;
  const taken = await clinic.db
    .insertInto("idempotencyKeys")
    .values({ clinicId: clinic.id, userId: clinic.userId, endpoint: name, key, bodyHash })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .executeTakeFirst();
  if (taken) return null;
  const stored = await clinic.db
    .selectFrom("idempotencyKeys")
    .select(["bodyHash", "status", "answer"])
    .where("clinicId", "=", clinic.id)
    .where("userId", "=", clinic.userId)
    .where("endpoint", "=", name)
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  if (!stored.bodyHash.equals(bodyHash))
    throw new Failure(
      "unusable",
      "This save was already used for something else. Reload the page and try again.",
    );
  if (endpoint.isSecret)
    throw new Failure("already_done", "This was already done. What it showed once cannot be shown again.");
  return { status: stored.status ?? 200, answer: stored.answer };
}

/** Keeps the answer for a repeat, in the same transaction as the work itself. A secret is never kept. */
export async function keepAnswer(
  clinic: Clinic,
  endpoint: Endpoint,
  key: string,
  { status, answer }: StoredAnswer,
): Promise<void> {
  await clinic.db
    .updateTable("idempotencyKeys")
    .set({ status, answer: endpoint.isSecret ? null : JSON.stringify(answer) })
    .where("clinicId", "=", clinic.id)
    .where("userId", "=", clinic.userId)
    .where("endpoint", "=", `${endpoint.method} ${endpoint.path}`)
    .where("key", "=", key)
    .execute();
}
