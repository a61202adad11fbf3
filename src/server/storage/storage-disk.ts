import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { StartProblem } from "../start-problem.ts";
import {
  type ByteRange,
  type Content,
  filesUnavailable,
  newCheckKey,
  type Storage,
  storageFull,
} from "./storage.ts";

const files = (dataDir: string) => join(dataDir, "files");

/** Where uploads are received. Leftovers of a crash are removed by age. */
export const incomingFolder = (dataDir: string) => join(dataDir, "incoming");

/**
 * Uploads are received on this disk, wherever they are stored later.
 * @throws StartProblem that names the setting to correct
 */
export async function checkIncoming(dataDir: string): Promise<void> {
  const incoming = incomingFolder(dataDir);
  const probe = join(incoming, `check-${randomBytes(8).toString("hex")}`);
  try {
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    await writeFile(probe, "Klinika", { flag: "wx", mode: 0o600 });
    await rm(probe);
  } catch (error) {
    const { code = "unknown" } = error as { code?: string };
    throw new StartProblem(
      `Uploads cannot be received in ${incoming} (${code}). Set DATA_DIR to a folder that is writable and has free space.`,
    );
  }
}

/** Files under DATA_DIR, readable only by the user that runs Klinika. */
export class DiskStorage implements Storage {
  private readonly dataDir: string;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
  }

  put(key: string, { blob }: Content): Promise<void> {
    return this.write(key, () => Readable.fromWeb(blob.stream() as ReadableStream));
  }

  putStream(key: string, bytes: Readable): Promise<void> {
    return this.write(key, () => bytes);
  }

  private async write(key: string, bytes: () => Readable): Promise<void> {
    const path = this.pathOf(key);
    const incoming = incomingFolder(this.dataDir);
    const unfinished = join(incoming, randomBytes(12).toString("hex"));
    try {
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      await pipeline(bytes(), createWriteStream(unfinished, { flags: "wx", mode: 0o600, flush: true }));
      await this.makeFolder(dirname(path));
      await rename(unfinished, path);
      await flushFolder(dirname(path));
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => undefined);
      throw diskFailure(error);
    }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const file = await open(this.pathOf(key)).catch((error: unknown) => {
      throw filesUnavailable(error);
    });
    return file.createReadStream(range ? { start: range.first, end: range.last } : {});
  }

  async remove(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true }).catch((error: unknown) => {
      throw filesUnavailable(error);
    });
  }

  async check(): Promise<void> {
    const key = newCheckKey();
    try {
      await this.put(key, { blob: new Blob(["Klinika"]), sha256: Buffer.alloc(32) });
      await this.remove(key);
    } catch (error) {
      const { code = "unknown" } = ((error as Error).cause ?? error) as { code?: string };
      throw new StartProblem(
        `Files cannot be stored in ${files(this.dataDir)} (${code}). Set DATA_DIR to a folder that is writable and has free space.`,
      );
    }
  }

  private pathOf(key: string): string {
    return join(files(this.dataDir), key);
  }

  /** Flushes new folders from the first one on, so that the path survives a loss of power. */
  private async makeFolder(folder: string): Promise<void> {
    const firstCreated = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (firstCreated === undefined) return;
    for (let made = folder; made.length >= firstCreated.length; made = dirname(made))
      await flushFolder(dirname(made));
  }
}

async function flushFolder(folder: string): Promise<void> {
  // Windows cannot flush a folder; its file system journals names itself.
  if (process.platform === "win32") return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A full disk is reported as such; other disk errors may be temporary. */
export function diskFailure(error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOSPC" || code === "EDQUOT" ? storageFull() : filesUnavailable(error);
}
