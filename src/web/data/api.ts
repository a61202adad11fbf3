import { type Answered, addressOf, type ClientEndpoint, type Endpoint, type Sent } from "#shared/endpoint.ts";
import type { FailureBody } from "#shared/errors.ts";
import { deviceTime, noteServerTime, timeNow } from "../clock.ts";
import { storedToken } from "../storage-keys.ts";
import { ApiError } from "./api-error.ts";
import { forgetFirstCalls, takeFirstCall } from "./first-calls.ts";
import { requestPassword } from "./fresh-password.ts";
import { noteAnswer, noteCached, noteFresh, noteNoConnection } from "./freshness.ts";
import { watchSave } from "./slow-save.ts";

type CallOptions = {
  signal?: AbortSignal;
  /** Identifies one action of the user: every retry of it has the same key, so that the server runs it once. */
  idempotencyKey?: string;
  /** Version of the record that was being edited. */
  ifMatch?: number;
  /** A poll does not extend an unattended session. */
  isPoll?: boolean;
  /** Nothing is loaded yet: without a connection a cached response may be used. */
  allowCached?: boolean;
};

export type Answer<T> = { data: T; headers: Headers };

/**
 * Called on a 401, on a suspended 403, where two steps must be set up and on a change that the user may not make, wherever
 * it happens; set once by the session.
 */
let onRefused: (error: ApiError) => void = () => undefined;
export const whenRefused = (listener: (error: ApiError) => void) => {
  onRefused = listener;
};

/** The last response of each address, so that an unchanged one is a 304 without a body. Cleared with the session. */
const earlierAnswers = new Map<string, { etag: string; data: unknown; headers: Headers }>();
const mostPrefetched = 200;
export const clearPrefetched = () => {
  earlierAnswers.clear();
  noteFresh();
};

export type AnsweredCall = {
  path: string;
  address: string;
  data: unknown;
  headers: Headers;
  isPoll: boolean;
  at: number;
};
export type FoundAnswer = { data: unknown; headers: Headers; readAt: number };

/** The cache for reading without a connection (#web/offline). Pages outside the application have none. */
type AnswerCache = {
  store(answered: AnsweredCall): void;
  /** The server refuses it, or it no longer exists. */
  drop(path: string, address: string): void;
  find(path: string, address: string): Promise<FoundAnswer | null>;
};
let answerCache: AnswerCache | null = null;
export const cacheAnswersIn = (one: AnswerCache) => {
  answerCache = one;
};

/** crypto.randomUUID is missing at a plain http address of a clinic's own network; getRandomValues is not. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/** Calls an endpoint and reads its JSON. */
export async function call<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  options: CallOptions = {},
): Promise<Answer<Answered<E>>> {
  const address = addressOf(endpoint, sent);
  const isRead = endpoint.method === "GET";
  const earlier = isRead ? earlierAnswers.get(address) : undefined;
  const readAnswer = async (response: Response): Promise<Read<Answered<E>>> => {
    if (response.status === 304 && earlier)
      return { data: earlier.data as Answered<E>, headers: earlier.headers, isCached: false };
    return { data: await response.json(), headers: response.headers, isCached: false };
  };
  const answer = await send(endpoint, address, sent, options, readAnswer, earlier?.etag).catch(
    (error: unknown) => orCached<Answered<E>>(error, endpoint, address, options),
  );
  if (answer.isCached) return answer;
  const { data, headers } = answer;
  const etag = headers.get("etag");
  if (isRead && etag) {
    if (earlierAnswers.size >= mostPrefetched)
      earlierAnswers.delete(earlierAnswers.keys().next().value ?? "");
    earlierAnswers.set(address, { etag, data, headers });
  }
  if (isRead) {
    noteFresh(address);
    const { path } = endpoint;
    answerCache?.store({ path, address, data, headers, isPoll: options.isPoll === true, at: timeNow() });
  } else if (endpoint.method === "DELETE") answerCache?.drop(endpoint.path, address);
  return { data, headers };
}

type Read<T> = Answer<T> & { isCached: boolean };

/** Falls back to the cached response if the server cannot be reached; rethrows other failures. */
async function orCached<T>(
  error: unknown,
  { method, path }: ClientEndpoint,
  address: string,
  { allowCached, signal }: CallOptions,
): Promise<Read<T>> {
  if (!answerCache || method !== "GET" || !(error instanceof ApiError)) throw error;
  if (error.status === 403 || error.status === 404) answerCache.drop(path, address);
  if (error.status !== 0 || !allowCached) throw error;
  const found = await answerCache.find(path, address);
  if (!found) throw error;
  signal?.throwIfAborted();
  noteCached(address, found.readAt);
  return { data: found.data as T, headers: found.headers, isCached: true };
}

/** Calls an endpoint that returns a file. The name is from Content-Disposition. */
export async function callForFile<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  options: CallOptions & { onBytes?: OnBytes } = {},
): Promise<{ file: Blob; name: string; headers: Headers }> {
  return send(endpoint, addressOf(endpoint, sent), sent, options, async (response, noteProgress) => {
    const { headers } = response;
    const encoded = /filename\*=UTF-8''([^;]+)/.exec(headers.get("content-disposition") ?? "")?.[1];
    const file = await blobByPieces(response, (bytes, piece) => {
      noteProgress();
      options.onBytes?.(bytes, piece);
    });
    return { file, name: encoded ? decodeURIComponent(encoded) : "klinika", headers };
  });
}

/** Called with the bytes received so far, and the last chunk. */
type OnBytes = (bytes: number, piece: Uint8Array) => void;

async function blobByPieces(response: Response, onBytes: OnBytes): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    pieces.push(piece.value);
    bytes += piece.value.length;
    onBytes(bytes, piece.value);
  }
  return new Blob(pieces, { type: response.headers.get("content-type") ?? "" });
}

/** Reads a response's body, and reports what arrives in the meantime. */
type ReadBody<T> = (response: Response, noteProgress: () => void) => Promise<T>;

async function send<T>(
  endpoint: ClientEndpoint,
  address: string,
  sent: { body?: unknown },
  options: CallOptions,
  readBody: ReadBody<T>,
  etag?: string,
): Promise<T> {
  const headers = new Headers(signedIn());
  if (sent.body !== undefined) headers.set("content-type", "application/json");
  if (options.idempotencyKey) headers.set("idempotency-key", options.idempotencyKey);
  if (options.ifMatch !== undefined) headers.set("if-match", `"v${options.ifMatch}"`);
  if (options.isPoll) headers.set("x-klinika-poll", "1");
  if (etag) headers.set("if-none-match", etag);
  if (endpoint.method !== "GET") forgetFirstCalls();
  const ask = async (signal: AbortSignal) => {
    const first = takeFirstCall(address);
    // A first call was sent while the page loaded.
    const sentAt = first ? performance.timeOrigin : deviceTime();
    const response = await (first ??
      fetch(address, {
        method: endpoint.method,
        headers,
        credentials: "include",
        // The browser's own cache would store patients on the disk of a shared computer.
        cache: "no-store",
        ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
        signal,
      }));
    if (noteServerTime(response.headers.get("date"), sentAt))
      void import("../tell-wrong-clock.ts").then(({ tellWrongClock }) => tellWrongClock());
    return response;
  };
  const isSave = endpoint.method !== "GET" && (endpoint.changes ?? []).length > 0;
  const answered = await exchange(ask, { ...options, isSave }, readBody);
  if (!(answered instanceof ApiError)) return answered;
  // Not after a read: a poll would refetch the user each time.
  if (answered.body.code === "forbidden" && endpoint.method !== "GET") onRefused(answered);
  if (answered.body.code !== "password_required" || !endpoint.recentPassword) throw answered;
  if (await requestPassword()) {
    options.signal?.throwIfAborted();
    // It may have been confirmed by a new sign-in.
    for (const [name, value] of Object.entries(signedIn())) headers.set(name, value);
    const again = await exchange(ask, { ...options, isSave }, readBody);
    if (again instanceof ApiError) throw again;
    return again;
  }
  const message = "Enter your password to continue.";
  throw new ApiError(answered.status, { ...answered.body, message }, message);
}

/**
 * ms without an answer, or without a byte of a file, after which a request counts as lost: browsers notice only after
 * minutes that a network drops everything. Longer than the server's own limits (database.md). Of a poll less, because
 * what is shown becomes old meanwhile.
 */
const lostAfter = { poll: 15_000, other: 45_000 };

/** One request and its response. Fails with status 0 if either is lost. */
async function exchange<T>(
  ask: (signal: AbortSignal) => Promise<Response>,
  { signal, isPoll, isSave }: CallOptions & { isSave: boolean },
  readBody: ReadBody<T>,
): Promise<T | ApiError> {
  signal?.throwIfAborted();
  const stop = new AbortController();
  const abort = () => stop.abort(signal?.reason);
  signal?.addEventListener("abort", abort);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const noteProgress = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stop.abort(), isPoll ? lostAfter.poll : lostAfter.other);
  };
  // A prefetched request has no signal.
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.onabort = () => reject(stop.signal.reason);
  });
  noteProgress();
  let isCancelled = false;
  const ended = isSave
    ? watchSave(() => {
        isCancelled = true;
        stop.abort();
      })
    : undefined;
  try {
    const response = await Promise.race([ask(stop.signal), stopped]);
    noteAnswer();
    noteProgress();
    if (response.ok || response.status === 304)
      return await Promise.race([readBody(response, noteProgress), stopped]);
    const text = await Promise.race([response.text(), stopped]);
    return failureOf({ status: response.status, statusText: response.statusText, text });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    if (isCancelled) throw new ApiError(0, {}, "Cancelled", "cancelled save");
    noteNoConnection();
    throw new ApiError(0, {}, "No connection", isSave ? "save" : "read");
  } finally {
    ended?.();
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

/** The headers that identify the caller, in addition to the cookie. */
export function signedIn(): Record<string, string> {
  const token = storedToken();
  return token ? { authorization: `Bearer ${token}` } : {};
}

/**
 * The specification's text of a failure: the status, a colon and a space, then the body or the status text. An ended
 * session and a suspended clinic are reported to the session, whoever called.
 */
export function failureOf(answer: { status: number; statusText: string; text: string }): ApiError {
  let body: Partial<FailureBody> = {};
  try {
    body = JSON.parse(answer.text) as FailureBody;
  } catch {
    // A proxy's error page is not ours to show.
  }
  const error = new ApiError(answer.status, body, `${answer.status}: ${answer.text || answer.statusText}`);
  if (error.status === 401 || error.body.suspended || body.code === "second_factor_setup_required")
    onRefused(error);
  return error;
}
