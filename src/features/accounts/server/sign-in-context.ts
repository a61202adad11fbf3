import type { FastifyReply, FastifyRequest } from "fastify";
import type { Session } from "#server/auth/session.ts";
import type { Kit } from "#server/kit.ts";

/** The part of a handler's context that signing in and signing up need, before there is a session. */
export type SignInContext = { kit: Kit; now: Date; request: FastifyRequest; reply: FastifyReply };

/** The same in a session. */
export type SessionContext = SignInContext & { session: Session };
