import * as z from "zod/mini";
import { CurrentUser, type Profile } from "#shared/current-user.ts";
import { endpoint } from "#shared/endpoint.ts";
import { canBePrinted, emailAddress, oneLine, optionalLine, requiredLine } from "#shared/formats/fields.ts";
import { PASSWORD_LENGTH, passwordRules } from "#shared/password-rules.ts";
import { roles } from "#shared/permissions.ts";
import { PasskeyAssertion } from "#shared/webauthn.ts";

export type { CurrentUser, Profile };

const email = emailAddress("Please enter a valid email address");
const newPassword = z
  .string({ error: passwordRules.length.refusal })
  .check(
    z.minLength(PASSWORD_LENGTH, passwordRules.length.refusal),
    z.maxLength(128, "Use at most 128 characters"),
  );

const currentPassword = z
  .string({ error: "Password is required" })
  .check(z.minLength(1, "Password is required"), z.maxLength(1000, "Use at most 1,000 characters"));

/** Of a form with a new password and `confirmPassword`. */
export const isTypedTwice = <Name extends string>(name: Name) =>
  z.refine<Record<Name | "confirmPassword", string>>((typed) => typed[name] === typed.confirmPassword, {
    error: "Passwords don't match",
    path: ["confirmPassword"],
  });

export const SignIn = z.object({
  email,
  password: currentPassword,
  rememberMe: z.optional(z.boolean()),
});

export const SignUp = z
  .object({
    clinicName: z
      .string({ error: "Clinic name must be at least 2 characters" })
      .check(
        oneLine,
        z.trim(),
        z.minLength(2, "Clinic name must be at least 2 characters"),
        z.maxLength(255, "Use at most 255 characters"),
        canBePrinted,
      ),
    doctorName: z
      .string({ error: "Doctor name must be at least 2 characters" })
      .check(
        oneLine,
        z.trim(),
        z.minLength(2, "Doctor name must be at least 2 characters"),
        z.maxLength(200, "Use at most 200 characters"),
        canBePrinted,
      ),
    email,
    phone: z
      .string({ error: "Please enter a valid phone number" })
      .check(
        oneLine,
        z.trim(),
        z.minLength(10, "Please enter a valid phone number"),
        z.maxLength(20, "Use at most 20 characters"),
        canBePrinted,
      ),
    licenseNumber: requiredLine("Medical license number is required", 100),
    password: newPassword,
    confirmPassword: z.string({ error: "Passwords don't match" }),
  })
  .check(isTypedTwice("password"));

const SignedInUser = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(roles),
});
export const SignInAnswer = z.object({ token: z.string(), user: SignedInUser });

const yearWords = "Enter the year as four digits, like 2026";
/** The year a PTR was paid for, typed or as a number; empty is null. */
const ptrYear = z.pipe(
  z.pipe(
    z.nullable(z.union([z.string(), z.number()], { error: yearWords })),
    z.transform((typed: string | number | null) => (typed === null ? null : String(typed).trim() || null)),
  ),
  z.pipe(
    z.nullable(z.string().check(z.regex(/^20\d\d$/, yearWords))),
    z.transform((year: string | null) => (year === null ? null : Number(year))),
  ),
);

/** The doctor's own name and licenses. A person with one name enters it as the last name. */
export const ProfileDraft = z.strictObject({
  firstName: z
    .string({ error: "Enter text" })
    .check(oneLine, z.trim(), z.maxLength(100, "Use at most 100 characters"), canBePrinted),
  lastName: requiredLine("Last name is required", 100),
  licenseNumber: requiredLine("Medical license number is required", 100),
  ptrNumber: optionalLine(100),
  ptrYear,
  s2Number: optionalLine(100),
  specialization: optionalLine(255),
  credentials: optionalLine(120),
});
/** A field that is not sent stays as it is. */
export const ProfileChanges = z.partial(ProfileDraft);
export type ProfileChanges = z.output<typeof ProfileChanges>;

export const ChangePassword = z.object({
  /** Not required while the password is a temporary one: this session was opened with it. */
  currentPassword: z.optional(
    z
      .string({ error: "Current password is required" })
      .check(z.minLength(1, "Current password is required"), z.maxLength(1000)),
  ),
  newPassword,
});

export const ConfirmPassword = z.strictObject({ password: currentPassword });

export const StaffModePin = z.string().check(z.regex(/^\d{6}$/, "Enter six digits"));

/** One of the three. Without any, the response only lists which of them are set up. */
export const LeaveStaffMode = z.strictObject({
  password: z.optional(z.string().check(z.maxLength(1000, "Use at most 1,000 characters"))),
  pin: z.optional(StaffModePin),
  passkey: z.optional(PasskeyAssertion),
});

/** The response to a challenge: one of the two codes, or a passkey's signature. */
export const SecondFactorProof = z
  .strictObject({
    challenge: z.string().check(z.maxLength(100, "Use at most 100 characters")),
    code: z.optional(z.string().check(z.maxLength(20, "Use at most 20 characters"))),
    recoveryCode: z.optional(z.string().check(z.maxLength(40, "Use at most 40 characters"))),
    passkey: z.optional(PasskeyAssertion),
    /** Skips the second step in this browser for 30 days. */
    rememberDevice: z.optional(z.boolean({ error: "Use true or false" })),
  })
  .check(
    z.refine(
      ({ code, recoveryCode, passkey }) =>
        [code, recoveryCode, passkey].filter((answer) => answer !== undefined).length === 1,
      { error: "Enter the six-digit code", path: ["code"] },
    ),
  );
export const ForgotPassword = z.object({ email });

/** From the link's fragment. */
const linkToken = z
  .string({ error: "The link is not complete" })
  .check(z.maxLength(200, "The link is not complete"));
export const ResetPassword = z.object({ token: linkToken, newPassword });
const ConfirmEmail = z.object({ token: linkToken });

export const Done = z.object({ message: z.string() });

export const signUp = endpoint({
  method: "POST",
  path: "/api/auth/signup",
  access: "public",
  audit: null,
  changes: [],
  body: SignUp,
  response: SignInAnswer,
  isSecret: true,
});
export const login = endpoint({
  method: "POST",
  path: "/api/auth/login",
  access: "public",
  audit: null,
  changes: [],
  body: SignIn,
  response: SignInAnswer,
  isSecret: true,
});
export const tokenLogin = endpoint({
  method: "POST",
  path: "/api/auth/token-login",
  access: "public",
  audit: null,
  changes: [],
  body: SignIn,
  response: SignInAnswer,
  isSecret: true,
});
export const adminLogin = endpoint({
  method: "POST",
  path: "/api/admin/login",
  access: "public",
  audit: null,
  changes: [],
  body: SignIn,
  response: SignInAnswer,
  isSecret: true,
});
/** The two sign-in endpoints of staff and secretaries. From an owner's session they start staff mode. */
export const staffLogin = endpoint({
  method: "POST",
  path: "/api/staff/login",
  access: "public",
  audit: null,
  changes: [],
  body: SignIn,
  response: SignInAnswer,
  isSecret: true,
});
export const secretaryLogin = endpoint({
  method: "POST",
  path: "/api/secretaries/login",
  access: "public",
  audit: null,
  changes: [],
  body: SignIn,
  response: SignInAnswer,
  isSecret: true,
});
/** Completes a sign-in that was answered with second_factor_required. */
export const answerSecondFactor = endpoint({
  method: "POST",
  path: "/api/auth/second-factor",
  access: "public",
  audit: null,
  changes: [],
  body: SecondFactorProof,
  response: SignInAnswer,
  isSecret: true,
});
/** Back to the owner's session. Without the owner's password: 403 password_required. */
export const leaveStaffMode = endpoint({
  method: "POST",
  path: "/api/staff/leave",
  // Public, because the staff account may have been deactivated meanwhile; the token alone returns to the owner's
  // session.
  access: "public",
  audit: null,
  changes: [],
  body: LeaveStaffMode,
  response: SignInAnswer,
  isSecret: true,
});
export const logout = endpoint({
  method: "POST",
  path: "/api/auth/logout",
  access: "public",
  audit: null,
  changes: [],
  response: Done,
});
/** Sent with the current user: idle seconds, a slash, and total seconds of the session. */
export const sessionTimeHeader = "x-session-time";
export const currentUser = endpoint({
  method: "GET",
  path: "/api/auth/me",
  access: "signed-in",
  withTemporaryPassword: true,
  whileReleased: true,
  audit: null,
  reads: ["account", "clinic", "secondFactor"],
  response: CurrentUser,
});
/** Encrypts this user's drafts in the browser. The same at every sign-in until the password changes. */
export const draftKey = endpoint({
  method: "GET",
  path: "/api/auth/draft-key",
  access: "member",
  audit: null,
  reads: ["account"],
  response: z.object({ key: z.string() }),
});
/** Mails a link, where mail is set up. The response is the same for every address. */
export const forgotPassword = endpoint({
  method: "POST",
  path: "/api/auth/forgot-password",
  access: "public",
  audit: null,
  changes: [],
  body: ForgotPassword,
  response: Done,
});
/** With a link's token; 404 when it was used or has expired. */
export const resetPassword = endpoint({
  method: "POST",
  path: "/api/auth/reset-password",
  access: "public",
  audit: null,
  changes: [],
  body: ResetPassword,
  response: Done,
});
/**
 * With the token of the link mailed at sign-up; 404 when it is not valid. Confirmed before: 200 with another message.
 */
export const confirmEmail = endpoint({
  method: "POST",
  path: "/api/auth/confirm-email",
  access: "public",
  audit: null,
  changes: ["account"],
  body: ConfirmEmail,
  response: Done,
});
/** Another link to confirm the email. Confirmed already: 409. */
export const resendConfirmation = endpoint({
  method: "POST",
  path: "/api/auth/resend-confirmation",
  access: "signed-in",
  audit: null,
  changes: [],
  response: Done,
});
