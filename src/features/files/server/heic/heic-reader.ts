import { createHash } from "node:crypto";
import type { SentFile } from "#server/http/receive-files.ts";
import { WorkerReader } from "../worker-reader.ts";
import type { HeicRead } from "./heic-as-jpeg.ts";
import type { HeicCall } from "./read-in-worker.ts";

/** Converts the pictures of iPhones. */
export class HeicReader extends WorkerReader<HeicCall, Exclude<HeicRead, { problem: string }>> {
  constructor() {
    super(
      new URL("./read-in-worker.ts", import.meta.url),
      "This picture is too large to be converted. Save it as JPEG and send that.",
    );
  }

  /** @throws Failure 422 with the reason in words */
  async asJpeg(clinicId: number, file: SentFile): Promise<SentFile> {
    const { jpeg } = await this.read(clinicId, { bytes: await file.read(0, file.size) });
    const bytes = Buffer.from(jpeg);
    const sha256 = createHash("sha256").update(bytes).digest();
    return {
      ...file,
      name: file.name.replace(/\.[^.]*$/, ".jpg"),
      size: bytes.length,
      sha256,
      read: async (position, length) => bytes.subarray(position, position + length),
      content: async () => ({ blob: new Blob([bytes]), sha256 }),
    };
  }
}
