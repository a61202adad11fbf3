import type { FastifyRequest } from "fastify";
import type { Endpoint } from "#shared/endpoint.ts";
import { Failure } from "#shared/errors.ts";
import { isChange } from "#shared/record-events.ts";
import type { Kit } from "../kit.ts";
import { refuseChangesWithoutRoom } from "../storage/disk-room.ts";

const minute = 60_000;

/**
 * The record history stores old and new values forever, so a clinic's changes are limited in bytes, and refused when
 * the disk is nearly full. Files have limits of their own. Signing in and out always works.
 * @throws Failure
 */
export async function limitChange(kit: Kit, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  const { method, access, upload, audit } = endpoint;
  const isRead = method === "GET" || (audit !== null && !isChange(audit));
  if (isRead || upload || access === "public" || access === "signed-in") return;
  await refuseChangesWithoutRoom(kit);
  const clinic = request.session?.clinic;
  if (clinic) await charge(kit, clinic.id, bodyBytes(request));
}

/**
 * Counts bytes that a clinic is about to write to the database. Whatever a clinic writes outside of a request's body
 * calls it too. A list that is longer
 * than half a minute's worth counts as that, so that it is accepted beside other work.
 * @throws Failure too_many, or when the disk is nearly full
 */
export async function charge(kit: Kit, clinicId: number, bytes: number): Promise<void> {
  await refuseChangesWithoutRoom(kit);
  const max = kit.settings.changedMegabytesPerMinute * 1e6;
  const { current, ttl } = await kit.consumeRateLimit(
    `clinic:${clinicId} bytes`,
    minute,
    max,
    Math.min(bytes, max / 2),
  );
  if (current > max)
    throw new Failure(
      "too_many",
      "Your clinic has sent a great deal of text in one minute. Please wait a moment and try again.",
      {},
      Math.ceil(ttl / 1000),
    );
}

/** A compressed body, or one without a length, is measured by its parsed content. */
function bodyBytes({ headers, body }: FastifyRequest): number {
  const length = headers["content-encoding"] === undefined ? Number(headers["content-length"]) : Number.NaN;
  if (Number.isSafeInteger(length)) return length;
  return body === undefined ? 0 : Buffer.byteLength(JSON.stringify(body));
}
