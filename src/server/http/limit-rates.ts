import rateLimit from "@fastify/rate-limit";
import { Failure } from "#shared/errors.ts";
import type { App } from "../kit.ts";
import { networkOf } from "./network-address.ts";
import { sharedLimits } from "./shared-limits.ts";

/** For the routes that declare a limit: counted by API key, user or address. */
export async function limitRates(app: App): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    hook: "preHandler",
    store: sharedLimits(app.kit.consumeRateLimit),
    keyGenerator: ({ session, apiKey, ip }) => {
      if (apiKey) return `api key:${apiKey.id}`;
      return session ? `user:${session.userId}` : `address:${networkOf(ip)}`;
    },
    errorResponseBuilder: (_request, context) =>
      new Failure(
        "too_many",
        "Too many requests. Please wait a moment and try again.",
        {},
        Math.ceil(context.ttl / 1000),
      ),
  });
}
