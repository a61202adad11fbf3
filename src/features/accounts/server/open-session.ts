import type { FastifyRequest } from "fastify";
import { cleanUserAgent } from "#server/device-in-words.ts";
import type { Kit } from "#server/kit.ts";
import { newSecret, sentDevice, sessionLife, setSessionCookies, sha256 } from "#server/session.ts";
import type { Visit } from "./visit.ts";

/** Always a new token, so that one planted before the sign-in is worth nothing after it. */
export async function openSession(
  { kit, now, request, reply }: Visit,
  userId: number,
  isRemembered: boolean,
  device = sentDevice(request) ?? newSecret(),
): Promise<string> {
  const token = newSecret();
  const life = isRemembered ? sessionLife.remembered : sessionLife.ordinary;
  await kit.databases.narrow.rows("start_session", [
    userId,
    sha256(token),
    sha256(device),
    now,
    new Date(now.getTime() + life),
    isRemembered,
    null,
  ]);
  await describeSession(kit, request, token);
  setSessionCookies(reply, request, token, device, isRemembered);
  return token;
}

/** By what its user will know it again. */
export async function describeSession(kit: Kit, request: FastifyRequest, token: string): Promise<void> {
  await kit.databases.narrow.rows("describe_session", [
    sha256(token),
    request.ip,
    cleanUserAgent(request.headers["user-agent"]),
  ]);
}
