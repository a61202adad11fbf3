import { randomBytes } from "node:crypto";
import { convertedEndings, type FileCategory, type UploadedFiles } from "#features/files/contract.ts";
import type { ClinicScope } from "#server/database/db.ts";
import type { ReceivedFiles, RefusedFile, SentFile } from "#server/http/receive-files.ts";
import type { Kit } from "#server/kit.ts";
import { endingOf } from "#server/storage/file-name.ts";
import { takeRoom } from "#server/storage/files-quota.ts";
import { newStorageKey, type Storage } from "#server/storage/storage.ts";
import { Failure } from "#shared/errors.ts";
import { fileKinds } from "./file-kinds.ts";
import { recognise } from "./recognise.ts";

type Recognised = SentFile & { type: string };
type StoredUpload = { id: number; path: string };

/**
 * Sorts uploads by their bytes. Pictures of iPhones become JPEG.
 * @throws Failure when none can be accepted, with a reason for each.
 */
export async function sortUploads(
  received: ReceivedFiles,
  category: FileCategory | undefined,
  asJpeg: (file: SentFile) => Promise<SentFile>,
): Promise<{ taken: Recognised[]; refused: UploadedFiles["refused"] }> {
  const taken: Recognised[] = [];
  const refused: RefusedFile[] = [...received.refused];
  for (const sent of received.accepted) {
    let file = sent;
    if (convertedEndings.includes(endingOf(sent.name)))
      try {
        file = await asJpeg(sent);
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== "unusable") throw error;
        const { position, name } = sent;
        refused.push({ position, name, reason: error.message, code: "wrong_type" });
        continue;
      }
    const verdict = await recognise(file.name, file, category);
    if ("kind" in verdict) taken.push({ ...file, type: fileKinds[verdict.kind].type });
    else
      refused.push({
        position: file.position,
        name: file.name,
        reason: verdict.reason,
        code: "wrong_type",
      });
  }
  refused.sort((one, next) => one.position - next.position);
  const named = refused.map(({ name, reason }) => ({ name, reason }));
  if (taken.length > 0) return { taken, refused: named };
  const isAllTooLarge = refused.every(({ code }) => code === "too_large");
  const message = named.map(({ name, reason }) => `${name}: ${reason}`).join(" ");
  throw new Failure(isAllTooLarge ? "too_large" : "wrong_type", message, { refused: named });
}

/**
 * Commits the row before the bytes: after a crash in between, the cleanup finds the file by its row. The path is
 * only returned afterwards, so no patient can list a file whose bytes are missing.
 */
export async function storeUploads(
  clinic: ClinicScope,
  { storage, settings }: Pick<Kit, "storage" | "settings">,
  files: Recognised[],
  now: Date,
): Promise<StoredUpload[]> {
  const rows = files.map(({ name, type, size, sha256 }) => ({
    clinicId: clinic.id,
    path: newPath(name),
    storedAs: newStorageKey(clinic.id),
    name,
    type,
    size,
    sha256,
    uploadedById: clinic.userId,
    uploadedAt: now.toISOString(),
  }));
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const ids = await clinic.transaction(async (joined) => {
    await takeRoom(joined, settings, bytes);
    return joined.db.insertInto("files").values(rows).returning(["id", "path", "storedAs"]).execute();
  });
  try {
    for (const [index, file] of files.entries())
      await storage.put(rows[index]?.storedAs ?? "", await file.content());
  } catch (error) {
    // Not awaited: a store that does not answer would make the user wait again, longer than her browser does.
    takeBack(clinic, storage, ids).catch(() => undefined);
    throw error;
  }
  return rows.map(({ path }) => ({ path, id: ids.find((row) => row.path === path)?.id ?? 0 }));
}

/** What cannot be deleted now is deleted by the sweep. */
async function takeBack(
  clinic: ClinicScope,
  storage: Storage,
  rows: { id: number; storedAs: string }[],
): Promise<void> {
  const removed = await Promise.allSettled(rows.map(({ storedAs }) => storage.remove(storedAs)));
  const gone = rows.filter((_, index) => removed[index]?.status === "fulfilled").map(({ id }) => id);
  if (gone.length > 0)
    await clinic.db.deleteFrom("files").where("clinicId", "=", clinic.id).where("id", "in", gone).execute();
}

/** Unguessable; ends in the name, without characters that a URL would have to encode, except letters of any script. */
function newPath(name: string): string {
  const readable = name.replace(/[^\p{L}\p{N}.\-_]+/gu, "-").replace(/^[-.]+/, "");
  return `${randomBytes(16).toString("base64url")}-${readable}`;
}
