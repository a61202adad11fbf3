import { createHash } from "node:crypto";
import type { Endpoint } from "#shared/endpoint.ts";
import { Failure } from "#shared/errors.ts";
import { type ClinicScope, withCommit } from "../database/db.ts";
import { compiledQuery, shapedQuery } from "../database/shaped-query.ts";

export type StoredAnswer = { status: number; answer: unknown };

/** A request with an idempotency key. */
export type IdempotentRequest = {
  endpoint: Endpoint;
  key: string;
  path: string;
  /** Repeats must send the same body. */
  body: unknown;
};

type KeyName = { clinicId: number; userId: number; endpoint: string; key: string };

const nameOf = (clinic: ClinicScope, { endpoint, key }: IdempotentRequest): KeyName => ({
  clinicId: clinic.id,
  userId: clinic.userId,
  endpoint: `${endpoint.method} ${endpoint.path}`,
  key,
});
const hashOf = ({ path, body }: IdempotentRequest) =>
  createHash("sha256")
    .update(`${path}\n${JSON.stringify(body ?? null)}`)
    .digest();

const insert = shapedQuery((db, values: KeyName & { bodyHash: Buffer }) =>
  db
    .insertInto("idempotencyKeys")
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning("key"),
);

const find = shapedQuery((db, { clinicId, userId, endpoint, key }: KeyName) =>
  db
    .selectFrom("idempotencyKeys")
    .select(["bodyHash", "status", "answer"])
    .where("clinicId", "=", clinicId)
    .where("userId", "=", userId)
    .where("endpoint", "=", endpoint)
    .where("key", "=", key),
);

type Stored = { status: number; answer: string | null };

const store = compiledQuery((db, { clinicId, userId, endpoint, key, ...stored }: KeyName & Stored) =>
  db
    .updateTable("idempotencyKeys")
    .set(stored)
    .where("clinicId", "=", clinicId)
    .where("userId", "=", userId)
    .where("endpoint", "=", endpoint)
    .where("key", "=", key),
);

/**
 * Stores the key in the current transaction. Null means that the key is new and the work may be done. A second
 * request with the same key waits for the first one's transaction, then gets its answer.
 */
export async function takeIdempotencyKey(
  clinic: ClinicScope,
  request: IdempotentRequest,
): Promise<StoredAnswer | null> {
  const [inserted] = await insert(clinic, { ...nameOf(clinic, request), bodyHash: hashOf(request) });
  return inserted ? null : earlierAnswer(clinic, request);
}

/** The stored answer of a key, or null if the key is new. */
export async function earlierAnswer(
  clinic: ClinicScope,
  request: IdempotentRequest,
): Promise<StoredAnswer | null> {
  const [stored] = await find(clinic, nameOf(clinic, request));
  if (!stored) return null;
  if (!stored.bodyHash.equals(hashOf(request)))
    throw new Failure(
      "unusable",
      "This save was already used for something else. Reload the page and try again.",
    );
  if (request.endpoint.isSecret)
    throw new Failure("already_done", "This was already done. What it showed once cannot be shown again.");
  return { status: stored.status ?? 200, answer: stored.answer };
}

/** Stores the answer for a retry, in the same transaction as the work. Secrets are never stored. */
export async function storeAnswer(
  clinic: ClinicScope,
  request: IdempotentRequest,
  { status, answer }: StoredAnswer,
): Promise<void> {
  const stored = { status, answer: request.endpoint.isSecret ? null : JSON.stringify(answer) };
  await clinic.db.executeQuery(withCommit(store({ ...nameOf(clinic, request), ...stored })));
}
