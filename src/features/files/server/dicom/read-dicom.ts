import { constants, inflateRawSync } from "node:zlib";
import dicomParser, { type DataSet, type Element } from "dicom-parser";
import type { DicomPicture } from "#features/files/contract.ts";
import { isCalendarDay } from "#shared/formats/dates.ts";
import { decompressorOf, hasEnd, type Samples } from "./decompress.ts";
import { palette, toColor } from "./dicom-color.ts";
import { DicomProblem, damaged } from "./dicom-problem.ts";

const BIG_ENDIAN = "1.2.840.10008.1.2.2";
const plain = ["1.2.840.10008.1.2", "1.2.840.10008.1.2.1", "1.2.840.10008.1.2.1.99", BIG_ENDIAN];

/** Larger than a mammogram of 24 megapixels; a frame fills up to six bytes a pixel while it is read. */
const MAX_PIXELS = 36_000_000;
/** Bytes of an inflated file. */
const MAX_INFLATED = 256 * 1024 * 1024;

type Window = DicomPicture["windows"][number];

/** One frame. `grey` contains stored values, before slope, intercept and window. */
export type Frame =
  | { kind: "grey"; values: Uint8Array | Int8Array | Uint16Array | Int16Array }
  | { kind: "color"; rgb: Uint8ClampedArray<ArrayBuffer> };

/** A DICOM file; `frame` decodes the frame of that number, from 0. */
export type DicomFile = DicomPicture & { frame: (index: number) => Promise<Frame> };

/** Window presets that radiologists know by name, in Hounsfield units. */
const ctWindows: Window[] = [
  { label: "Soft tissue", level: 40, width: 400 },
  { label: "Lung", level: -600, width: 1500 },
  { label: "Bone", level: 300, width: 1500 },
  { label: "Brain", level: 40, width: 80 },
];

/** Reads a DICOM file's header. @throws DicomProblem if it cannot be shown, or not correctly */
export function readDicom(bytes: Uint8Array): DicomFile {
  const tags = parse(bytes);
  const syntax = tags.string("x00020010") ?? "1.2.840.10008.1.2";
  const decompress = decompressorOf(syntax);
  if (!decompress && !plain.includes(syntax))
    throw new DicomProblem("This picture is compressed in a way that can only be opened by a DICOM viewer.");
  const [rows, columns] = [tags.uint16("x00280010") ?? 0, tags.uint16("x00280011") ?? 0];
  const element = tags.elements.x7fe00010;
  if (!element) throw new DicomProblem("This file contains no image.");
  const pixels = rows * columns;
  if (pixels === 0) throw damaged();
  if (pixels > MAX_PIXELS)
    throw new DicomProblem("This picture has too many pixels to be shown here. Open it in a DICOM viewer.");
  const components = tags.uint16("x00280002") ?? 1;
  const photometric = tags.string("x00280004") ?? "MONOCHROME2";
  const isGrey = photometric.startsWith("MONOCHROME");
  const isPalette = photometric === "PALETTE COLOR";
  const isRgb = photometric === "RGB" || photometric.startsWith("YBR_FULL");
  const isTransformed = decompress !== undefined && ["YBR_ICT", "YBR_RCT"].includes(photometric);
  const bits = tags.uint16("x00280100") ?? 8;
  if ((bits !== 8 && bits !== 16) || (bits === 16 && !isGrey && !isPalette))
    throw new DicomProblem("The pixels of this picture can only be shown by a DICOM viewer.");
  if (!isGrey && !isPalette && !isRgb && !isTransformed)
    throw new DicomProblem("The colors of this picture can only be shown by a DICOM viewer.");
  if (components !== (isGrey || isPalette ? 1 : 3)) throw damaged();
  const isHalved = !decompress && photometric === "YBR_FULL_422";
  const length = (pixels * (isHalved ? 2 : components) * bits) / 8;
  const frames = Math.max(1, tags.intString("x00280008") ?? 1);
  const there = decompress ? (element.fragments?.length ?? 0) : Math.floor(element.length / length);
  if (frames > there) throw damaged();
  const lookup = isPalette ? palette(tags) : null;
  const modality = isGrey ? modalityLookup(tags) : null;

  const uncompressed = (index: number): Samples => {
    const stored = tags.byteArray.subarray(element.dataOffset, element.dataOffset + element.length);
    const start = index * length;
    const isSwapped = syntax === BIG_ENDIAN && (bits === 16 || element.vr === "OW");
    const raw = isSwapped
      ? swapped(stored, start, length)
      : Uint8Array.from(stored.subarray(start, start + length));
    if (raw.length < length) throw damaged();
    return {
      bytes: isHalved ? doubleColors(raw, pixels) : raw,
      bits,
      components,
      isPlanar: components > 1 && !isHalved && tags.uint16("x00280006") === 1,
      isRgb: photometric === "RGB",
    };
  };

  const samplesOf = async (index: number): Promise<Samples> => {
    if (!decompress) return uncompressed(index);
    const expected = { rows, columns, components, bits, photometric } as const;
    return decompress(frameBytes(tags, element, index, frames), expected).catch((error: unknown) => {
      throw error instanceof DicomProblem ? error : damaged();
    });
  };

  const frame = async (index: number): Promise<Frame> => {
    if (index >= frames) throw damaged();
    const samples = await samplesOf(index);
    if (samples.components !== components || samples.bytes.length < (pixels * components * samples.bits) / 8)
      throw damaged();
    if (!isGrey && !lookup)
      return { kind: "color", rgb: toColor(samples, pixels, samples.isRgb || photometric === "RGB") };
    const values = valuesOf(samples, tags);
    if (lookup) return { kind: "color", rgb: lookup(values) };
    return { kind: "grey", values: modality ? modality(values) : values };
  };

  const slope = tags.floatString("x00281053");
  const text = textOf(tags);
  const isSigned = !modality && tags.uint16("x00280103") === 1;
  const isWide = modality !== null || bits === 16;
  return {
    rows,
    columns,
    frames,
    grey: isGrey ? { isWide, least: isSigned ? (isWide ? -32_768 : -128) : 0 } : null,
    isInverted: photometric === "MONOCHROME1",
    slope: modality || slope === undefined || slope === 0 ? 1 : slope,
    intercept: modality ? 0 : (tags.floatString("x00281052") ?? 0),
    windows: windowsOf(tags, text("x00080060")),
    about: {
      patientName: text("x00100010")?.split("=")[0]?.split("^").filter(Boolean).join(", ") || null,
      studyDate: dayOf(text("x00080020")),
      modality: text("x00080060"),
      description: text("x00081030") ?? text("x0008103e"),
    },
    hasOverlays: Object.keys(tags.elements).some((tag) => /^x60[0-9a-f][02468ace](3000|0010)$/.test(tag)),
    frame,
  };
}

function parse(bytes: Uint8Array): DataSet {
  const inflater = (all: Uint8Array, position: number) => {
    const inflated = inflateRawSync(all.subarray(position), {
      maxOutputLength: MAX_INFLATED,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    return Buffer.concat([all.subarray(0, position), inflated]);
  };
  try {
    return dicomParser.parseDicom(bytes, { inflater } as object);
  } catch {
    throw damaged();
  }
}

/**
 * Bytes of words of 16 bits that are stored the other way round, also those that hold two pixels of 8 bits: a frame may
 * begin or end within a word.
 */
function swapped(stored: Uint8Array, start: number, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 1) {
    const byte = stored[(start + at) ^ 1];
    if (byte === undefined) throw damaged();
    bytes[at] = byte;
  }
  return bytes;
}

/** YBR_FULL_422 holds one pair of colors for two pixels (DICOM PS3.3 C.7.6.3.1.2). */
function doubleColors(raw: Uint8Array, pixels: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pixels * 3);
  for (let from = 0, to = 0; to < whole.length; from += 4, to += 6) {
    const [first = 0, second = 0, blue = 0, red = 0] = raw.subarray(from, from + 4);
    whole.set([first, blue, red, second, blue, red].slice(0, whole.length - to), to);
  }
  return whole;
}

/** Stored values. Bits beside the stored ones are an overlay's, or the sign. */
function valuesOf({ bytes, bits }: Samples, tags: DataSet) {
  const isSigned = tags.uint16("x00280103") === 1;
  const stored = Math.min(bits, tags.uint16("x00280101") ?? bits);
  const highest = Math.min(bits - 1, tags.uint16("x00280102") ?? stored - 1);
  const Signed = bits === 8 ? Int8Array : Int16Array;
  const Unsigned = bits === 8 ? Uint8Array : Uint16Array;
  const values = isSigned ? new Signed(bytes.buffer) : new Unsigned(bytes.buffer);
  const left = 31 - highest;
  const right = 32 - stored;
  if (stored < bits)
    for (let at = 0; at < values.length; at += 1) {
      const moved = (values[at] ?? 0) << left;
      values[at] = isSigned ? moved >> right : moved >>> right;
    }
  return values;
}

/** The modality's own table instead of slope and intercept (DICOM PS3.3 C.11.1). */
function modalityLookup(tags: DataSet): ((values: ArrayLike<number>) => Uint16Array) | null {
  const item = tags.elements.x00283000?.items?.[0]?.dataSet;
  if (!item) return null;
  const entries = item.uint16("x00283002", 0) || 65_536;
  const isSigned = tags.uint16("x00280103") === 1;
  const first = (isSigned ? item.int16("x00283002", 1) : item.uint16("x00283002", 1)) ?? 0;
  if ((item.elements.x00283006?.length ?? 0) < entries * 2) throw damaged();
  const table = Uint16Array.from({ length: entries }, (_, at) => item.uint16("x00283006", at) ?? 0);
  return (values) =>
    Uint16Array.from(values, (value) => table[Math.min(entries - 1, Math.max(0, value - first))] ?? 0);
}

/** The compressed bytes of one frame: by the table of offsets, by one fragment a frame, or by JPEG's end markers. */
function frameBytes(tags: DataSet, element: Element, index: number, frames: number): Uint8Array {
  const fragments = element.fragments ?? [];
  try {
    if (frames === 1)
      return Uint8Array.from(
        dicomParser.readEncapsulatedPixelDataFromFragments(tags, element, 0, fragments.length),
      );
    if (fragments.length === frames)
      return Uint8Array.from(dicomParser.readEncapsulatedPixelDataFromFragments(tags, element, index, 1));
    const ends = fragments.map(({ position, length }) =>
      hasEnd(tags.byteArray.subarray(position, position + length)),
    );
    const offsets = element.basicOffsetTable?.length
      ? element.basicOffsetTable
      : fragments.filter((_, at) => at === 0 || ends[at - 1]).map(({ offset }) => offset);
    return Uint8Array.from(dicomParser.readEncapsulatedImageFrame(tags, element, index, offsets));
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
