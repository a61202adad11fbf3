import { createHash } from "node:crypto";
import type { Endpoint } from "#shared/endpoint.ts";
import { Failure } from "#shared/errors.ts";
import { type ClinicScope, withCommit } from "../database/db.ts";

export type StoredAnswer = { status: number; answer: unknown };

/** One act of a user, named by the key it was sent with. */
export type IdempotentRequest = {
  endpoint: Endpoint;
  key: string;
  path: string;
  /** What the key was first sent with must be sent again. */
  body: unknown;
};

const nameOf = ({ endpoint }: IdempotentRequest) => `${endpoint.method} ${endpoint.path}`;
const hashOf = ({ path, body }: IdempotentRequest) =>
  createHash("sha256")
    .update(`${path}\n${JSON.stringify(body ?? null)}`)
    .digest();

/**
 * Takes the key inside the running transaction. Null: the key is new and the work may be done. A second
 * request with the same key waits for the first one's transaction, then gets its answer (decision B28).
 */
export async function takeIdempotencyKey(
  clinic: ClinicScope,
  act: IdempotentRequest,
): Promise<StoredAnswer | null> {
  const taken = await clinic.db
    .insertInto("idempotencyKeys")
    .values({
      clinicId: clinic.id,
      userId: clinic.userId,
      endpoint: nameOf(act),
      key: act.key,
      bodyHash: hashOf(act),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .executeTakeFirst();
  return taken ? null : earlierAnswer(clinic, act);
}

/** The answer of a key that was done before; null when it is new. */
export async function earlierAnswer(
  clinic: ClinicScope,
  act: IdempotentRequest,
): Promise<StoredAnswer | null> {
  const stored = await clinic.db
    .selectFrom("idempotencyKeys")
    .select(["bodyHash", "status", "answer"])
    .where("clinicId", "=", clinic.id)
    .where("userId", "=", clinic.userId)
    .where("endpoint", "=", nameOf(act))
    .where("key", "=", act.key)
    .executeTakeFirst();
  if (!stored) return null;
  if (!stored.bodyHash.equals(hashOf(act)))
    throw new Failure(
      "unusable",
      "This save was already used for something else. Reload the page and try again.",
    );
  if (act.endpoint.isSecret)
    throw new Failure("already_done", "This was already done. What it showed once cannot be shown again.");
  return { status: stored.status ?? 200, answer: stored.answer };
}

/** Stores the answer for a retry, in the same transaction as the work. Secrets are never stored. */
export async function storeAnswer(
  clinic: ClinicScope,
  act: IdempotentRequest,
  { status, answer }: StoredAnswer,
): Promise<void> {
  const keep = clinic.db
    .updateTable("idempotencyKeys")
    .set({ status, answer: act.endpoint.isSecret ? null : JSON.stringify(answer) })
    .where("clinicId", "=", clinic.id)
    .where("userId", "=", clinic.userId)
    .where("endpoint", "=", nameOf(act))
    .where("key", "=", act.key);
  await clinic.db.executeQuery(withCommit(keep.compile()));
}
