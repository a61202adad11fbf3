import { type FileCategory, isDiscName } from "#features/files/contract.ts";
import type { Bytes } from "./bytes.ts";
import { endingsInWords, type FileKind, fileKinds, kindByEnding, takes } from "./file-kinds.ts";
import { findPictureFault } from "./picture.ts";
import { findDocFault, findDocxFault } from "./word-file.ts";

type Verdict = { kind: FileKind } | { reason: string };

/**
 * A file's type by its bytes, when these match the extension of its name and, if one is given, the category; else the
 * reason in words. Names and the sender's own type prove nothing.
 */
export async function recognise(name: string, bytes: Bytes, category?: FileCategory): Promise<Verdict> {
  const kind = kindByEnding(name) ?? ((await isDicomOfDisc(name, bytes)) ? "dicom" : null);
  if (!kind) return { reason: `Only ${endingsInWords(category)} files are accepted.` };
  if (category && !takes(category, fileKinds[kind].type))
    return { reason: `Only ${endingsInWords(category)} files are accepted.` };
  const fault = await findFault[kind](bytes);
  return fault === null ? { kind } : { reason: fault };
}

const findFault: Record<FileKind, (bytes: Bytes) => Promise<string | null>> = {
  pdf: findPdfFault,
  jpeg: (bytes) => findPictureFault(bytes, "jpeg"),
  png: (bytes) => findPictureFault(bytes, "png"),
  dicom: findDicomFault,
  doc: findDocFault,
  docx: findDocxFault,
};

const pdfEnd = 4096;

/** Starts and ends as a PDF with nothing before or after it: no HTML page, no archive. */
async function findPdfFault({ size, read }: Bytes): Promise<string | null> {
  const head = (await read(0, 1024)).toString("latin1");
  if (!/^%PDF-[12]\.\d/.test(head)) return "This isn't a valid PDF file.";
  const tail = (await read(Math.max(0, size - pdfEnd), pdfEnd)).toString("latin1");
  const end = tail.lastIndexOf("%%EOF");
  if (end < 0) return "This PDF is damaged or incomplete. Save it again and upload the new copy.";
  if (containsMarkup(head) || containsMarkup(tail.slice(end)) || /PK[^\w\s]/.test(tail.slice(end)))
    return "This file is more than a PDF. Print it to a new PDF and upload that.";
  return null;
}

const containsMarkup = (text: string) =>
  /<(?:!doctype|html|head|body|script|svg|iframe|object)\b/i.test(text);

/** Discs name DICOM files without an ending (IM000001), or by numbers (1.2.840.10008.7): PS3.10 section 8.2. */
async function isDicomOfDisc(name: string, { read }: Bytes): Promise<boolean> {
  return isDiscName(name) && (await read(128, 4)).toString("latin1") === "DICM";
}

/** The media storage class (0002,0002) of a disc's table of contents: PS3.10 section 8.6. */
const directoryClass = "1.2.840.10008.1.3.10";

/**
 * PS3.10 section 7.1: a preamble of 128 bytes, `DICM`, and the file's meta group 0002. The preamble is unused or
 * makes the file a TIFF as well; there a program could hide (CVE-2019-11687).
 */
async function findDicomFault({ read }: Bytes): Promise<string | null> {
  const head = await read(0, 136);
  if (head.length < 136 || head.toString("latin1", 128, 132) !== "DICM" || head.readUInt16LE(132) !== 2)
    return "This isn't a valid DICOM picture.";
  if ((await read(132, 400)).includes(`UI\x14\0${directoryClass}`))
    return "This is a disc's table of contents (DICOMDIR), not a picture. Add the pictures from the disc's folders.";
  const preamble = head.subarray(0, 128);
  const isTiff = ["II*\0", "MM\0*"].includes(preamble.toString("latin1", 0, 4));
  if (!isTiff && preamble.some((byte) => byte !== 0))
    return "This file doesn't start like a DICOM image. Export it again.";
  return null;
}
