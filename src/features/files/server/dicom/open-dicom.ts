import { buffer } from "node:stream/consumers";
import type { DicomPicture, viewFrame, viewPicture } from "#features/files/contract.ts";
import { FileAnswer } from "#server/http/file-answer.ts";
import type { Context } from "#server/http/serve.ts";
import { Failure } from "#shared/errors.ts";
import { fileKinds } from "../file-kinds.ts";
import { findFile } from "../open-file.ts";
import type { DicomReader } from "./dicom-reader.ts";

type Opening = Pick<Context<typeof viewPicture | typeof viewFrame>, "clinic" | "kit" | "auditView">;

async function read(
  reader: DicomReader,
  path: string,
  frame: number | null,
  { clinic, kit, auditView }: Opening,
) {
  const file = await findFile(clinic, path);
  if (file.type !== fileKinds.dicom.type) throw new Failure("unusable", "This file isn't a DICOM picture.");
  if (file.patientId !== null) auditView(file.patientId);
  const content = await kit.storage.get(file.storedAs);
  const bytes = await buffer(content);
  return { name: file.name, read: await reader.read(clinic.id, { bytes, frame }) };
}

/** The header of a DICOM file. */
export async function answerPicture(
  reader: DicomReader,
  path: string,
  context: Opening,
): Promise<DicomPicture> {
  const { read: found } = await read(reader, path, null, context);
  if ("picture" in found) return found.picture;
  throw new Error("No header was read.");
}

/** One of its frames as PNG. */
export async function answerFrame(
  reader: DicomReader,
  path: string,
  frame: number,
  context: Opening,
): Promise<FileAnswer> {
  const { name, read: found } = await read(reader, path, frame, context);
  if (!("png" in found)) throw new Error("No frame was drawn.");
  const bytes = Buffer.from(found.png.buffer, found.png.byteOffset, found.png.length);
  return new FileAnswer({ bytes, type: "image/png", name: `${name}.png`, disposition: "inline" });
}
