import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startS3Store } from "#test/servers/s3-store.ts";
import { readSettings } from "../settings.ts";
import { newKeyPair } from "./age-format.ts";
import { openStorage } from "./open-storage.ts";
import { newStorageKey } from "./storage.ts";

const [first, second, stranger] = [await newKeyPair(), await newKeyPair(), await newKeyPair()];
const content = randomBytes(200_000);
const sha256 = createHash("sha256").update(content).digest();
const put = { blob: new Blob([content]), sha256 };

let store: Awaited<ReturnType<typeof startS3Store>>;
beforeAll(async () => {
  store = await startS3Store();
});
afterAll(() => store.stop());

async function aDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "klinika-encrypted-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

describe.each(["the disk", "an S3 store"])("on %s", (place) => {
  const open = (dataDir: string, ...keys: string[]) =>
    openStorage(
      readSettings({
        DATA_DIR: dataDir,
        FILES_KEY: keys.join(","),
        ...(place === "an S3 store" && store.env),
      }),
    );

  it("encrypts a stream of unknown length", async () => {
    const dataDir = await aDataDir();
    const storage = open(dataDir, first.identity);
    const key = newStorageKey(1001);
    await storage.putStream(key, Readable.from([content.subarray(0, 70_000), content.subarray(70_000)]));
    expect((await buffer(await storage.get(key))).equals(content)).toBe(true);
    expect((await buffer(await storage.get(key, { first: 1, last: 5 }))).equals(content.subarray(1, 6))).toBe(
      true,
    );
    await expect(open(dataDir).get(key)).rejects.toThrow();
  });

  it("stores files encrypted and returns them whole and in part", async () => {
    const dataDir = await aDataDir();
    const storage = open(dataDir, first.identity);
    const key = newStorageKey(1);
    await storage.put(key, put);
    const without = open(dataDir);
    await expect(without.get(key)).rejects.toMatchObject({
      code: "files_unavailable",
      message: expect.stringContaining("encrypted with a key that the server does not have"),
    });
    await expect(open(dataDir, stranger.identity).get(key)).rejects.toMatchObject({
      message: expect.stringContaining("encrypted with a key that the server does not have"),
    });
    const isIn = async (range?: { first: number; last: number }) =>
      (await buffer(await storage.get(key, range))).equals(
        range ? content.subarray(range.first, range.last + 1) : content,
      );
    expect(await isIn()).toBe(true);
    expect(await isIn({ first: 65_000, last: 140_000 })).toBe(true);
    expect(await isIn({ first: 199_999, last: 199_999 })).toBe(true);
    expect(await readdir(join(dataDir, "incoming"))).toEqual([]);
    await storage.remove(key);
    await expect(storage.get(key)).rejects.toMatchObject({ code: "files_unavailable" });
  });

  it.each(["", "%PDF-1.4\n%%EOF\n"])(
    "returns a file that is shorter than an encrypted header: %j",
    async (short) => {
      const dataDir = await aDataDir();
      const key = newStorageKey(1);
      await open(dataDir).put(key, {
        blob: new Blob([short]),
        sha256: createHash("sha256").update(short).digest(),
      });
      for (const storage of [open(dataDir), open(dataDir, first.identity)])
        expect((await buffer(await storage.get(key))).toString()).toBe(short);
    },
  );

  it("returns files from before encryption, encrypts them on request, and changes to a new key", async () => {
    const dataDir = await aDataDir();
    const key = newStorageKey(1);
    await open(dataDir).put(key, put);
    const storage = open(dataDir, first.identity);
    const range = { first: 70_000, last: 70_009 };
    const reads = async (from = storage) => [
      (await buffer(await from.get(key))).equals(content),
      (await buffer(await from.get(key, range))).equals(content.subarray(70_000, 70_010)),
    ];
    expect(await reads()).toEqual([true, true]);
    await expect(storage.encryptStored(key, "0".repeat(64))).rejects.toThrow(
      /do not match the uploaded ones/,
    );
    expect(await reads(open(dataDir))).toEqual([true, true]);
    expect(await storage.encryptStored(key, sha256.toString("hex"))).toBe(true);
    expect(await storage.encryptStored(key, sha256.toString("hex"))).toBe(false);
    expect(await reads()).toEqual([true, true]);
    await expect(open(dataDir).get(key)).rejects.toThrow(/encrypted with a key/);

    const turning = open(dataDir, second.identity, first.identity);
    expect(await reads(turning)).toEqual([true, true]);
    expect(await turning.encryptStored(key, sha256.toString("hex"))).toBe(true);
    expect(await reads(open(dataDir, second.identity))).toEqual([true, true]);
  });
});

describe("a modified disk", () => {
  it.each([
    ["at its first byte", 300],
    ["in the middle", 100_000],
    ["at its end", 200_000],
  ])("a file changed %s is not returned", async (_where, at) => {
    const dataDir = await aDataDir();
    const storage = openStorage(readSettings({ DATA_DIR: dataDir, FILES_KEY: first.identity }));
    const key = newStorageKey(1);
    await storage.put(key, put);
    const file = join(dataDir, "files", key);
    const bytes = await readFile(file);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(file, bytes);
    await expect(storage.get(key).then(buffer)).rejects.toThrow(/changed/);
    const range = { first: Math.max(0, at - 1000), last: Math.min(at + 10, 199_999) };
    await expect(storage.get(key, range).then(buffer)).rejects.toThrow(/changed/);
  });
});

describe("at the start", () => {
  const open = (dataDir: string, keys: string) =>
    openStorage(readSettings({ DATA_DIR: dataDir, FILES_KEY: keys }));

  it("a lost, wrong or mistyped key is reported", async () => {
    const dataDir = await aDataDir();
    await open(dataDir, "").checkKeys();
    await open(dataDir, first.identity).checkKeys();
    await expect(open(dataDir, "").checkKeys()).rejects.toThrow(
      "The stored files are encrypted, and FILES_KEY is not set. Set it to the key they were encrypted with.",
    );
    await expect(open(dataDir, second.identity).checkKeys()).rejects.toThrow(
      /encrypted with another key than FILES_KEY names/,
    );
    await open(dataDir, `${second.identity}, ${first.identity}`).checkKeys();
    const mistyped = first.identity.replace(/.$/, (last) => (last === "Q" ? "P" : "Q"));
    await expect(open(dataDir, mistyped).checkKeys()).rejects.toThrow(/FILES_KEY was mistyped/);
    expect(() => readSettings({ FILES_KEY: first.recipient })).toThrow(/^FILES_KEY must be secret keys/);
  });
});
