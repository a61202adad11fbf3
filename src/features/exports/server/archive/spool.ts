import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { incomingFolder } from "#server/storage/storage-disk.ts";

const CHUNK = 64 * 1024;

/** A temporary file for bytes that are needed later and would use too much memory. */
export class Spool {
  private readonly file: FileHandle;
  private readonly path: string;
  private waiting: Buffer[] = [];
  private size = 0;

  private constructor(file: FileHandle, path: string) {
    this.file = file;
    this.path = path;
  }

  /** In the uploads folder, where leftovers of a crash are deleted. */
  static async begin(dataDir: string): Promise<Spool> {
    const incoming = incomingFolder(dataDir);
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    return Spool.at(join(incoming, `export-${randomBytes(12).toString("hex")}`));
  }

  static async at(path: string): Promise<Spool> {
    return new Spool(await open(path, "wx+", 0o600), path);
  }

  async append(bytes: Buffer): Promise<void> {
    this.waiting.push(bytes);
    this.size += bytes.length;
    if (this.size >= CHUNK) await this.write();
  }

  /** Appends a value as a line of JSON. */
  async add(value: object): Promise<void> {
    await this.append(Buffer.from(`${JSON.stringify(value)}\n`));
  }

  /** The values that `add` appended. */
  async *values<Value>(): AsyncGenerator<Value> {
    let rest: Buffer = Buffer.alloc(0);
    for await (const chunk of this.read()) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let from = 0;
      for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
        yield JSON.parse(bytes.toString("utf8", from, end)) as Value;
        from = end + 1;
      }
      rest = Buffer.from(bytes.subarray(from));
    }
  }

  /** All appended bytes from the start. */
  async *read(): AsyncGenerator<Buffer> {
    await this.write();
    for (let at = 0; ; ) {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const { bytesRead } = await this.file.read(chunk, 0, CHUNK, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield chunk.subarray(0, bytesRead);
    }
  }

  async remove(): Promise<void> {
    await this.file.close();
    await rm(this.path, { force: true });
  }

  private async write(): Promise<void> {
    const bytes = Buffer.concat(this.waiting);
    this.waiting = [];
    this.size = 0;
    await this.file.appendFile(bytes);
  }
}
