import * as z from "zod";
import { type Endpoint, IdText } from "#shared/endpoint.ts";
import { Failure, invalidField, notFound } from "#shared/errors.ts";
import { CONTROL_CHARACTERS } from "#shared/formats/control-characters.ts";
import { formatCount } from "#shared/formats/counts.ts";

/** What to send instead of a value of the wrong type. */
const hints: Partial<Record<string, string>> = {
  string: "Send text here.",
  number: "Send a number here.",
  int: "Send a whole number here.",
  boolean: "Send true or false here.",
  array: "Send a list here.",
  object: "Send an object here.",
  record: "Send an object here.",
};

/** For errors without a message in their schema: says what to send. Undefined leaves the message to zod. */
function defaultMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_type") return hints[issue.expected];
  if (issue.code === "invalid_value") return `Use ${issue.values.join(", ")}`;
  if (issue.code === "too_small" && !issue.inclusive) return `Use more than ${issue.minimum}`;
  if (issue.code === "too_big" && issue.origin === "string")
    return `Use at most ${formatCount(Number(issue.maximum))} characters`;
  return undefined;
}

z.config({ ...z.locales.en(), customError: defaultMessage });

/** The parameters of a path whose contract says nothing of them. */
const Ids = z.record(z.string(), IdText);

type Issue = z.core.$ZodIssue;

/** Further errors are not listed, since nobody reads them and the response would grow with the request. */
const MAX_ERRORS = 50;

/** Messages by the dotted path of the field; the first one of a field wins. */
function fieldErrors(issues: readonly Issue[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of issues.slice(0, MAX_ERRORS)) {
    if (issue.code === "unrecognized_keys")
      for (const key of issue.keys.slice(0, MAX_ERRORS))
        fields[[...issue.path, key].join(".")] ??= "This field cannot be set here.";
    else fields[issue.path.join(".") || "body"] ??= issue.message;
  }
  return fields;
}

/** The contracts' bodies are four levels deep. Deeper ones could overflow the stack of recursive code. */
const MAX_DEPTH = 20;
/** Keys and items of a body together. The largest one, a patient with 300 files, has some 600. */
const MAX_VALUES = 5000;

/** Text pasted from a PDF contains some. Passwords are not changed. */
function withoutControlCharacters(sent: object): void {
  for (const [key, value] of Object.entries(sent))
    if (typeof value === "string" && !/password/i.test(key)) {
      const clean = value.replace(CONTROL_CHARACTERS, "");
      if (clean !== value) (sent as Record<string, unknown>)[key] = clean;
    }
}

/**
 * Bounds the work of the schemas, whose time grows with a body's keys and items even if they refuse it. Removes control
 * characters from its texts.
 * @throws Failure invalid
 */
function cleanBody(body: unknown): void {
  let level: unknown[] = [body];
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH)
      throw new Failure("invalid", "The request is nested too deeply.", {
        fields: { body: `At most ${MAX_DEPTH} levels.` },
      });
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === "string" && !value.isWellFormed())
        throw new Failure("invalid", "The text contains a character that can't be saved.", { fields: {} });
      if (typeof value !== "object" || value === null) continue;
      // Counted before anything else reads them.
      for (const _key in value) {
        values += 1;
        if (values > MAX_VALUES)
          throw new Failure("invalid", "The request has too many fields.", {
            fields: { body: `At most ${formatCount(MAX_VALUES)} fields and items.` },
          });
      }
      withoutControlCharacters(value);
      for (const one of Object.values(value)) next.push(one);
    }
    level = next;
  }
}

/** Invalid ids in params belong to no record: 404. Query and body: 400 with `fields`. */
export function validate(endpoint: Endpoint, sent: { params: unknown; query: unknown; body: unknown }) {
  cleanBody(sent.body);
  refuseOtherPatient(endpoint, sent);
  if (typeof sent.query === "object" && sent.query !== null) withoutControlCharacters(sent.query);
  const received = {
    params: endpoint.path.includes(":")
      ? checked(endpoint.params ?? Ids, sent.params, () => notFound("Record"))
      : undefined,
    query: endpoint.query ? checked(endpoint.query, sent.query, asInvalid) : undefined,
    body: endpoint.body ? checked(endpoint.body, sent.body ?? {}, asInvalid) : undefined,
  };
  refuseIgnoredPatient(endpoint, sent, received);
  refuseIgnoredBody(endpoint, sent.body);
  if (isEmptyChange(endpoint, received.body))
    throw invalidField("body", "Send at least one field to change.");
  return received;
}

/**
 * The fields of a body that the contract does not have would be ignored: an export of a period in the body would be one
 * of all time. What is not of this API keeps its own rules.
 */
function refuseIgnoredBody({ path, access, body: schema, query }: Endpoint, sent: unknown): void {
  if (schema || access === "public" || !path.startsWith("/api/")) return;
  const [field] = typeof sent === "object" && sent !== null ? Object.keys(sent) : [];
  if (field === undefined) return;
  const inQuery = (query as { shape?: object } | undefined)?.shape;
  throw invalidField(
    field,
    inQuery && field in inQuery ? `Send this in the address: ?${field}=…` : "This field cannot be set here.",
  );
}

/** The path says whose record is changed. A call that names somebody else was meant for another record. */
function refuseOtherPatient(
  { path, namesOtherPatient }: Endpoint,
  { params, query, body }: { params: unknown; query: unknown; body: unknown },
): void {
  if (!path.startsWith("/api/patients/:id") || namesOtherPatient) return;
  const { id } = params as { id?: string };
  if (id === undefined) return;
  for (const [field, named] of [...patientsNamedIn(query), ...patientsNamedIn(body)])
    if (String(named) !== id)
      throw invalidField(field, "This is another patient than the one in the address of the call.");
}

/**
 * Where the record in the path, or nobody, says whose record it is, a patient that the contract does not take would be
 * ignored, and the caller would be told of a success about somebody else. What is not of this API keeps its own rules.
 */
function refuseIgnoredPatient(
  { path, access }: Endpoint,
  sent: { query: unknown; body: unknown },
  received: { query: unknown; body: unknown },
): void {
  if (access === "public" || !path.startsWith("/api/")) return;
  for (const [from, taken] of [
    [sent.query, received.query],
    [sent.body, received.body],
  ] as const)
    for (const [field] of patientsNamedIn(from))
      if (valueAt(taken, field.split(".")) === undefined)
        throw invalidField(field, "A patient cannot be named here.");
}

const valueAt = (value: unknown, [key, ...further]: readonly string[]): unknown =>
  key === undefined
    ? value
    : typeof value === "object" && value !== null
      ? valueAt((value as Record<string, unknown>)[key], further)
      : undefined;

/** Every `patientId` of a value at any depth, with its path. */
function* patientsNamedIn(value: unknown, under: readonly string[] = []): Generator<[string, unknown]> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const at = [...under, key];
    if (key === "patientId" && inner !== null && inner !== undefined) yield [at.join("."), inner];
    else if (at.length < MOST_LEVELS) yield* patientsNamedIn(inner, at);
  }
}

/** No body of the product is deeper. */
const MOST_LEVELS = 8;

/** A PATCH or PUT without a field to change. */
const isEmptyChange = ({ method, body }: Endpoint, sent: unknown): boolean =>
  (method === "PATCH" || method === "PUT") &&
  body !== undefined &&
  Object.values(sent as object).every((value) => value === undefined);

function checked(
  schema: NonNullable<Endpoint["body"]>,
  value: unknown,
  failure: (issues: readonly Issue[]) => Failure,
): unknown {
  const result = z.safeParse(schema, value);
  if (!result.success) throw failure(result.error.issues);
  return result.data;
}

function asInvalid(issues: readonly Issue[]): Failure {
  const fields = fieldErrors(issues);
  return new Failure("invalid", Object.values(fields)[0] ?? "Please check what you entered.", { fields });
}
