import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { Transform, type TransformCallback } from "node:stream";

/**
 * The age file format (age-encryption.org/v1) as streams. The library wraps and unwraps each file's key; the
 * payload, ChaCha20-Poly1305 in chunks of 64 KiB, uses Node's own cipher, which is some fifteen times faster than a
 * JavaScript implementation and allows reading ranges.
 */
export const ageMagic = "age-encryption.org/v1\n";

export const chunkBytes = 64 * 1024;
const tagBytes = 16;
const encryptedBytes = chunkBytes + tagBytes;
const nonceBytes = 16;
/** A header for one recipient has some 200 bytes. */
export const headBytes = 1024;

export const isRecipient = (text: string) => /^age1[02-9ac-hj-np-z]{58}$/.test(text);
export const isIdentity = (text: string) => /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/.test(text);

/** The content was encrypted to another key. */
export class WrongKey extends Error {}
/** The content was changed, truncated or reassembled after it was encrypted. */
export class Tampered extends Error {}

// Most servers run without a key and need not load it.
const library = () => import("age-encryption");

export type KeyPair = { recipient: string; identity: string };

export async function newKeyPair(): Promise<KeyPair> {
  const { generateX25519Identity, identityToRecipient } = await library();
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** @throws Error when the identity was mistyped */
export async function recipientOf(identity: string): Promise<string> {
  return (await library()).identityToRecipient(identity);
}

/** @throws Error when the recipient was mistyped */
export async function checkRecipient(recipient: string): Promise<void> {
  new (await library()).Encrypter().addRecipient(recipient);
}

/** A stream that encrypts. @throws Error when the recipient was mistyped */
export async function encrypting(recipient: string): Promise<Transform> {
  const { Encrypter } = await library();
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  let fileKey = Buffer.alloc(0);
  encrypter.addRecipient({
    wrapFileKey(key) {
      fileKey = Buffer.from(key);
      return [];
    },
  });
  const empty = await encrypter.encrypt(new Uint8Array());
  const header = empty.subarray(0, empty.length - nonceBytes - tagBytes);
  // A fresh nonce, since the one of the empty file has been used.
  const nonce = randomBytes(nonceBytes);
  return new Encrypting(Buffer.concat([header, nonce]), payloadKey(fileKey, nonce));
}

/** A stream that decrypts with any of the identities. Fails with `WrongKey` or `Tampered`. */
export const decrypting = (identities: readonly string[]): Transform => new Decrypting(identities);

/** The key of one file's payload, and the byte at which the payload begins. */
type OpenedHead = { key: Buffer; payloadAt: number };

/**
 * Reads the beginning of a file. Null if it is not encrypted.
 * @throws WrongKey, Tampered
 */
export async function openHead(head: Buffer, identities: readonly string[]): Promise<OpenedHead | null> {
  if (!head.toString("latin1", 0, ageMagic.length).startsWith(ageMagic)) return null;
  const payloadAt = payloadStart(head);
  if (payloadAt === null || payloadAt > head.length) throw new Tampered("The encrypted header is damaged.");
  const header = head.subarray(0, payloadAt - nonceBytes);
  const nonce = head.subarray(payloadAt - nonceBytes, payloadAt);
  return { key: payloadKey(await unwrapped(header, identities), nonce), payloadAt };
}

async function unwrapped(header: Buffer, identities: readonly string[]): Promise<Uint8Array> {
  if (identities.length === 0) throw new WrongKey("No key is given.");
  const { Decrypter } = await library();
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  try {
    return await decrypter.decryptHeader(header);
  } catch (error) {
    if (/no identity matched/.test((error as Error).message)) throw new WrongKey("None of the keys fits.");
    throw new Tampered("The encrypted header is damaged.", { cause: error });
  }
}

/** Where the payload begins, after the header's last line and the nonce. Null while the last line is incomplete. */
function payloadStart(head: Buffer): number | null {
  const lastLine = head.indexOf("\n--- ");
  const end = lastLine < 0 ? -1 : head.indexOf("\n", lastLine + 1);
  return end < 0 ? null : end + 1 + nonceBytes;
}

const payloadKey = (fileKey: Uint8Array, nonce: Uint8Array) =>
  Buffer.from(hkdfSync("sha256", fileKey, nonce, "payload", 32));

/** Contains the chunk's number and whether it is the last, so that moved or missing chunks fail to decrypt. */
function chunkNonce(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

const cipherName = "chacha20-poly1305";

function encryptChunk(key: Buffer, index: number, isLast: boolean, plain: Buffer): Buffer {
  const cipher = createCipheriv(cipherName, key, chunkNonce(index, isLast), { authTagLength: tagBytes });
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Tampered */
function openChunk(key: Buffer, index: number, isLast: boolean, encrypted: Buffer): Buffer {
  if (encrypted.length < tagBytes) throw new Tampered("The encrypted file was cut off.");
  const decipher = createDecipheriv(cipherName, key, chunkNonce(index, isLast), { authTagLength: tagBytes });
  decipher.setAuthTag(encrypted.subarray(-tagBytes));
  const plain = decipher.update(encrypted.subarray(0, -tagBytes));
  try {
    decipher.final();
  } catch {
    throw new Tampered("The encrypted file was changed or cut off.");
  }
  return plain;
}

class Encrypting extends Transform {
  private readonly key: Buffer;
  private waiting: Buffer = Buffer.alloc(0);
  private index = 0;

  constructor(head: Buffer, key: Buffer) {
    super();
    this.key = key;
    this.push(head);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let rest = this.waiting.length === 0 ? chunk : Buffer.concat([this.waiting, chunk]);
    // A full chunk may be the last one, which is marked.
    for (; rest.length > chunkBytes; rest = rest.subarray(chunkBytes))
      this.push(encryptChunk(this.key, this.index++, false, rest.subarray(0, chunkBytes)));
    this.waiting = rest;
    done();
  }

  override _flush(done: TransformCallback): void {
    done(null, encryptChunk(this.key, this.index, true, this.waiting));
  }
}

class Decrypting extends Transform {
  private readonly identities: readonly string[];
  private key: Buffer | null = null;
  private waiting: Buffer = Buffer.alloc(0);
  private index = 0;

  constructor(identities: readonly string[]) {
    super();
    this.identities = identities;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.decrypt(chunk).then(() => done(), done);
  }

  override _flush(done: TransformCallback): void {
    try {
      if (!this.key) throw new Tampered("The encrypted file was cut off.");
      const plain = openChunk(this.key, this.index, true, this.waiting);
      if (plain.length === 0 && this.index > 0) throw new Tampered("The encrypted file was changed.");
      done(null, plain);
    } catch (error) {
      done(error as Error);
    }
  }

  private async decrypt(chunk: Buffer): Promise<void> {
    let rest = this.waiting.length === 0 ? chunk : Buffer.concat([this.waiting, chunk]);
    this.waiting = rest;
    if (!this.key) {
      const payloadAt = payloadStart(rest);
      if ((payloadAt === null || payloadAt > rest.length) && rest.length < headBytes) return;
      const opened = await openHead(rest, this.identities);
      if (!opened) throw new Tampered("The file is not encrypted.");
      this.key = opened.key;
      rest = rest.subarray(opened.payloadAt);
    }
    for (; rest.length > encryptedBytes; rest = rest.subarray(encryptedBytes))
      this.push(openChunk(this.key, this.index++, false, rest.subarray(0, encryptedBytes)));
    this.waiting = rest;
  }
}

/** The encrypted byte range for this plain one. The file may end earlier. */
export function encryptedRange(first: number, last: number, { payloadAt }: OpenedHead) {
  return {
    first: payloadAt + Math.floor(first / chunkBytes) * encryptedBytes,
    last: payloadAt + (Math.floor(last / chunkBytes) + 1) * encryptedBytes - 1,
  };
}

/** Decrypts the bytes of `encryptedRange` and returns only the wanted ones. Fails with `Tampered`. */
export const decryptingRange = (first: number, last: number, { key }: OpenedHead): Transform =>
  new DecryptingRange(first, last, key);

class DecryptingRange extends Transform {
  private readonly key: Buffer;
  private waiting: Buffer = Buffer.alloc(0);
  private index: number;
  private skip: number;
  private left: number;

  constructor(first: number, last: number, key: Buffer) {
    super();
    this.key = key;
    this.index = Math.floor(first / chunkBytes);
    this.skip = first % chunkBytes;
    this.left = last - first + 1;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let rest = this.waiting.length === 0 ? chunk : Buffer.concat([this.waiting, chunk]);
    try {
      for (; rest.length > encryptedBytes; rest = rest.subarray(encryptedBytes))
        this.pass(openChunk(this.key, this.index++, false, rest.subarray(0, encryptedBytes)));
      this.waiting = rest;
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      this.pass(this.lastOfRange());
      if (this.left > 0) throw new Tampered("The encrypted file was cut off.");
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  /** It may also be the last of the file. */
  private lastOfRange(): Buffer {
    if (this.waiting.length === encryptedBytes)
      try {
        return openChunk(this.key, this.index, false, this.waiting);
      } catch {
        // Then it is the last of the file, or it was changed.
      }
    return openChunk(this.key, this.index, true, this.waiting);
  }

  private pass(plain: Buffer): void {
    const wanted = plain.subarray(this.skip, this.skip + this.left);
    this.skip = 0;
    this.left -= wanted.length;
    this.push(wanted);
  }
}
