import { pipeline, Readable, Transform } from "node:stream";
import type { FastifyReply } from "fastify";
import { Failure } from "#shared/errors.ts";

type Bytes = Buffer | Readable;

/** A response of bytes with a name and a type, instead of JSON. */
export class FileAnswer {
  readonly bytes: Bytes;
  readonly type: string;
  readonly name: string;
  readonly disposition: "inline" | "attachment";

  constructor(file: { bytes: Bytes; type: string; name: string; disposition: "inline" | "attachment" }) {
    this.bytes = file.bytes;
    this.type = file.type;
    this.name = file.name;
    this.disposition = file.disposition;
  }
}

/** Without the characters that file systems refuse. */
export const inFileName = (text: string): string => text.replace(/[\\/:*?"<>|]/g, " ").trim();

/** `name` is without its ending. */
export const pdfAnswer = (
  bytes: Buffer,
  name: string,
  disposition: "inline" | "attachment" = "inline",
): FileAnswer => new FileAnswer({ bytes, type: "application/pdf", name: `${name}.pdf`, disposition });

/** RFC 6266: an ASCII name for old clients, the real one (ñ and all) for the rest. */
export function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  const ascii = file.name.normalize("NFD").replace(/[^\x20-\x7e]|["\\]/g, "");
  const encoded = encodeURIComponent(file.name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return reply
    .header("content-type", file.type)
    .header("content-disposition", `${file.disposition}; filename="${ascii}"; filename*=UTF-8''${encoded}`)
    .header("x-content-type-options", "nosniff")
    .send(asAnnounced(file.bytes, reply.getHeader("content-length")));
}

/**
 * Fails when there are more or fewer bytes than the header says, as of a file that was damaged in storage. Otherwise a
 * client would wait for the rest until the connection is closed as idle.
 */
function asAnnounced(bytes: Bytes, length: number | string | string[] | undefined): Bytes {
  if (length === undefined || !(bytes instanceof Readable)) return bytes;
  let left = Number(length);
  const wrongSize = () =>
    new Failure("files_unavailable", "This file was damaged in storage. Please contact your administrator.");
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      done(left < 0 ? wrongSize() : null, chunk);
    },
    flush: (done) => done(left > 0 ? wrongSize() : null),
  });
  // The error reaches whoever reads the stream.
  return pipeline(bytes, counted, () => undefined);
}
