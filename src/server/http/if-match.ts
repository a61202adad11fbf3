import type { FastifyRequest } from "fastify";
import { Failure } from "#shared/errors.ts";

/** The version in If-Match, null without the header; 0, which no record has, when it cannot be read. */
export function sentVersion(request: FastifyRequest): number | null {
  const header = request.headers["if-match"]?.trim();
  if (header === undefined || header === "*") return null;
  return Number(/^(?:W\/)?"v(\d{1,9})(?:-[^"]*)?"$/.exec(header)?.[1] ?? 0);
}

/** @throws Failure with the stored row if the caller has read another version; null means that no version was sent */
export function requireVersion<Row extends { version: number | null }>(
  current: Row,
  version: number | null,
): void {
  if (version !== null && version !== current.version)
    throw new Failure(
      "changed_meanwhile",
      "Someone else changed this meanwhile. Open it again and check it first.",
      { current },
    );
}
