import { timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { sha256 } from "../auth/secrets.ts";

/** Whether a request carries the secret of METRICS as its bearer token. Nobody does while it is not set. */
export function isOperator({ headers }: Pick<FastifyRequest, "headers">, secret: string | null): boolean {
  const sent = headers.authorization?.replace(/^Bearer /, "") ?? "";
  return secret !== null && timingSafeEqual(sha256(sent), sha256(secret));
}
