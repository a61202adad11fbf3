import * as z from "zod/mini";
import { Done } from "#features/accounts/contract.ts";
import { ById, endpoint, Id } from "#shared/endpoint.ts";
import { pageSize } from "#shared/formats/fields.ts";

/** A session, named by the browser it was opened in. */
export const Device = z.object({
  id: Id,
  /** "Chrome on Windows" */
  device: z.string(),
  address: z.nullable(z.string()),
  /** The user, in the clinic's list. */
  userName: z.nullable(z.string()),
  signedInAt: z.string(),
  lastUsedAt: z.string(),
  /** Whether this request was sent from that session. */
  isThis: z.boolean(),
});
export type Device = z.output<typeof Device>;

const signInWays = ["password", "recovery_code", "totp", "passkey", "reset_link", "pin"] as const;
export type SignInWay = (typeof signInWays)[number];

export const SignInEntry = z.object({
  id: Id,
  at: z.string(),
  /** Null in a user's own list, and for an e-mail without an account. */
  userName: z.nullable(z.string()),
  clinicName: z.nullable(z.string()),
  device: z.string(),
  address: z.string(),
  way: z.enum(signInWays),
  /** Whether it signed in, or set a new password by a mailed link. */
  isRight: z.boolean(),
  /** The password was right; the code is still missing. */
  waitsForCode: z.boolean(),
});
export type SignInEntry = z.output<typeof SignInEntry>;

export const SignInsQuery = z.object({
  limit: z.optional(pageSize),
  cursor: z.optional(z.string().check(z.maxLength(200))),
});

/** Where the account is signed in, most recently used first. */
export const devices = endpoint({
  method: "GET",
  path: "/api/auth/sessions",
  access: "signed-in",
  audit: null,
  reads: ["sessions"],
  response: z.array(Device),
});
export const endDevice = endpoint({
  method: "DELETE",
  path: "/api/auth/sessions/:id",
  access: "signed-in",
  audit: null,
  changes: ["sessions"],
  params: ById,
  response: Done,
});
export const endOtherDevices = endpoint({
  method: "POST",
  path: "/api/auth/sessions/end-others",
  access: "signed-in",
  audit: null,
  changes: ["sessions"],
  response: Done,
});
/** Newest first. Sign-ins are stored for one year. */
export const ownSignIns = endpoint({
  method: "GET",
  path: "/api/auth/sign-ins",
  access: "signed-in",
  audit: null,
  reads: ["signIns"],
  query: SignInsQuery,
  response: z.array(SignInEntry),
});
/** Where the clinic's staff are signed in. */
export const staffDevices = endpoint({
  method: "GET",
  path: "/api/clinic/sessions",
  access: "owner",
  audit: null,
  reads: ["sessions", "users"],
  response: z.array(Device),
});
export const endStaffDevice = endpoint({
  method: "DELETE",
  path: "/api/clinic/sessions/:id",
  access: "owner",
  audit: null,
  changes: ["sessions"],
  params: ById,
  response: Done,
});
export const clinicSignIns = endpoint({
  method: "GET",
  path: "/api/clinic/sign-ins",
  access: "owner",
  audit: null,
  reads: ["signIns", "users"],
  query: SignInsQuery,
  response: z.array(SignInEntry),
});
export const platformSignIns = endpoint({
  method: "GET",
  path: "/api/admin/sign-ins",
  access: "admin",
  audit: null,
  reads: ["signIns"],
  query: SignInsQuery,
  response: z.array(SignInEntry),
});
