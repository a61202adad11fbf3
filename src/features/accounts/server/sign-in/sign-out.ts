import type { FastifyReply, FastifyRequest } from "fastify";
import { sha256 } from "#server/auth/secrets.ts";
import { clearSessionCookie, sentSessionCookie, sentToken } from "#server/auth/session.ts";
import type { Kit } from "#server/kit.ts";

/** Ends the sessions of the token and of the cookie: two, when two people share a browser. */
export async function signOut(kit: Kit, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const tokens = new Set([sentToken(request)?.token, sentSessionCookie(request)]);
  for (const token of tokens)
    if (token) await kit.databases.functions.value("endSession", { tokenHash: sha256(token) });
  clearSessionCookie(reply);
}
