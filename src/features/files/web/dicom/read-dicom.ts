import {
  createJPEGBasicOffsetTable,
  type DataSet,
  parseDicom,
  readEncapsulatedImageFrame,
} from "dicom-parser";
import { isCalendarDay } from "#shared/formats/dates.ts";
import { palette, toColour } from "./dicom-colour.ts";
import { type DecodeJpeg, type DicomImage, DicomProblem, type Frame, type Window } from "./dicom-image.ts";

const BIG_ENDIAN = "1.2.840.10008.1.2.2";
const BASELINE_JPEG = "1.2.840.10008.1.2.4.50";
const plain = ["1.2.840.10008.1.2", "1.2.840.10008.1.2.1", BIG_ENDIAN];

const damaged = () => new DicomProblem("This file is damaged and cannot be shown.");

/** Window presets that radiologists know by name, in Hounsfield units. */
const ctWindows: Window[] = [
  { label: "Soft tissue", level: 40, width: 400 },
  { label: "Lung", level: -600, width: 1500 },
  { label: "Bone", level: 300, width: 1500 },
  { label: "Brain", level: 40, width: 80 },
];

/** Reads a DICOM file with pixels of 8 or 16 bits, plain or as baseline JPEG. Throws a DicomProblem. */
export function readDicom(bytes: Uint8Array<ArrayBuffer>, decodeJpeg: DecodeJpeg): DicomImage {
  let tags: DataSet;
  try {
    tags = parseDicom(bytes);
  } catch {
    throw damaged();
  }
  const syntax = tags.string("x00020010") ?? "1.2.840.10008.1.2";
  const isJpeg = syntax === BASELINE_JPEG;
  if (!isJpeg && !plain.includes(syntax))
    throw new DicomProblem("This picture is compressed in a way that can only be opened by a DICOM viewer.");
  const [rows, columns] = [tags.uint16("x00280010") ?? 0, tags.uint16("x00280011") ?? 0];
  const element = tags.elements.x7fe00010;
  if (!element) throw new DicomProblem("This file contains no image.");
  if (rows === 0 || columns === 0) throw damaged();
  const samples = tags.uint16("x00280002") ?? 1;
  const photometric = tags.string("x00280004") ?? "MONOCHROME2";
  const isGrey = photometric.startsWith("MONOCHROME");
  const bits = tags.uint16("x00280100") ?? 8;
  if (bits !== 8 && bits !== 16)
    throw new DicomProblem("The pixels of this picture can only be shown by a DICOM viewer.");
  const frames = Math.max(1, tags.intString("x00280008") ?? 1);
  const lookup = photometric === "PALETTE COLOR" ? palette(tags) : null;
  const pixels = rows * columns;
  const length = (pixels * samples * bits) / 8;

  const plainFrame = (index: number): Frame => {
    const start = element.dataOffset + index * length;
    if (start + length > element.dataOffset + element.length || start + length > bytes.length)
      throw damaged();
    const raw = bytes.slice(start, start + length);
    if (bits === 16 && syntax === BIG_ENDIAN)
      for (let at = 0; at < raw.length; at += 2) [raw[at], raw[at + 1]] = [raw[at + 1] ?? 0, raw[at] ?? 0];
    const values = valuesOf(raw, bits, tags);
    if (isGrey) return greyFrame(values);
    const isPlanar = tags.uint16("x00280006") === 1;
    return { kind: "colour", rgba: toColour(values, { photometric, pixels, isPlanar, lookup }) };
  };

  const jpegFrame = async (index: number): Promise<Frame> => {
    const jpeg = encapsulated(tags, index);
    const { width, height, rgba } = await decodeJpeg(Uint8Array.from(jpeg)).catch(() => {
      throw damaged();
    });
    if (width !== columns || height !== rows) throw damaged();
    if (!isGrey) return { kind: "colour", rgba };
    const values = new Uint8Array(pixels);
    for (let at = 0; at < pixels; at += 1) values[at] = rgba[at * 4] ?? 0;
    return greyFrame(values);
  };

  const slope = tags.floatString("x00281053");
  const text = textOf(tags);
  return {
    rows,
    columns,
    frames,
    isInverted: photometric === "MONOCHROME1",
    slope: slope === undefined || slope === 0 ? 1 : slope,
    intercept: tags.floatString("x00281052") ?? 0,
    windows: windowsOf(tags, text("x00080060")),
    about: {
      patientName: text("x00100010")?.split("=")[0]?.split("^").filter(Boolean).join(", ") || null,
      studyDate: dayOf(text("x00080020")),
      modality: text("x00080060"),
      description: text("x00081030") ?? text("x0008103e"),
    },
    frame: async (index) => (isJpeg ? jpegFrame(index) : plainFrame(index)),
  };
}

/** Stored values. Bits above the stored ones are an overlay's, or the sign. */
function valuesOf(raw: Uint8Array<ArrayBuffer>, bits: number, tags: DataSet) {
  const isSigned = tags.uint16("x00280103") === 1;
  if (bits === 8) return isSigned ? new Int8Array(raw.buffer) : raw;
  const unused = 16 - Math.min(16, tags.uint16("x00280101") ?? 16);
  const values = isSigned ? new Int16Array(raw.buffer) : new Uint16Array(raw.buffer);
  if (unused > 0)
    for (let at = 0; at < values.length; at += 1) {
      const value = values[at] ?? 0;
      values[at] = isSigned ? (value << (16 + unused)) >> (16 + unused) : value & (0xffff >> unused);
    }
  return values;
}

function greyFrame(values: (Frame & { kind: "grey" })["values"]): Frame {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return { kind: "grey", values, least, most };
}

/** The JPEG of one frame. Without an offset table, frames are found by JPEG's end markers. */
function encapsulated(tags: DataSet, index: number): Uint8Array {
  const element = tags.elements.x7fe00010;
  if (!element?.fragments?.length) throw damaged();
  try {
    const offsets = element.basicOffsetTable?.length
      ? element.basicOffsetTable
      : createJPEGBasicOffsetTable(tags, element);
    return readEncapsulatedImageFrame(tags, element, index, offsets);
  } catch {
    throw damaged();
  }
}

function windowsOf(tags: DataSet, modality: string | null): Window[] {
  const own: Window[] = [];
  for (let index = 0; index < (tags.numStringValues("x00281050") ?? 0); index += 1) {
    const [level, width] = [tags.floatString("x00281050", index), tags.floatString("x00281051", index)];
    if (level === undefined || width === undefined || !(width >= 1)) continue;
    own.push({
      label: tags.string("x00281055", index) ?? (index === 0 ? "As recorded" : `Recorded ${index + 1}`),
      level,
      width,
    });
  }
  return modality === "CT" ? [...own, ...ctWindows] : own;
}

/** Reads texts in the file's own character set: ñ is in most Filipino names. */
function textOf(tags: DataSet): (tag: string) => string | null {
  const set = tags.string("x00080005") ?? "";
  const decoder = new TextDecoder(set.includes("192") ? "utf-8" : "windows-1252");
  return (tag) => {
    const found = tags.elements[tag];
    if (!found || found.length === 0) return null;
    const bytes = tags.byteArray.subarray(found.dataOffset, found.dataOffset + found.length);
    return decoder.decode(bytes).replace(/\0/g, "").trim() || null;
  };
}

function dayOf(text: string | null): string | null {
  const day = text?.replace(/^(\d{4})\.?(\d{2})\.?(\d{2})$/, "$1-$2-$3") ?? "";
  return isCalendarDay(day) ? day : null;
}
