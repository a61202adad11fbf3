import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import { Failure } from "#shared/errors.ts";

/** Bytes to store, and the SHA-256 that the store can check. */
export type Content = { blob: Blob; sha256: Buffer };

/** First and last byte, counted from 0. */
export type ByteRange = { first: number; last: number };

/** A file store. Keys come from `newStorageKey`. Any failure of the store is 503 `files_unavailable`. */
export type Storage = {
  /** Whole or not at all: when it answers, the bytes outlive a loss of power. */
  put(key: string, content: Content): Promise<void>;
  /** The same of bytes whose number and sum nobody knows before they end. What fails leaves nothing at the key. */
  putStream(key: string, bytes: Readable): Promise<void>;
  /** Resolves when the store has begun to send. */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** Bytes that are not there count as removed. */
  remove(key: string): Promise<void>;
  /** Writes, reads and removes a few bytes. @throws StartProblem that names the setting to correct. */
  check(): Promise<void>;
};

/** Not to be guessed, and spread over folders: `1001/3f/3f9a…` under the clinic's id. */
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

/** Of a failure to `get`: the store works and has no such bytes. */
export function isNotThere(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string; reason?: string } };
  return cause?.code === "ENOENT" || cause?.reason === "NoSuchKey";
}
