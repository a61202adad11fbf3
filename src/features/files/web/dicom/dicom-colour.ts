import type { DataSet } from "dicom-parser";
import { DicomProblem } from "./dicom-image.ts";

/** Three tables of 8-bit values, and the stored value of their first entry. */
type Palette = { first: number; tables: [Uint8Array, Uint8Array, Uint8Array] };

type Values = ArrayLike<number>;

/** The color tables of PALETTE COLOR, with 8 or 16 bits per entry. */
export function palette(tags: DataSet): Palette {
  const table = (descriptor: string, data: string): Uint8Array => {
    const entries = tags.uint16(descriptor, 0) || 65_536;
    const isWide = tags.uint16(descriptor, 2) === 16;
    const element = tags.elements[data];
    if (!element || element.length < entries * (isWide ? 2 : 1))
      throw new DicomProblem("This file is damaged and cannot be shown.");
    return Uint8Array.from({ length: entries }, (_, at) =>
      isWide ? (tags.uint16(data, at) ?? 0) >> 8 : (tags.byteArray[element.dataOffset + at] ?? 0),
    );
  };
  return {
    first: tags.uint16("x00281101", 1) ?? 0,
    tables: [
      table("x00281101", "x00281201"),
      table("x00281102", "x00281202"),
      table("x00281103", "x00281203"),
    ],
  };
}

/** Uncompressed color pixels in the canvas's format. */
export function toColour(
  values: Values,
  {
    photometric,
    pixels,
    isPlanar,
    lookup,
  }: { photometric: string; pixels: number; isPlanar: boolean; lookup: Palette | null },
): Uint8ClampedArray<ArrayBuffer> {
  if (!lookup && photometric !== "RGB" && photometric !== "YBR_FULL")
    throw new DicomProblem("The colors of this picture can only be shown by a DICOM viewer.");
  const rgba = new Uint8ClampedArray(pixels * 4).fill(255);
  const [step, next] = isPlanar ? [1, pixels] : [3, 1];
  for (let at = 0; at < pixels; at += 1) {
    if (lookup) {
      const [red, green, blue] = lookup.tables;
      const entry = Math.min(red.length - 1, Math.max(0, (values[at] ?? 0) - lookup.first));
      rgba.set([red[entry] ?? 0, green[entry] ?? 0, blue[entry] ?? 0], at * 4);
      continue;
    }
    const [a = 0, b = 0, c = 0] = [values[at * step], values[at * step + next], values[at * step + 2 * next]];
    if (photometric === "RGB") rgba.set([a, b, c], at * 4);
    else
      rgba.set(
        [a + 1.402 * (c - 128), a - 0.344136 * (b - 128) - 0.714136 * (c - 128), a + 1.772 * (b - 128)],
        at * 4,
      );
  }
  return rgba;
}
