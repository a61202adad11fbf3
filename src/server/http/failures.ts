import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { Failure, type FailureBody } from "#shared/errors.ts";
import { hasTimedOut } from "../database/driver/statement.ts";
import { htmlText } from "./html-text.ts";
import { isFhir, operationOutcome } from "./operation-outcome.ts";

/** The failure for a violated constraint, by its name. */
const constraintFailures: Record<string, () => Failure> = {
  patients_admission_no_key: () => taken("admissionNo", "Admission number already used"),
  users_email_key: () =>
    taken("email", "This email address is already registered. Sign in instead, or use another address."),
  custom_field_definitions_name_key: () => taken("fieldName", "There is a field of this name already"),
  referrals_one_open: () =>
    new Failure("taken", "This patient already has an open referral to this clinic. Cancel that one first."),
  quick_texts_name_key: () => taken("name", "There is a quick text of this name already"),
  favourite_prescriptions_name_key: () => taken("name", "You have a favorite of this name already"),
  clinics_subdomain_key: () => taken("subdomain", "This subdomain is already taken. Please choose another."),
};

const taken = (field: string, message: string) =>
  new Failure("taken", message, { fields: { [field]: message } });

const lockedByAnother = () =>
  new Failure("busy", "Someone else is changing this record. Please try again in a few seconds.", {}, 3);

const postgresCodes: Record<string, () => Failure> = {
  "40P01": lockedByAnother,
  "55P03": lockedByAnother,
  "23503": () => new Failure("not_found", "Record not found"),
  "23505": () => new Failure("taken", "This was already saved."),
  "23514": () =>
    new Failure("invalid", "A value is out of range. Please check what you entered.", {
      fields: {},
    }),
  "22001": () => new Failure("invalid", "A text is too long. Please shorten it.", { fields: {} }),
  "22003": () => new Failure("invalid", "A number is too large.", { fields: {} }),
  "22P05": () => new Failure("invalid", "The text contains a character that can't be saved.", { fields: {} }),
  "22007": () => new Failure("invalid", "A date or time can't be read.", { fields: {} }),
  "22008": () => new Failure("invalid", "A date or time can't be read.", { fields: {} }),
  "22P02": () => new Failure("invalid", "A value can't be read.", { fields: {} }),
  "22021": () => new Failure("invalid", "The text contains a character that can't be saved.", { fields: {} }),
  "57014": () =>
    new Failure("database_unavailable", "This took too long. Please try again in a moment.", {}, 10),
  "53100": () =>
    new Failure("storage_full", "There is no space left to save this. Please contact your administrator."),
};

/** Out of memory, out of connections, a faulty disk, a read-only standby: PostgreSQL answers, but cannot be used now. */
const unusableCodes = new Set(["53200", "53300", "58030", "25006"]);
/** Error codes of the driver for missing or broken connections. */
const brokenConnection =
  /^Connection (terminated|ended)|is not queryable|timeout exceeded when trying to connect/;
const networkCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

/** A database that starts, stops or is lost closes the connection (FATAL), or accepts none. */
function isDatabaseUnavailable({
  code,
  severity,
  message,
}: Error & { code?: unknown; severity?: unknown }): boolean {
  if (severity === "FATAL" || severity === "PANIC") return true;
  if (typeof code !== "string") return brokenConnection.test(message) || hasTimedOut({ message });
  return unusableCodes.has(code) || code.startsWith("08") || networkCodes.has(code);
}

const httpMessages: Record<number, { code: Failure["code"]; message: string }> = {
  400: { code: "invalid", message: "Invalid request." },
  413: { code: "too_large", message: "This is too large to send." },
  415: { code: "wrong_type", message: "This content type isn't accepted here." },
  429: { code: "too_many", message: "Too many requests. Please wait a moment and try again." },
};

/** Turns every error into a response. Details of unknown errors are only logged. */
export function answerFailure(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const failure = asFailure(error);
  if (failure.status >= 500) request.log.error({ err: error }, "request failed");
  if (failure.retryAfter !== undefined) reply.header("retry-after", String(failure.retryAfter));
  const body: FailureBody = { code: failure.code, message: failure.message, ...failure.details };
  if (failure.code === "internal") body.reference = request.id;
  // RFC 9110, section 15.5.2. A browser asks nobody for a password by this scheme.
  if (failure.status === 401)
    reply.header(
      "www-authenticate",
      request.headers.authorization
        ? 'Bearer realm="Klinika", error="invalid_token"'
        : 'Bearer realm="Klinika"',
    );
  reply.code(failure.status).header("cache-control", "private, no-store");
  if (isFhir(request))
    return reply.type("application/fhir+json; charset=utf-8").send(JSON.stringify(operationOutcome(body)));
  if (isOpenedByPerson(request))
    return reply.type("text/html; charset=utf-8").send(messagePage(failure.message, body.reference));
  return reply.type("application/json; charset=utf-8").send(JSON.stringify(body));
}

/** A browser navigates to the address, so a person and not a script reads the response. */
const isOpenedByPerson = ({ method, headers }: FastifyRequest) =>
  method === "GET" && headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";

const messagePage = (message: string, reference?: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Klinika</title></head>
<body><main><h1>Klinika</h1><p>${htmlText(message)}</p>${reference ? `<p>Reference: ${htmlText(reference)}</p>` : ""}<p><a href="/">Go to Klinika</a></p></main></body></html>`;

function asFailure(error: Error & { code?: unknown; constraint?: string; statusCode?: number }): Failure {
  if (error instanceof Failure) return error;
  const byConstraint = error.constraint ? constraintFailures[error.constraint] : undefined;
  if (byConstraint) return byConstraint();
  const byCode = typeof error.code === "string" ? postgresCodes[error.code] : undefined;
  if (byCode) return byCode();
  if (isDatabaseUnavailable(error))
    return new Failure(
      "database_unavailable",
      "Klinika can't reach its database right now. Please try again in a moment.",
      {},
      5,
    );
  const known = error.statusCode ? httpMessages[error.statusCode] : undefined;
  if (known)
    return new Failure(
      known.code,
      known.message,
      known.code === "invalid" ? { fields: { body: "Send valid JSON." } } : {},
    );
  return new Failure("internal", "Something went wrong. Please try again.");
}
