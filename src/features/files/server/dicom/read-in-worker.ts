import { enableCompileCache } from "node:module";
import { workerData } from "piscina";
import type { DicomPicture } from "#features/files/contract.ts";
import { DicomProblem } from "./dicom-problem.ts";
import { encodePng } from "./encode-png.ts";
import { readDicom } from "./read-dicom.ts";

/** `frame`: the frame to draw, from 0; null reads only the header. */
export type DicomCall = { bytes: Uint8Array; frame: number | null };
export type DicomRead = { picture: DicomPicture } | { png: Uint8Array } | { problem: string };

if (typeof workerData === "string") enableCompileCache(workerData);

/** Runs in the worker thread. */
export default async function readInWorker({ bytes, frame }: DicomCall): Promise<DicomRead> {
  try {
    if (frame !== null) return { png: await drawFrame(bytes, frame) };
    // A function does not survive it, either.
    const { frame: _, ...picture } = readDicom(bytes);
    return { picture };
  } catch (error) {
    // A class does not survive structured cloning.
    if (error instanceof DicomProblem) return { problem: error.message };
    throw error;
  }
}

/**
 * A frame as PNG. Colors as they are. Gray pictures carry their stored values less `grey.least`, with which the screen
 * draws any window: of 8 bits as gray, of 16 bits with the high byte as red and the low byte as green, because browsers
 * reduce PNGs of 16 bits to 8.
 */
export async function drawFrame(bytes: Uint8Array, index: number): Promise<Uint8Array> {
  const { rows, columns, grey, frame } = readDicom(bytes);
  const drawn = await frame(index);
  if (drawn.kind === "color") return encodePng(drawn.rgb, columns, rows, 3);
  const { isWide = false, least = 0 } = grey ?? {};
  const samples = new Uint8Array(rows * columns * (isWide ? 3 : 1));
  for (let at = 0; at < rows * columns; at += 1) {
    const value = (drawn.values[at] ?? 0) - least;
    if (isWide) {
      samples[at * 3] = value >> 8;
      samples[at * 3 + 1] = value;
    } else samples[at] = value;
  }
  return encodePng(samples, columns, rows, isWide ? 3 : 1);
}
