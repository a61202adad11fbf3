import * as z from "zod/mini";
import { endpoint, Id } from "#shared/endpoint.ts";
import { pageSize, requiredLine } from "#shared/formats/fields.ts";
import { roles } from "#shared/permissions.ts";
import { subscriptionStatuses } from "#shared/subscription.ts";

const text = z.nullable(z.string());
const count = z.int();

/** Counts over all clinics. No patient's data is visible to the administrator. */
export const PlatformStats = z.object({
  totalClinics: count,
  totalUsers: count,
  totalPatients: count,
  trialClinics: count,
  /** Active clinics whose effective subscription status is active. */
  paidClinics: count,
  activeClinics: count,
  /** The monthly revenue of the paying clinics, in pesos as a decimal string. */
  monthlyRevenue: z.string(),
});
export type PlatformStats = z.output<typeof PlatformStats>;

const standing = {
  id: Id,
  isActive: z.boolean(),
  /** The effective one: a trial after its end is expired. */
  subscriptionStatus: z.enum(subscriptionStatuses),
  trialEndsAt: text,
} as const;

/** A clinic as the administrator sees it. */
export const PlatformClinic = z.object({
  ...standing,
  name: z.string(),
  subdomain: z.string(),
  logoUrl: text,
  primaryColor: z.string(),
  setupFee: z.string(),
  monthlyFee: z.string(),
  address: text,
  phone: text,
  email: text,
  createdAt: z.string(),
  updatedAt: z.string(),
  userCount: count,
  patientCount: count,
  owner: z.nullable(
    z.object({ firstName: z.string(), lastName: z.string(), email: z.string(), licenseNumber: text }),
  ),
  /** When an administrator checked the owner's license number; null if nobody has. */
  verifiedAt: text,
});
export type PlatformClinic = z.output<typeof PlatformClinic>;

export const ClinicStanding = z.object(standing);
export type ClinicStanding = z.output<typeof ClinicStanding>;

/** One change of a clinic's standing by an administrator, with old and new value. */
export const StandingChange = z.object({
  id: Id,
  changedAt: z.string(),
  adminName: z.string(),
  what: z.enum(["isActive", "subscriptionStatus", "isVerified"]),
  /** As the administrator saw it: `active`, `inactive`, `verified`, `unverified`, or an effective subscription status. */
  was: z.string(),
  isNow: z.string(),
});
export type StandingChange = z.output<typeof StandingChange>;

export const PlatformUser = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.enum(roles),
  /** Null for the platform's own administrators. */
  clinicId: z.nullable(Id),
  clinicName: text,
  isActive: z.boolean(),
});
export type PlatformUser = z.output<typeof PlatformUser>;

/** A message of the contact form, or an upgrade request that an owner filed from inside. */
export const PlatformMessage = z.object({
  id: Id,
  kind: z.enum(["contact", "upgrade"]),
  /** The clinic that requests the upgrade. */
  clinicId: z.nullable(Id),
  name: z.string(),
  email: z.string(),
  phone: text,
  clinic: text,
  subject: z.string(),
  message: z.string(),
  createdAt: z.string(),
  handledAt: text,
});
export type PlatformMessage = z.output<typeof PlatformMessage>;

/** A request by an administrator: every change, and reads once in five minutes. Stored for one year. */
export const ConsoleLogEntry = z.object({
  id: Id,
  at: z.string(),
  adminName: z.string(),
  /** Method and path as declared, such as `PUT /api/admin/clinics/:id/status`. */
  call: z.string(),
  /** The id in the path. */
  aboutId: z.nullable(Id),
  /** The clinic's, where the id is a clinic's. */
  clinicName: text,
  /** What was searched for. */
  detail: text,
  device: z.string(),
  address: z.string(),
});
export type ConsoleLogEntry = z.output<typeof ConsoleLogEntry>;

const Page = z.object({
  limit: z.optional(pageSize),
  cursor: z.optional(z.string().check(z.maxLength(200))),
});
const search = z.optional(z.string().check(z.trim(), z.maxLength(255)));

export const platformStats = endpoint({
  method: "GET",
  path: "/api/admin/stats",
  access: "admin",
  audit: null,
  reads: ["clinics"],
  response: PlatformStats,
});
/** Newest first; searched by the clinic's name and its owner's name or e-mail. */
export const platformClinics = endpoint({
  method: "GET",
  path: "/api/admin/clinics",
  access: "admin",
  audit: null,
  reads: ["clinics"],
  query: z.extend(Page, { search, status: z.optional(z.enum(subscriptionStatuses)) }),
  response: z.array(PlatformClinic),
});
/** Newest first; searched by name and e-mail. */
export const platformUsers = endpoint({
  method: "GET",
  path: "/api/admin/users",
  access: "admin",
  audit: null,
  reads: ["clinics"],
  query: z.extend(Page, { search }),
  response: z.array(PlatformUser),
});
/** An inactive clinic is locked out from its next request on, and reactivated the same way. */
export const setClinicStatus = endpoint({
  method: "PUT",
  path: "/api/admin/clinics/:id/status",
  access: "admin",
  audit: null,
  changes: ["clinics", "consoleLog", "standingHistory"],
  recentPassword: true,
  body: z.strictObject({ isActive: z.boolean({ error: "Use true or false" }) }),
  response: ClinicStanding,
});
export const setClinicSubscription = endpoint({
  method: "PUT",
  path: "/api/admin/clinics/:id/subscription",
  access: "admin",
  audit: null,
  changes: ["clinics", "consoleLog", "standingHistory"],
  recentPassword: true,
  body: z.strictObject({
    subscriptionStatus: z.enum(subscriptionStatuses, { error: "Choose trial, active, expired or suspended" }),
  }),
  response: ClinicStanding,
});
/**
 * Whether the clinic's identity is verified. Renaming the clinic or its owner, or a new license number, removes the
 * mark.
 */
export const setClinicVerified = endpoint({
  method: "PUT",
  path: "/api/admin/clinics/:id/verified",
  access: "admin",
  audit: null,
  changes: ["clinics", "consoleLog", "standingHistory"],
  recentPassword: true,
  body: z.strictObject({ isVerified: z.boolean({ error: "Use true or false" }) }),
  response: z.object({ id: Id, verifiedAt: text }),
});
/** How long a release lasts, in days. */
export const RELEASED_FOR = 14;
/**
 * Lets the owner of a locked-out clinic sign in and download the clinic's export, and nothing else, for 14 days.
 * Logged with its reason in the clinic's record history.
 */
export const releaseClinic = endpoint({
  method: "POST",
  path: "/api/admin/clinics/:id/release",
  access: "admin",
  audit: null,
  changes: ["consoleLog"],
  recentPassword: true,
  body: z.strictObject({
    reason: requiredLine("Reason is required", 500),
  }),
  response: z.object({ id: Id, until: z.string() }),
});
/** Changes of the clinic's standing by administrators, newest first. */
export const clinicStandingChanges = endpoint({
  method: "GET",
  path: "/api/admin/clinics/:id/standing-history",
  access: "admin",
  audit: null,
  reads: ["standingHistory"],
  query: Page,
  response: z.array(StandingChange),
});
/** Newest first: open ones, or with `handled=true` handled ones. */
export const platformMessages = endpoint({
  method: "GET",
  path: "/api/admin/contact-messages",
  access: "admin",
  audit: null,
  reads: ["contactMessages"],
  query: z.extend(Page, { handled: z.optional(z.enum(["true", "false"])) }),
  response: z.array(PlatformMessage),
});
export const handleMessage = endpoint({
  method: "PATCH",
  path: "/api/admin/contact-messages/:id",
  access: "admin",
  audit: null,
  changes: ["contactMessages", "consoleLog"],
  recentPassword: true,
  body: z.strictObject({ isHandled: z.boolean({ error: "Use true or false" }) }),
  response: z.object({ id: Id, isHandled: z.boolean() }),
});
/** Newest first. */
export const consoleLog = endpoint({
  method: "GET",
  path: "/api/admin/console-log",
  access: "admin",
  audit: null,
  reads: ["consoleLog"],
  query: Page,
  response: z.array(ConsoleLogEntry),
});
