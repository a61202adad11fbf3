import { type Answered, type Endpoint, pathOf, type Sent } from "#shared/endpoint.ts";
import type { FailureBody } from "#shared/errors.ts";
import { ApiError } from "./api-error.ts";
import { noteAnswer, noteNoConnection } from "./freshness.ts";
import { storedToken } from "./storage-keys.ts";

export type CallOptions = {
  signal?: AbortSignal;
  /** Names one act of the user: every retry of it carries the same key, so that it is done once. */
  idempotencyKey?: string;
  /** Version of the record that was being edited. */
  ifMatch?: number;
  /** A poll does not keep an unattended session alive. */
  isPoll?: boolean;
};

export type Answer<T> = { data: T; headers: Headers };

/** Called on a 401 and on a suspended 403, wherever it happens; set once by the session. */
let onRefused: (error: ApiError) => void = () => undefined;
export const whenRefused = (listener: (error: ApiError) => void) => {
  onRefused = listener;
};

/** The last answer of each address, so that an unchanged one costs no body. Emptied with the session. */
const kept = new Map<string, { etag: string; data: unknown; headers: Headers }>();
const keptAtMost = 200;
export const forgetAnswers = () => kept.clear();

/** crypto.randomUUID is missing on a plain http address of a clinic's own network; getRandomValues is not. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

export function addressOf(endpoint: Endpoint, sent: { params?: unknown; query?: unknown }): string {
  const path = pathOf(endpoint, sent.params as Record<string, unknown> | undefined);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((sent.query ?? {}) as Record<string, unknown>))
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** Calls an endpoint and reads its JSON. */
export async function call<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  options: CallOptions = {},
): Promise<Answer<Answered<E>>> {
  const address = addressOf(endpoint, sent);
  const earlier = endpoint.method === "GET" ? kept.get(address) : undefined;
  const response = await send(endpoint, address, sent, options, earlier?.etag);
  if (response.status === 304 && earlier)
    return { data: earlier.data as Answered<E>, headers: earlier.headers };
  const data = (await response.json()) as Answered<E>;
  const etag = response.headers.get("etag");
  if (endpoint.method === "GET" && etag) {
    if (kept.size >= keptAtMost) kept.delete(kept.keys().next().value ?? "");
    kept.set(address, { etag, data, headers: response.headers });
  }
  return { data, headers: response.headers };
}

/** Calls an endpoint that answers a file. The name is the server's, from Content-Disposition. */
export async function callForFile<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  options: CallOptions = {},
): Promise<{ file: Blob; name: string; headers: Headers }> {
  const response = await send(endpoint, addressOf(endpoint, sent), sent, options);
  const disposition = response.headers.get("content-disposition") ?? "";
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  return {
    file: await response.blob(),
    name: encoded ? decodeURIComponent(encoded) : "klinika",
    headers: response.headers,
  };
}

async function send(
  endpoint: Endpoint,
  address: string,
  sent: { body?: unknown },
  options: CallOptions,
  etag?: string,
): Promise<Response> {
  const headers = new Headers();
  const token = storedToken();
  if (token) headers.set("authorization", `Bearer ${token}`);
  if (sent.body !== undefined) headers.set("content-type", "application/json");
  if (options.idempotencyKey) headers.set("idempotency-key", options.idempotencyKey);
  if (options.ifMatch !== undefined) headers.set("if-match", `"v${options.ifMatch}"`);
  if (options.isPoll) headers.set("x-klinika-poll", "1");
  if (etag) headers.set("if-none-match", etag);
  const response = await fetch(address, {
    method: endpoint.method,
    headers,
    credentials: "include",
    // The browser's own cache would keep patients on the disk of a shared desk.
    cache: "no-store",
    ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
    ...(options.signal && { signal: options.signal }),
  }).catch((cause: unknown) => {
    if (options.signal?.aborted) throw cause;
    noteNoConnection();
    throw new ApiError(0, {}, "No connection");
  });
  noteAnswer();
  if (response.ok || response.status === 304) return response;
  const error = await failureOf(response);
  if (error.status === 401 || error.body.suspended) onRefused(error);
  throw error;
}

/** The specification's text of a failure: the status, a colon and a space, then the body or the status text. */
async function failureOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => "");
  let body: Partial<FailureBody> = {};
  try {
    body = JSON.parse(text) as FailureBody;
  } catch {
    // A proxy's error page is not ours to show.
  }
  return new ApiError(response.status, body, `${response.status}: ${text || response.statusText}`);
}
