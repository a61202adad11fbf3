import { statfs } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { Failure } from "#shared/errors.ts";
import type { Settings } from "../settings.ts";
import { storageFull } from "./storage.ts";

/** Bytes on the disk of a folder. */
export type Room = { free: number; all: number };

/** Calls that have not returned. */
const pending = new Map<string, Promise<Room | null>>();

/**
 * Null if the folder is missing, or the system does not report its space in time. On a disk that hangs, such as a network
 * folder, a call occupies one of the process's four threads until it is back, so there is only one for each folder.
 */
export async function roomOf(folder: string, { read = statfs, timeoutMs = 2000 } = {}): Promise<Room | null> {
  let room = pending.get(folder);
  if (!room) {
    room = read(folder)
      .then(({ bavail, blocks, bsize }) => ({ free: bavail * bsize, all: blocks * bsize }))
      .catch(() => null)
      .finally(() => pending.delete(folder));
    pending.set(folder, room);
  }
  return Promise.race([room, wait(timeoutMs, null, { ref: false })]);
}

const gigabyte = 1e9;

/** PostgreSQL stops writing when the disk is full. At this level there is still time to make space. */
export const isNearlyFull = ({ free, all }: Room) =>
  free < gigabyte || (free < 10 * gigabyte && free < all / 20);

/** Files are refused first, so that the remaining space is left to records. */
const isTooFullForFiles = ({ free, all }: Room) => free < Math.min(gigabyte / 4, all / 20);

/** PostgreSQL needs the rest for its WAL, and signing in and auditing reads write a little as well. */
const isTooFullForChanges = ({ free, all }: Room) => free < Math.min(gigabyte / 8, all / 40);

/** The disk of DATA_DIR. Tests pass their own `roomOf`. */
type DataDisk = { settings: Pick<Settings, "dataDir" | "databaseUrl">; roomOf: typeof roomOf };

type Check = { at: number; room: Promise<Room | null> };
const checks = new WeakMap<typeof roomOf, Check>();

/** At most once a second, since the threads that do this also check passwords and read pictures. */
function recentRoom({ roomOf, settings }: DataDisk): Promise<Room | null> {
  const now = performance.now();
  const last = checks.get(roomOf);
  if (last && now - last.at < 1000) return last.room;
  const room = roomOf(settings.dataDir);
  checks.set(roomOf, { at: now, room });
  return room;
}

/**
 * The embedded database is on the disk of DATA_DIR; an external one has its own.
 * @throws Failure
 */
export async function refuseChangesWithoutRoom(disk: DataDisk): Promise<void> {
  if (disk.settings.databaseUrl !== null) return;
  const room = await recentRoom(disk);
  if (room && isTooFullForChanges(room))
    throw new Failure(
      "storage_full",
      "The disk is nearly full, so changes can't be saved. You can still view records. Please contact your administrator.",
    );
}

/**
 * Uploads are first written to the disk of DATA_DIR, wherever they are stored later.
 * @throws Failure
 */
export async function refuseWithoutRoom({ roomOf, settings }: DataDisk): Promise<void> {
  const room = await roomOf(settings.dataDir);
  if (room && isTooFullForFiles(room)) throw storageFull();
}
