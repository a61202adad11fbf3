import type { FastifyRequest } from "fastify";
import { cleanUserAgent } from "#server/auth/device-in-words.ts";
import { newSecret, sha256 } from "#server/auth/secrets.ts";
import { notSignedIn, sentDevice, sessionLife, setSessionCookies } from "#server/auth/session.ts";
import type { Kit } from "#server/kit.ts";
import { Failure } from "#shared/errors.ts";
import type { SignInContext } from "../sign-in-context.ts";

/**
 * Always a new token, so that a token planted before the sign-in is worthless after it.
 * @throws Failure not_signed_in when the password was changed meanwhile, or the owner's session ended
 */
export async function openSession(
  { kit, now, request, reply }: SignInContext,
  {
    userId,
    passwordHash,
    desk = null,
    device = sentDevice(request) ?? newSecret(),
    ...wanted
  }: {
    userId: number;
    /** The hash that matched. */
    passwordHash: string;
    isRemembered: boolean;
    /** The owner's session in which staff mode starts, by its hash. */
    desk?: Buffer | null;
    device?: string;
  },
): Promise<string> {
  const { functions } = kit.databases;
  const isRemembered = wanted.isRemembered && desk === null;
  const token = newSecret();
  const life = isRemembered ? sessionLife.remembered : sessionLife.ordinary;
  const start = {
    user: userId,
    tokenHash: sha256(token),
    device: sha256(device),
    at: now,
    expires: new Date(now.getTime() + life),
    passwordHash,
  };
  if (desk) {
    if (!(await functions.value("enterStaffMode", { ...start, desk }))) throw notSignedIn();
  } else {
    const session = { ...start, remembered: isRemembered, ownerSession: null };
    if (!(await functions.value("startSession", session))) throw passwordChanged();
  }
  await describeSession(kit, request, token);
  setSessionCookies(reply, request, token, device, isRemembered);
  return token;
}

/** Between checking the password and opening the session. */
export const passwordChanged = () =>
  new Failure("not_signed_in", "The password was changed meanwhile. Please log in again.");

/** The name by which the user recognizes a session. */
async function describeSession(kit: Kit, request: FastifyRequest, token: string): Promise<void> {
  await kit.databases.functions.value("describeSession", {
    tokenHash: sha256(token),
    address: request.ip,
    userAgent: cleanUserAgent(request.headers["user-agent"]),
  });
}
