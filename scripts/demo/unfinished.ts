import { existsSync } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { lockFolder } from "#server/database/embedded/folder-lock.ts";
import { stopLeftover } from "#server/database/embedded/postgres-leftover.ts";

/** In the data folder from before the first row of the demo until after the last. */
const markerOf = (dataDir: string) => join(dataDir, "demo-unfinished");

/** Files and folders of Klinika in a data folder; others do not belong to the demo. */
const madeByKlinika = ["files", "incoming", "postgres", "postgres-password", "postgres.log"];

export const isUnfinished = (dataDir: string): boolean => existsSync(markerOf(dataDir));

/** Creates the demo's data, and marks the folder until it is complete. */
export async function markedUntilDone(dataDir: string, work: () => Promise<void>): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const marker = await open(markerOf(dataDir), "w");
  // Flushed before the first row.
  await marker.sync();
  await marker.close();
  await work();
  await rm(markerOf(dataDir));
}

/** Removes the data of an interrupted demo: half a clinic would look complete. */
export async function removeUnfinished(dataDir: string, log: (line: string) => void): Promise<void> {
  if (!isUnfinished(dataDir)) return;
  // Refuses if another process is creating them right now.
  const lock = await lockFolder(dataDir);
  try {
    await stopLeftover(join(dataDir, "postgres"), log);
    log("The last start of the demo was interrupted: its data is created again.");
    for (const name of madeByKlinika) await rm(join(dataDir, name), { recursive: true, force: true });
    await rm(markerOf(dataDir));
  } finally {
    await lock.release();
  }
}
