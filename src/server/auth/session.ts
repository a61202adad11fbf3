import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure, type SuspendedClinic, suspended } from "#shared/errors.ts";
import { type Actor, type Permission, readPermissions } from "#shared/permissions.ts";
import { isInGoodStanding } from "#shared/subscription.ts";
import type { Databases } from "../database/db.ts";
import type { Kit } from "../kit.ts";
import type { Settings } from "../settings.ts";
import { sha256 } from "./secrets.ts";
import { idleHours, type SessionRow } from "./session-lookups.ts";

export const sessionCookie = "klinika_session";
const deviceCookie = "klinika_device";

const isByTls = ({ publicUrl }: Pick<Settings, "publicUrl">) => publicUrl?.startsWith("https:") === true;

/**
 * The names of the cookies. Over https, browsers accept a `__Host-` cookie only from this host and over TLS, so neither
 * a neighboring subdomain nor a plain http response can set one.
 */
const cookieNames = (settings: Pick<Settings, "publicUrl">) => {
  const prefix = isByTls(settings) ? "__Host-" : "";
  return { session: `${prefix}${sessionCookie}`, device: `${prefix}${deviceCookie}` };
};

/** The session cookie that the browser sent. */
export const sentSessionCookie = ({ cookies, server }: FastifyRequest): string | undefined =>
  cookies[cookieNames(server.kit.settings).session];

/** The secret that this browser got at an earlier sign-in, or null. A forged one has no valid signature. */
export function sentDevice(request: FastifyRequest): string | null {
  const cookie = request.cookies[cookieNames(request.server.kit.settings).device];
  return cookie === undefined ? null : request.unsignCookie(cookie).value;
}

/** Sent by polls, which must not extend an unattended session. */
const pollHeader = "x-klinika-poll";

const hour = 3_600_000;
/** Lifetime of a session, in milliseconds. */
export const sessionLife = { ordinary: 12 * hour, remembered: 7 * 24 * hour };
const deviceLifeSeconds = 400 * 24 * 3600;

/** The caller, from the session of this request. */
export type Session = Actor & {
  userId: number;
  email: string;
  firstName: string;
  lastName: string;
  permissions: Permission[];
  passwordChanged: boolean;
  /** Set in staff mode: the owner from whose session it was entered. */
  ownerUserId: number | null;
  clinic: {
    id: number;
    name: string;
    primaryColor: string;
    isActive: boolean;
    subscriptionStatus: string;
  } | null;
  passwordTypedAt: string;
  isRemembered: boolean;
  hasSecondFactor: boolean;
  clinicRequiresSecondFactor: boolean;
  tokenHash: Buffer;
};

/** A bearer token takes precedence over the cookie, so that an API client is never mistaken for a browser. */
export function sentToken(request: FastifyRequest): { token: string; isCookie: boolean } | null {
  const header = request.headers.authorization;
  if (header?.startsWith("Bearer ") && header.length > 7) return { token: header.slice(7), isCookie: false };
  const cookie = sentSessionCookie(request);
  return cookie ? { token: cookie, isCookie: true } : null;
}

export const notSignedIn = () => new Failure("not_signed_in", "Please log in to continue.");

export async function readSession(
  request: FastifyRequest,
  databases: Databases,
  now: Date,
): Promise<Session | null> {
  const sent = sentToken(request);
  if (!sent) return null;
  const tokenHash = sha256(sent.token);
  const isActiveUse = request.headers[pollHeader] === undefined;
  const row = await databases.sessions.look({ tokenHash, isActiveUse, now });
  if (!row) return null;
  return {
    userId: row.userId,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    role: row.role,
    permissions: readPermissions(row.permissions.split(" ")),
    passwordChanged: row.passwordChanged,
    clinicId: row.clinicId,
    ownerUserId: row.ownerUserId,
    clinic: clinicOf(row),
    passwordTypedAt: row.passwordTypedAt,
    isRemembered: row.isRemembered,
    hasSecondFactor: row.hasSecondFactor,
    clinicRequiresSecondFactor: row.clinicRequiresSecondFactor ?? false,
    tokenHash,
  };
}

function clinicOf({ clinicId, primaryColor, ...row }: SessionRow): Session["clinic"] {
  const standing = standingOf(row);
  return clinicId === null || primaryColor === null || standing === null
    ? null
    : { id: clinicId, primaryColor, ...standing };
}

type Standing = {
  clinicName: string | null;
  clinicIsActive: boolean | null;
  subscriptionStatus: string | null;
};

/** Null for an account without a clinic. */
export const standingOf = ({
  clinicName,
  clinicIsActive,
  subscriptionStatus,
}: Standing): SuspendedClinic | null =>
  clinicName === null || clinicIsActive === null || subscriptionStatus === null
    ? null
    : { name: clinicName, isActive: clinicIsActive, subscriptionStatus };

/** @throws Failure for a clinic that is deactivated, suspended or expired */
export function requireClinicInGoodStanding({ clinic }: { clinic: SuspendedClinic | null }): void {
  if (!clinic || isInGoodStanding(clinic)) return;
  throw suspended({
    name: clinic.name,
    subscriptionStatus: clinic.subscriptionStatus,
    isActive: clinic.isActive,
  });
}

/**
 * The same, except for an owner to whom an administrator released the clinic's data: that account may sign in, and call
 * the endpoints declared for it.
 */
export async function requireStandingOrRelease(
  { databases, now }: Pick<Kit, "databases" | "now">,
  account: { userId: number; role: string; clinic: SuspendedClinic | null },
): Promise<void> {
  try {
    requireClinicInGoodStanding(account);
  } catch (refused) {
    const isReleased =
      account.role === "owner" &&
      (await databases.functions.value("isReleasedTo", { user: account.userId, at: now() }));
    if (!isReleased) throw refused;
  }
}

/** Whether this account must use a second factor: a setting of the server for administrators, of the clinic for staff. */
export function requiresSecondFactor(
  { role, clinicRequiresSecondFactor }: Session,
  { adminSecondFactor }: Pick<Settings, "adminSecondFactor">,
): boolean {
  if (role === "admin") return adminSecondFactor === "required";
  return role !== "owner" && clinicRequiresSecondFactor;
}

/**
 * How long a browser may show data of this session offline: as long as the session would last. Seconds since the last use and since the sign-in, `7200/43200`.
 */
export function sessionTime({ isRemembered }: Session): string {
  const kind = isRemembered ? "remembered" : "ordinary";
  return `${idleHours[kind] * 3600}/${sessionLife[kind] / 1000}`;
}

/**
 * Requests triggered by another site must not use this site's cookie. Reads by cookie are refused only when the
 * browser reports another site; changes need this site's origin.
 */
export function refuseForeignSite(request: FastifyRequest, isByCookie: boolean): void {
  const site = request.headers["sec-fetch-site"];
  const isFromElsewhere = site === "cross-site" || site === "same-site";
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (isRead) {
    if (isByCookie && isFromElsewhere) throw foreignSite();
    return;
  }
  const source = request.headers.origin ?? request.headers.referer;
  if (source !== undefined ? hostOf(source) !== request.host : isByCookie || isFromElsewhere)
    throw foreignSite();
}

/**
 * GET logout changes state, so it is only accepted from this site's pages or a typed address. On a plain http
 * address browsers send no Sec-Fetch-Site; there the Referer is used.
 */
export function refuseForeignNavigation(request: FastifyRequest): void {
  const site = request.headers["sec-fetch-site"];
  const { referer } = request.headers;
  const isOwn =
    site === undefined
      ? referer === undefined || hostOf(referer) === request.host
      : site === "same-origin" || site === "none";
  if (!isOwn) throw foreignSite();
}

const foreignSite = () =>
  new Failure("forbidden", "This request came from another site. Open Klinika itself and try again.");

function hostOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).host : null;
}

export function setSessionCookies(
  reply: FastifyReply,
  request: FastifyRequest,
  token: string,
  device: string,
  isRemembered: boolean,
): void {
  const { settings } = request.server.kit;
  const names = cookieNames(settings);
  const shared = {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: isByTls(settings) || request.protocol === "https",
  } as const;
  reply.setCookie(names.session, token, {
    ...shared,
    ...(isRemembered && { maxAge: sessionLife.remembered / 1000 }),
  });
  reply.setCookie(names.device, device, { ...shared, maxAge: deviceLifeSeconds, signed: true });
}

export function clearSessionCookie(reply: FastifyReply): void {
  const { settings } = reply.server.kit;
  reply.clearCookie(cookieNames(settings).session, { path: "/", secure: isByTls(settings) });
}
