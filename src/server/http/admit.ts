import type { FastifyRequest } from "fastify";
import { type Endpoint, recentPasswordFor } from "#shared/endpoint.ts";
import { Failure, forbidden } from "#shared/errors.ts";
import { can, isByKey } from "#shared/permissions.ts";
import { isInGoodStanding } from "#shared/subscription.ts";
import { admitKey } from "../auth/api-key.ts";
import { sha256 } from "../auth/secrets.ts";
import {
  notSignedIn,
  readSession,
  refuseForeignSite,
  requireClinicInGoodStanding,
  requireStandingOrRelease,
  requiresSecondFactor,
  type Session,
  sentToken,
} from "../auth/session.ts";
import type { Kit } from "../kit.ts";

declare module "fastify" {
  interface FastifyRequest {
    session: Session | null;
  }
}

/**
 * The failure if staff mode is the reason: the staff member was deactivated in it, or this is the owner's session, which
 * is suspended until staff mode is left.
 */
async function refusedForStaffMode(
  { databases, now }: Kit,
  request: FastifyRequest,
): Promise<Failure | null> {
  const sent = sentToken(request);
  if (!sent) return null;
  const isEnded = await databases.functions.value("isEndedStaffMode", {
    tokenHash: sha256(sent.token),
    at: now(),
  });
  if (isEnded) return new Failure("staff_mode_ended", "Staff mode has ended. Please go back to the owner.");
  const isResting = await databases.functions.value("isResting", {
    tokenHash: sha256(sent.token),
    at: now(),
  });
  return isResting
    ? new Failure("resting", "Staff mode is on. Leave it with the owner's password to go on as the owner.")
    : null;
}

/** Checks session, clinic, password and permission, in this order, before the body is read. Endpoints for API keys check only the key. */
export async function admit(kit: Kit, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  if (isByKey(endpoint.access)) return admitKey(kit, request, endpoint.access);
  const sent = sentToken(request);
  refuseForeignSite(request, sent?.isCookie ?? false);
  request.session = sent ? await readSession(request, kit.databases, kit.now()) : null;
  const { session } = request;
  const { access } = endpoint;
  if (access === "public") return;
  if (!session) throw (await refusedForStaffMode(kit, request)) ?? notSignedIn();
  if (endpoint.whileReleased) await requireStandingOrRelease(kit, session);
  else requireClinicInGoodStanding(session);
  if (!session.passwordChanged && !endpoint.withTemporaryPassword) throw temporaryPassword();
  if (access === "signed-in") return requirePasswordFor(kit, endpoint, session);
  const refused = refusedForSetUp(kit, session);
  if (refused) throw refused;
  if (!can(session, access)) throw forbidden();
  requirePasswordFor(kit, endpoint, session);
}

const temporaryPassword = () =>
  new Failure("password_change_required", "Please change your temporary password before you continue.");

function refusedForSetUp(kit: Pick<Kit, "settings">, session: Session): Failure | null {
  if (!session.passwordChanged) return temporaryPassword();
  if (requiresSecondFactor(session, kit.settings) && !session.hasSecondFactor)
    return new Failure(
      "second_factor_setup_required",
      "Please set up two-step sign-in for your account before you continue.",
    );
  return null;
}

/** The session of this request, or null if it has expired or needs setup first. */
export async function readUsableSession(kit: Kit, request: FastifyRequest): Promise<Session | null> {
  const session = await readSession(request, kit.databases, kit.now());
  if (!session || (session.clinic && !isInGoodStanding(session.clinic))) return null;
  return refusedForSetUp(kit, session) ? null : session;
}

function requirePasswordFor(kit: Kit, { recentPassword }: Endpoint, session: Session): void {
  if (recentPassword === true) requireRecentPassword(kit, session);
}

/** @throws Failure password_required */
export function requireRecentPassword(kit: Pick<Kit, "now">, session: Session): void {
  const since = kit.now().getTime() - new Date(session.passwordTypedAt).getTime();
  // A time in the future, after the clock was set back, tells nothing about the age.
  if (Math.abs(since) <= recentPasswordFor) return;
  throw new Failure(
    "password_required",
    "Enter your password to continue. Programs send it to POST /api/auth/confirm-password and repeat the call.",
  );
}
