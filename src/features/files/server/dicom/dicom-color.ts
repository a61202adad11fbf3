import type { DataSet } from "dicom-parser";
import type { Samples } from "./decompress.ts";
import { DicomProblem, damaged } from "./dicom-problem.ts";

/** Turns stored values into red, green and blue by the tables of PALETTE COLOR, with 8 or 16 bits per entry. */
export function palette(tags: DataSet): (values: ArrayLike<number>) => Uint8ClampedArray<ArrayBuffer> {
  if (!tags.elements.x00281201)
    throw new DicomProblem("The colors of this picture can only be shown by a DICOM viewer.");
  const table = (descriptor: string, data: string): Uint8Array => {
    const entries = tags.uint16(descriptor, 0) || 65_536;
    const element = tags.elements[data];
    if (!element || element.length < entries) throw damaged();
    // Entries of 8 bits may stand in words of 16, too.
    const isWide = element.length >= entries * 2;
    const shift = tags.uint16(descriptor, 2) === 16 ? 8 : 0;
    return Uint8Array.from({ length: entries }, (_, at) =>
      isWide ? (tags.uint16(data, at) ?? 0) >> shift : (tags.byteArray[element.dataOffset + at] ?? 0),
    );
  };
  const isSigned = tags.uint16("x00280103") === 1;
  const first = (isSigned ? tags.int16("x00281101", 1) : tags.uint16("x00281101", 1)) ?? 0;
  const red = table("x00281101", "x00281201");
  const green = table("x00281102", "x00281202");
  const blue = table("x00281103", "x00281203");
  return (values) => {
    const rgb = new Uint8ClampedArray(values.length * 3);
    for (let at = 0; at < values.length; at += 1) {
      const entry = Math.min(red.length - 1, Math.max(0, (values[at] ?? 0) - first));
      rgb[at * 3] = red[entry] ?? 0;
      rgb[at * 3 + 1] = green[entry] ?? 0;
      rgb[at * 3 + 2] = blue[entry] ?? 0;
    }
    return rgb;
  };
}

/** Red, green and blue of a frame that is RGB or YBR_FULL (DICOM PS3.3 C.7.6.3.1.2). */
export function toColor(
  { bytes, isPlanar }: Samples,
  pixels: number,
  isRgb: boolean,
): Uint8ClampedArray<ArrayBuffer> {
  const rgb = new Uint8ClampedArray(pixels * 3);
  const [step, next] = isPlanar ? [1, pixels] : [3, 1];
  for (let at = 0; at < pixels; at += 1) {
    const a = bytes[at * step] ?? 0;
    const b = bytes[at * step + next] ?? 0;
    const c = bytes[at * step + 2 * next] ?? 0;
    rgb[at * 3] = isRgb ? a : a + 1.402 * (c - 128);
    rgb[at * 3 + 1] = isRgb ? b : a - 0.344136 * (b - 128) - 0.714136 * (c - 128);
    rgb[at * 3 + 2] = isRgb ? c : a + 1.772 * (b - 128);
  }
  return rgb;
}
