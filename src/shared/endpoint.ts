import * as z from "zod/mini";
import type { CacheTag } from "./cache-tags.ts";
import type { Access } from "./permissions.ts";
import type { RecordEvent } from "./record-events.ts";

type Schema = z.ZodMiniType;

/** Files sent as multipart/form-data: the form's field, which may repeat, and its limits. */
export type Upload = {
  readonly field: string;
  /** Further files are refused. */
  readonly maxFiles: number;
  /** Bytes of one file. */
  readonly maxBytes: number;
};

/** For a change that returns a patient's record, or the newer version when it is refused. */
type RecordAnswer = {
  /** The event that the record history logs for callers who may view the record. */
  readonly noted: RecordEvent;
  /**
   * The call creates the record, so its answer contains what the caller sent: everybody gets it, and no view is
   * logged.
   */
  readonly isNew?: true;
  /**
   * Id, version and state: all that a caller without view_patients gets in addition to the fields that were sent.
   */
  readonly withoutView?: z.ZodMiniObject;
};

/**
 * One call of the API: method, path and shapes, who may call it, and its audit event. The server enforces it, the client
 * calls it, the screens show buttons by it, and tests loop over all of them.
 */
export type Endpoint = {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With parameters, as in `/api/patients/:id`. They are ids, unless `params` says otherwise. */
  readonly path: string;
  readonly access: Access;
  /** The event of the record history; null for calls that touch no patient's data. */
  readonly audit: RecordEvent | null;
  /** For a GET that returns JSON: the tags of what it reads. Changes of these invalidate cached answers. */
  readonly reads?: readonly CacheTag[];
  /** For every other method: the tags of what it changes. An empty list invalidates nothing. */
  readonly changes?: readonly CacheTag[];
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Instead of `body`. The caller sends `files`, the handler receives them from `serve`. */
  readonly upload?: Upload;
  /** The allow-list of what leaves the server. `file`: bytes with their own type. */
  readonly response: Schema | "file";
  /**
   * Null if no answer contains more of a record than the caller sent. Required for changes that do not need
   * view_patients.
   */
  readonly record?: RecordAnswer | null;
  /** True if the answer contains a secret, which is never stored for an idempotency key. */
  readonly isSecret?: true;
  /**
   * Refused with `password_required` when the session's password was confirmed too long ago. If only some changes
   * need it, the handler calls `requireRecentPassword`. Required where `requirePasswordRule` says so.
   */
  readonly recentPassword?: true | "of-some-changes";
  /** Why a call that would have to ask for the password does not. */
  readonly withoutPassword?: string;
  /** The owner of a suspended clinic may call it while an administrator has released the clinic's data. */
  readonly whileReleased?: true;
  /** `signed-in` only: may be called before a temporary password is changed. */
  readonly withTemporaryPassword?: true;
  /** The `patientId` of the body is another patient than the path's, such as a relative. Otherwise both must agree. */
  readonly namesOtherPatient?: true;
};

/** Properties that the build of the screens drops (scripts/contract-parts.ts). */
export type ServerOnly =
  | "params"
  | "query"
  | "body"
  | "response"
  | "isSecret"
  | "audit"
  | "record"
  | "withoutPassword"
  | "whileReleased"
  | "withTemporaryPassword"
  | "namesOtherPatient";

/** What is left of an endpoint in the browser. */
export type ClientEndpoint = Omit<Endpoint, ServerOnly>;

/** How long a typed password is recent, in milliseconds. */
export const recentPasswordFor = 15 * 60_000;

/** A GET must declare what it reads, unless it returns a file, which no screen caches; other calls must declare what they change. */
type WithResources<E extends Endpoint> = E["method"] extends "GET"
  ? E["response"] extends "file"
    ? { readonly changes?: never }
    : Required<Pick<Endpoint, "reads">> & { readonly changes?: never }
  : Required<Pick<Endpoint, "changes">> & { readonly reads?: never };

export const endpoint = <const E extends Endpoint>(declared: E & WithResources<E>): E => declared;

type Out<S> = S extends Schema ? z.output<S> : undefined;
type In<S> = S extends Schema ? z.input<S> : undefined;

/** `"id" | "rxId"` of `/api/patients/:id/prescriptions/:rxId.pdf`. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Last}`
    ? Last extends `${infer Name}.pdf`
      ? Name
      : Last
    : never;
type Ids<E extends Endpoint, Value> = [NamesIn<E["path"]>] extends [never]
  ? undefined
  : Record<NamesIn<E["path"]>, Value>;

/** What a handler receives, after validation. */
export type Received<E extends Endpoint> = {
  params: E["params"] extends Schema ? z.output<E["params"]> : Ids<E, number>;
  query: Out<E["query"]>;
  body: Out<E["body"]>;
};

/** What a caller sends. */
export type Sent<E extends Endpoint> = (E["params"] extends Schema
  ? { params: z.input<E["params"]> }
  : Ids<E, string> extends undefined
    ? { params?: undefined }
    : { params: Ids<E, string> }) &
  (E["query"] extends Schema ? { query?: In<E["query"]> } : { query?: undefined }) &
  (E["body"] extends Schema ? { body: In<E["body"]> } : { body?: undefined }) &
  (E["upload"] extends Upload ? { files: readonly File[] } : { files?: undefined });

/** The whole answer, which a handler returns. */
export type Whole<E extends Endpoint> = E["response"] extends Schema ? z.output<E["response"]> : Blob;

/** The caller's answer, which may be less than the whole: see `record`. */
export type Answered<E extends Endpoint> = E["record"] extends { withoutView: infer Least extends Schema }
  ? z.output<Least> & Partial<Whole<E>>
  : Whole<E>;

/** Ids are JSON integers from 1 to 2^53 − 1. */
export const Id = z.int().check(z.positive());

/** An id in a path or query, where everything is text. */
export const IdText = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,15}$/, "Send an id here, a whole number.")),
  z.pipe(z.transform(Number), Id),
);

/** `GET /api/patients/7` for the endpoint's path and params. */
export function pathOf(called: Endpoint, params: Record<string, unknown> = {}): string {
  return called.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

/** The path with the query; query parameters without a value are omitted. */
export function addressOf(endpoint: Endpoint, sent: { params?: unknown; query?: unknown }): string {
  const path = pathOf(endpoint, sent.params as Record<string, unknown> | undefined);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((sent.query ?? {}) as Record<string, unknown>))
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}
