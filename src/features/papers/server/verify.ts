import type { FastifyRequest } from "fastify";
import type { VerifiedPaper } from "#features/papers/contract.ts";
import { sha256 } from "#server/auth/secrets.ts";
import { networkOf } from "#server/http/network-address.ts";
import type { Kit } from "#server/kit.ts";
import { readPaperCode } from "#shared/clinic-paper/code.ts";
import { Failure } from "#shared/errors.ts";
import { manilaDay } from "#shared/formats/dates.ts";

/** The limit per network and minute: an employer may check a pile of papers. */
export const CHECKS_PER_MINUTE = 60;

/** The paper of a code; null when the code is unknown. */
export async function findVerified(
  { databases }: Pick<Kit, "databases">,
  typed: string,
): Promise<VerifiedPaper | null> {
  const read = readPaperCode(typed);
  if (!read) return null;
  const [row] = await databases.functions.rows("verifyPaper", {
    clinicId: read.clinicId,
    codeHash: sha256(read.code),
  });
  if (!row) return null;
  const { withdrawnAt, ...shown } = row;
  return {
    ...shown,
    state: withdrawnAt === null ? "valid" : "withdrawn",
    withdrawnOn: withdrawnAt && manilaDay(new Date(withdrawnAt)),
  };
}

/** @throws Failure too_many */
export async function limitChecks(kit: Kit, { ip }: Pick<FastifyRequest, "ip">): Promise<void> {
  const { current, ttl } = await kit.consumeRateLimit(
    `verify:${networkOf(ip)}`,
    60_000,
    CHECKS_PER_MINUTE,
    1,
  );
  if (current > CHECKS_PER_MINUTE)
    throw new Failure(
      "too_many",
      "Too many papers were checked from here. Please wait a minute and try again.",
      {},
      Math.ceil(ttl / 1000),
    );
}
