import type { FastifyRequest } from "fastify";
import type { FailureBody, FailureCode } from "#shared/errors.ts";

/** FHIR clients get failures as an OperationOutcome. */
export const isFhir = ({ url }: Pick<FastifyRequest, "url">): boolean => url.startsWith("/fhir/");

/** FHIR's IssueType. */
const issueTypes: Partial<Record<FailureCode, string>> = {
  invalid: "invalid",
  not_signed_in: "login",
  forbidden: "forbidden",
  clinic_suspended: "suppressed",
  not_found: "not-found",
  gone: "deleted",
  changed_meanwhile: "conflict",
  already_done: "conflict",
  billed: "conflict",
  too_large: "too-long",
  wrong_type: "not-supported",
  not_acceptable: "not-supported",
  too_many: "throttled",
  internal: "exception",
  busy: "transient",
  database_unavailable: "transient",
  history_unavailable: "transient",
  files_unavailable: "transient",
};

/** An issue per field, or one for all; `details` contains Klinika's own code. */
export function operationOutcome({ code, message, fields = {}, reference }: FailureBody): object {
  const issue = (text: string, expression?: string) => ({
    severity: "error",
    code: issueTypes[code] ?? "processing",
    details: { coding: [{ system: "urn:klinika:failure", code }], text },
    ...(expression && { expression: [expression] }),
    ...(reference && { diagnostics: `Reference ${reference}` }),
  });
  const named = Object.entries(fields);
  return {
    resourceType: "OperationOutcome",
    issue: named.length > 0 ? named.map(([field, text]) => issue(text, field)) : [issue(message)],
  };
}
