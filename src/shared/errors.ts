/** The only format of failures. `message` is for a toast, `fields` for the form, `code` for programs. */
export type FailureBody = {
  code: FailureCode;
  message: string;
  fields?: Record<string, string>;
  suspended?: true;
  clinic?: SuspendedClinic;
  /** The ways in which the missing proof may be sent. */
  methods?: ("code" | "recoveryCode" | "passkey" | "password" | "pin")[];
  /** Of staff mode: whose session rests, where it is not the owner's. */
  desk?: "doctor";
  /** Identifies a sign-in that waits for its second factor. */
  challenge?: string;
  /** The options for an authenticator's signature: WebAuthn's PublicKeyCredentialRequestOptionsJSON. */
  passkeyOptions?: object;
  current?: unknown;
  suggestion?: string;
  reference?: string;
  /** Refused files, each with the reason. */
  refused?: { name: string; reason: string }[];
};

export type SuspendedClinic = { name: string; subscriptionStatus: string; isActive: boolean };

export type FailureCode = keyof typeof statusOf;

export const statusOf = {
  invalid: 400,
  not_signed_in: 401,
  wrong_sign_in: 401,
  second_factor_required: 401,
  staff_mode_ended: 401,
  forbidden: 403,
  clinic_suspended: 403,
  password_change_required: 403,
  password_required: 403,
  second_factor_setup_required: 403,
  email_unconfirmed: 403,
  resting: 403,
  not_found: 404,
  not_acceptable: 406,
  taken: 409,
  possible_duplicate: 409,
  unlikely: 409,
  day_to_confirm: 409,
  reference_to_confirm: 409,
  already_done: 409,
  billed: 409,
  awaiting_release: 409,
  withdrawn: 409,
  entered_in_error: 409,
  gone: 410,
  changed_meanwhile: 412,
  too_large: 413,
  wrong_type: 415,
  unusable: 422,
  too_many: 429,
  internal: 500,
  busy: 503,
  database_unavailable: 503,
  history_unavailable: 503,
  files_unavailable: 503,
  paper_too_long: 422,
  papers_busy: 503,
  pictures_busy: 503,
  scanner_unavailable: 503,
  storage_full: 507,
  quota_full: 507,
} as const;

/** Thrown by rules and queries; the server's one error handler turns it into a FailureBody. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly details: Omit<FailureBody, "code" | "message">;
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | undefined;

  constructor(
    code: FailureCode,
    message: string,
    details: Omit<FailureBody, "code" | "message"> = {},
    retryAfter?: number,
  ) {
    super(message);
    this.code = code;
    this.details = details;
    this.retryAfter = retryAfter;
  }

  get status(): number {
    return statusOf[this.code];
  }
}

export const notFound = (what: string) => new Failure("not_found", `${what} not found`);

export const invalidField = (field: string, message: string) =>
  new Failure("invalid", message, { fields: { [field]: message } });

/** A character of a paper's text that its font lacks. */
export class Unprintable extends Failure {
  constructor(message: string, fields: Record<string, string> = {}) {
    super("unusable", message, { fields });
  }
}

export const paperTooLong = () =>
  new Failure(
    "paper_too_long",
    "This document is too long to print. Please shorten its longest text and try again.",
    {},
    60,
  );

export const forbidden = () => new Failure("forbidden", "You do not have permission to do this.");

export const suspended = (clinic: SuspendedClinic) =>
  new Failure("clinic_suspended", suspensionMessage(clinic), { suspended: true, clinic });

/** Order of the specification: inactive, suspended, expired, else restricted. */
function suspensionMessage(clinic: SuspendedClinic): string {
  if (!clinic.isActive)
    return "Your clinic account has been deactivated. Please contact our support team to reactivate your account.";
  if (clinic.subscriptionStatus === "suspended")
    return "Your clinic account has been suspended due to payment issues. Please update your payment method.";
  if (clinic.subscriptionStatus === "expired")
    return "Your subscription has expired. Please renew to access patient data.";
  return "Access to your clinic account is restricted. Please contact our support team.";
}
