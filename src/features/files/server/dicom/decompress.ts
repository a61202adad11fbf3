import { DicomProblem, damaged } from "./dicom-problem.ts";

/** Samples of one frame: interleaved unless `isPlanar`. */
export type Samples = {
  bytes: Uint8Array<ArrayBuffer>;
  /** Bits of one sample in `bytes`. */
  bits: 8 | 16;
  components: number;
  isPlanar: boolean;
  /** Whether the codec has already turned the colors into red, green and blue. */
  isRgb: boolean;
};

type Expected = { rows: number; columns: number; components: number; bits: 8 | 16; photometric: string };
type Decompress = (frame: Uint8Array, expected: Expected) => Promise<Samples>;

/** The compressed transfer syntaxes of DICOM PS3.5 annex A.4 that are decoded here, by UID. */
const codecs: Record<string, Decompress> = {
  "1.2.840.10008.1.2.5": async (frame, expected) => readRle(frame, expected),
  "1.2.840.10008.1.2.4.50": readJpeg,
  "1.2.840.10008.1.2.4.51": readJpeg,
  "1.2.840.10008.1.2.4.57": readLosslessJpeg,
  "1.2.840.10008.1.2.4.70": readLosslessJpeg,
  "1.2.840.10008.1.2.4.80": readJpegLs,
  "1.2.840.10008.1.2.4.81": readJpegLs,
  "1.2.840.10008.1.2.4.90": readJpeg2000,
  "1.2.840.10008.1.2.4.91": readJpeg2000,
};

export const decompressorOf = (syntax: string): Decompress | undefined =>
  Object.hasOwn(codecs, syntax) ? codecs[syntax] : undefined;

/** The few members of the codecs' Emscripten modules that are used. */
type Codec = {
  getEncodedBuffer(length: number): Uint8Array;
  getDecodedBuffer(): Uint8Array;
  getFrameInfo(): { width: number; height: number; bitsPerSample: number; componentCount: number };
  getInterleaveMode?(): number;
  decode(): void;
  delete(): void;
};
type Module = Record<string, new () => Codec>;

async function decodeWith(
  load: () => Promise<{ default: unknown }>,
  name: string,
  frame: Uint8Array,
  expected: Expected,
): Promise<Omit<Samples, "isRgb">> {
  const { default: open } = await load();
  const silent = { print: () => undefined, printErr: () => undefined };
  const module = await (open as (options: object) => Promise<Module>)(silent);
  const Decoder = module[name];
  if (!Decoder) throw new Error(`No ${name}`);
  const codec = new Decoder();
  try {
    codec.getEncodedBuffer(frame.length).set(frame);
    codec.decode();
    const { width, height, bitsPerSample, componentCount } = codec.getFrameInfo();
    if (width !== expected.columns || height !== expected.rows || bitsPerSample > 16) throw damaged();
    return {
      bytes: Uint8Array.from(codec.getDecodedBuffer()),
      bits: bitsPerSample > 8 ? 16 : 8,
      components: componentCount,
      isPlanar: codec.getInterleaveMode?.() === 0 && componentCount > 1,
    };
  } finally {
    codec.delete();
  }
}

async function readJpeg(frame: Uint8Array, expected: Expected): Promise<Samples> {
  const { precision, saysColors } = checkedSize(frame, expected);
  if (precision !== 8)
    throw new DicomProblem("This 12-bit JPEG picture can only be opened by a DICOM viewer.");
  const load = () => import("@cornerstonejs/codec-libjpeg-turbo-8bit/decode");
  const jpeg = saysColors ? frame : withColors(frame, expected.photometric === "RGB" ? 0 : 1);
  return { ...(await decodeWith(load, "JPEGDecoder", jpeg, expected)), isRgb: true };
}

async function readLosslessJpeg(frame: Uint8Array, expected: Expected): Promise<Samples> {
  const { precision, components } = checkedSize(frame, expected);
  const { Decoder } = await import("jpeg-lossless-decoder-js");
  // The decoder reads ahead, and drops the last pixels when it meets the end marker too early.
  const end = Buffer.from(frame.buffer, frame.byteOffset, frame.length).lastIndexOf("ffd9", "hex");
  if (end < 0) throw damaged();
  const copy = new Uint8Array(end + 16);
  copy.set(frame.subarray(0, end));
  copy.set([0xff, 0xd9], end + 14);
  const decoded = new Decoder().decompress(copy.buffer, 0, copy.length);
  return {
    bytes: new Uint8Array(decoded),
    bits: precision > 8 ? 16 : 8,
    components,
    isPlanar: false,
    isRgb: false,
  };
}

async function readJpegLs(frame: Uint8Array, expected: Expected): Promise<Samples> {
  checkedSize(frame, expected);
  const load = () => import("@cornerstonejs/codec-charls/decode");
  return { ...(await decodeWith(load, "JpegLSDecoder", frame, expected)), isRgb: false };
}

async function readJpeg2000(frame: Uint8Array, expected: Expected): Promise<Samples> {
  const stream = codeStreamIn(frame);
  // The SIZ marker directly follows the start of a code stream (ISO 15444-1 annex A.5.1).
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  if (stream.length < 42 || view.getUint32(0) !== 0xff4fff51 || !hasEnd(stream)) throw damaged();
  const width = view.getUint32(8) - view.getUint32(16);
  const height = view.getUint32(12) - view.getUint32(20);
  if (width !== expected.columns || height !== expected.rows) throw damaged();
  if (view.getUint16(40) !== expected.components) throw damaged();
  const load = () => import("@cornerstonejs/codec-openjpeg/decode");
  const decoded = await decodeWith(load, "J2KDecoder", frame, expected);
  // The decoder undoes the transforms named YBR_ICT and YBR_RCT.
  return { ...decoded, isRgb: expected.photometric !== "YBR_FULL" };
}

/**
 * Some writers leave the code stream in a JP2 file, against the standard. It is made of boxes, of which each begins with
 * its length and its type (ISO 15444-1 annex I.4); a length of 0 reaches to the end, 1 announces a long one.
 */
function codeStreamIn(frame: Uint8Array): Uint8Array {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const typeAt = (at: number) => String.fromCharCode(...frame.subarray(at + 4, at + 8));
  if (typeAt(0) !== "jP  ") return frame;
  for (let at = 0; at + 16 <= frame.length; ) {
    const length = view.getUint32(at);
    if (typeAt(at) === "jp2c")
      return length > 1 ? frame.subarray(at + 8, at + length) : frame.subarray(at + (length === 1 ? 16 : 8));
    if (length < 8) break;
    at += length;
  }
  throw damaged();
}

/**
 * All kinds of JPEG end with the same marker, before padding, for which writers use zeros or the fill bytes 0xFF;
 * decoders draw what is missing before it as gray.
 */
export function hasEnd(frame: Uint8Array): boolean {
  const end = frame.findLastIndex((byte) => byte !== 0 && byte !== 0xff);
  return end > 0 && frame[end - 1] === 0xff && frame[end] === 0xd9;
}

/**
 * The frame header of JPEG and JPEG-LS (ITU T.81 B.2.2, T.87 C.2.2), compared with the DICOM header before anything is
 * decoded. `saysColors`: a JFIF or an Adobe segment says what its colors are, or it has none.
 */
function checkedSize(jpeg: Uint8Array, { rows, columns, components }: Expected) {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  if (jpeg.length < 20 || view.getUint16(0) !== 0xffd8 || !hasEnd(jpeg)) throw damaged();
  let saysColors = components !== 3;
  for (let at = 2; at + 10 < jpeg.length; ) {
    const marker = jpeg[at + 1] ?? 0;
    if (jpeg[at] !== 0xff) throw damaged();
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if ((marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) || marker === 0xf7) {
      const found = { precision: jpeg[at + 4] ?? 0, components: jpeg[at + 9] ?? 0, saysColors };
      if (view.getUint16(at + 5) !== rows || view.getUint16(at + 7) !== columns) throw damaged();
      if (found.components !== components || found.precision > 16) throw damaged();
      return found;
    }
    const name = String.fromCharCode(...jpeg.subarray(at + 4, at + 9));
    if ((marker === 0xe0 && name === "JFIF\0") || (marker === 0xee && name === "Adobe")) saysColors = true;
    at += 2 + view.getUint16(at + 2);
  }
  throw damaged();
}

/**
 * A JPEG of three colors that does not say itself whether it is RGB (0) or YCbCr (1) says it in Adobe's segment APP14,
 * as its DICOM header does.
 */
const withColors = (jpeg: Uint8Array, transform: 0 | 1): Uint8Array =>
  Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xee, 0, 14, ...Buffer.from("Adobe"), 0, 100, 0, 0, 0, 0, transform]),
    jpeg.subarray(2),
  ]);

/** RLE Lossless (DICOM PS3.5 annex G): one PackBits segment for each byte of each sample, highest byte first. */
function readRle(frame: Uint8Array, { rows, columns, components, bits }: Expected): Samples {
  const pixels = rows * columns;
  const wide = bits / 8;
  if (frame.length < 64) throw damaged();
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const segments = view.getUint32(0, true);
  if (segments !== components * wide) throw damaged();
  const bytes = new Uint8Array(pixels * components * wide);
  for (let segment = 0; segment < segments; segment += 1) {
    const from = view.getUint32(4 + 4 * segment, true);
    const to = segment + 1 < segments ? view.getUint32(8 + 4 * segment, true) : frame.length;
    const plane = unpackBits(frame.subarray(from, to), pixels);
    const component = Math.floor(segment / wide);
    const place = wide - 1 - (segment % wide);
    for (let at = 0; at < pixels; at += 1) bytes[(component * pixels + at) * wide + place] = plane[at] ?? 0;
  }
  return { bytes, bits, components, isPlanar: components > 1, isRgb: false };
}

function unpackBits(packed: Uint8Array, length: number): Uint8Array {
  const plain = new Uint8Array(length);
  let to = 0;
  for (let at = 0; to < length; ) {
    const control = packed[at];
    if (control === undefined) throw damaged();
    const count = control < 128 ? control + 1 : 257 - control;
    if (control < 128) {
      if (at + 1 + count > packed.length) throw damaged();
      plain.set(packed.subarray(at + 1, at + 1 + Math.min(count, length - to)), to);
      at += 1 + count;
      to += count;
    } else if (control === 128) at += 1;
    else {
      if (at + 2 > packed.length) throw damaged();
      plain.fill(packed[at + 1] ?? 0, to, to + count);
      at += 2;
      to += count;
    }
  }
  return plain;
}
