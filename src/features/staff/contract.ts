import * as z from "zod/mini";
import { endpoint, Id, IdText } from "#shared/endpoint.ts";
import { emailAddress, pageSize, requiredLine } from "#shared/formats/fields.ts";
import { permissions, staffRoles } from "#shared/permissions.ts";

/** How long a temporary password is valid. */
export const TEMPORARY_HOURS = 72;

export const StaffAccount = z.object({
  id: Id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(staffRoles),
  permissions: z.array(z.enum(permissions)),
  isActive: z.boolean(),
  /** False until the temporary password was replaced. */
  passwordChanged: z.boolean(),
});
export type StaffAccount = z.output<typeof StaffAccount>;

const grantedPermissions = z
  .array(z.enum(permissions, { error: "There is no such permission" }), {
    error: "Send a list of permissions",
  })
  .check(z.maxLength(permissions.length, "Name each permission once"));

export const StaffDraft = z.strictObject({
  email: emailAddress("Invalid email address"),
  firstName: requiredLine("First name is required", 100),
  lastName: requiredLine("Last name is required", 100),
  permissions: grantedPermissions,
  /** Secretary by default. */
  role: z.optional(z.enum(staffRoles, { error: "Choose staff or secretary" })),
});
export type StaffDraft = z.output<typeof StaffDraft>;

/** Shown once; only its hash is stored. */
export const TemporaryPassword = z.object({
  tempPassword: z.string(),
  firstName: z.string(),
  lastName: z.string(),
});
export type TemporaryPassword = z.output<typeof TemporaryPassword>;

/** A row of the record history about a staff account. */
export const StaffHistoryEntry = z.object({
  id: Id,
  event: z.string(),
  label: z.string(),
  /** {field: [old, new]}; for a new account its initial values. */
  changes: z.record(z.string(), z.unknown()),
  happenedAt: z.string(),
  /** The account's owner. */
  accountName: z.nullable(z.string()),
  /** Who did it. */
  userName: z.nullable(z.string()),
});
export type StaffHistoryEntry = z.output<typeof StaffHistoryEntry>;

/** Every staff account of the clinic, the active ones first. */
export const staffAccounts = endpoint({
  method: "GET",
  path: "/api/secretaries",
  access: "owner",
  audit: null,
  reads: ["staff"],
  response: z.array(StaffAccount),
});
/** Changes of the clinic's staff accounts, newest first. */
export const staffHistory = endpoint({
  method: "GET",
  path: "/api/secretaries/history",
  access: "owner",
  audit: null,
  reads: ["staffHistory", "users"],
  query: z.object({ limit: z.optional(pageSize), cursor: z.optional(z.string().check(z.maxLength(60))) }),
  response: z.array(StaffHistoryEntry),
});
/** The e-mail of an inactive account of the clinic reactivates that account. */
export const addStaffAccount = endpoint({
  method: "POST",
  path: "/api/secretaries",
  access: "owner",
  audit: "staff.create",
  changes: ["staff", "staffHistory", "users", "notifications"],
  recentPassword: true,
  body: StaffDraft,
  response: TemporaryPassword,
  isSecret: true,
});
/** In force on the staff member's next request. */
export const changePermissions = endpoint({
  method: "PATCH",
  path: "/api/secretaries/:id/permissions",
  access: "owner",
  audit: "staff.permissions",
  changes: ["staff", "staffHistory"],
  recentPassword: true,
  body: z.strictObject({ permissions: grantedPermissions }),
  response: StaffAccount,
});
/** Ends the account's sessions immediately. The account remains, inactive. */
/** `tasksTo`: who gets the open tasks that are assigned to the account. Without it they stay. */
export const deactivateStaffAccount = endpoint({
  method: "DELETE",
  path: "/api/secretaries/:id",
  access: "owner",
  audit: "staff.deactivate",
  changes: ["staff", "staffHistory", "users", "sessions"],
  recentPassword: true,
  query: z.object({ tasksTo: z.optional(IdText) }),
  response: z.object({ message: z.string() }),
});
/** For a lost or expired one, also a doctor's. Ends the account's sessions. */
export const renewTemporaryPassword = endpoint({
  method: "POST",
  path: "/api/secretaries/:id/temporary-password",
  access: "owner",
  audit: "staff.password",
  changes: ["staff", "doctors", "staffHistory", "sessions"],
  recentPassword: true,
  response: TemporaryPassword,
  isSecret: true,
});
/** For a lost phone, also a doctor's. The account signs in by password alone until it sets up a new second factor. */
export const resetStaffSecondFactor = endpoint({
  method: "POST",
  path: "/api/secretaries/:id/second-factor/reset",
  access: "owner",
  audit: "staff.secondFactor",
  changes: ["staffHistory", "sessions"],
  recentPassword: true,
  response: z.object({ message: z.string() }),
});
