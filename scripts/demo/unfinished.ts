import { existsSync } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { lockFolder } from "#server/database/embedded/folder-lock.ts";
import { stopLeftover } from "#server/database/embedded/postgres-leftover.ts";

/** Stands in the data folder from before the first row of the demo until after its last one. */
const markerOf = (dataDir: string) => join(dataDir, "demo-unfinished");

/** What Klinika keeps in a data folder; anything else there is not the demo's. */
const madeByKlinika = ["files", "incoming", "postgres", "postgres-password", "postgres.log"];

export const isUnfinished = (dataDir: string): boolean => existsSync(markerOf(dataDir));

/** Makes the demo's data; when it is cut off, the folder says so. */
export async function markedUntilDone(dataDir: string, work: () => Promise<void>): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const marker = await open(markerOf(dataDir), "w");
  // On the disk before the rows are.
  await marker.sync();
  await marker.close();
  await work();
  await rm(markerOf(dataDir));
}

/** Removes the data of a demo that was cut off while it was made: half a clinic would look whole. */
export async function removeUnfinished(dataDir: string, log: (line: string) => void): Promise<void> {
  if (!isUnfinished(dataDir)) return;
  // Refuses where another process is making them right now.
  const lock = await lockFolder(dataDir);
  try {
    await stopLeftover(join(dataDir, "postgres"), log);
    log("The demo's data were not made to the end the last time: they are made anew.");
    for (const name of madeByKlinika) await rm(join(dataDir, name), { recursive: true, force: true });
    await rm(markerOf(dataDir));
  } finally {
    await lock.release();
  }
}
