/** Why a DICOM file cannot be shown here, with a message for the user. */
export class DicomProblem extends Error {}

/** One frame of a file. `grey` contains stored values, before slope, intercept and window. */
export type Frame =
  | { kind: "grey"; values: Uint8Array | Int8Array | Uint16Array | Int16Array; least: number; most: number }
  | { kind: "colour"; rgba: Uint8ClampedArray<ArrayBuffer> };

/** A window from the file, in the file's units (Hounsfield for CT). */
export type Window = { label: string; level: number; width: number };

export type DicomImage = {
  rows: number;
  columns: number;
  frames: number;
  /** MONOCHROME1: the highest value is black. */
  isInverted: boolean;
  slope: number;
  intercept: number;
  windows: Window[];
  about: {
    patientName: string | null;
    /** YYYY-MM-DD. */
    studyDate: string | null;
    modality: string | null;
    description: string | null;
  };
  /** The frame of that number, from 0. */
  frame: (index: number) => Promise<Frame>;
};

export type DecodedJpeg = { width: number; height: number; rgba: Uint8ClampedArray<ArrayBuffer> };
/** The browser's JPEG decoder, injected so that reading can be tested without one. */
export type DecodeJpeg = (bytes: Uint8Array<ArrayBuffer>) => Promise<DecodedJpeg>;

export type Shown = { level: number; width: number; isInverted: boolean };

/** The window that spans all values of a frame. */
export function wholeRange(frame: Frame & { kind: "grey" }, { slope, intercept }: DicomImage): Window {
  const ends = [frame.least * slope + intercept, frame.most * slope + intercept];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  return { label: "Whole range", level: (low + high) / 2, width: Math.max(1, high - low) };
}

/** Gray values through the linear window of DICOM PS3.3 C.11.2.1.2, as canvas pixels. */
export function paintGrey(
  frame: Frame & { kind: "grey" },
  { slope, intercept }: Pick<DicomImage, "slope" | "intercept">,
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
