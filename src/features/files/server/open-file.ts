import type { viewFile } from "#features/files/contract.ts";
import { writeHistory } from "#server/audit/record-history.ts";
import type { ClinicScope } from "#server/database/db.ts";
import { FileAnswer } from "#server/http/file-answer.ts";
import type { Context } from "#server/http/serve.ts";
import type { ByteRange } from "#server/storage/storage.ts";
import { notFound } from "#shared/errors.ts";
import { isShownInPlace } from "./file-kinds.ts";

type StoredFile = {
  id: number;
  patientId: number | null;
  storedAs: string;
  name: string;
  type: string;
  size: number;
  sha256: Buffer;
};

/** A file of one of the clinic's patients, or the caller's own upload without a patient. Else 404. */
export async function findFile(clinic: ClinicScope, path: string): Promise<StoredFile> {
  return clinic.db
    .selectFrom("files")
    .select(["id", "patientId", "storedAs", "name", "type", "size", "sha256"])
    .where("clinicId", "=", clinic.id)
    .where("path", "=", path)
    .where("removedAt", "is", null)
    .where("givenUpAt", "is", null)
    .where((is) => is.or([is("patientId", "is not", null), is("uploadedById", "=", clinic.userId)]))
    .executeTakeFirstOrThrow(() => notFound("File"));
}

/** Opened directly in a browser, no file can run or load anything. */
const noScripts =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; sandbox";

/** Records who opened or downloaded it, then streams it, whole or the requested range. */
export async function answerFile(
  path: string,
  isDownload: boolean,
  { clinic, kit, request, reply, session, auditView }: Context<typeof viewFile>,
): Promise<FileAnswer> {
  const file = await findFile(clinic, path);
  if (file.patientId !== null) {
    if (isDownload)
      await writeHistory(clinic, {
        event: "file.download",
        patientId: file.patientId,
        ownerUserId: session.ownerUserId,
        entity: "files",
        entityId: file.id,
        details: { name: file.name },
      });
    else auditView(file.patientId);
  }
  const tag = `"${file.sha256.toString("base64url")}"`;
  reply
    .header("etag", tag)
    .header("accept-ranges", "bytes")
    .header("content-security-policy", noScripts)
    .header("cross-origin-resource-policy", "same-origin");
  const answer = (bytes: ConstructorParameters<typeof FileAnswer>[0]["bytes"]) =>
    new FileAnswer({
      bytes,
      type: file.type,
      name: file.name,
      disposition: !isDownload && isShownInPlace(file.type) ? "inline" : "attachment",
    });
  if (request.headers["if-none-match"] === tag) {
    reply.code(304);
    return answer(Buffer.alloc(0));
  }
  const isSame = (request.headers["if-range"] ?? tag) === tag;
  const range = isSame ? asRange(request.headers.range, file.size) : null;
  if (range === "outside") {
    reply.code(416).header("content-range", `bytes */${file.size}`);
    return answer(Buffer.alloc(0));
  }
  if (range) {
    const { first, last } = range;
    reply
      .code(206)
      .header("content-range", `bytes ${first}-${last}/${file.size}`)
      .header("content-length", last - first + 1);
    return answer(await kit.storage.get(file.storedAs, range));
  }
  reply.header("content-length", file.size);
  return answer(await kit.storage.get(file.storedAs));
}

/** One range of RFC 9110; anything else, also several ranges, gets the whole file. */
function asRange(header: string | undefined, size: number): ByteRange | "outside" | null {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return null;
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length === 0 ? "outside" : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (first >= size) return "outside";
  return last < first ? null : { first, last };
}
