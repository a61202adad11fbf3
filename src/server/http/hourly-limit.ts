import type { FastifyRequest } from "fastify";
import { Failure } from "#shared/errors.ts";
import type { App } from "../kit.ts";
import { networkOf } from "./network-address.ts";

/**
 * The limit of calls from one network in an hour. Handlers count a call themselves, so that an invalid one does not use
 * up the limit.
 * @returns throws Failure too_many with the given words
 */
export function hourlyLimit(app: App, name: string, max: number) {
  const count = app.createRateLimit({
    max,
    timeWindow: 3_600_000,
    keyGenerator: ({ ip }) => `${name}:${networkOf(ip)}`,
  });
  return async (request: FastifyRequest, refusal: string): Promise<void> => {
    const turn = await count(request);
    if (!turn.isAllowed && turn.isExceeded) throw new Failure("too_many", refusal, {}, turn.ttlInSeconds);
  };
}
