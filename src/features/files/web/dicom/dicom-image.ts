import type { DicomPicture } from "#features/files/contract.ts";

/** One frame. `grey` contains stored values, before slope, intercept and window. */
export type Frame =
  | { kind: "grey"; values: Int32Array; least: number; most: number }
  | { kind: "colour"; rgba: Uint8ClampedArray<ArrayBuffer> };

/** A window in the file's units (Hounsfield for CT). */
export type Window = DicomPicture["windows"][number];

/** A frame from the pixels of its PNG (see `DicomPicture`). */
export function readFrame(rgba: Uint8ClampedArray<ArrayBuffer>, { grey }: Pick<DicomPicture, "grey">): Frame {
  if (!grey) return { kind: "colour", rgba };
  const values = new Int32Array(rgba.length / 4);
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < values.length; at += 1) {
    const [red = 0, green = 0] = [rgba[at * 4], rgba[at * 4 + 1]];
    const value = (grey.isWide ? red * 256 + green : red) + grey.least;
    values[at] = value;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return { kind: "grey", values, least, most };
}

export type Shown = { level: number; width: number; isInverted: boolean };

/** The window that spans all values of a frame. */
export function wholeRange(
  frame: Frame & { kind: "grey" },
  { slope, intercept }: Pick<DicomPicture, "slope" | "intercept">,
): Window {
  const ends = [frame.least * slope + intercept, frame.most * slope + intercept];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  return { label: "Whole range", level: (low + high) / 2, width: Math.max(1, high - low) };
}

/** Gray values through the linear window of DICOM PS3.3 C.11.2.1.2, as canvas pixels. */
export function paintGrey(
  frame: Frame & { kind: "grey" },
  { slope, intercept }: Pick<DicomPicture, "slope" | "intercept">,
  { level, width, isInverted }: Shown,
): Uint8ClampedArray<ArrayBuffer> {
  const { values, least, most } = frame;
  const wide = Math.max(1, width);
  // A lookup table by stored value, instead of a computation per pixel.
  const greys = new Uint8ClampedArray(most - least + 1);
  for (let stored = least; stored <= most; stored += 1) {
    const value = stored * slope + intercept;
    const share = wide === 1 ? Number(value > level - 0.5) : (value - (level - 0.5)) / (wide - 1) + 0.5;
    const grey = Math.min(1, Math.max(0, share)) * 255;
    greys[stored - least] = isInverted ? 255 - grey : grey;
  }
  const rgba = new Uint8ClampedArray(values.length * 4);
  const pixels = new Uint32Array(rgba.buffer);
  for (let at = 0; at < values.length; at += 1) {
    const grey = greys[(values[at] ?? least) - least] ?? 0;
    pixels[at] = 0xff000000 | (grey << 16) | (grey << 8) | grey;
  }
  return rgba;
}
