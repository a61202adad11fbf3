import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { filesUnavailable } from "./storage.ts";

/** S3 accepts 10,000 parts of at least 5 MB, except for the last: an object may have 168 GB. */
const partBytes = 16 * 1024 * 1024;

/** The store's short response. */
export type Acknowledged = { etag: string; text: string };

/** One request about the object. `size`: bytes that it sends. */
type Send = (query: string, init: RequestInit, size?: number) => Promise<Acknowledged>;

/**
 * Stores bytes of unknown length as a multipart upload, which becomes an object with its last part. One part is in memory
 * at a time.
 */
export async function putInParts(send: Send, bytes: Readable): Promise<void> {
  const begun = await send("uploads", { method: "POST" });
  const id = /<UploadId>([^<]+)<\/UploadId>/.exec(begun.text)?.[1];
  if (id === undefined) throw filesUnavailable();
  const upload = `uploadId=${encodeURIComponent(id)}`;
  try {
    const tags: string[] = [];
    for await (const part of inParts(bytes)) {
      const { etag } = await send(
        `partNumber=${tags.length + 1}&${upload}`,
        {
          method: "PUT",
          body: part,
          headers: { "x-amz-content-sha256": createHash("sha256").update(part).digest("hex") },
        },
        part.length,
      );
      tags.push(etag);
    }
    const parts = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    );
    const done = await send(upload, {
      method: "POST",
      body: `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`,
      headers: { "content-type": "application/xml" },
    });
    // Some stores answer 200 early and report errors in the body.
    if (!done.text.includes("CompleteMultipartUploadResult")) throw filesUnavailable();
  } catch (error) {
    // Leftovers take space until the store's rule for unfinished uploads removes them.
    await send(upload, { method: "DELETE" }).catch(() => undefined);
    throw error;
  }
}

/** At least one part, even without bytes. */
async function* inParts(bytes: Readable): AsyncGenerator<Buffer<ArrayBuffer>> {
  let chunks: Buffer[] = [];
  let size = 0;
  let isFirst = true;
  for await (const chunk of bytes) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size < partBytes) continue;
    yield Buffer.concat(chunks);
    isFirst = false;
    chunks = [];
    size = 0;
  }
  if (size > 0 || isFirst) yield Buffer.concat(chunks);
}
