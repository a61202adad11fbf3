import * as z from "zod/mini";
import {
  ChangePassword,
  ConfirmPassword,
  Done,
  ProfileChanges,
  StaffModePin,
} from "#features/accounts/contract.ts";
import { Profile } from "#shared/current-user.ts";
import { endpoint, Id } from "#shared/endpoint.ts";
import { pageSize, requiredLine } from "#shared/formats/fields.ts";
import { PasskeyAttestation } from "#shared/webauthn.ts";

// Apart from contract.ts, which every page loads, the public ones too.

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

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  addedAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
});
export const SecondFactorState = z.object({
  /** With an authenticator app, a passkey, or both. */
  isOn: z.boolean(),
  authenticator: z.nullable(z.object({ addedAt: z.string(), lastUsedAt: z.nullable(z.string()) })),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.int(),
  /** When the owner set a PIN for leaving staff mode; null without one. */
  staffModePinSince: z.nullable(z.string()),
  passwordChangedAt: z.string(),
});
export const SecondFactorKey = z.object({ secret: z.string(), uri: z.string() });
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
/** WebAuthn's PublicKeyCredentialCreationOptionsJSON, for the browser's authenticator. */
export const PasskeyOptions = z.object({
  options: z.record(z.string(), z.unknown()),
  /** The device that created it, as "Chrome on Windows". */
  name: z.string(),
});
export const AddPasskey = z.strictObject({
  name: requiredLine("Enter a name", 60),
  passkey: PasskeyAttestation,
});

/** Whether this account signs in with a second factor. */
export const secondFactor = endpoint({
  method: "GET",
  path: "/api/auth/second-factor",
  access: "signed-in",
  audit: null,
  reads: ["secondFactor"],
  response: SecondFactorState,
});
export const setUpSecondFactor = endpoint({
  method: "POST",
  path: "/api/auth/second-factor/set-up",
  access: "signed-in",
  audit: null,
  changes: [],
  recentPassword: true,
  response: SecondFactorKey,
  isSecret: true,
});
export const confirmSecondFactor = endpoint({
  method: "POST",
  path: "/api/auth/second-factor/confirm",
  access: "signed-in",
  audit: null,
  changes: ["secondFactor", "notifications", "staffHistory"],
  recentPassword: true,
  body: z.strictObject({
    code: z.string({ error: "Enter the six-digit code" }).check(z.maxLength(20, "Use at most 20 characters")),
  }),
  response: RecoveryCodes,
  isSecret: true,
});
export const removeSecondFactor = endpoint({
  method: "DELETE",
  path: "/api/auth/second-factor",
  access: "signed-in",
  audit: null,
  changes: ["secondFactor", "notifications", "staffHistory"],
  recentPassword: true,
  response: Done,
});
/** The options for creating a passkey. */
export const passkeyOptions = endpoint({
  method: "POST",
  path: "/api/auth/passkeys/options",
  access: "signed-in",
  audit: null,
  changes: [],
  recentPassword: true,
  response: PasskeyOptions,
});
/** Returns recovery codes with the account's first factor, and none with later ones. */
export const addPasskey = endpoint({
  method: "POST",
  path: "/api/auth/passkeys",
  access: "signed-in",
  audit: null,
  changes: ["secondFactor", "notifications", "staffHistory"],
  recentPassword: true,
  body: AddPasskey,
  response: RecoveryCodes,
  isSecret: true,
});
export const removePasskey = endpoint({
  method: "DELETE",
  path: "/api/auth/passkeys/:id",
  access: "signed-in",
  audit: null,
  changes: ["secondFactor", "notifications", "staffHistory"],
  recentPassword: true,
  response: Done,
});
/** Six digits with which the doctor leaves staff mode instead of the password. */
export const setStaffModePin = endpoint({
  method: "PUT",
  path: "/api/auth/staff-mode-pin",
  access: "doctor",
  audit: null,
  changes: ["secondFactor", "staffHistory"],
  recentPassword: true,
  body: z.strictObject({ pin: StaffModePin }),
  response: Done,
});
export const removeStaffModePin = endpoint({
  method: "DELETE",
  path: "/api/auth/staff-mode-pin",
  access: "doctor",
  audit: null,
  changes: ["secondFactor", "staffHistory"],
  recentPassword: true,
  response: Done,
});
/** Ten new codes; the old ones no longer work. */
export const renewRecoveryCodes = endpoint({
  method: "POST",
  path: "/api/auth/second-factor/recovery-codes",
  access: "signed-in",
  audit: null,
  changes: ["secondFactor", "staffHistory"],
  recentPassword: true,
  response: RecoveryCodes,
  isSecret: true,
});
/** A doctor's own numbers. Staff who prescribe for the doctor type them. */
export const saveProfile = endpoint({
  method: "PATCH",
  path: "/api/auth/profile",
  access: "doctor",
  audit: null,
  changes: ["account", "doctors", "users"],
  // A changed license, PTR or S2 number.
  recentPassword: "of-some-changes",
  body: ProfileChanges,
  response: Profile,
});
/** Makes the session's password recent again, for the calls that need it. In staff mode: the staff account's own. */
export const confirmPassword = endpoint({
  method: "POST",
  path: "/api/auth/confirm-password",
  access: "signed-in",
  whileReleased: true,
  audit: null,
  changes: [],
  body: ConfirmPassword,
  response: Done,
});
export const changePassword = endpoint({
  method: "POST",
  path: "/api/auth/change-password",
  access: "signed-in",
  withTemporaryPassword: true,
  whileReleased: true,
  audit: null,
  changes: ["account", "secondFactor", "sessions", "staffHistory"],
  withoutPassword: "It asks for the current password itself, unless that is a temporary one.",
  body: ChangePassword,
  response: Done,
});
