import type { FastifyReply, FastifyRequest } from "fastify";
import type { Kit } from "#server/kit.ts";

/** Somebody at the door: what signing in and signing up stand on. */
export type Visit = { kit: Kit; now: Date; request: FastifyRequest; reply: FastifyReply };
