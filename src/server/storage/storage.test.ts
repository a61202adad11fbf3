import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type S3Store, startS3Store } from "#test/servers/s3-store.ts";
import { readSettings } from "../settings.ts";
import { openStorage } from "./open-storage.ts";
import { newStorageKey, type Storage } from "./storage.ts";
import { checkIncoming } from "./storage-disk.ts";
import { bucketAddress } from "./storage-s3.ts";

let dataDir: string;
let store: S3Store;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "klinika-files-"));
  store = await startS3Store();
});
afterAll(async () => {
  await store.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const openWith = (env: Record<string, string>) => openStorage(readSettings({ DATA_DIR: dataDir, ...env }));
const contentOf = (bytes: Uint8Array<ArrayBuffer>) => ({
  blob: new Blob([bytes]),
  sha256: createHash("sha256").update(bytes).digest(),
});
const small = Buffer.from("Hemoglobin 142 g/L, ñ");

describe.each([
  ["the disk", () => openWith({})],
  ["an S3 store", () => openWith(store.env)],
])("%s", (_, open) => {
  let storage: Storage;
  beforeAll(() => {
    storage = open();
  });

  test("stores bytes unchanged, small and large", async () => {
    for (const bytes of [small, randomBytes(10 * 1024 * 1024)]) {
      const key = newStorageKey(1001);
      await storage.put(key, contentOf(bytes));
      expect((await buffer(await storage.get(key))).equals(bytes)).toBe(true);
    }
  });

  test("stores a stream of unknown length, and nothing of one that fails", async () => {
    const bytes = randomBytes(20 * 1024 * 1024);
    for (const sent of [Buffer.alloc(0), small, bytes]) {
      const key = newStorageKey(1001);
      await storage.putStream(key, Readable.from([sent.subarray(0, 100), sent.subarray(100)]));
      expect((await buffer(await storage.get(key))).equals(sent)).toBe(true);
    }
    const broken = newStorageKey(1001);
    const breaking = async function* () {
      yield bytes;
      throw new Error("cut off");
    };
    await expect(storage.putStream(broken, Readable.from(breaking()))).rejects.toThrow();
    await expect(storage.get(broken)).rejects.toMatchObject({ code: "files_unavailable" });
  });

  test("returns a range", async () => {
    const key = newStorageKey(1001);
    await storage.put(key, contentOf(small));
    expect((await buffer(await storage.get(key, { first: 11, last: 13 }))).toString()).toBe("142");
  });

  test("removes a file, after which it cannot be opened but can be removed again", async () => {
    const key = newStorageKey(1001);
    await storage.put(key, contentOf(small));
    await storage.remove(key);
    await storage.remove(key);
    await expect(storage.get(key)).rejects.toMatchObject({ code: "files_unavailable", status: 503 });
  });

  test("stores many concurrently", async () => {
    const kept = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const bytes = randomBytes(100_000);
        const key = newStorageKey(1002);
        await storage.put(key, contentOf(bytes));
        return { key, bytes };
      }),
    );
    for (const { key, bytes } of kept)
      expect((await buffer(await storage.get(key))).equals(bytes)).toBe(true);
  });

  test("passes the check at the start, which leaves nothing behind", async () => {
    await storage.check();
    for (const folder of [dataDir, store.folder])
      expect((await readdir(folder, { recursive: true })).filter((name) => /check.\w/.test(name))).toEqual(
        [],
      );
  });
});

describe("the disk", () => {
  test("stores files readable only by its own user", async () => {
    const key = newStorageKey(1003);
    await openWith({}).put(key, contentOf(small));
    const place = join(dataDir, "files", key);
    expect((await stat(place)).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, "files"))).mode & 0o777).toBe(0o700);
  });

  test("leaves no partial file when its stream fails", async () => {
    const key = newStorageKey(1004);
    const breaking = {
      stream: () =>
        new ReadableStream({
          pull(controller) {
            controller.enqueue(small);
            controller.error(new Error("broken off"));
          },
        }),
    } as unknown as Blob;
    const storage = openWith({});
    await expect(storage.put(key, { blob: breaking, sha256: Buffer.alloc(32) })).rejects.toThrow();
    await expect(storage.get(key)).rejects.toMatchObject({ status: 503 });
    expect(await readdir(join(dataDir, "incoming"))).toEqual([]);
  });

  test("a folder that cannot be written to stops the start", async () => {
    await expect(openWith({ DATA_DIR: "/dev/null/files" }).check()).rejects.toThrow(
      /^Files cannot be stored in \/dev\/null\/files\/files \(ENOTDIR\)\. Set DATA_DIR to a folder that is writable/,
    );
  });
});

describe("receiving uploads", () => {
  test("stops the start if uploads cannot be received, even if a bucket stores them", async () => {
    await expect(checkIncoming("/dev/null")).rejects.toThrow(
      /^Uploads cannot be received in \/dev\/null\/incoming \(ENOTDIR\)\. Set DATA_DIR to a folder/,
    );
    await checkIncoming(dataDir);
    expect(await readdir(join(dataDir, "incoming"))).toEqual([]);
  });
});

describe("an S3 store", () => {
  const wrong: [string, Record<string, string>, RegExp][] = [
    [
      "a wrong secret",
      { S3_SECRET_ACCESS_KEY: "guessed" },
      /refuses the secret\. Correct S3_SECRET_ACCESS_KEY/,
    ],
    ["an unknown key", { S3_ACCESS_KEY_ID: "NOBODY" }, /does not know the key\. Correct S3_ACCESS_KEY_ID/],
    [
      "a bucket that is not there",
      { S3_BUCKET: "other" },
      /has no bucket "other"\. Create it, or correct S3_BUCKET/,
    ],
    [
      "an address where nothing listens",
      { S3_ENDPOINT: "http://127.0.0.1:9" },
      /^The file store at http:\/\/127\.0\.0\.1:9 cannot be reached.* Start it, or correct S3_ENDPOINT\.$/,
    ],
  ];

  test.each(wrong)("%s stops the start with one line, and stores nothing", async (_, env, line) => {
    const storage = openWith({ ...store.env, ...env });
    await expect(storage.check()).rejects.toThrow(line);
    const key = newStorageKey(1005);
    await expect(storage.put(key, contentOf(small))).rejects.toMatchObject({ code: "files_unavailable" });
    await expect(openWith(store.env).get(key)).rejects.toMatchObject({ status: 503 });
  });

  test("a line about the store never repeats the secret", async () => {
    const storage = openWith({ ...store.env, S3_SECRET_ACCESS_KEY: "hunter2" });
    const line = await storage.check().catch((error: Error) => error.message);
    expect(line).not.toContain("hunter2");
  });

  test("is in the path, or in the host name", () => {
    const store = { endpoint: "https://s3.example.ph/files/", bucket: "klinika" };
    expect(bucketAddress({ ...store, isPathStyle: true })).toBe("https://s3.example.ph/files/klinika");
    expect(bucketAddress({ ...store, isPathStyle: false })).toBe("https://klinika.s3.example.ph/files");
  });
});
