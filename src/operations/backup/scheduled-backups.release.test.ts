import { spawnSync } from "node:child_process";
import { constants } from "node:fs";
import { mkdir, mkdtemp, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { migrate } from "#server/database/migrate.ts";
import { MigrationError } from "#server/database/migration-files.ts";
import { readSettings } from "#server/settings.ts";
import { StartProblem } from "#server/start-problem.ts";
import { isNearlyFull } from "#server/storage/disk-room.ts";
import { startOwnApp, type TestApp } from "#test/app.ts";
import { aClinic, aPatient } from "#test/data/factories.ts";
import { noBackups, skipOnCluster } from "#test/servers/skip-on-cluster.ts";
import { backUpBeforeMigrating } from "./before-migrating.ts";
import { listBackups } from "./manifest.ts";
import { isDue, scheduleBackups } from "./scheduled-backups.ts";
import { takeBackup } from "./take-backup.ts";

let test: TestApp;
let disk: string;
let into: string;
beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), "klinika-disk-"));
  into = join(disk, "backups");
  test = await startOwnApp({ BACKUP_FOLDER: into, BACKUPS_KEPT: "2" });
});
afterAll(async () => {
  await test.close();
  await rm(disk, { recursive: true, force: true });
});

const day = 24 * 3_600_000;
const inDays = (days: number) => new Date(Date.now() + days * day);
const health = async () => test.app.kit.warnings.list().map(({ code }) => code);
const kinds = async () => (await listBackups(into)).map(({ manifest }) => manifest.why).sort();

it("is due once its time of day in Manila has passed, also while the computer was off", () => {
  const at = (text: string) => new Date(`2026-11-${text}:00+08:00`);
  const cases: [newest: string | null, now: string, due: boolean][] = [
    [null, "20T08:00", true],
    ["19T12:31", "20T12:29", false],
    ["19T12:31", "20T12:30", true],
    ["20T12:30", "20T23:59", false],
    ["18T12:30", "20T07:00", true],
    ["20T00:10", "20T00:20", false],
    // Made with a wrong clock.
    ["29T12:30", "20T07:00", true],
  ];
  for (const [newest, now, due] of cases)
    expect([newest, now, isDue(newest ? at(newest) : null, "12:30", at(now))]).toEqual([newest, now, due]);
});

skipOnCluster(noBackups)(
  "makes one each day once there is a patient, and keeps the newest ones and all that were made by hand",
  async () => {
    const first = await scheduleBackups(test.app, test.databaseUrl);
    await first.runIfDue(inDays(0));
    expect([await kinds(), await health()]).toEqual([[], []]);

    await aPatient(test, await aClinic(test));
    await first.runIfDue(inDays(0));
    expect(await kinds()).toEqual([]);
    await first.runIfDue(inDays(0.1));
    expect(await kinds()).toEqual(["on schedule"]);
    const settings = test.app.kit.settings;
    await takeBackup({ databaseUrl: test.databaseUrl, settings, into, now: inDays(0.2), why: "by hand" });

    const later = await scheduleBackups(test.app, test.databaseUrl, takeBackup);
    for (const days of [1, 2, 3]) await later.runIfDue(inDays(days));
    expect(await kinds()).toEqual(["by hand", "on schedule", "on schedule"]);
    expect(await health()).toEqual([]);
  },
);

skipOnCluster(noBackups)(
  "reports a failure at /api/health, retries after an hour, and keeps existing backups",
  async () => {
    const before = await kinds();
    const schedule = await scheduleBackups(test.app, test.databaseUrl, takeBackup);
    // The disk is disconnected, and comes back.
    await rename(disk, `${disk}.away`);
    await schedule.runIfDue(inDays(1));
    expect(await health()).toEqual(["backup_failed"]);
    await rename(`${disk}.away`, disk);
    await schedule.runIfDue(new Date(inDays(1).getTime() + 60_000));
    expect(await health()).toEqual(["backup_failed"]);
    await schedule.runIfDue(inDays(4));
    expect(await health()).toEqual([]);
    expect((await kinds()).length).toBe(before.length);
  },
);

skipOnCluster(noBackups)("leaves no unfinished backup when the server stops", async () => {
  const before = await readdir(into);
  const schedule = await scheduleBackups(test.app, test.databaseUrl);
  // Locks a table, so that the backup cannot end before the server stops.
  await test.sql("begin");
  await test.sql("lock table patients in access exclusive mode");
  onTestFinished(() => test.sql("rollback").then());
  const running = schedule.runIfDue(inDays(9));
  await vi.waitUntil(async () => (await readdir(into)).length > before.length, {
    interval: 5,
    timeout: 15_000,
  });
  await schedule.stop();
  await running;
  expect(await readdir(into)).toEqual(before);
  expect(await health()).not.toContain("backup_failed");
});

skipOnCluster(noBackups)(
  "stops while its disk hangs, and warns before that the last backup is old",
  async () => {
    const before = await readdir(into);
    const schedule = await scheduleBackups(test.app, test.databaseUrl);
    // Whoever reads it waits, as on a network folder whose server is gone.
    const hung = join(into, "klinika-hung");
    const pipe = join(hung, "manifest.json");
    await mkdir(hung);
    spawnSync("mkfifo", [pipe]);
    const running = schedule.runIfDue(inDays(12));
    // Succeeds as soon as the backup has opened it for reading.
    const writer = await vi.waitUntil(
      () => open(pipe, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => null),
      { interval: 5, timeout: 15_000 },
    );
    onTestFinished(async () => {
      await writer.close();
      await rm(hung, { recursive: true });
    });
    void schedule.runIfDue(inDays(12));
    expect(await health()).toContain("backup_stale");
    await schedule.stop();
    await running;
    expect((await readdir(into)).filter((name) => name !== "klinika-hung")).toEqual(before);
  },
);

it("warns of a disk that is nearly full", () => {
  const gigabyte = 1e9;
  expect(isNearlyFull({ free: 0.9 * gigabyte, all: 32 * gigabyte })).toBe(true);
  expect(isNearlyFull({ free: 4 * gigabyte, all: 120 * gigabyte })).toBe(true);
  expect(isNearlyFull({ free: 4 * gigabyte, all: 32 * gigabyte })).toBe(false);
  expect(isNearlyFull({ free: 12 * gigabyte, all: 4000 * gigabyte })).toBe(false);
});

skipOnCluster(noBackups)(
  "is made before a newer Klinika migrates, which does not start without it; an older Klinika is refused",
  async () => {
    const own = await startOwnApp();
    onTestFinished(() => own.close());
    const [newest] = await own.sql<{ name: string; hash: string }>(
      "delete from migrations where name = (select max(name) from migrations) returning name, hash",
    );
    const settings = readSettings({ DATA_DIR: own.dataDir });
    const lines: string[] = [];
    const stopped = new Error("The newest migration is not run again.");
    const guard = () =>
      migrate(own.databaseUrl, async (first) => {
        await backUpBeforeMigrating(first, own.databaseUrl, settings, (line) => lines.push(line));
        throw stopped;
      });
    // No data yet.
    await expect(guard()).rejects.toBe(stopped);
    expect(lines).toEqual([]);
    await aPatient(own, await aClinic(own));
    await rm(join(own.dataDir, "backups"), { recursive: true });
    await writeFile(join(own.dataDir, "backups"), "");
    await expect(guard()).rejects.toThrow(StartProblem);
    await rm(join(own.dataDir, "backups"));
    await expect(guard()).rejects.toBe(stopped);
    expect(lines).toEqual([
      expect.stringMatching(/^Before \d{4}_\w+\.sql runs, a backup was made: .*backups.klinika-/),
    ]);
    expect((await listBackups(join(own.dataDir, "backups")))[0]?.manifest.why).toBe("before migrating");

    await own.sql("insert into migrations (name, hash) values ($1, $2)", [newest?.name, newest?.hash]);
    await migrate(own.databaseUrl, () => Promise.reject(stopped));

    await own.sql("insert into migrations (name, hash) values ('9999_later.sql', '0')");
    const start = migrate(own.databaseUrl);
    await expect(start).rejects.toThrow(MigrationError);
    await expect(start).rejects.toThrow(/belongs to a newer Klinika \(it has 9999_later.sql\)/);
  },
);
