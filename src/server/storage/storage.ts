import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import { Failure } from "#shared/errors.ts";

/** Bytes to store, and the SHA-256 that the store can check. */
export type Content = { blob: Blob; sha256: Buffer };

/** First and last byte, counted from 0. */
export type ByteRange = { first: number; last: number };

/** A file store. Keys come from `newStorageKey`. Any failure of the store is 503 `files_unavailable`. */
export type Storage = {
  /** Atomic. Once it resolves, the bytes survive a loss of power. */
  put(key: string, content: Content): Promise<void>;
  /** The same for bytes of unknown length and checksum. A failure leaves nothing at the key. */
  putStream(key: string, bytes: Readable): Promise<void>;
  /** Resolves when the store starts sending. */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** Succeeds for missing bytes. */
  remove(key: string): Promise<void>;
  /** Writes, reads and removes a few bytes. @throws StartProblem that names the setting to correct. */
  check(): Promise<void>;
};

/** Unguessable, and spread over folders below the clinic's id: `1001/3f/3f9a…`. */
export function newStorageKey(clinicId: number): string {
  const name = randomBytes(16).toString("hex");
  return `${clinicId}/${name.slice(0, 2)}/${name}`;
}

/** Unique per start, so that two servers do not remove each other's. */
export const newCheckKey = () => `check/${randomBytes(8).toString("hex")}`;

export const filesUnavailable = (cause?: unknown) =>
  Object.assign(
    new Failure(
      "files_unavailable",
      "Files cannot be stored or opened right now. Please try again in a moment.",
      {},
      30,
    ),
    { cause },
  );

export const storageFull = () =>
  new Failure("storage_full", "File storage is full. Please contact your administrator.");

/** Whether `get` failed because the bytes do not exist. */
export function isNotThere(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string; reason?: string } };
  return cause?.code === "ENOENT" || cause?.reason === "NoSuchKey";
}
