import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { OperationError } from "#operations/operation.ts";
import type { App } from "#server/kit.ts";
import { manilaDay } from "#shared/formats/dates.ts";
import { takeBackupInProcess } from "./backup-in-process.ts";
import { listBackups, type Manifest, verifyBackup } from "./manifest.ts";
import { pruneBackups } from "./prune-backups.ts";
import { type BackupOrder, type MadeBackup, NothingToBackUp } from "./take-backup.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const staleAfter = 2 * day;

type Newest = { takenAt: Date; manifest: Manifest };
type Schedule = {
  /** Makes a backup if one is due at this instant. */
  runIfDue(now: Date): Promise<void>;
  stop(): Promise<void>;
};

/**
 * The daily backup to BACKUP_FOLDER. It is due if none was made since the last BACKUP_AT, so that a computer that was
 * off at that time makes it once it is on. A failed backup is retried after an hour.
 */
export async function scheduleBackups(
  app: App,
  databaseUrl: string,
  take: (order: BackupOrder, closing: AbortSignal) => Promise<MadeBackup> = takeBackupInProcess,
): Promise<Schedule> {
  const { settings, warnings } = app.kit;
  const into = settings.backupFolder;
  if (into === null) return { runIfDue: async () => undefined, stop: async () => undefined };
  const closing = new AbortController();
  let newest: Newest | null = (await listBackups(into)).at(-1) ?? null;
  app.kit.metricValues.lastBackupAt = newest?.takenAt ?? null;
  let notBefore = new Date(0);
  let running: Promise<void> | null = null;
  await warnOfSameDisk(app, into);

  async function make(folder: string, now: Date): Promise<void> {
    const began = performance.now();
    try {
      await stat(dirname(folder)).catch(() => {
        throw new OperationError(`${dirname(folder)} does not exist: is its disk plugged in?`);
      });
      const { folder: made, manifest } = await take(
        { databaseUrl, settings, into: folder, now, why: "on schedule" },
        closing.signal,
      );
      await verifyBackup(made, { withFiles: false });
      const hasShrunk = newest !== null && manifest.patients < newest.manifest.patients / 2;
      newest = { takenAt: now, manifest };
      app.kit.metricValues.lastBackupAt = now;
      warnings.set("backup_failed", false);
      warnings.set("backup_shrunk", hasShrunk, { made });
      warnings.set("files_lost", manifest.files.lost.length > 0, { made });
      const ms = Math.round(performance.now() - began);
      app.log.info({ made, patients: manifest.patients, files: manifest.files.count, ms }, "backup made");
      if (!hasShrunk) await pruneBackups(folder, "on schedule", settings.backupsKept);
    } catch (error) {
      if (closing.signal.aborted) return;
      notBefore = new Date(now.getTime() + hour);
      if (error instanceof NothingToBackUp) {
        app.log.info("There is no patient to back up yet.");
        return;
      }
      app.log.error({ err: error }, "backup failed");
      warnings.set("backup_failed", true);
    }
  }

  const warnIfStale = (now: Date) =>
    warnings.set("backup_stale", newest !== null && now.getTime() - newest.takenAt.getTime() > staleAfter);

  async function runIfDue(now: Date): Promise<void> {
    // Also while a backup is under way, since one to a disk that hangs never ends.
    if (running) warnIfStale(now);
    if (
      into !== null &&
      !running &&
      now >= notBefore &&
      isDue(newest?.takenAt ?? null, settings.backupAt, now)
    )
      running = make(into, now).finally(() => {
        running = null;
      });
    await running;
    warnIfStale(now);
  }

  return {
    runIfDue,
    async stop() {
      closing.abort();
      await running;
    },
  };
}

/** Checks at the start and every minute whether a backup is due. */
export async function startBackups(app: App, databaseUrl: string): Promise<{ stop(): Promise<void> }> {
  const schedule = await scheduleBackups(app, databaseUrl);
  const run = () => void schedule.runIfDue(app.kit.now());
  const timer = setInterval(run, minute);
  run();
  return {
    async stop() {
      clearInterval(timer);
      await schedule.stop();
    },
  };
}

/**
 * `at`: a time of day in Manila, such as 12:30. A backup dated more than a day ahead was made with a wrong clock.
 */
export function isDue(newest: Date | null, at: string, now: Date): boolean {
  if (newest === null || newest.getTime() > now.getTime() + day) return true;
  const [hours = 0, minutes = 0] = at.split(":").map(Number);
  const midnight = new Date(`${manilaDay(now)}T00:00:00+08:00`).getTime();
  const atToday = midnight + hours * hour + minutes * minute;
  const last = atToday <= now.getTime() ? atToday : atToday - day;
  return newest.getTime() < last;
}

/** It is the same disk also if the folder's own disk is not plugged in. */
async function warnOfSameDisk(app: App, into: string): Promise<void> {
  const [backups, data] = await Promise.all(
    [into, app.kit.settings.dataDir].map((folder) => stat(folder).catch(() => null)),
  );
  if (backups && data && backups.dev === data.dev)
    app.log.warn({ into }, "BACKUP_FOLDER is on the disk of DATA_DIR: if the disk fails, both are lost");
}
