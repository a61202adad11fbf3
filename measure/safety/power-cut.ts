import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { signUp } from "#features/accounts/contract.ts";
import { CrashTarget, eventually, somebody } from "#measure/harness/crash-target.ts";
import type { EnvironmentSource } from "#measure/harness/environment.ts";
import { stopWhenInterrupted } from "#measure/harness/interrupted.ts";
import { type Figure, none } from "#measure/report/figure.ts";
import { Random } from "#scripts/demo/random.ts";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { onServer } from "#test/postgres.ts";
import { requestFor } from "#test/request-for.ts";
import { readStored, type Told, write } from "./kills.ts";

/**
 * Database and files lie on a disk of their own, whose bytes are copied at a moment of the work: what was written and
 * not flushed is in the computer's memory and not in the copy, as after a loss of power. The copy is then started.
 */
export async function powerCuts({ share, seed }: EnvironmentSource): Promise<Figure[]> {
  const disk = await openDisk();
  if (!disk) {
    console.log("faults: no loss of power is proved here: it takes Linux, root and a loop device.");
    return [];
  }
  const cuts = Math.max(1, Math.round(100 * share));
  const random = new Random(seed);
  const victim = new CrashTarget(join(disk.folder, "data"));
  const told: Told = { acknowledged: new Map(), sent: new Set(), unclear: [], answers: 0 };
  let isOver = false;
  try {
    const { token } = (
      await (await victim.ready()).send(requestFor(signUp, null, { body: somebody }))
    ).json();
    const writers = Array.from({ length: 8 }, (_, writer) =>
      write(victim, token, writer, told, () => isOver),
    );
    const against: string[] = [];
    let acknowledged = 0;
    for (let cut = 0; cut < cuts; cut += 1) {
      const left = await cutPower(disk, victim, told, random);
      acknowledged += left.acknowledged;
      if ((cut + 1) % 10 === 0) console.log(`faults: ${cut + 1} of ${cuts} losses of power`);
      if (left.against) against.push(`cut ${cut}: ${left.against}`);
    }
    // The question must be able to be answered otherwise.
    await onServer(victim.databaseUrl(), "alter system set fsync = off");
    await onServer(victim.databaseUrl(), "select pg_reload_conf()");
    const seen: string[] = [];
    for (let cut = 0; cut < 3; cut += 1) {
      const left = await cutPower(disk, victim, told, random);
      if (left.against) seen.push(left.against);
    }
    isOver = true;
    await Promise.all(writers);
    return [
      none(
        `losses of power after which an acknowledged patient, its history or a paper is gone or in part (${acknowledged.toLocaleString("en")} looked up)`,
        cuts,
        against,
      ),
      {
        what: "such losses seen of 3 with fsync off, which must be seen",
        figure: String(seen.length),
        goal: "≥ 1",
        passes: seen.length > 0,
      },
    ];
  } finally {
    isOver = true;
    await victim.end();
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
  await mkdir(folder);
  await writeFile(image, "");
  // A hundred cuts write some 700 MB; what is not written takes no room.
  await truncate(image, 2 * 1024 * 1024 * 1024);
  const isMade =
    run("mkfs.ext4", "-q", "-F", image).status === 0 &&
    run("mount", "-o", "loop", image, folder).status === 0;
  if (!isMade) {
    await rm(place, { recursive: true, force: true });
    return null;
  }
  const device = run("findmnt", "-n", "-o", "SOURCE", folder).stdout.trim();
  const close = async () => {
    for (const mounted of [folder, join(place, "cut")]) run("umount", mounted);
    run("umount", "--lazy", folder);
    await rm(place, { recursive: true, force: true });
  };
  const isClosed = stopWhenInterrupted(close);
  return {
    image,
    folder,
    device,
    async close() {
      isClosed();
      await close();
    },
  };
}

/** A copy of the disk as it is at this moment, started; what of the promises does not stand in it, or null. */
async function cutPower(
  disk: Disk,
  victim: CrashTarget,
  told: Told,
  random: Random,
): Promise<{ acknowledged: number; against: string | null }> {
  const before = told.acknowledged.size;
  const isServed = await eventually(async () => told.acknowledged.size > before + 20, 60_000);
  if (!isServed) throw new Error("For a minute nobody was served.");
  await new Promise((resolve) => setTimeout(resolve, random.between(0, 59)));
  const promised: Told = { ...told, acknowledged: new Map(told.acknowledged) };
  const copy = `${disk.image}-cut`;
  await victim.held(async () => {
    // The computer itself may be writing: only a copy during which it did not is of one moment.
    for (let tries = 0, writes = ""; tries < 20; tries += 1) {
      writes = writesOf(disk.device);
      run("cp", "--sparse=always", disk.image, copy);
      if (writes === writesOf(disk.device)) return;
    }
    throw new Error("The disk was never still for as long as a copy takes.");
  });
  const folder = join(disk.image, "..", "cut");
  await mkdir(folder, { recursive: true });
  const mounted = run("mount", "-o", "loop", copy, folder);
  if (mounted.status !== 0) throw new Error(`The copy cannot be mounted: ${mounted.stderr}`);
  const dataDir = join(folder, "data");
  try {
    // Its holder has lost power too.
    await rm(join(dataDir, "klinika.lock"), { force: true });
    const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    const isStopped = stopWhenInterrupted(() => database.stop());
    try {
      const { lost, half, unwanted, broken } = await readStored(
        { databaseUrl: database.url, dataDir },
        promised,
      );
      const parts = Object.entries({ lost, half, unwanted, broken }).filter(([, some]) => some.length > 0);
      return {
        acknowledged: promised.acknowledged.size,
        against:
          parts.map(([name, some]) => `${some.length} ${name} (${some.slice(0, 3).join(", ")})`).join("; ") ||
          null,
      };
    } finally {
      isStopped();
      await database.stop();
    }
  } catch (error) {
    return { acknowledged: promised.acknowledged.size, against: String(error) };
  } finally {
    run("umount", folder);
    await rm(copy);
  }
}

/** How many writes the device has been given. */
function writesOf(device: string): string {
  const numbers = readFileSync(`/sys/block/${basename(device)}/stat`, "utf8")
    .trim()
    .split(/\s+/);
  return `${numbers[4]} ${numbers[6]}`;
}
