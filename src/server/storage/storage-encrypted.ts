import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, openAsBlob } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline as piped, Readable, Transform } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { Failure } from "#shared/errors.ts";
import { StartProblem } from "../start-problem.ts";
import {
  ageMagic,
  decrypting,
  decryptingRange,
  encryptedRange,
  encrypting,
  headBytes,
  openHead,
  recipientOf,
  WrongKey,
} from "./age-format.ts";
import { type ByteRange, type Content, filesUnavailable, isNotThere, type Storage } from "./storage.ts";
import { diskFailure, incomingFolder } from "./storage-disk.ts";

/** Detects at the next start whether the key is still the one the files were encrypted with. */
const probeKey = "check/files-key";

/**
 * Encrypts stored files in the age format with the first key, and decrypts with any of them. Files from before
 * encryption are returned unchanged. Without a key nothing is encrypted, and reading an encrypted file fails with a
 * message.
 */
export class EncryptedStorage implements Storage {
  private readonly inner: Storage;
  private readonly keys: readonly string[];
  private readonly incoming: string;

  constructor(inner: Storage, keys: readonly string[], dataDir: string) {
    this.inner = inner;
    this.keys = keys;
    this.incoming = incomingFolder(dataDir);
  }

  async put(key: string, content: Content): Promise<void> {
    const [first] = this.keys;
    if (first === undefined) return this.inner.put(key, content);
    const file = join(this.incoming, `encrypted-${randomBytes(12).toString("hex")}`);
    try {
      const sha256 = await this.encryptInto(file, content.blob, first);
      await this.inner.put(key, { blob: await openAsBlob(file), sha256 });
    } finally {
      await rm(file, { force: true });
    }
  }

  async putStream(key: string, bytes: Readable): Promise<void> {
    // It may fail before anything reads it; the reader gets the error.
    bytes.on("error", () => undefined);
    const [first] = this.keys;
    if (first === undefined) return this.inner.putStream(key, bytes);
    const encrypted = await encrypting(await recipientOf(first));
    // The pipeline forwards an error to the stream that the store reads.
    await Promise.all([pipeline(bytes, encrypted), this.inner.putStream(key, encrypted)]);
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    if (range) return this.getRange(key, range);
    const encrypted = await this.inner.get(key);
    const { head, whole } = await peek(encrypted, ageMagic.length);
    return head.equals(Buffer.from(ageMagic)) ? decrypted(whole, decrypting(this.keys)) : whole;
  }

  remove(key: string): Promise<void> {
    return this.inner.remove(key);
  }

  check(): Promise<void> {
    return this.inner.check();
  }

  /** @throws StartProblem when none of the keys decrypts the stored files, or a key was mistyped */
  async checkKeys(): Promise<void> {
    for (const key of this.keys)
      await recipientOf(key).catch(() => {
        throw new StartProblem("FILES_KEY was mistyped: its checksum is wrong. Copy it again.");
      });
    try {
      await text(await this.get(probeKey));
    } catch (error) {
      if (isNotThere(error)) return this.keys.length === 0 ? undefined : this.putProbe();
      if ((error as Error).cause instanceof WrongKey)
        throw new StartProblem(
          this.keys.length === 0
            ? "The stored files are encrypted, and FILES_KEY is not set. Set it to the key they were encrypted with."
            : "The stored files are encrypted with another key than FILES_KEY names. Add the key they were encrypted with after a comma.",
        );
      throw error;
    }
  }

  /**
   * Encrypts one stored file with the first key, unless it is already. The new content replaces the old one atomically.
   *
   * @throws Error when the stored bytes do not match the checksum
   */
  async encryptStored(key: string, sha256: string): Promise<boolean> {
    if (await this.isUnderFirstKey(key)) return false;
    const plain = await buffer(await this.get(key));
    const found = createHash("sha256").update(plain);
    if (found.digest("hex") !== sha256) throw new Error("The stored bytes do not match the uploaded ones.");
    await this.put(key, { blob: new Blob([plain]), sha256: Buffer.from(sha256, "hex") });
    return true;
  }

  /** Afterwards the other keys are no longer needed. */
  putProbe(): Promise<void> {
    return this.put(probeKey, { blob: new Blob(["Klinika"]), sha256: Buffer.alloc(32) });
  }

  private async isUnderFirstKey(key: string): Promise<boolean> {
    try {
      return (await openHead(await this.headOf(key), this.keys.slice(0, 1))) !== null;
    } catch (error) {
      if (error instanceof WrongKey) return false;
      throw error;
    }
  }

  private async getRange(key: string, range: ByteRange): Promise<Readable> {
    // The server does not start without a key if files are encrypted.
    if (this.keys.length === 0) return this.inner.get(key, range);
    const head = await this.openHeadOf(key);
    if (head) {
      const { first, last } = range;
      const encrypted = await this.inner.get(key, encryptedRange(first, last, head));
      return decrypted(encrypted, decryptingRange(first, last, head));
    }
    const plain = await this.inner.get(key, range);
    // It may have been encrypted between the two reads.
    if ((await this.openHeadOf(key)) === null) return plain;
    plain.destroy();
    return this.getRange(key, range);
  }

  private async openHeadOf(key: string) {
    const head = await this.headOf(key);
    return openHead(head, this.keys).catch((error: unknown) => {
      throw decryptionFailure(error);
    });
  }

  private async headOf(key: string): Promise<Buffer> {
    return buffer(await this.inner.get(key, { first: 0, last: headBytes - 1 })).catch((error: unknown) => {
      throw filesUnavailable(error);
    });
  }

  private async encryptInto(file: string, blob: Blob, identity: string): Promise<Buffer> {
    const hash = createHash("sha256");
    const measured = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    try {
      await mkdir(this.incoming, { recursive: true, mode: 0o700 });
      await pipeline(
        Readable.fromWeb(blob.stream() as ReadableStream),
        await encrypting(await recipientOf(identity)),
        measured,
        createWriteStream(file, { flags: "wx", mode: 0o600 }),
      );
    } catch (error) {
      throw diskFailure(error);
    }
    return hash.digest();
  }
}

/** Resolves with the first decrypted bytes, so that a wrong key or changed bytes reject the promise. */
async function decrypted(encrypted: Readable, through: Transform): Promise<Readable> {
  const plain = piped(encrypted, through, () => undefined);
  try {
    await once(plain, "readable");
  } catch (error) {
    throw decryptionFailure(error);
  }
  return plain;
}

function decryptionFailure(error: unknown): Error {
  if (error instanceof Failure) return error;
  const why =
    error instanceof WrongKey
      ? "This file is encrypted with a key that the server does not have."
      : "This file cannot be decrypted: it was changed or damaged in storage.";
  return Object.assign(new Failure("files_unavailable", `${why} Please contact your administrator.`), {
    cause: error,
  });
}

/** The first bytes, or fewer if the stream is shorter, and a stream that still begins with them. */
async function peek(stream: Readable, length: number): Promise<{ head: Buffer; whole: Readable }> {
  let seen = Buffer.alloc(0);
  let isAtEnd = false;
  const bytes = stream.iterator({ destroyOnReturn: false });
  try {
    while (seen.length < length && !isAtEnd) {
      const next = await bytes.next();
      if (next.done) isAtEnd = true;
      else seen = Buffer.concat([seen, next.value]);
    }
    await bytes.return?.();
  } catch (error) {
    throw filesUnavailable(error);
  }
  const head = seen.subarray(0, length);
  // Nothing can be unshifted onto a stream that has ended.
  if (isAtEnd) return { head, whole: Readable.from([seen], { objectMode: false }) };
  stream.unshift(seen);
  return { head, whole: stream };
}
