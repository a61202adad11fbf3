import { enableCompileCache } from "node:module";
import { workerData } from "piscina";
import { heicAsJpeg } from "./heic-as-jpeg.ts";

export type HeicCall = { bytes: Uint8Array };
export type HeicRead = { jpeg: Uint8Array } | { problem: string };

if (typeof workerData === "string") enableCompileCache(workerData);

/** Runs in the worker thread. */
export default function readInWorker({ bytes }: HeicCall): Promise<HeicRead> {
  return heicAsJpeg(bytes);
}
