import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { Decrypter, Encrypter } from "age-encryption";
import { describe, expect, it } from "vitest";
import {
  chunkBytes,
  decrypting,
  decryptingRange,
  encryptedRange,
  encrypting,
  newKeyPair,
  openHead,
  Tampered,
  WrongKey,
} from "./age-format.ts";

const { recipient, identity } = await newKeyPair();
const sealed = chunkBytes + 16;
/** In pieces that split the header and every chunk; `first`: of this size in the header and where a chunk ends. */
function* piecesOf(bytes: Buffer, first: number): Generator<Buffer> {
  for (let at = 0, next = 0; at < bytes.length; at = next) {
    const border = (Math.floor(at / sealed) + 1) * sealed;
    next = at % sealed < 1000 ? at + first : Math.min(at + 50_001, border);
    yield bytes.subarray(at, next);
  }
}
const inPieces = (bytes: Buffer, first = 50_001) => Readable.from(piecesOf(bytes, first));
const encrypted = async (plain: Buffer) => buffer(inPieces(plain).pipe(await encrypting(recipient)));
const decrypted = (bytes: Buffer, keys = [identity], first?: number) => {
  const through = decrypting(keys);
  return buffer(inPieces(bytes, first).pipe(through));
};
const lengths = [0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 2 * chunkBytes, 200_000];

it.each(lengths)(
  "%i bytes: the age library reads what Klinika writes, and vice versa",
  {
    timeout: 20_000,
  },
  async (length) => {
    const plain = randomBytes(length);
    const written = await encrypted(plain);
    expect(written.toString("latin1", 0, 22)).toBe("age-encryption.org/v1\n");
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    expect(Buffer.from(await decrypter.decrypt(written)).equals(plain)).toBe(true);
    expect((await decrypted(written)).equals(plain)).toBe(true);

    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    const theirs = Buffer.from(await encrypter.encrypt(plain));
    expect((await decrypted(theirs, [identity], 7)).equals(plain)).toBe(true);
  },
);

it("encrypts the same bytes differently each time", async () => {
  const plain = Buffer.from("Reyes, Ana");
  const [one, other] = [await encrypted(plain), await encrypted(plain)];
  expect(one.equals(other)).toBe(false);
  expect(one.includes(plain)).toBe(false);
});

const threeChunks = randomBytes(3 * chunkBytes);
const threeSealed = await encrypted(threeChunks);
const payloadAt = (await openHead(threeSealed, [identity]))?.payloadAt ?? 0;

describe("detects", () => {
  const [plain, whole, head] = [threeChunks, threeSealed, payloadAt];
  const chunk = (n: number) => whole.subarray(head + n * sealed, head + (n + 1) * sealed);
  const flipped = (at: number) => {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes;
  };
  /** Changes one character of the header, which stays valid base64. */
  const anotherChar = (at: number) => {
    const bytes = Buffer.from(whole);
    bytes.write(bytes.toString("latin1", at, at + 1) === "A" ? "B" : "A", at);
    return bytes;
  };
  const changes: [string, Buffer][] = [
    ["a bit of the header's MAC", flipped(head - 30)],
    ["a bit of the nonce", flipped(head - 1)],
    ["a bit of the first chunk", flipped(head)],
    ["a bit of the last tag", flipped(whole.length - 1)],
    ["a lost last chunk", whole.subarray(0, head + 2 * sealed)],
    ["a lost part of a chunk", whole.subarray(0, head + sealed + 100)],
    ["a lost payload", whole.subarray(0, head)],
    ["half a header", whole.subarray(0, 90)],
    ["two swapped chunks", Buffer.concat([whole.subarray(0, head), chunk(1), chunk(0), chunk(2)])],
    ["a chunk twice", Buffer.concat([whole.subarray(0, head), chunk(0), chunk(0), chunk(1), chunk(2)])],
    ["data after the end", Buffer.concat([whole, Buffer.from("x")])],
  ];
  it.each(changes)("%s", async (_what, bytes) => {
    await expect(decrypted(bytes)).rejects.toThrow(Tampered);
  });

  it("a wrong key, and no key", async () => {
    const other = await newKeyPair();
    await expect(decrypted(whole, [other.identity])).rejects.toThrow(WrongKey);
    await expect(decrypted(whole, [])).rejects.toThrow(WrongKey);
    await expect(decrypted(anotherChar(60))).rejects.toThrow(WrongKey);
    expect((await decrypted(whole, [other.identity, identity])).equals(plain)).toBe(true);
  });
});

const someMore = randomBytes(2 * chunkBytes + 500);
const someMoreSealed = await encrypted(someMore);
const opened = await openHead(someMoreSealed, [identity]);

describe("reads a range", () => {
  const [plain, whole] = [someMore, someMoreSealed];
  const part = (first: number, last: number, from = whole) => {
    if (!opened) throw new Error("not encrypted");
    const range = encryptedRange(first, last, opened);
    const through = decryptingRange(first, last, opened);
    return buffer(inPieces(from.subarray(range.first, range.last + 1)).pipe(through));
  };
  it.each([
    [0, 0],
    [0, plain.length - 1],
    [chunkBytes - 1, chunkBytes],
    [chunkBytes, 2 * chunkBytes - 1],
    [100, 70_000],
    [plain.length - 1, plain.length - 1],
  ])("%i to %i", async (first, last) => {
    expect((await part(first, last)).equals(plain.subarray(first, last + 1))).toBe(true);
  });

  it("and detects changed, moved or missing chunks", async () => {
    const at = opened?.payloadAt ?? 0;
    const moved = Buffer.concat([
      whole.subarray(0, at),
      whole.subarray(at + sealed, at + 2 * sealed),
      whole.subarray(payloadAt, at + sealed),
      whole.subarray(at + 2 * sealed),
    ]);
    await expect(part(0, 10, moved)).rejects.toThrow(Tampered);
    const changed = Buffer.from(whole);
    changed[at + 5] = (changed[at + 5] ?? 0) ^ 1;
    await expect(part(1000, 1010, changed)).rejects.toThrow(Tampered);
    expect((await part(chunkBytes, chunkBytes + 5, changed)).length).toBe(6);
    await expect(part(chunkBytes, plain.length - 1, whole.subarray(0, at + 2 * sealed))).rejects.toThrow(
      Tampered,
    );
  });
});
