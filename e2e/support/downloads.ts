import { readFile } from "node:fs/promises";
import type { Download } from "@playwright/test";

export const bytesOf = async (download: Download | Promise<Download>): Promise<Uint8Array> =>
  readFile(await (await download).path());
