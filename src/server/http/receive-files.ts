import { createHash } from "node:crypto";
import { createWriteStream, openAsBlob } from "node:fs";
import { mkdir, mkdtemp, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FastifyRequest } from "fastify";
import type { Upload } from "#shared/endpoint.ts";
import { Failure, invalidField } from "#shared/errors.ts";
import { cleanFileName } from "../storage/file-name.ts";
import type { Content } from "../storage/storage.ts";
import { diskFailure, incomingFolder } from "../storage/storage-disk.ts";
import { allowUpload } from "./connections.ts";

/** One uploaded file, on disk until the response is sent. */
export type SentFile = {
  /** In the order sent, from 1. */
  position: number;
  /** Cleaned. */
  name: string;
  /** Bytes. */
  size: number;
  sha256: Buffer;
  /** `length` bytes from `position`; fewer at the end. */
  read(position: number, length: number): Promise<Buffer>;
  content(): Promise<Content>;
};

export type RefusedFile = {
  position: number;
  name: string;
  reason: string;
  code: "too_large" | "wrong_type";
};

export type ReceivedFiles = {
  /** In the order sent. */
  accepted: SentFile[];
  /** Refused before their content is read: too many, too large, empty. */
  refused: RefusedFile[];
  /** Equal for equal files, for an Idempotency-Key. */
  fingerprint: unknown;
  /** Removes the temporary files. */
  remove(): Promise<void>;
};

/** Files beyond the allowed number are listed in the response, up to this many. */
const maxListed = 50;

/**
 * Streams multipart/form-data to temporary files, up to the declared limits. If the connection breaks, they are
 * removed.
 */
export async function receiveFiles(
  request: FastifyRequest,
  upload: Upload,
  dataDir: string,
): Promise<ReceivedFiles> {
  refuseFlood(request, upload);
  const incoming = incomingFolder(dataDir);
  const folder = await mkdir(incoming, { recursive: true, mode: 0o700 })
    .then(() => mkdtemp(join(incoming, "upload-")))
    .catch((error: unknown) => {
      throw diskFailure(error);
    });
  const remove = () => rm(folder, { recursive: true, force: true });
  const watch = watchSender(request, upload);
  allowUpload(request.raw);
  try {
    return { ...(await readParts(request, upload, folder, watch)), remove };
  } catch (error) {
    // Discards the rest of the form, which would otherwise still be parsed.
    request.raw.unpipe();
    request.raw.resume();
    await remove();
    throw asFailure(error, upload);
  } finally {
    watch.end();
  }
}

async function readParts(request: FastifyRequest, upload: Upload, folder: string, watch: Watch) {
  const accepted: SentFile[] = [];
  const refused: RefusedFile[] = [];
  const parts = request.parts({
    limits: {
      fileSize: upload.maxBytes,
      files: maxListed,
      parts: maxListed + 10,
      fields: 10,
      fieldSize: 10_000,
      fieldNameSize: 200,
      headerPairs: 20,
    },
  });
  let sent = 0;
  for await (const part of parts) {
    watch.begin();
    if (part.type !== "file") continue;
    if (part.fieldname !== upload.field) {
      part.file.resume();
      continue;
    }
    // As which browsers send a quotation mark in a name (HTML Standard, "multipart/form-data").
    const name = cleanFileName((part.filename ?? "").replaceAll("%22", '"'));
    sent += 1;
    if (accepted.length === upload.maxFiles) {
      part.file.resume();
      refused.push({ position: sent, name, reason: tooMany(upload), code: "too_large" });
      continue;
    }
    const file = join(folder, String(sent));
    const { size, sha256 } = await writeIncoming(part.file, file);
    if (part.file.truncated)
      refused.push({ position: sent, name, reason: tooLarge(upload), code: "too_large" });
    else if (size === 0)
      refused.push({ position: sent, name, reason: "The file is empty.", code: "wrong_type" });
    else accepted.push(temporaryFile(file, { position: sent, name, size, sha256 }));
    if (part.file.truncated || size === 0) await rm(file, { force: true });
  }
  if (sent === 0) throw invalidField(upload.field, `Send at least one file, in the field “${upload.field}”.`);
  const fingerprint = {
    accepted: accepted.map(({ name, sha256 }) => [name, sha256.toString("hex")]),
    refused: refused.map(({ name }) => name),
  };
  return { accepted, refused, fingerprint };
}

const tooLarge = ({ maxBytes }: Upload) =>
  `The file is larger than ${maxBytes < 1024 * 1024 ? `${maxBytes / 1024} kB` : `${maxBytes / 1024 / 1024} MB`}.`;
const tooMany = ({ maxFiles }: Upload) =>
  maxFiles === 1
    ? "Upload one file at a time."
    : `${maxFiles} files can be added at a time. Send this one again.`;

async function writeIncoming(from: Readable, file: string): Promise<{ size: number; sha256: Buffer }> {
  const hash = createHash("sha256");
  let size = 0;
  await pipeline(
    from,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(file, { flags: "wx", mode: 0o600 }),
  );
  return { size, sha256: hash.digest() };
}

const temporaryFile = (file: string, known: Omit<SentFile, "read" | "content">): SentFile => ({
  ...known,
  async read(position, length) {
    const handle = await open(file);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  },
  content: async () => ({ blob: await openAsBlob(file), sha256: known.sha256 }),
});

/** Refuses an upload far above the total limit before it is read to list each file. */
function refuseFlood(request: FastifyRequest, upload: Upload): void {
  if (Number(request.headers["content-length"] ?? 0) > maxTotalBytes(upload))
    throw new Failure("too_large", "This upload is too large. Send fewer or smaller files.");
}

type Watch = ReturnType<typeof watchSender>;

/** Closes the connection of a client that keeps sending without a declared length. */
function watchSender({ raw }: FastifyRequest, upload: Upload) {
  let read = 0;
  const count = (chunk: Buffer) => {
    read += chunk.length;
    if (read > maxTotalBytes(upload)) raw.destroy();
  };
  return {
    /** Call once the form is being read, since a data listener starts the flow. */
    begin() {
      if (!raw.listeners("data").includes(count)) raw.on("data", count);
    },
    end() {
      raw.off("data", count);
    },
  };
}

const maxTotalBytes = ({ maxFiles, maxBytes }: Upload) => 4 * maxFiles * maxBytes;

function asFailure(error: unknown, { field }: Upload): Error {
  if (error instanceof Failure) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (statusCode === 413) return new Failure("too_large", "Too many files at once. Send fewer.");
  // The system's error codes (ENOSPC, EIO) come from the disk, all others from the upload.
  if (code && /^E[A-Z]+$/.test(code) && code !== "ECONNRESET" && code !== "EPIPE") return diskFailure(error);
  return invalidField(field, "The upload was interrupted. Please send it again.");
}
