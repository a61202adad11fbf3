import type { FastifyRequest } from "fastify";
import { cleanUserAgent } from "#server/auth/device-in-words.ts";
import { newSecret, sha256 } from "#server/auth/secrets.ts";
import { sentDevice, sessionLife, setSessionCookies } from "#server/auth/session.ts";
import type { Kit } from "#server/kit.ts";
import { Failure } from "#shared/errors.ts";
import type { SignInContext } from "../sign-in-context.ts";

/**
 * Always a new token, so that a token planted before the sign-in is worthless after it.
 * @param passwordHash the hash that matched
 * @throws Failure not_signed_in when the password was changed meanwhile
 */
export async function openSession(
  { kit, now, request, reply }: SignInContext,
  userId: number,
  passwordHash: string,
  isRemembered: boolean,
  device = sentDevice(request) ?? newSecret(),
): Promise<string> {
  const token = newSecret();
  const life = isRemembered ? sessionLife.remembered : sessionLife.ordinary;
  const row = await kit.databases.functions.value("startSession", {
    user: userId,
    tokenHash: sha256(token),
    device: sha256(device),
    at: now,
    expires: new Date(now.getTime() + life),
    remembered: isRemembered,
    ownerSession: null,
    passwordHash,
  });
  if (!row) throw passwordChanged();
  await describeSession(kit, request, token);
  setSessionCookies(reply, request, token, device, isRemembered);
  return token;
}

/** Between checking the password and opening the session. */
export const passwordChanged = () =>
  new Failure("not_signed_in", "The password was changed meanwhile. Please sign in again.");

/** The name by which the user recognizes a session. */
export async function describeSession(kit: Kit, request: FastifyRequest, token: string): Promise<void> {
  await kit.databases.functions.value("describeSession", {
    tokenHash: sha256(token),
    address: request.ip,
    userAgent: cleanUserAgent(request.headers["user-agent"]),
  });
}
