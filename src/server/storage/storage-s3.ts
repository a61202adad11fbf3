import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { setTimeout as wait } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import { StartProblem } from "../start-problem.ts";
import { ordinaryTimes, startOf, unlessStalled } from "./s3-answer.ts";
import { type Acknowledged, putInParts } from "./s3-parts.ts";
import { type ByteRange, type Content, filesUnavailable, newCheckKey, type Storage } from "./storage.ts";

type S3Options = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  isPathStyle: boolean;
};

/** An uploaded file with its encryption is not larger. Larger objects get proportionally more time. */
const fileBytes = 10.5 * 1024 * 1024;
const checkTimeoutMs = 10_000;
const checkAttempts = 4;

/** An error with the <Code> of an S3 response, or an empty code. */
class StoreRefusal extends Error {
  readonly status: number;
  readonly reason: string;

  constructor(status: number, body: string) {
    const reason = /<Code>(\w+)<\/Code>/.exec(body)?.[1] ?? "";
    super(`The file store answered ${status} ${reason}`);
    this.status = status;
    this.reason = reason;
  }
}

/** A bucket of any S3-compatible store. Requests are signed; the secret itself is never sent. */
export class S3Storage implements Storage {
  private readonly options: S3Options;
  private readonly client: AwsClient;
  private readonly base: string;
  times = ordinaryTimes;

  constructor(options: S3Options) {
    this.options = options;
    this.client = new AwsClient({
      accessKeyId: options.accessKeyId,
      secretAccessKey: options.secretAccessKey,
      region: options.region,
      service: "s3",
      retries: 0,
    });
    this.base = bucketAddress(options);
  }

  async put(key: string, { blob, sha256 }: Content): Promise<void> {
    await this.send(
      key,
      {
        method: "PUT",
        body: blob,
        // The store refuses bytes that changed in transit.
        headers: {
          "x-amz-content-sha256": sha256.toString("hex"),
          "content-type": "application/octet-stream",
        },
      },
      blob.size,
    );
  }

  async putStream(key: string, bytes: Readable): Promise<void> {
    await putInParts((query, init, size) => this.send(`${key}?${query}`, init, size), bytes);
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const stop = new AbortController();
    const answer = await this.inTime(this.times.answer, stop, () =>
      this.ask(key, {
        signal: stop.signal,
        ...(range && { headers: { range: `bytes=${range.first}-${range.last}` } }),
      }),
    );
    // A store that ignores the range would send the wrong bytes.
    if (!answer.body || (range && answer.status !== 206)) {
      stop.abort();
      throw filesUnavailable();
    }
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    return Readable.fromWeb(
      unlessStalled(reader, this.times, () => stop.abort(filesUnavailable(noAnswer()))) as ReadableStream,
    );
  }

  async remove(key: string): Promise<void> {
    await this.send(key, { method: "DELETE" }).catch((error: Error) => {
      if (error.cause instanceof StoreRefusal && error.cause.reason === "NoSuchKey") return;
      throw error;
    });
  }

  async check(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.probe();
      } catch (error) {
        // Most errors of the store are temporary, and some stores return new objects a moment later.
        const isTemporary =
          error instanceof StoreRefusal && (error.status >= 500 || error.reason === "NoSuchKey");
        if (!isTemporary || attempt >= checkAttempts) throw new StartProblem(this.messageFor(error));
        await wait(500);
      }
    }
  }

  /** Writes, reads and deletes one small file. */
  private async probe(): Promise<void> {
    const key = newCheckKey();
    const blob = new Blob(["Klinika"]);
    const sha256 = Buffer.from(await crypto.subtle.digest("SHA-256", await blob.arrayBuffer()));
    await this.ask(key, {
      method: "PUT",
      body: blob,
      headers: { "x-amz-content-sha256": sha256.toString("hex") },
      signal: AbortSignal.timeout(checkTimeoutMs),
    });
    const read = await this.ask(key, { signal: AbortSignal.timeout(checkTimeoutMs) });
    if ((await startOf(read)) !== "Klinika") throw new Error("other bytes");
    await this.ask(key, { method: "DELETE", signal: AbortSignal.timeout(checkTimeoutMs) });
  }

  /** A request with a short response. `size`: bytes that it sends. */
  private async send(key: string, init: RequestInit, size = 0): Promise<Acknowledged> {
    const stop = new AbortController();
    return this.inTime(this.times.answer * Math.max(1, size / fileBytes), stop, async () => {
      const answer = await this.ask(key, { ...init, signal: stop.signal });
      return { etag: answer.headers.get("etag") ?? "", text: await startOf(answer) };
    });
  }

  private async inTime<T>(ms: number, stop: AbortController, work: () => Promise<T>): Promise<T> {
    const limit = setTimeout(() => stop.abort(noAnswer()), ms);
    try {
      return await work();
    } catch (error) {
      throw filesUnavailable(error);
    } finally {
      clearTimeout(limit);
    }
  }

  private async ask(key: string, { signal = null, ...init }: RequestInit): Promise<Response> {
    const signed = await this.client.sign(`${this.base}/${key}`, { redirect: "manual", ...init });
    // Given to fetch itself: it follows a request's own signal only until that request is garbage collected.
    const answer = await fetch(signed, { signal });
    if (answer.ok) return answer;
    throw new StoreRefusal(answer.status, await startOf(answer));
  }

  private messageFor(error: unknown): string {
    const { endpoint, bucket, region } = this.options;
    if (!(error instanceof StoreRefusal))
      return `The file store at ${endpoint} cannot be reached${causeOf(error)}. Start it, or correct S3_ENDPOINT.`;
    switch (error.reason) {
      case "NoSuchBucket":
        return `The file store at ${endpoint} has no bucket "${bucket}". Create it, or correct S3_BUCKET.`;
      case "InvalidAccessKeyId":
        return `The file store at ${endpoint} does not know the key. Correct S3_ACCESS_KEY_ID.`;
      case "SignatureDoesNotMatch":
        return `The file store at ${endpoint} refuses the secret. Correct S3_SECRET_ACCESS_KEY, or S3_REGION (${region}).`;
      case "AccessDenied":
        return `The key in S3_ACCESS_KEY_ID may not read, write and delete in the bucket "${bucket}". Give it these rights.`;
      default:
        return `The file store at ${endpoint} answered ${error.status}${error.reason && ` ${error.reason}`}. Correct S3_ENDPOINT, S3_REGION or S3_FORCE_PATH_STYLE.`;
    }
  }
}

const noAnswer = () => new DOMException("The file store did not answer in time", "TimeoutError");

/** The address of the bucket, without a trailing slash. */
export function bucketAddress({
  endpoint,
  bucket,
  isPathStyle,
}: Pick<S3Options, "endpoint" | "bucket" | "isPathStyle">): string {
  const url = new URL(endpoint);
  if (isPathStyle) url.pathname = `${url.pathname.replace(/\/$/, "")}/${bucket}`;
  else url.hostname = `${bucket}.${url.hostname}`;
  return url.href.replace(/\/$/, "");
}

function causeOf(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: string }; name: string };
  const code = cause?.code ?? (name === "TimeoutError" ? "no answer" : "");
  return code && ` (${code})`;
}
