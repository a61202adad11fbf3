import { statfs } from "node:fs/promises";
import { Failure } from "#shared/errors.ts";
import type { Settings } from "../settings.ts";
import { storageFull } from "./storage.ts";

/** Bytes on the disk of a folder. */
export type Room = { free: number; all: number };

/** Null if the folder is missing or the system does not report its space. */
export async function roomOf(folder: string): Promise<Room | null> {
  const disk = await statfs(folder).catch(() => null);
  return disk && { free: disk.bavail * disk.bsize, all: disk.blocks * disk.bsize };
}

const gigabyte = 1e9;

/** A PostgreSQL without room stops taking changes; below this there is still time to make some. */
export const isNearlyFull = ({ free, all }: Room) =>
  free < gigabyte || (free < 10 * gigabyte && free < all / 20);

/** What is left then is for the records: files stop first. */
const isTooFullForFiles = ({ free, all }: Room) => free < Math.min(gigabyte / 4, all / 20);

/** PostgreSQL needs the rest for its log, and signing in and noting who read what write a little as well. */
const isTooFullForChanges = ({ free, all }: Room) => free < Math.min(gigabyte / 8, all / 40);

/** The disk of DATA_DIR, and how to look at it: tests pass their own. */
type DataDisk = { settings: Pick<Settings, "dataDir" | "databaseUrl">; roomOf: typeof roomOf };

type Look = { at: number; room: Promise<Room | null> };
const looks = new WeakMap<typeof roomOf, Look>();

/** At most once a second: the threads that ask the disk also check passwords and read pictures. */
function roomLately({ roomOf, settings }: DataDisk): Promise<Room | null> {
  const now = performance.now();
  const last = looks.get(roomOf);
  if (last && now - last.at < 1000) return last.room;
  const room = roomOf(settings.dataDir);
  looks.set(roomOf, { at: now, room });
  return room;
}

/**
 * The embedded database is on the disk of DATA_DIR; an external one has its own.
 * @throws Failure
 */
export async function refuseChangesWithoutRoom(disk: DataDisk): Promise<void> {
  if (disk.settings.databaseUrl !== null) return;
  const room = await roomLately(disk);
  if (room && isTooFullForChanges(room))
    throw new Failure(
      "storage_full",
      "The disk is nearly full, so changes can't be saved. You can still view records. Please contact your administrator.",
    );
}

/**
 * Uploads are written to the disk of DATA_DIR first, wherever they are stored then.
 * @throws Failure
 */
export async function refuseWithoutRoom({ roomOf, settings }: DataDisk): Promise<void> {
  const room = await roomOf(settings.dataDir);
  if (room && isTooFullForFiles(room)) throw storageFull();
}
