import { spawnSync } from "node:child_process";
import { closeSync, openSync, writeSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { underWork } from "#measure/safety/kills.ts";
import { eventually } from "#test/harness/crash-target.ts";
import { type Figure, none, verdict } from "#test/harness/figure.ts";
import { stopWhenInterrupted } from "#test/harness/interrupted.ts";
import { inFolder } from "#test/harness/postgres.ts";

/**
 * The disk of database and files fills up under load, and space is freed again. Needs Linux and root;
 * src/server/http/failures.test.ts tests the responses on any machine.
 */
export const diskFull = (): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const words = ["-t", "tmpfs", "-o", "size=640m,mode=0755", "tmpfs", folder];
    if (process.platform !== "linux" || spawnSync("mount", words, { stdio: "ignore" }).status !== 0) {
      console.log("disk: a full disk takes Linux and root.");
      return [];
    }
    const unmount = async () => spawnSync("umount", ["--lazy", folder], { stdio: "ignore" });
    const isUnmounted = stopWhenInterrupted(unmount);
    try {
      return await onSmallDisk(folder);
    } finally {
      isUnmounted();
      await unmount();
    }
  });

async function onSmallDisk(folder: string): Promise<Figure[]> {
  const balloon = join(folder, "balloon");
  let after = Number.NaN;
  let refused = "";
  let whileFull = 0;
  const stored = await underWork(join(folder, "data-"), async (victim, answers) => {
    const { pid } = victim.klinika.process;
    const { acknowledged } = answers;
    const grows = (by: number, timeoutMs?: number) => {
      const before = acknowledged.size;
      return eventually(async () => acknowledged.size > before + by, timeoutMs);
    };
    await grows(20);
    fill(balloon);
    // The database still has space in the files it has allocated; the work uses it up.
    await eventually(async () => answers.refused.length > 100, 180_000);
    await exhaustJournal(victim.databaseUrl());
    await wait(5000);
    whileFull = answers.refused.length;
    const kinds = Object.entries(Object.groupBy(answers.refused, String));
    refused = kinds.map(([status, all = []]) => `${all.length} × ${status}`).join(", ");
    await rm(balloon);
    const start = performance.now();
    const isBack = await grows(20, 120_000);
    const isSame = victim.klinika.process.pid === pid && victim.klinika.process.exitCode === null;
    if (isBack && isSame) after = (performance.now() - start) / 1000;
    if (!isBack) throw new Error(`Nothing was saved in the two minutes after there was space (${refused}).`);
  });
  return [
    none(
      `responses on a full disk that are neither success nor a reason (${refused})`,
      whileFull,
      stored.unclear,
    ),
    none("acknowledged patients lost to a full disk", stored.acknowledged, stored.lost),
    none("patients stored in part, or twice", stored.patients, [...stored.half, ...stored.unwanted]),
    verdict(
      "working again without a restart once there was space",
      Number.isNaN(after) ? "never" : `${after.toFixed(1)} s`,
      "30 s",
      after <= 30,
    ),
  ];
}

/** Without space for the next WAL segment PostgreSQL stops, and cannot start again. */
async function exhaustJournal(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  client.on("error", () => undefined);
  await client.connect().catch(() => undefined);
  const more = "select pg_logical_emit_message(false, 'prove', 'x'), pg_switch_wal()";
  for (let piece = 0; piece < 50; piece += 1) if (!(await client.query(more).catch(() => null))) return;
}

/** Fills the disk to the last byte. */
function fill(balloon: string): void {
  const file = openSync(balloon, "w");
  for (let size = 1 << 20; size >= 1; )
    try {
      writeSync(file, Buffer.alloc(size));
    } catch {
      size >>= 4;
    }
  closeSync(file);
}
