import type { FastifyReply, FastifyRequest } from "fastify";
import type { Kit } from "#server/kit.ts";

/** The context of signing in and signing up, before there is a session. */
export type SignInContext = { kit: Kit; now: Date; request: FastifyRequest; reply: FastifyReply };
