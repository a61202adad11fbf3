import type { FastifyRequest } from "fastify";
import type { Endpoint } from "#shared/endpoint.ts";
import { Failure } from "#shared/errors.ts";
import { isChange } from "#shared/record-events.ts";
import type { ClinicScope } from "../database/db.ts";
import { functionsInScope } from "../database/functions-in-scope.ts";
import type { Kit } from "../kit.ts";
import { refuseChangesWithoutRoom } from "../storage/disk-room.ts";
import { refuseWritingOverQuota } from "../storage/files-quota.ts";

const minute = 60_000;

/**
 * The record history stores old and new values forever, so a clinic's changes are limited in bytes, and refused when
 * the disk is nearly full. The bytes of files have limits of their own. Signing in and out always works.
 * @throws Failure
 */
export async function limitChange(kit: Kit, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  const { method, access, upload, audit } = endpoint;
  const isRead = method === "GET" || (audit !== null && !isChange(audit));
  if (isRead || access === "public" || access === "signed-in") return;
  await refuseChangesWithoutRoom(kit);
  const clinicId = request.session?.clinic?.id ?? request.apiKey?.clinicId;
  if (clinicId) await charge(kit, clinicId, upload ? 0 : bodyBytes(request));
}

/**
 * Counts bytes that a clinic is about to write to the database, in its minute and in what it may store. Whatever writes
 * more than a request's body calls it too. A list that is longer than half a minute's worth counts as that in its minute,
 * so that it is accepted beside other work. `isAdded`: false for what only replaces what was charged before.
 * @throws Failure too_many, quota_full, or when the disk is nearly full
 */
export async function charge(
  kit: Kit,
  clinicId: number,
  bytes: number,
  { isAdded = true } = {},
): Promise<void> {
  await refuseChangesWithoutRoom(kit);
  await refuseWritersOverQuota(kit, clinicId);
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
  if (isAdded) await kit.written.add(clinicId, bytes);
}

/** Charges for what a copy, a merge or a change of each entry of these records writes. @throws Failure as `charge` */
export async function chargeRecords(
  kit: Kit,
  clinic: ClinicScope,
  patientIds: readonly number[],
  options?: { isAdded: boolean },
): Promise<void> {
  let bytes = 0;
  for (const patient of patientIds) bytes += await functionsInScope(clinic).value("recordBytes", { patient });
  await charge(kit, clinic.id, bytes, options);
}

const checks = new WeakMap<Kit, Map<number, number>>();

/** Checked once a minute: within one, a clinic writes no more than its minute's limit. @throws Failure */
async function refuseWritersOverQuota(kit: Kit, clinicId: number): Promise<void> {
  const checked = checks.get(kit) ?? new Map<number, number>();
  checks.set(kit, checked);
  const now = performance.now();
  if (now - (checked.get(clinicId) ?? Number.NEGATIVE_INFINITY) < minute) return;
  const scope = { clinicId, userId: 0, ownerUserId: null, event: "" };
  await refuseWritingOverQuota(kit.databases.openClinic(scope), kit.settings);
  if (checked.size > 10_000) checked.clear();
  checked.set(clinicId, now);
}

/** A compressed body, or one without a length, is measured by its parsed content. */
function bodyBytes({ headers, body }: FastifyRequest): number {
  const length = headers["content-encoding"] === undefined ? Number(headers["content-length"]) : Number.NaN;
  if (Number.isSafeInteger(length)) return length;
  return body === undefined ? 0 : Buffer.byteLength(JSON.stringify(body));
}
