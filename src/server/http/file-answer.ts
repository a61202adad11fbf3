import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

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
    .send(file.bytes);
}
