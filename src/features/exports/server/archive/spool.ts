import { type FileHandle, open, rm } from "node:fs/promises";

const together = 64 * 1024;

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

  static async at(path: string): Promise<Spool> {
    return new Spool(await open(path, "wx+", 0o600), path);
  }

  async append(bytes: Buffer): Promise<void> {
    this.waiting.push(bytes);
    this.size += bytes.length;
    if (this.size >= together) await this.write();
  }

  /** All appended bytes from the start. */
  async *read(): AsyncGenerator<Buffer> {
    await this.write();
    for (let at = 0; ; ) {
      const chunk = Buffer.allocUnsafe(together);
      const { bytesRead } = await this.file.read(chunk, 0, together, at);
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
