import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type Answers, readStored, someWork, underWork } from "#measure/safety/kills.ts";
import type { CrashTarget } from "#test/harness/crash-target.ts";
import type { EnvironmentSource } from "#test/harness/environment.ts";
import { type Figure, none, verdict } from "#test/harness/figure.ts";
import { stopWhenInterrupted } from "#test/harness/interrupted.ts";
import { openPostgres } from "#test/harness/postgres.ts";
import { onServer } from "#test/servers/postgres.ts";
import { Random } from "../demo/random.ts";

/**
 * Database and files are on their own disk, whose blocks are copied during the work: unflushed data is in memory and not
 * in the copy, as after a power loss. The copy is then started.
 */
export async function powerCuts({ many, seed }: EnvironmentSource): Promise<Figure[]> {
  const disk = await openDisk();
  if (!disk) {
    console.log("power: a loss of power takes Linux, root and a loop device.");
    return [];
  }
  const cuts = many(100);
  const random = new Random(seed);
  const failures: string[] = [];
  const seen: string[] = [];
  let acknowledged = 0;
  try {
    await underWork(join(disk.folder, "data-"), async (victim, answers) => {
      for (let cut = 0; cut < cuts; cut += 1) {
        await someWork(answers, random);
        acknowledged += answers.acknowledged.size;
        const lost = await cutPower(disk, victim, answers);
        if (lost) failures.push(`cut ${cut}: ${lost}`);
        if ((cut + 1) % 10 === 0) console.log(`power: ${cut + 1} of ${cuts} losses`);
      }
      // Checks that a loss would be detected.
      await onServer(victim.databaseUrl(), "alter system set fsync = off");
      await onServer(victim.databaseUrl(), "select pg_reload_conf()");
      for (let cut = 0; cut < 3; cut += 1) {
        await someWork(answers, random);
        const lost = await cutPower(disk, victim, answers);
        if (lost) seen.push(lost);
      }
    });
    const what = `losses of power after which an acknowledged patient, its history or a paper is gone or in part (${acknowledged.toLocaleString("en")} looked up)`;
    return [
      none(what, cuts, failures),
      verdict(
        "such losses seen of 3 with fsync off, which must be seen",
        String(seen.length),
        "≥ 1",
        seen.length > 0,
      ),
    ];
  } finally {
    await disk.close();
  }
}

type Disk = { image: string; folder: string; device: string; close(): Promise<void> };

const run = (command: string, ...words: string[]) => spawnSync(command, words, { encoding: "utf8" });

async function openDisk(): Promise<Disk | null> {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return null;
  const place = await mkdtemp(join(tmpdir(), "klinika-power-"));
  const image = join(place, "disk");
  const folder = join(place, "mounted");
  const close = async () => {
    for (const mounted of [folder, join(place, "cut")]) run("umount", mounted);
    run("umount", "--lazy", folder);
    await rm(place, { recursive: true, force: true });
  };
  await mkdir(folder);
  await writeFile(image, "");
  // A hundred cuts write about 700 MB; unwritten blocks take no space.
  await truncate(image, 2 * 1024 * 1024 * 1024);
  const isMounted =
    run("mkfs.ext4", "-q", "-F", image).status === 0 &&
    run("mount", "-o", "loop", image, folder).status === 0;
  if (!isMounted) {
    await close();
    return null;
  }
  const isClosed = stopWhenInterrupted(close);
  return {
    image,
    folder,
    device: run("findmnt", "-n", "-o", "SOURCE", folder).stdout.trim(),
    async close() {
      isClosed();
      await close();
    },
  };
}

/** Starts a copy of the disk as it is at this moment; returns the acknowledged data missing in it, or null. */
async function cutPower(disk: Disk, victim: CrashTarget, answers: Answers): Promise<string | null> {
  const promised = { sent: answers.sent, acknowledged: new Map(answers.acknowledged) };
  const copy = `${disk.image}-cut`;
  await victim.paused(async () => {
    // The computer itself may be writing: only a copy without writes meanwhile is of one moment.
    for (let tries = 0, writes = ""; tries < 20; tries += 1) {
      writes = writesOf(disk.device);
      run("cp", "--sparse=always", disk.image, copy);
      if (writes === writesOf(disk.device)) return;
    }
    throw new Error("The disk was never idle for as long as a copy takes.");
  });
  const folder = join(disk.image, "..", "cut");
  await mkdir(folder, { recursive: true });
  const { status, stderr } = run("mount", "-o", "loop", copy, folder);
  if (status !== 0) throw new Error(`The copy cannot be mounted: ${stderr}`);
  const dataDir = join(folder, basename(victim.dataDir));
  try {
    // The process that holds the lock has lost power too.
    await rm(join(dataDir, "klinika.lock"), { force: true });
    const database = await openPostgres(dataDir);
    try {
      const stored = await readStored({ databaseUrl: database.url, dataDir }, promised);
      const lists = (["lost", "half", "unwanted", "broken"] as const).map((name) => ({
        name,
        list: stored[name],
      }));
      const parts = lists.filter(({ list }) => list.length > 0);
      const words = parts.map(({ name, list }) => `${list.length} ${name} (${list.slice(0, 3).join(", ")})`);
      return words.join("; ") || null;
    } finally {
      await database.stop();
    }
  } catch (error) {
    return String(error);
  } finally {
    run("umount", folder);
    await rm(copy);
  }
}

/** The number of writes to the device. */
function writesOf(device: string): string {
  const numbers = readFileSync(`/sys/block/${basename(device)}/stat`, "utf8")
    .trim()
    .split(/\s+/);
  return `${numbers[4]} ${numbers[6]}`;
}
