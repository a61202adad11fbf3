import { enableCompileCache } from "node:module";
import { workerData } from "piscina";
import { type HeicRead, heicAsJpeg } from "./heic-as-jpeg.ts";

export type HeicCall = { bytes: Uint8Array };

if (typeof workerData === "string") enableCompileCache(workerData);

/** Runs in the worker thread. */
export default function readInWorker({ bytes }: HeicCall): Promise<HeicRead> {
  return heicAsJpeg(bytes);
}
